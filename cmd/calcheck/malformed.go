package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/calcheck/calibration"
)

// Schema column numbers, as calibration.ParseError.Field counts them, of the
// columns that rules and hints tell apart.
const (
	columnBackend     = 1
	columnLabel       = 4
	columnMeasured    = 5
	columnModel       = 6
	columnKernels     = 7
	columnFLOPs       = 8
	columnBytes       = 9
	columnFLOPsApprox = 10
)

// malformed is a malformed line with what rules and hints look at.
type malformed struct {
	*calibration.ParseError
	line  string
	cells []string // the line, split at tabs
}

func newMalformed(e *calibration.ParseError, line string) malformed {
	m := malformed{ParseError: e, line: line}
	if m.guessable() {
		m.cells = strings.Split(line, "\t")
	}
	return m
}

// malformedLine is newMalformed of a line whose Err is set.
func malformedLine(l *calibration.Line) malformed {
	return newMalformed(l.Err.(*calibration.ParseError), string(l.Text))
}

// longestGuess is the longest line that is looked at for what it might be. No
// row is near it, and a guess can cost as much as parsing a line many times.
const longestGuess = 64 << 10

// guessable reports whether one can tell what the line looks like. Of a line
// over the reader's limit there is only the start, of a file in UTF-16 nothing.
func (m *malformed) guessable() bool {
	return len(m.line) <= longestGuess &&
		!errors.Is(m.Err, calibration.ErrLineTooLong) && !errors.Is(m.Err, calibration.ErrEncoding)
}

// message says what was found, what was expected and, where one can tell, what
// it looks like.
func (m *malformed) message() string {
	message := m.Message()
	if m.brokenOffAtNine() {
		message = fmt.Sprintf("%d columns: expected %d", len(m.cells), calibration.NumColumns)
	}
	if hint := m.hint(); hint != "" {
		message += "; " + hint
	}
	return message
}

// brokenOffAtNine reports whether nine columns are where a write broke off, and not
// the mark of a schema.
func (m *malformed) brokenOffAtNine() bool {
	return errors.Is(m.Err, calibration.ErrLegacyRow) && m.guessable() && m.startsRow()
}

func (m *malformed) characterColumn() int { return characterColumn(m.line, m.Column) }

// isRow reports whether the cells, one list behind the other, are a well-formed
// row. Hints ask it of guesses, nearly all of them wrong, so what a glance can tell
// is not left to a parser that makes an error to explain it.
func isRow(lists ...[]string) bool {
	all := make([]string, 0, calibration.NumColumns)
	for _, cells := range lists {
		if len(all)+len(cells) > calibration.NumColumns {
			return false
		}
		all = append(all, cells...)
	}
	return len(all) >= calibration.LegacyColumns && resemblesRow(all) && isRowLine(strings.Join(all, "\t"))
}

// resemblesRow reports whether the cells of a line of the right length end in
// three flags, and behind the text start as numbers do.
func resemblesRow(cells []string) bool {
	numbers := cells[len(cells)-calibration.NumColumns+columnLabel:]
	for i, cell := range numbers {
		switch column := columnMeasured + i; {
		case column >= columnFLOPsApprox:
			if cell != "true" && cell != "false" {
				return false
			}
		case cell == "":
			if column != columnModel {
				return false
			}
		case cell[0] != '-' && (cell[0] < '0' || '9' < cell[0]):
			return false
		}
	}
	return true
}

func isRowLine(line string) bool {
	_, err := calibration.ParseLine(line)
	return err == nil
}
