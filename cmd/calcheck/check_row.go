package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/calcheck/calibration"
)

// marks are the byte order marks that a file, and so the first name in it, may
// start with.
var marks = []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"}

const markAtStart = "the file starts with a UTF-8 byte order mark, which readers skip: expected none (calcheck fmt drops it)"

// shortest is the measured time, in milliseconds, from which on a nanosecond is at
// most a thousandth.
const shortest = 0.001

// checkRow notes what a well-formed row shows by itself, and keeps what is
// compared with other rows. Nearly all rows show nothing, which is found out without
// a look at their text.
func (k *checker) checkRow(s *partState, l *calibration.Line) {
	s.backends.of(s.in, l).add(s.in, l)
	if !k.repeats.full.Load() {
		s.keys = append(s.keys, k.repeats.key(l))
	}
	if !l.Ordinary() || l.MeasuredMS < shortest || l.Kernels < 1 ||
		l.HasModel && (l.Opaque || l.ModelMS > l.MeasuredMS) ||
		len(l.Backend()) > 0 && l.Backend()[0] >= utf8.RuneSelf || k.options.thresholds.exceeded(l) {
		text := string(l.Text)
		r := rowCheck{checker: k, part: s, line: l, text: text, cell: cellsOf(text, l.Legacy())}
		r.check()
	}
}

// rowCheck is a row that is looked at closely.
type rowCheck struct {
	*checker
	part *partState
	line *calibration.Line
	text string
	cell [1 + calibration.NumColumns]string // by schema column
}

// found notes a finding about a column of the row, or about the line if column is 0.
func (r *rowCheck) found(rule *rule, column int, format string, args ...any) {
	at := 1
	message := fmt.Sprintf(format, args...)
	if column > 0 {
		start, _ := calibration.CellSpan(r.text, column)
		at = characterColumn(r.text, start+1)
		message = fmt.Sprintf("column %d (%s): %s", column, calibration.ColumnName(column), message)
	}
	r.part.found = append(r.part.found, finding{place{r.part.in, r.line.Number, at}, rule, message, nil, r.text})
}

func (r *rowCheck) check() {
	l := r.line
	if l.Legacy() {
		r.found(legacyNoRoutine, 0, "11 columns: a row of the schema without routine (calcheck fmt --upgrade adds it, empty)")
	}
	r.checkText()
	r.checkTimes()
	if l.Kernels < 1 {
		r.found(kernelCount, columnKernels, "%d is below 1: a candidate launches at least one kernel", l.Kernels)
	}
	r.checkCount(columnFLOPs, l.FLOPs)
	r.checkCount(columnBytes, l.Bytes)
	r.checkCeilings()
	r.checkForm()
}

func (r *rowCheck) checkCount(column int, count int64) {
	if count < 0 {
		r.found(negativeCount, column, "%d is negative: expected zero or more; the fit takes no rate from it", count)
	}
}

func (r *rowCheck) checkText() {
	for column := columnBackend; column <= columnLabel; column++ {
		cell := r.cell[column]
		if column == columnBackend {
			for _, mark := range marks {
				if strings.HasPrefix(cell, mark) {
					r.found(bomRule, column, "%s starts with a byte order mark, which is part of the name here: it founds a backend of its own; were files put together?", quoteNear(cell, 0))
				}
			}
		}
		if i := strings.IndexFunc(cell, isControl); i >= 0 {
			r.found(controlCharacter, column, "%s holds the control character %q: expected printable text", quoteNear(cell, 0), cell[i])
		}
	}
}

func (r *rowCheck) checkTimes() {
	l := r.line
	switch ms := l.MeasuredMS; {
	case ms < 0:
		r.found(negativeTime, columnMeasured, "%v is negative: expected a time above zero; no fit can use the row", ms)
	case l.Opaque:
	case ms == 0:
		r.found(untimedRow, columnMeasured, "the time is zero: no fit can use the row")
	case ms < 1e-6:
		r.found(nearResolution, columnMeasured, "%v is below a nanosecond: stored again it would be zero, and the row untimed", ms)
	case ms < shortest:
		r.found(nearResolution, columnMeasured, "%v is so short that the nanosecond it is stored to can move its rate by more than 0.1 %%: time several runs together", ms)
	}
	if l.HasModel && l.ModelMS < 0 {
		r.found(negativeTime, columnModel, "%v is negative: expected a time of zero or more, or nothing", l.ModelMS)
	}
	if l.HasModel && l.Opaque {
		r.found(modelOnOpaque, columnModel, "%v on an opaque row: the model cannot have covered it; expected nothing", l.ModelMS)
	}
	if l.Violated() {
		r.found(boundViolation, columnModel, "the model's bound of %v ms exceeds the measured %v ms: the constants of the time were too low, or the counts are wrong", l.ModelMS, l.MeasuredMS)
	}
}

// checkForm notes what writing the row again would change, in all but the
// number of columns and its text, which other rules tell of.
func (r *rowCheck) checkForm() {
	if r.line.CRLF && r.part.crlf == nil {
		r.part.crlf = &finding{
			place{r.part.in, r.line.Number, utf8.RuneCountInString(r.text) + 1}, notCanonical,
			"the line ends in CRLF, as others of the file may: expected LF (said once per file; calcheck fmt mends all)", nil, "",
		}
	}
	if r.line.Unterminated {
		r.part.found = append(r.part.found, finding{
			place{r.part.in, r.line.Number, utf8.RuneCountInString(r.text) + 1}, finalNewline,
			"the last line has no line feed: what is appended to it by hand would spoil both", nil, r.text,
		})
	}
	if r.line.Canonical() {
		return
	}
	row := r.line.Row()
	again, err := row.Line()
	if err != nil {
		return // times of files are finite
	}
	written := cellsOf(again, false)
	changed, first := 0, 0
	for column := calibration.NumColumns; column >= columnMeasured; column-- {
		if r.cell[column] != written[column] {
			changed++
			first = column
		}
	}
	more := ""
	if changed > 1 {
		more = fmt.Sprintf(", and %s more would change", counted(changed-1, "column"))
	}
	if changed > 0 {
		r.found(notCanonical, first, "%s would be written %s%s", quoteNear(r.cell[first], 0), quoteNear(written[first], 0), more)
	}
}

// cellsOf returns the cells of a row's line by schema column.
func cellsOf(line string, legacy bool) (cell [1 + calibration.NumColumns]string) {
	for column := 1; column <= calibration.NumColumns; column++ {
		if legacy && column == columnLabel-1 {
			continue // the routine, which older rows do not have
		}
		cell[column], line, _ = strings.Cut(line, "\t")
	}
	return cell
}

// isControl reports whether a character could drive a terminal.
func isControl(r rune) bool { return r < ' ' || r == 0x7f }
