package calibration

import "bytes"

// ScanLine is what the fast path says of a whole line: a row, or nothing. It
// reads the line both as a string and as part of a block.
func ScanLine(line string) (row Row, ok bool) {
	var c, inBlock columns
	n := scanLine(line, &c)
	m := scanLine(append([]byte(line), "\ncc\tmore"...), &inBlock)
	switch {
	case n == len(line) && m == n && c != inBlock:
		panic("a line in a block reads differently")
	case n > len(line) || m > len(line) && bytes.IndexByte([]byte(line), '\n') < 0:
		panic("a line is read beyond its end")
	case n != len(line):
		return Row{}, false
	}
	return c.row(line), true
}

// ParsePlain is ParseLine without the fast path.
func ParsePlain(line string) (Row, error) {
	var c columns
	if err := parsePlain(line, &c); err != nil {
		return Row{}, err
	}
	return c.row(line), nil
}
