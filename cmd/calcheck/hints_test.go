package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
)

// hintTests is a malformed line each, and what it looks like. Lines without a
// hint are near misses: they resemble something, but not enough. ␉, ␀ and ␍
// stand for tab, NUL and CR; a line that ends in ∎ has no line feed.
var hintTests = []struct{ line, want string }{
	// A torn write.
	{"cc␉d␉r␉l␉1.5∎", "the file ends here without a line feed: a torn write?"},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉fals∎", "the file ends here without a line feed: a torn write?"},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉tr∎", "the file ends here without a line feed: a torn write?"},
	{"cc␉d␉r␉l␉1.␀␀␀␀␀∎", "the file ends here in NUL bytes: a zero-filled tail after a crash?"},
	{"␀␀␀∎", "the file ends here in NUL bytes: a zero-filled tail after a crash?"},
	{"cc␉d␉r␉l␉x∎", ""},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉x∎", ""},
	{"cc␉d␉r␉l␉1.5", ""},
	{"cc␉d␉r␉l␉1.5␉␉1", "looks like the start of a row: a torn write?"},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉tr", "looks like the start of a row: a torn write?"},
	{"cc␉d␉r␉l␉x␉␉1", ""},
	{"cc␉d␉l␉1.5␉␉1␉1␉1␉true", ""}, // the 9-column schema, which the message names

	// Other shapes of a line.
	{"backend␉digest␉routine␉label␉measured_ms␉model_ms␉kernels␉flops␉bytes␉flops_approx␉bytes_approx␉opaque", "looks like a header line, which the format does not have"},
	{"# Backend␉Digest␉Routine␉Label␉Measured_MS", "looks like a header line, which the format does not have"},
	{"backend,digest,routine,label", "looks like a header line, which the format does not have"},
	{"backend digest routine", "looks like a header line, which the format does not have"},
	{"backend", ""},
	{"the kernels and flops and bytes of a run", ""},
	{"# measured on a cold machine", "looks like a comment, which the format does not have"},
	{"  // measured on a cold machine", "looks like a comment, which the format does not have"},
	{"#cc␉d␉r␉l␉x␉␉1␉1␉1␉true␉true␉true", "looks like a comment, which the format does not have"},
	{"#cc␉d␉r␉l␉nan␉␉1␉1␉1␉true␉true␉true", "the timer failed? drop the row"},
	{"/cc␉d", ""},
	{"cc,d,r,l,1.5,,1,1,1,true,true,false", "looks like commas instead of tabs"},
	{`"cc","d","r","W[bs=1,2]","1.5","","1","1","1","True","true","false"` + "␍", "looks like commas instead of tabs"},
	{"cc;d;l;1,5;;1;1;1;true;true;false", "looks like semicolons instead of tabs"},
	{"cc|d|l|1.5||1|1|1|true|true|false", "looks like bars instead of tabs"},
	{"cc,d,r,l,1.5,,1,1,1,1,1,1", ""},
	{"a, b, c, d, e, f, g, h, i, j, k, l", ""},
	{"cc d r l 1.5 1.2 1 1 1 true true false", "looks like spaces instead of tabs"},
	{"cc  d    r    label with blanks  1.5  1.2  1  1  1  true  true  false", "looks like spaces instead of tabs"},
	{"cc␉d  r  l  1.5  1  1  1  true  true  false", "looks like spaces instead of tabs"},
	{"d r 1 1 1 true true false", ""},
	{"c␀c␀␉␀d␀", "looks like UTF-16 without a byte order mark"},
	{"c␀␀␀c␀␀␀␉␀␀␀d␀␀␀", "looks like UTF-32"},
	{"␀∎", "looks like the end of a file in UTF-16"},
	{"\x1f\x8b\x08␀␀␀␀␀␀", "looks like gzip data, packed a second time"},
	{"PK\x03\x04\x14␀␀␀␀␉␀", "looks like a zip archive: of packed files only gzip is read"},
	{"<<<<<<< HEAD", "looks like a conflict that a merge has left"},
	{"=======", "looks like a conflict that a merge has left"},
	{"=======␉d", ""},
	{`{"backend": "cc"}`, "looks like JSON"},
	{`{"backend": "cc"}∎`, "looks like JSON"},
	{"<!DOCTYPE html>", "looks like HTML or XML"},
	{"# backend cc: 2 timed rows", "looks like a report of calcheck fit, or a tuner's config"},
	{`cc\td\tr\tl\t1.5\t\t1\t1\t1\ttrue\ttrue\ttrue`, `looks like \t instead of tabs`},
	{`cc\td\tr\tl\t1.5`, ""},
	{"cc␉d␉r␉l␉1.5␉0.5␉1␉1␉true␉true␉true", "looks like a row that lacks one of kernels, flops and bytes"},
	{"cc␉d␉l␉1.5␉0.5␉1␉1␉true␉true␉true", "looks like a row that lacks one of kernels, flops and bytes"},
	{"cc␉d␉l␉1,5␉1.0␉1␉1␉1␉true␉true␉true", "looks like a decimal comma: write a point"},
	{"cc␉d␉l␉nan␉1.0␉1␉1␉1␉true␉true␉true", "the timer failed? drop the row"},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉true␍cc␉d", "looks like lines that end in CR alone"},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␍", ""},
	{"c␀c␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉true", ""},
	{"cc␉d␉r␀␀␀␀␀␀␀", "looks like zero-filled space after a crash"},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉true␉", "looks like a tab too many at the end"},
	{"cc␉d␉l␉1.5␉␉1␉1␉1␉true␉true␉true␉␉␉", "looks like a tab too many at the end"},
	{"␉cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉true", `looks like a tab too many in front of "cc"`},
	{"cc␉d␉r␉l␉␉1.5␉␉1␉1␉1␉true␉true␉true", `looks like a tab too many in front of "1.5"`},
	{"cc␉d␉r␉x␉␉␉1.5␉␉1␉1␉1␉true␉true␉y", ""},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉true␉17", "the first 12 are a well-formed row: looks like a newer schema"},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉true␉17␉", "the first 12 are a well-formed row: looks like a newer schema"},
	{"cc␉d␉r␉l␉x␉␉1␉1␉1␉true␉true␉true␉17", ""},
	{"cc␉d␉rcc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉true", "the last 12 are a well-formed row: looks like a torn line with a row appended to it, or a column in front"},
	{"17␉cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉true", "the last 12 are a well-formed row: looks like a torn line with a row appended to it, or a column in front"},
	{"cc␉d␉r␉l␉1.5␉1␉1␉1␉true␉true␉true", "looks like a row whose empty model_ms lost its tab"},
	{"cc␉d␉l␉1.5␉1␉1␉1␉true␉true␉true", "looks like a row whose empty model_ms lost its tab"},
	{"cc␉d␉r␉l␉1.5␉1␉1␉true␉true␉true", ""},
	{"cc␉d␉r␉l 1.5␉␉1␉1␉1␉true␉true␉true", `looks like a space instead of a tab in front of "1.5"`},
	{"cc␉d␉r␉l␉1.5␉1.2  1␉1␉1␉true␉true␉true", `looks like a space instead of a tab in front of "1"`},
	{"cc␉d␉a b␉x␉␉1␉1␉1␉true␉true␉true", ""},
	{"x␉cc␉d␉r␉l␉1.5␉␉1␉1␉20␉true␉true", "looks like a row shifted by one: the next cell is a number"},
	{"cc␉d␉r␉l␉timeout␉1.2␉1␉1␉1␉true␉true␉true", ""},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉true␍", "looks like a line that ends in CR CR LF"},
	{"cc␉d␉r␉l␉1.5␉␉1␉1␉1␉true␉true␉x␍", ""},
}

