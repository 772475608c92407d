package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/lazy"
)

func tornHint(m *malformed) string {
	switch {
	case !m.torn():
		return ""
	case strings.HasSuffix(m.line, "\x00"):
		return "the file ends here in NUL bytes: a zero-filled tail after a crash?"
	default:
		return "the file ends here without a line feed: a torn write?"
	}
}

// headerHint: most cells are names of columns, whatever separates them.
func headerHint(m *malformed) string {
	if countColumnNames(m.line) < leastOfHeader {
		return ""
	}
	for _, cells := range [][]string{m.cells, strings.Split(m.line, ","), strings.Split(m.line, ";"), strings.Fields(m.line)} {
		known := 0
		for _, cell := range cells {
			if columnNames[strings.ToLower(strings.Trim(cell, "# \"'\r"))] {
				known++
			}
		}
		if known >= leastOfHeader && 2*known > len(cells) {
			return "looks like a header line, which the format does not have"
		}
	}
	return ""
}

// leastOfHeader is how many names of columns a header has at least.
const leastOfHeader = 3

var columnNames = func() map[string]bool {
	names := make(map[string]bool)
	for field := 1; field <= calibration.NumColumns; field++ {
		names[calibration.ColumnName(field)] = true
	}
	return names
}()

// countColumnNames counts the names of columns in a line, in any case and
// between whatever is neither letter nor underscore: no way to separate the
// line finds more.
func countColumnNames(line string) (n int) {
	const shortest, longest = len("flops"), len("flops_approx")
	start := 0
	for i := 0; i <= len(line); i++ {
		if i < len(line) && (line[i] == '_' || 'a' <= line[i]|0x20 && line[i]|0x20 <= 'z') {
			continue
		}
		if length := i - start; shortest <= length && length <= longest && columnNames[strings.ToLower(line[start:i])] {
			n++
		}
		start = i + 1
	}
	return n
}

// runsOfBlanks separates columns where an editor or a terminal has turned tabs
// into blanks.
var runsOfBlanks = lazy.Regexp(`\t| {2,}`)

// separatorHint: another separator makes the line a row of the right length
// that ends in its three flags. With blanks as separators an empty routine and
// an empty model time are lost.
func separatorHint(m *malformed) string {
	if len(m.cells) >= calibration.LegacyColumns-1 {
		return "" // nearly all of the tabs are there
	}
	if end := strings.TrimRightFunc(m.line, isSpaceOrQuote); end == "" || end[len(end)-1]|0x20 != 'e' {
		return "" // of true or false
	}
	for _, separator := range []struct{ text, name string }{{",", "commas"}, {";", "semicolons"}, {"|", "bars"}} {
		cells := strings.Split(m.line, separator.text)
		if len(cells) >= calibration.LegacyColumns && endsInFlags(cells) {
			return "looks like " + separator.name + " instead of tabs"
		}
	}
	for _, cells := range [][]string{runsOfBlanks().Split(m.line, -1), strings.Fields(m.line)} {
		n := len(cells)
		if calibration.LegacyColumns-1 <= n && n <= calibration.NumColumns && endsInFlags(cells) {
			return "looks like spaces instead of tabs"
		}
	}
	return ""
}

func isSpaceOrQuote(r rune) bool { return unicode.IsSpace(r) || r == '"' || r == '\'' }

// endsInFlags reports whether the last three cells are flags, quoted or not.
func endsInFlags(cells []string) bool {
	for _, cell := range cells[len(cells)-3:] {
		switch strings.ToLower(strings.Trim(cell, " \"'\r")) {
		case "true", "false":
		default:
			return false
		}
	}
	return true
}

// nulHint: blocks of a file that a crash left allocated and unwritten read as
// zeros; UTF-16 has a zero in every other byte of ASCII text, UTF-32 three of four.
func nulHint(m *malformed) string {
	nuls := strings.Count(m.line, "\x00")
	switch {
	case strings.Contains(m.line, "\x00\x00\x00\x00"):
		return "looks like zero-filled space after a crash"
	case nuls >= 4 && 3*nuls > 2*len(m.line):
		return "looks like UTF-32"
	case m.line == restUTF16:
		return "looks like the end of a file in UTF-16"
	case nuls >= 4 && 3*nuls > len(m.line):
		return "looks like UTF-16 without a byte order mark"
	default:
		return ""
	}
}

