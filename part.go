package calibration

import (
	"bytes"
	"fmt"
)

// A Part is a run of consecutive lines of a file, read but not yet parsed. Parts
// follow each other without gaps, and each knows its line numbers, so that they
// can be parsed by several goroutines and the results put in order. The zero
// Part has no lines; [Reader.NextPart] fills it.
type Part struct {
	// Mark tells that a UTF-8 byte order mark, which is no text, stood before the
	// part: at the very start of the file.
	Mark bool

	file    string
	maxLine int

	buf    []byte // reused from part to part
	text   []byte // in buf: whole lines with terminators, but at the end of the file
	shared string // a copy of text, made when a row needs it

	lines int         // of text
	next  int         // where in text the next line starts
	line  int         // number of the line before it
	lone  *ParseError // instead of text: a file in UTF-16, or a line too long to hold
}

// Line is one line of a file, read but not copied: its numbers are converted,
// its text is still in the memory of its [Part]. Blank lines are skipped.
type Line struct {
	Number int    // in the file, 1-based
	Text   []byte // without its terminator; of a line that was too long, a piece of its start. Valid until the part is filled again
	Err    error  // a *ParseError, or nil for a row

	CRLF         bool // the terminator has a CR
	Unterminated bool // the line is the last of its file and has no LF

	columns
	scanned bool // by scanLine
	part    *Part
	at      int // where Text starts in the part
}

// Lines is the number of lines of the part, blank ones included.
func (p *Part) Lines() int { return p.lines }

// countLines counts the lines of a part that was just filled.
func (p *Part) countLines() {
	p.lines = bytes.Count(p.text, []byte("\n"))
	if len(p.text) > 0 && p.text[len(p.text)-1] != '\n' || p.lone != nil {
		p.lines++ // the last line of the file, or one that is not held
	}
}

// NextLine reads the next line of the part into l. It returns false at the end.
func (p *Part) NextLine(l *Line) bool {
	for p.next < len(p.text) {
		rest := p.text[p.next:]
		p.line++
		l.Number, l.at = p.line, p.next
		if l.part != p { // storing a pointer is not free
			l.part = p
		}
		if n := scanLine(rest, &l.columns); 0 < n && n < len(rest) && n <= p.maxLine && rest[n] == '\n' {
			p.next += n + len("\n")
			l.Text, l.CRLF, l.Unterminated, l.scanned = rest[:n], false, false, true
			if l.Err != nil {
				l.Err = nil
			}
			return true
		}
		line, _, terminated := bytes.Cut(rest, []byte("\n"))
		p.next += len(line)
		if terminated {
			p.next++
		}
		l.Unterminated, l.scanned = !terminated, false
		line, l.CRLF = bytes.CutSuffix(line, []byte("\r"))
		if isBlank(line) && len(line) <= p.maxLine {
			continue
		}
		p.readPlain(l, line)
		return true
	}
	if e := p.lone; e != nil {
		p.lone = nil
		p.line++
		e.Line = p.line
		*l = Line{Number: p.line, Text: []byte(e.Cell), Err: e, part: p}
		return true
	}
	return false
}

// readPlain reads a line in any form.
func (p *Part) readPlain(l *Line, line []byte) {
	l.Text, l.Err = line, nil
	if len(line) > p.maxLine {
		l.Text = line[:min(len(line), keptOfLongLine)]
		l.Err = p.tooLong(string(l.Text), int64(len(line)))
		return
	}
	// A string of its own, as an error keeps it.
	if err := parsePlain(string(line), &l.columns); err != nil {
		e := err.(*ParseError)
		e.File, e.Line, e.Unterminated = p.file, p.line, l.Unterminated
		l.Err = e
	}
}

// tooLong is the error of line number p.line.
func (p *Part) tooLong(start string, length int64) *ParseError {
	return &ParseError{
		File: p.file, Line: p.line, Column: 1, Cell: start, Err: ErrLineTooLong,
		found: fmt.Sprintf("a line of %d bytes, starting %q: expected at most %d bytes", length, start, p.maxLine),
	}
}

// Row returns the line as a row, or the zero Row if it is malformed. The row's
// text stays valid: the rows of a part share one copy of it, so use [Row.Clone]
// on the few that are kept.
func (l *Line) Row() Row {
	if l.Err != nil {
		return Row{}
	}
	return l.row(l.string())
}

// Canonical reports whether writing the line's row again gives the line.
func (l *Line) Canonical() bool {
	if l.scanned || l.Err != nil {
		return l.Ordinary()
	}
	row := l.Row()
	again, err := row.AppendText(nil)
	return err == nil && bytes.Equal(again, l.Text)
}

// Ordinary reports whether the line is what writers write: a row, [Line.Canonical],
// ended by LF, without control characters or negative numbers. It costs nothing,
// and false says nothing.
func (l *Line) Ordinary() bool { return l.Err == nil && l.scanned }

// Legacy reports whether the line is a row of the 11 columns of the schema
// before the routine column existed.
func (l *Line) Legacy() bool { return l.Err == nil && l.end[colRoutine-1] == l.end[colDigest-1] }

// Names are the row's text cells as they stand in the line, tabs between them: in
// all but a [Line.Legacy] row, backend, digest, routine and label. Valid as Text is.
func (l *Line) Names() []byte {
	if l.Err != nil {
		return nil
	}
	return l.Text[:l.end[colLabel-1]]
}

// Backend is the row's backend. Valid as Text is.
func (l *Line) Backend() []byte {
	if l.Err != nil {
		return nil
	}
	return l.Text[:l.end[colBackend-1]]
}

// string is the text of a row in the shared copy of its part.
func (l *Line) string() string {
	if l.part.shared == "" {
		l.part.shared = string(l.part.text)
	}
	return l.part.shared[l.at : l.at+len(l.Text)]
}

func (l *Line) appendWitness(b []byte) []byte {
	c := &l.columns
	return appendWitness(b, cell(c, l.Text, colRoutine), cell(c, l.Text, colLabel), cell(c, l.Text, colDigest))
}