// cellHintTests is a malformed cell each; the other cells of the row are in order.
var cellHintTests = []struct{ column, cell, want string }{
	{"measured_ms", "1,5", "looks like a decimal comma: write a point"},
	{"measured_ms", "0,125", "looks like a decimal comma: write a point"},
	{"measured_ms", "1,125", "looks like a decimal comma, or digits in groups"},
	{"measured_ms", "1,125.5", "looks like digits in groups: write them without separator"},
	{"measured_ms", "1.125,5", "looks like digits in groups and a decimal comma: write a point for the comma, and nothing between the digits"},
	{"measured_ms", "1 125.5", "looks like digits in groups: write them without separator"},
	{"measured_ms", "1_125.5", "looks like digits in groups: write them without separator"},
	{"flops", "1,125", "looks like digits in groups: write them without separator"},
	{"flops", "1.125.000", "looks like digits in groups: write them without separator"},
	{"flops", "1'125'000", "looks like digits in groups: write them without separator"},
	{"flops", "1_0", "looks like digits in groups: write them without separator"},
	{"measured_ms", ",5", ""},
	{"measured_ms", "1,", ""},
	{"measured_ms", "1,2,3", ""},
	{"measured_ms", "1.2.3", ""},
	{"flops", "_1", ""},
	{"flops", "1__0", ""},

	{"measured_ms", "nan", "the timer failed? drop the row"},
	{"measured_ms", "-Infinity", "the timer failed? drop the row"},
	{"measured_ms", "-nan(ind)", "the timer failed? drop the row"},
	{"measured_ms", "1.#INF", "the timer failed? drop the row"},
	{"model_ms", "inf", "no model time? leave the cell empty"},
	{"flops", "nan", "looks like a computation that failed: a count is a whole number"},
	{"measured_ms", "nano", ""},
	{"model_ms", "None", "no model time? leave the cell empty"},
	{"model_ms", "-", "no model time? leave the cell empty"},
	{"model_ms", "N/A", "no model time? leave the cell empty"},
	{"model_ms", "  ", "looks like an empty cell with blanks in it: leave them out"},
	{"bytes", "null", "looks like a missing value, which only model_ms may be"},
	{"measured_ms", "", ""},
	{"measured_ms", "none at all", ""},

	{"measured_ms", "0x1p3", "looks like hexadecimal: write it in decimal"},
	{"flops", "0xFF", "looks like hexadecimal: write it in decimal"},
	{"flops", "-0o17", "looks like octal: write it in decimal"},
	{"flops", "0b11", "looks like binary: write it in decimal"},
	{"flops", "0xg", ""},
	{"flops", "0b12", ""},

	{"measured_ms", " 1.5", "looks like blanks around the value: leave them out"},
	{"flops", "15\u00a0", "looks like blanks around the value: leave them out"},
	{"opaque", "false ", "looks like blanks around the value: leave them out"},
	{"flops", " 1.5", ""},
	{"measured_ms", `"1.5"`, "looks like quotes around the value: the format has none"},
	{"opaque", `"true"`, "looks like quotes around the value: the format has none"},
	{"measured_ms", `"fast"`, ""},
	{"measured_ms", "+1.5", "looks like a leading plus sign, which the format does not have"},
	{"flops", "+15", "looks like a leading plus sign, which the format does not have"},
	{"measured_ms", "++1", ""},
	{"measured_ms", "5.", "looks like a number without digits behind its point"},
	{"measured_ms", "-5.e3", "looks like a number without digits behind its point"},
	{"measured_ms", ".5", "looks like a number without the zero in front of its point"},
	{"measured_ms", ".", ""},
	{"flops", "5.", "looks like a floating-point number: a count is written in digits alone"},
	{"flops", "10.0", "looks like a floating-point number: a count is written in digits alone"},
	{"flops", "1e9", "looks like a floating-point number: a count is written in digits alone"},
	{"measured_ms", "1e", ""},
	{"measured_ms", "1.5ms", "looks like a unit: write milliseconds, without one"},
	{"measured_ms", "10 us", "looks like a unit: write milliseconds, without one"},
	{"measured_ms", "10µs", "looks like a unit: write milliseconds, without one"},
	{"flops", "1.5GFLOP", "looks like a unit: write all digits of the count, without one"},
	{"bytes", "64 MiB", "looks like a unit: write all digits of the count, without one"},
	{"bytes", "64k", "looks like a unit: write all digits of the count, without one"},
	{"measured_ms", "1.5x", ""},
	{"measured_ms", "ms", ""},
	{"bytes", "64 files", ""},
	{"measured_ms", "−1.5", "looks like a minus sign that is not ASCII"},
	{"flops", "–15", "looks like a minus sign that is not ASCII"},
	{"flops", "1–5", ""},
	{"measured_ms", "１.５", "looks like digits that are not ASCII"},
	{"measured_ms", "１．５", "looks like digits that are not ASCII"},
	{"kernels", "١", "looks like digits that are not ASCII"},
	{"kernels", "½", ""},
	{"kernels", "Ⅷ", ""},

	{"flops_approx", "True", "looks like true in another spelling"},
	{"flops_approx", "1", "looks like true in another spelling"},
	{"bytes_approx", "no", "looks like false in another spelling"},
	{"opaque", "0", "looks like false in another spelling"},
	{"opaque", `"F"`, "looks like false in another spelling"},
	{"opaque", "", ""},
	{"opaque", "2", ""},
	{"opaque", "truefalse", ""},

	{"measured_ms", "--1", ""},
	{"measured_ms", "fast", ""},
	{"flops", strings.Repeat("9", 30), ""}, // out of range, which the message says
	{"measured_ms", strings.Repeat(" ", 200) + "1", ""},
}

