package calibration

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The kinds of [ParseError], for errors.Is.
var (
	ErrFieldCount  = errors.New("wrong number of columns")
	ErrLegacyRow   = fmt.Errorf("%w: row of the schema before the exactness flags", ErrFieldCount)
	ErrSyntax      = errors.New("wrong syntax")
	ErrRange       = errors.New("out of range")
	ErrText        = errors.New("byte that no text may hold")
	ErrEncoding    = errors.New("unsupported encoding")
	ErrLineTooLong = errors.New("line too long")
)

// ParseError is one malformed line (or, with ErrEncoding, one unreadable file).
// Reading goes on after it. All positions are 1-based and 0 where unknown.
type ParseError struct {
	File   string // as given to the reader; empty for ParseLine
	Line   int    // line number in the file; 0 for ParseLine
	Column int    // the byte of the line where the cell starts
	Field  int    // the schema's column number, 1 to NumColumns; 0 for the line as a whole
	Name   string // the column's name; empty for the line as a whole
	Cell   string // the offending cell, or the line; only its start for ErrLineTooLong
	Err    error  // one of the kinds above

	// Unterminated tells that the line was the last of its file and had no line
	// feed: together with a wrong number of columns, the mark of a torn write.
	Unterminated bool

	found string // what stands there instead of what Err's kind expects
}

// Error gives the position, what was found and what was expected. Text from
// the file is quoted, shortened when long, and its control characters escaped.
func (e *ParseError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "%d:", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, "%d:", e.Column)
		}
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(e.Message())
	return b.String()
}

// Message is Error without the position: the column's number and name, what
// was found and what was expected.
func (e *ParseError) Message() string {
	found := e.found
	if found == "" { // not made by this package
		found = fmt.Sprintf("%v: %s", e.Err, quote(e.Cell))
	}
	if e.Field == 0 {
		return found
	}
	return fmt.Sprintf("column %d (%s): %s", e.Field, e.Name, found)
}

func (e *ParseError) Unwrap() error { return e.Err }

// countError describes a line with n columns, neither 12 nor 11.
func countError(line string, n int) *ParseError {
	e := &ParseError{Column: 1, Cell: line, Err: ErrFieldCount}
	expected := fmt.Sprintf("expected %d tab-separated columns, or %d without routine", NumColumns, LegacyColumns)
	switch n {
	case 1:
		e.found = "1 column: " + expected
	case legacyNoFlags:
		e.Err = ErrLegacyRow
		e.found = "9 columns: a row of the schema before the exactness flags (flops_approx, bytes_approx), which no fit can use: " + expected
	default:
		e.found = fmt.Sprintf("%d columns: %s", n, expected)
	}
	return e
}

// cellError describes the cell of column field in line; kind is one of the
// sentinels above.
func cellError(line string, field int, cell string, kind error) *ParseError {
	start, _ := CellSpan(line, field)
	return &ParseError{
		Column: start + 1, Field: field, Name: columnNames[field], Cell: cell,
		Err: kind, found: quote(cell) + " " + expectation(field, cell, kind),
	}
}

func expectation(field int, cell string, kind error) string {
	switch {
	case kind == ErrText:
		return "holds a line feed or NUL byte: expected text without either"
	case field >= colFLOPsApprox:
		return "is not a flag: expected true or false"
	case kind == ErrRange && len(cell) > maxCell:
		return fmt.Sprintf("is out of range: expected at most %d bytes", maxCell)
	case kind == ErrRange && field >= colKernels:
		return "is out of range: expected an integer from -9223372036854775808 to 9223372036854775807"
	case kind == ErrRange:
		return "is out of range: expected a number below 1.8e308 in magnitude (binary64)"
	case field >= colKernels:
		return "is not an integer: expected decimal digits such as 1024"
	case field == colModel:
		return "is not a number: expected decimal digits such as 1.250000, or nothing"
	default:
		return "is not a number: expected decimal digits such as 1.250000"
	}
}

// CellSpan returns where the cell of the schema's column field, 1 to
// NumColumns, stands in a line: line[start:end]. In an 11-column line the
// routine is the empty span where the label starts. A cell that the line does
// not have is the empty span at the line's end.
func CellSpan(line string, field int) (start, end int) {
	legacy := strings.Count(line, "\t") == LegacyColumns-1
	empty := legacy && field == colRoutine
	if legacy && field > colRoutine {
		field--
	}
	for ; field > 1; field-- {
		i := strings.IndexByte(line[start:], '\t')
		if i < 0 {
			return len(line), len(line)
		}
		start += i + 1
	}
	if empty {
		return start, start
	}
	if i := strings.IndexByte(line[start:], '\t'); i >= 0 {
		return start, start + i
	}
	return start, len(line)
}

// quote quotes text from a file for a message: control characters and invalid
// UTF-8 escaped, long text cut with its full length told.
func quote(s string) string {
	const most = 60
	if len(s) <= most {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%s... (%d bytes)", strconv.Quote(s[:most]), len(s))
}
