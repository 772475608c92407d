package main

import (
	"strings"
	"testing"
)

// TestDirtyLines: what is wrong with a line is found where it is. Below it is an
// ordinary row, so that it is never the last line, nor the only one.
func TestDirtyLines(t *testing.T) {
	for _, tt := range lineCases {
		t.Run(tt.name, func(t *testing.T) {
			tt.input += row(cells{2: "other"})
			tt.check(t)
		})
	}
}

// longText is longer than a line may be.
var longText = strings.Repeat("x", 1<<20+1)

var lineCases = []checkCase{
	// Lines of another shape.
	{name: "word", input: "hello\n", want: "1:1 column-count"},
	{name: "two columns", input: "cc\td\n", want: "1:1 column-count"},
	{name: "nine columns", input: "cc\td\tl\t1.000000\t\t1\t10\t20\tfalse\n", want: "1:1 legacy-9-column"},
	{name: "nine columns with a true flag", input: "cc\td\tl\t1.0\t2.0\t1\t10\t20\ttrue\n", want: "1:1 legacy-9-column"},
	{name: "ten columns", input: "cc\td\tl\t1.000000\t1\t10\t20\tfalse\tfalse\tfalse\n", want: "1:1 column-count", says: "looks like a row whose empty model_ms lost its tab"},
	{name: "eleven columns", input: "cc\td\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n", want: "1:1 legacy-11-column"},
	{name: "thirteen columns", input: row(cells{12: "false\tnew"}), want: "1:1 column-count", says: "newer schema"},
	{name: "tab at the end", input: row(cells{12: "false\t"}), want: "1:1 column-count", says: "a tab too many at the end"},
	{name: "tab at the start", input: "\t" + ordinary, want: "1:1 column-count", says: "a tab too many in front of \"cc\""},
	{name: "only tabs", input: "\t\t\t\t\t\t\t\t\t\t\t\n"},
	{name: "twelve blanks", input: " \t \t \t \t \t \t \t \t \t \t \t \n"},
	{name: "header", input: "backend\tdigest\troutine\tlabel\tmeasured_ms\tmodel_ms\tkernels\tflops\tbytes\tflops_approx\tbytes_approx\topaque\n", want: "1:30 number-syntax", says: "looks like a header line"},
	{name: "comment", input: "# tuned by night\n", want: "1:1 column-count", says: "looks like a comment"},
	{name: "row in a comment", input: "#" + ordinary},
	{name: "commas", input: "cc,d,r,l,1.000000,,1,10,20,false,false,false\n", want: "1:1 column-count", says: "looks like commas"},
	{name: "semicolons", input: "cc;d;r;l;1.000000;;1;10;20;false;false;false\n", want: "1:1 column-count", says: "looks like semicolons"},
	{name: "blanks for tabs", input: "cc d r l 1.000000 0.5 1 10 20 false false false\n", want: "1:1 column-count", says: "looks like spaces instead of tabs"},
	{name: "one blank for a tab", input: "cc\td\tr l\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n", want: "1:1 legacy-11-column"},
	{name: "JSON", input: `{"backend":"cc","measured_ms":1}` + "\n", want: "1:1 column-count"},
	{name: "two rows on a line", input: ordinary[:len(ordinary)-1] + ordinary, want: "1:1 column-count", says: "the last 12 are a well-formed row"},
	{name: "model left out", input: "cc\td\tr\tl\t1.000000\t1\t10\t20\tfalse\tfalse\tfalse\n", want: "1:8 number-syntax", says: "looks like a row whose empty model_ms lost its tab"},
	{name: "start of a row in mid-file", input: "cc\td\tr\tl\t1.0\n", want: "1:1 column-count"},
	{name: "start of a row of nine columns in mid-file", input: "cc\td\tr\tl\t1.0\t\t1\t10\t20\n", want: "1:1 column-count", says: "9 columns: expected 12; looks like the start of a row"},
	{name: "NUL in a name", input: row(cells{3: "a\x00b"}), want: "1:6 encoding"},
	{name: "NUL in every name", input: row(cells{1: "\x00", 2: "\x00", 3: "\x00", 4: "\x00"}), want: "1:1 encoding"},
	{name: "NUL in a number", input: row(cells{5: "1\x00"}), want: "1:10 number-syntax"},
	{name: "NUL bytes for a line", input: "\x00\x00\x00\x00\n", want: "1:1 column-count", says: "zero-filled"},
	{name: "over-long line", input: row(cells{2: longText}), want: "1:1 long-line", says: "a line of 1048620 bytes"},
	{name: "longest line", input: row(cells{2: longText[:1<<20-len(ordinary)]})},

	// Cells.
	{name: "no time", input: row(cells{5: ""}), want: "1:10 number-syntax"},
	{name: "word for a time", input: row(cells{5: "fast"}), want: "1:10 number-syntax"},
	{name: "decimal comma", input: row(cells{5: "1,5"}), want: "1:10 number-syntax", says: "looks like a decimal comma: write a point"},
	{name: "decimal comma and point of thousands", input: row(cells{5: "1.234,56"}), want: "1:10 number-syntax", says: "write a point for the comma"},
	{name: "comma of thousands", input: row(cells{5: "1,234.56"}), want: "1:10 number-syntax", says: "write them without separator"},
	{name: "plus", input: row(cells{5: "+1.000000"}), want: "1:10 number-syntax"},
	{name: "point first", input: row(cells{5: ".5"}), want: "1:10 number-syntax"},
	{name: "point last", input: row(cells{5: "5."}), want: "1:10 number-syntax"},
	{name: "two points", input: row(cells{5: "1.0.0"}), want: "1:10 number-syntax"},
	{name: "two minuses", input: row(cells{5: "--1"}), want: "1:10 number-syntax"},
	{name: "blank before a time", input: row(cells{5: " 1.000000"}), want: "1:10 number-syntax"},
	{name: "blank behind a time", input: row(cells{5: "1.000000 "}), want: "1:10 number-syntax"},
	{name: "hexadecimal time", input: row(cells{5: "0x1p3"}), want: "1:10 number-syntax"},
	{name: "underscore", input: row(cells{5: "1_000.0"}), want: "1:10 number-syntax"},
	{name: "nan", input: row(cells{5: "nan"}), want: "1:10 number-syntax"},
	{name: "NaN", input: row(cells{5: "NaN"}), want: "1:10 number-syntax"},
	{name: "infinity", input: row(cells{5: "-inf"}), want: "1:10 number-syntax"},
	{name: "open exponent", input: row(cells{5: "1e"}), want: "1:10 number-syntax"},
	{name: "signed open exponent", input: row(cells{5: "1e+"}), want: "1:10 number-syntax"},
	{name: "unit", input: row(cells{5: "1.5ms"}), want: "1:10 number-syntax", says: "looks like a unit"},
	{name: "full-width digit", input: row(cells{5: "１"}), want: "1:10 number-syntax", says: "not ASCII"},
	{name: "quoted time", input: row(cells{5: `"1.000000"`}), want: "1:10 number-syntax", says: "looks like quotes"},
	{name: "time over binary64", input: row(cells{5: "1e999"}), want: "1:10 number-range"},
	{name: "least time over binary64", input: row(cells{5: "179769313486231580793729e285"}), want: "1:10 number-range"},
	{name: "greatest time", input: row(cells{5: "179769313486231580793728e285", 8: "0", 9: "0"}), want: "1:10 not-canonical"},
	{name: "negative time over binary64", input: row(cells{6: "-1e400"}), want: "1:19 number-range"},
	{name: "word for a model", input: row(cells{6: "none"}), want: "1:19 number-syntax"},
	{name: "blank for a model", input: row(cells{6: " "}), want: "1:19 number-syntax"},
	{name: "model not a number", input: row(cells{6: "nan"}), want: "1:19 number-syntax"},
	{name: "no kernels", input: row(cells{7: ""}), want: "1:20 number-syntax"},
	{name: "kernels with a point", input: row(cells{7: "1.0"}), want: "1:20 number-syntax"},
	{name: "flops with an exponent", input: row(cells{8: "2e9"}), want: "1:22 number-syntax"},
	{name: "flops with a plus", input: row(cells{8: "+10"}), want: "1:22 number-syntax"},
	{name: "flops of thousands", input: row(cells{8: "1,024"}), want: "1:22 number-syntax"},
	{name: "flops in hexadecimal", input: row(cells{8: "0x400"}), want: "1:22 number-syntax"},
	{name: "flops over 64 bits", input: row(cells{8: "9223372036854775808"}), want: "1:22 number-range"},
	{name: "bytes below 64 bits", input: row(cells{9: "-9223372036854775809"}), want: "1:25 number-range"},
	{name: "bytes with a unit", input: row(cells{9: "20B"}), want: "1:25 number-syntax"},
	{name: "flag in capitals", input: row(cells{10: "TRUE"}), want: "1:28 bool-syntax"},
	{name: "flag as a digit", input: row(cells{11: "1"}), want: "1:34 bool-syntax"},
	{name: "no flag", input: row(cells{12: ""}), want: "1:40 bool-syntax"},
	{name: "blank behind a flag", input: row(cells{12: "false "}), want: "1:40 bool-syntax"},
	{name: "flag as a word", input: row(cells{10: "yes"}), want: "1:28 bool-syntax"},
	{name: "two wrong cells", input: row(cells{5: "x", 9: "y"}), want: "1:10 number-syntax", says: "column 5 (measured_ms)"},
	{name: "wrong cell behind wide characters", input: row(cells{1: "ü€𝄞", 5: "x"}), want: "1:11 number-syntax"},
	{name: "wrong cell behind bytes that are no text", input: row(cells{1: "\xff\xfe\x80", 5: "x"}), want: "1:11 number-syntax"},

	// Rows with a doubtful value.
	{name: "negative time", input: row(cells{5: "-1.000000"}), want: "1:10 negative-time"},
	{name: "negative model", input: row(cells{6: "-0.500000"}), want: "1:19 negative-time"},
	{name: "negative counts", input: row(cells{8: "-10", 9: "-20"}), want: "1:22 negative-count, 1:26 negative-count"},
	{name: "least count", input: row(cells{8: "-9223372036854775808"}), want: "1:22 negative-count"},
	{name: "no kernel", input: row(cells{7: "0"}), want: "1:20 kernel-count"},
	{name: "fewer than no kernels", input: row(cells{7: "-1"}), want: "1:20 kernel-count"},
	{name: "zero time", input: row(cells{5: "0.000000"}), want: "1:10 untimed-row"},
	{name: "negative zero", input: row(cells{5: "-0"}), want: "1:10 untimed-row, 1:10 not-canonical"},
	{name: "zero time of an opaque row", input: row(cells{5: "0.000000", 12: "true"})},
	{name: "negative model of an opaque row", input: row(cells{6: "-0.500000", 12: "true"}), want: "1:19 negative-time, 1:19 model-on-opaque-row"},
	{name: "model of an opaque row", input: row(cells{6: "0.500000", 12: "true"}), want: "1:19 model-on-opaque-row"},
	{name: "999 nanoseconds", input: row(cells{5: "0.000999", 8: "0", 9: "0"}), want: "1:10 near-resolution"},
	{name: "1000 nanoseconds", input: row(cells{5: "0.001000", 8: "0", 9: "0"})},
	{name: "half a nanosecond", input: row(cells{5: "0.0000005", 8: "0", 9: "0"}), want: "1:10 near-resolution, 1:10 not-canonical", says: "the row untimed"},
	{name: "bound above the time", input: row(cells{6: "1.000001"}), want: "1:19 bound-violation"},
	{name: "bound at the time", input: row(cells{6: "1.000000"})},
	{name: "bound above the time, flops approximate", input: row(cells{6: "1.000001", 10: "true"})},
	{name: "bound above the time, bytes approximate", input: row(cells{6: "1.000001", 11: "true"})},
	{name: "mark in a name", input: row(cells{2: "new"}) + row(cells{1: "\ufeffcc"}), want: "2:1 bom", says: "\"\\ufeffcc\""},
	{name: "mark within a name", input: row(cells{1: "c\ufeffc"})},
	{name: "escape in a name", input: row(cells{1: "\x1b[2Jcc"}), want: "1:1 control-character", says: "\"\\x1b[2Jcc\""},
	{name: "rubout in a label", input: row(cells{4: "l\x7f"}), want: "1:8 control-character"},
	{name: "carriage return in a routine", input: row(cells{3: "r\rr"}), want: "1:6 control-character"},
	{name: "control characters in all names", input: row(cells{1: "\x01", 2: "\x02", 3: "\x03", 4: "\x04"}), want: "1:1 control-character, 1:3 control-character, 1:5 control-character, 1:7 control-character"},
	{name: "line separator in a label", input: row(cells{4: "l\u2028m"})},
	{name: "C1 control in a label", input: row(cells{4: "l\u009bm"})},
	{name: "right to left in a label", input: row(cells{4: "l\u202em"})},
	{name: "empty names", input: row(cells{1: "", 2: "", 3: "", 4: ""})},
	{name: "three decimals", input: row(cells{5: "1.000"}), want: "1:10 not-canonical"},
	{name: "zeros before a number", input: row(cells{5: "01.000000", 8: "010"}), want: "1:10 not-canonical", says: "1 column more would change"},
	{name: "minus zero flops", input: row(cells{8: "-0"}), want: "1:22 not-canonical"},
	{name: "exponent", input: row(cells{5: "1e0"}), want: "1:10 not-canonical"},
	{name: "seven decimals", input: row(cells{5: "1.0000015"}), want: "1:10 not-canonical", says: "would be written \"1.000001\""},
	{name: "model with three decimals", input: row(cells{6: "0.500"}), want: "1:19 not-canonical"},
	{name: "numeral that reads as the canonical one", input: row(cells{5: "1.00000000000000000000000000000001"}), want: "1:10 not-canonical"},
}