// TestHints also holds that every hint is given for some line: none is dead, or
// hidden behind another.
func TestHints(t *testing.T) {
	for _, tt := range cellHintTests {
		hintTests = append(hintTests, struct{ line, want string }{rowWith(tt.column, tt.cell), tt.want})
	}
	given := make([]bool, len(hints))
	for _, tt := range hintTests {
		m := parseMalformed(t, tt.line)
		if got := m.hint(); got != tt.want {
			t.Errorf("%s:\n%s\ngot  %q\nwant %q", tt.line, m.Message(), got, tt.want)
		}
		for i, hint := range hints {
			if hint(&m) != "" {
				given[i] = true
				break
			}
		}
	}
	for i, ok := range given {
		if !ok {
			t.Errorf("no line is given the hint of index %d", i)
		}
	}
}

// TestNoHint: of a file in UTF-16 or a line over the reader's limit there is no
// line to look at, and no row is as long as longestGuess.
func TestNoHint(t *testing.T) {
	comment := "#" + strings.Repeat("x", longestGuess-1)
	if m := parseMalformed(t, comment); m.hint() == "" {
		t.Error("no hint for the longest line that is looked at")
	}
	for _, end := range []string{"", "∎"} {
		if m := parseMalformed(t, comment+"x"+end); m.hint() != "" {
			t.Errorf("hint %q for a longer one", m.hint())
		}
	}
	for _, kind := range []error{calibration.ErrEncoding, calibration.ErrLineTooLong} {
		m := newMalformed(&calibration.ParseError{Err: kind, Unterminated: true}, "# cc")
		if hint := m.hint(); hint != "" {
			t.Errorf("%v: hint %q", kind, hint)
		}
	}
}

// rowWith is a row with one cell replaced.
func rowWith(column, cell string) string {
	cells := strings.Split("cc␉d␉r␉l␉1.5␉␉1␉10␉20␉true␉true␉true", "␉")
	for i := range cells {
		if calibration.ColumnName(i+1) == column {
			cells[i] = cell
			return strings.Join(cells, "␉")
		}
	}
	panic(fmt.Sprintf("no column %q", column))
}

func parseMalformed(t *testing.T, line string) malformed {
	t.Helper()
	text, unterminated := strings.CutSuffix(line, "∎")
	text = strings.NewReplacer("␉", "\t", "␀", "\x00", "␍", "\r").Replace(text)
	_, err := calibration.ParseLine(text)
	e, ok := err.(*calibration.ParseError)
	if !ok {
		t.Fatalf("%s: error %v, want a malformed line", line, err)
	}
	e.Unterminated = unterminated
	return newMalformed(e, text)
}