// extraTabHint: without one of its empty cells, or the empty cells at its end,
// the line is a row.
func extraTabHint(m *malformed) string {
	if line := strings.TrimRight(m.line, "\t"); line != m.line && isRowLine(line) {
		return "looks like a tab too many at the end"
	}
	if n := len(m.cells); n != calibration.NumColumns+1 && n != calibration.LegacyColumns+1 {
		return ""
	}
	for i, cell := range m.cells[:len(m.cells)-1] {
		if cell == "" && isRow(m.cells[:i], m.cells[i+1:]) {
			return fmt.Sprintf("looks like a tab too many in front of %s", quoteShort(m.cells[i+1]))
		}
	}
	return ""
}

// newerSchemaHint: the first 12 columns are a row, and more follow.
func newerSchemaHint(m *malformed) string {
	if len(m.cells) <= calibration.NumColumns || !isRow(m.cells[:calibration.NumColumns]) {
		return ""
	}
	return "the first 12 are a well-formed row: looks like a newer schema"
}

// gluedRowsHint: the last 12 columns are a row. What stands before them is a
// torn line that the next writer appended to, or a column that does not belong.
func gluedRowsHint(m *malformed) string {
	extra := len(m.cells) - calibration.NumColumns
	if extra <= 0 || !isRow(m.cells[extra:]) {
		return ""
	}
	return "the last 12 are a well-formed row: looks like a torn line with a row appended to it, or a column in front"
}

// missingModelHint: with an empty model_ms the line is a row. Writers that leave
// the cell out when the model has no answer forget its tab too.
func missingModelHint(m *malformed) string {
	model := columnModel - 1
	switch len(m.cells) {
	case calibration.NumColumns - 1:
	case calibration.LegacyColumns - 1:
		model--
	default:
		return ""
	}
	if m.Field == columnMeasured && isNumberLike(m.Cell) || !isRow(m.cells[:model], []string{""}, m.cells[model:]) {
		return ""
	}
	return "looks like a row whose empty model_ms lost its tab"
}

// missingCountHint: with one more count the line is a row.
func missingCountHint(m *malformed) string {
	at := columnKernels - 1
	switch len(m.cells) {
	case calibration.NumColumns - 1:
	case calibration.LegacyColumns - 1:
		at--
	default:
		return ""
	}
	if m.Field == columnMeasured && isNumberLike(m.Cell) || !isRow(m.cells[:at], []string{"1"}, m.cells[at:]) {
		return ""
	}
	return "looks like a row that lacks one of kernels, flops and bytes"
}

var blanks = lazy.Regexp(` +`)

// missingTabHint: with a tab in place of some blanks the line is a row.
func missingTabHint(m *malformed) string {
	if n := len(m.cells); n != calibration.NumColumns-1 && n != calibration.LegacyColumns-1 {
		return ""
	}
	const tries = 50 // labels hold few blanks
	for _, at := range blanks().FindAllStringIndex(m.line, tries) {
		if after := m.line[at[1]:]; isRowLine(m.line[:at[0]] + "\t" + after) {
			cell, _, _ := strings.Cut(after, "\t")
			return fmt.Sprintf("looks like a space instead of a tab in front of %s", quoteShort(cell))
		}
	}
	return ""
}

// shiftedHint: the number of measured_ms stands one column further right, and so
// on to the flags.
func shiftedHint(m *malformed) string {
	if m.Field != columnMeasured || len(m.cells) != calibration.NumColumns || isNumberLike(m.Cell) {
		return ""
	}
	shifted := slices.Concat(m.cells[:columnMeasured-1], m.cells[columnMeasured:], []string{"false"})
	if isNumber(m.cells[columnModel-1]) && isRow(shifted) {
		return "looks like a row shifted by one: the next cell is a number"
	}
	return ""
}

// startOfRowHint: the line is short, but what there is of it is as it should be.
func startOfRowHint(m *malformed) string {
	if n := len(m.cells); columnMeasured < n && n < calibration.NumColumns && m.startsRow() {
		return "looks like the start of a row: a torn write?"
	}
	return ""
}

// lineEndHint: one CR belongs to the line end; one more is left in the last cell.
func lineEndHint(m *malformed) string {
	if strings.HasSuffix(m.line, "\r") && isRowLine(strings.TrimRight(m.line, "\r")) {
		return "looks like a line that ends in CR CR LF"
	}
	return ""
}

// lineFeedHint: what stands before the first CR is a row.
func lineFeedHint(m *malformed) string {
	first, rest, _ := strings.Cut(m.line, "\r")
	if rest != "" && len(first) <= longestGuess && isRowLine(first) {
		return "looks like lines that end in CR alone"
	}
	return ""
}

// commentHint comes last: a row may well start with #, if little else is wrong.
func commentHint(m *malformed) string {
	start := strings.TrimLeft(m.line, " ")
	if strings.HasPrefix(start, "#") || strings.HasPrefix(start, "//") {
		return "looks like a comment, which the format does not have"
	}
	return ""
}
