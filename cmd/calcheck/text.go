package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// visible returns a text with all that is not printable escaped, so that no
// file name or argument can start a line of output or drive a terminal.
func visible(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
		i += size
	}
	return b.String()
}

// characterColumn turns a 1-based byte column of a line into the 1-based
// character column, which is what editors mean by a column. A byte that is not
// UTF-8 counts as one character.
func characterColumn(line string, byteColumn int) int {
	before := min(max(byteColumn-1, 0), len(line))
	return utf8.RuneCountInString(line[:before]) + 1
}

// counted is a number with its noun: 1 row, 2 rows.
func counted[N int | int64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
