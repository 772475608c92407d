package main

import (
	"strings"

	"github.com/calcheck/calibration"
)

// torn reports whether the line is what an interrupted write leaves: the last
// of its file, without a line feed, and the start of a row. A write may also
// leave space that was allocated but not written, which reads as NUL bytes.
func (m *malformed) torn() bool {
	return m.Unterminated && m.guessable() && m.startsRow() && m.line != restUTF16 &&
		headerHint(m) == "" && separatorHint(m) == "" && foreignHint(m) == "" && commentHint(m) == ""
}

// restUTF16 is what is left behind the last line feed of UTF-16, little end first.
const restUTF16 = "\x00"

// wholeRow is a row to complete others with.
var wholeRow = strings.Split("b\td\tr\tl\t1\t1\t1\t1\t1\ttrue\ttrue\ttrue", "\t")

// startsRow reports whether the line, without NUL bytes at its end, is a proper
// prefix of some well-formed row.
func (m *malformed) startsRow() bool {
	cells := strings.Split(strings.TrimRight(m.line, "\x00"), "\t")
	n := len(cells)
	if n > calibration.NumColumns {
		return false
	}
	endings := []string{"", "0"} // "0" ends a number such as "-", "1." or "1e-"
	last := cells[n-1]
	for _, flag := range []string{"true", "false"} {
		if rest, ok := strings.CutPrefix(flag, last); ok {
			endings = append(endings, rest)
		}
	}
	// A nine-column row of the oldest schema ends in a flag, where a row of 12
	// has its bytes and one of 11 its first flag. Believe the count.
	if n == 9 && len(endings) > 2 && endings[2] == "" {
		return false
	}
	for _, ending := range endings {
		for _, columns := range []int{calibration.NumColumns, calibration.LegacyColumns} {
			if n > columns {
				continue
			}
			rest := wholeRow[calibration.NumColumns-(columns-n):]
			if isRow(cells[:n-1], []string{last + ending}, rest) {
				return true
			}
		}
	}
	return false
}
