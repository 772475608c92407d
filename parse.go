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
	c := cells{line: line}
	switch n := c.split(); n {
	case NumColumns:
	case LegacyColumns:
		copy(c.cell[colLabel:], c.cell[colRoutine:NumColumns])
		c.cell[colRoutine] = ""
	default:
		return Row{}, countError(line, n)
	}
	c.barred = strings.IndexByte(line, 0) >= 0 || strings.IndexByte(line, '\n') >= 0

	// Evaluated in this order, so the first bad column is the one reported.
	r := Row{
		Backend:     c.text(colBackend),
		Digest:      c.text(colDigest),
		Routine:     c.text(colRoutine),
		Label:       c.text(colLabel),
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
		return Row{}, cellError(line, c.bad, c.cell[c.bad], c.err)
	}
	return r, nil
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

func (c *cells) text(field int) string {
	s := c.cell[field]
	if c.barred && strings.ContainsAny(s, "\x00\n") {
		c.fail(field, ErrText)
	}
	return s
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
	var significand uint64 // the digits so far, without the point; meaningless once it wraps
	digits := func(i int) int {
		for i < len(s) && isDigit(s[i]) {
			significand = significand*10 + uint64(s[i]-'0')
			i++
		}
		return i
	}

	start := 0
	if strings.HasPrefix(s, "-") {
		start = 1
	}
	end := digits(start)
	if end == start {
		return 0, ErrSyntax
	}
	places := 0
	if end < len(s) && s[end] == '.' {
		point := end
		end = digits(point + 1)
		if places = end - (point + 1); places == 0 {
			return 0, ErrSyntax
		}
	}

	// Most times are %.6f of a value far below 2^53 units: the digits as an
	// integer and the power of ten are both exact, so one division rounds right.
	// Nineteen digits cannot wrap; the point makes it twenty characters.
	if end == len(s) && end-start <= 19 && significand <= 1<<53 && places < len(powersOfTen) {
		v := float64(significand) / powersOfTen[places]
		if start == 1 {
			v = -v
		}
		return v, nil
	}

	if end < len(s) && (s[end] == 'e' || s[end] == 'E') {
		end++
		if end < len(s) && (s[end] == '+' || s[end] == '-') {
			end++
		}
		exponent := end
		if end = digits(end); end == exponent {
			return 0, ErrSyntax
		}
	}
	if end != len(s) {
		return 0, ErrSyntax
	}
	v, err := strconv.ParseFloat(s, 64) // its grammar is wider; ours has been checked
	if err != nil {
		return 0, ErrRange
	}
	return v, nil
}

// powersOfTen are those that are exact in binary64 (10^22 is the last).
var powersOfTen = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// parseInteger reads -?digits within int64. The error is ErrSyntax, or ErrRange
// for a value outside or a cell longer than maxCell.
func parseInteger(s string) (int64, error) {
	if len(s) > maxCell {
		return 0, ErrRange
	}
	digits := strings.TrimPrefix(s, "-")
	if digits == "" {
		return 0, ErrSyntax
	}
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return 0, ErrSyntax
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, ErrRange
	}
	return n, nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
