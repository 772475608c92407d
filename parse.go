package calibration

import (
	"strconv"
	"strings"
)

// maxCell is the greatest length of a number or integer cell, in bytes.
// Decimal converters, in any language, go wrong far beyond.
const maxCell = 1024

// ParseLine reads one line, given without its terminator (spec section 3).
//
// On success the row's text fields are substrings of line and nothing is
// allocated. On failure the error is a *[ParseError] that names the first bad
// column, and the row is the zero Row. Any string is safe to pass.
func ParseLine(line string) (Row, error) {
	var c columns
	if scanLine(line, &c) != len(line) {
		if err := parsePlain(line, &c); err != nil {
			return Row{}, err
		}
	}
	return c.row(line), nil
}

// columns is a well-formed line read: its numbers, and where its text ends.
type columns struct {
	// Where the text cells end in the line; each starts behind the tab that ends the one
	// before. In an 11-column line the routine ends where the digest does: it
	// has no cell.
	end [colLabel]int
	Numbers
}

// cell is the text of column field, 1 to colLabel, of the line read.
func cell[T text](c *columns, line T, field int) T {
	start := 0
	if field > 1 {
		start = c.end[field-2] + 1
	}
	return line[min(start, c.end[field-1]):c.end[field-1]]
}

// row is the line read as a row whose text is that of line.
func (c *columns) row(line string) Row {
	return Row{
		cell(c, line, colBackend), cell(c, line, colDigest), cell(c, line, colRoutine), cell(c, line, colLabel),
		c.MeasuredMS, c.ModelMS, c.HasModel, c.Kernels, c.FLOPs, c.Bytes, c.FLOPsApprox, c.BytesApprox, c.Opaque,
	}
}

// parsePlain reads any line into columns, which are not to be used if it
// returns an error: a *ParseError.
func parsePlain(line string, columns *columns) error {
	c := cells{line: line}
	n := c.split()
	switch n {
	case NumColumns:
	case LegacyColumns:
		copy(c.cell[colLabel:], c.cell[colRoutine:NumColumns])
		c.cell[colRoutine] = ""
	default:
		return countError(line, n)
	}
	end := -1
	for field := colBackend; field <= colLabel; field++ {
		if field != colRoutine || n == NumColumns {
			end += len("\t") + len(c.cell[field])
		}
		columns.end[field-1] = end
	}
	c.barred = strings.IndexByte(line, 0) >= 0 || strings.IndexByte(line, '\n') >= 0

	// Evaluated in this order, so the first bad column is the one reported.
	for field := colBackend; field <= colLabel; field++ {
		if c.barred && strings.ContainsAny(c.cell[field], "\x00\n") {
			c.fail(field, ErrText)
		}
	}
	columns.Numbers = Numbers{
		MeasuredMS:  c.number(colMeasured),
		ModelMS:     c.optionalNumber(colModel),
		HasModel:    c.cell[colModel] != "",
		Kernels:     c.integer(colKernels),
		FLOPs:       c.integer(colFLOPs),
		Bytes:       c.integer(colBytes),
		FLOPsApprox: c.flag(colFLOPsApprox),
		BytesApprox: c.flag(colBytesApprox),
		Opaque:      c.flag(colOpaque),
	}
	if c.err != nil {
		return cellError(line, c.bad, c.cell[c.bad], c.err)
	}
	return nil
}

// cells is a line taken apart, and the first thing found wrong with it.
type cells struct {
	line   string
	cell   [1 + NumColumns]string // by schema column number
	barred bool                   // the line holds a byte that no text may hold

	bad int   // the schema column number of the first bad cell
	err error // its kind; nil while all is well
}

// split cuts the line at its tabs and returns the number of columns; cells
// beyond NumColumns are counted, not stored.
func (c *cells) split() (n int) {
	rest := c.line
	for n = 1; ; n++ {
		tab := strings.IndexByte(rest, '\t')
		if n == NumColumns {
			if tab >= 0 {
				return n + strings.Count(rest, "\t")
			}
			c.cell[n] = rest
			return n
		}
		if tab < 0 {
			c.cell[n] = rest
			return n
		}
		c.cell[n] = rest[:tab]
		rest = rest[tab+1:]
	}
}

func (c *cells) fail(field int, err error) {
	if c.err == nil && err != nil {
		c.bad, c.err = field, err
	}
}

func (c *cells) number(field int) float64 {
	v, err := parseNumber(c.cell[field])
	c.fail(field, err)
	return v
}

func (c *cells) optionalNumber(field int) float64 {
	if c.cell[field] == "" {
		return 0
	}
	return c.number(field)
}

func (c *cells) integer(field int) int64 {
	n, err := parseInteger(c.cell[field])
	c.fail(field, err)
	return n
}

func (c *cells) flag(field int) bool {
	switch c.cell[field] {
	case "true":
		return true
	case "false":
		return false
	}
	c.fail(field, ErrSyntax)
	return false
}

// parseNumber reads -?digits(.digits)?((e|E)(+|-)?digits)? as the nearest
// binary64, ties to even. The error is ErrSyntax, or ErrRange for an infinite
// value or a cell longer than maxCell.
func parseNumber(s string) (float64, error) {
	if len(s) > maxCell {
		return 0, ErrRange
	}
	rest, ok := cutDigits(strings.TrimPrefix(s, "-"))
	if after, found := strings.CutPrefix(rest, "."); ok && found {
		rest, ok = cutDigits(after)
	}
	if ok && rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		rest = rest[1:]
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		rest, ok = cutDigits(rest)
	}
	if !ok || rest != "" {
		return 0, ErrSyntax
	}
	v, err := strconv.ParseFloat(s, 64) // its grammar is wider; ours has been checked
	if err != nil {
		return 0, ErrRange
	}
	return v, nil
}

// cutDigits cuts the digits off that s starts with; ok if there are any.
func cutDigits(s string) (rest string, ok bool) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return s[i:], i > 0
}

// parseInteger reads -?digits within int64. The error is ErrSyntax, or ErrRange
// for a value outside or a cell longer than maxCell.
func parseInteger(s string) (int64, error) {
	if len(s) > maxCell {
		return 0, ErrRange
	}
	if rest, ok := cutDigits(strings.TrimPrefix(s, "-")); !ok || rest != "" {
		return 0, ErrSyntax
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, ErrRange
	}
	return n, nil
}
