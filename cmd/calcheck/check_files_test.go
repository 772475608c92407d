package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestDirtyFiles: what is wrong with files as a whole, with several, and with
// what the command line names.
func TestDirtyFiles(t *testing.T) {
	for _, tt := range fileCases {
		t.Run(tt.name, func(t *testing.T) { tt.check(t) })
	}
}

// other is a row of another candidate, as fast.
var other = row(cells{2: "e"})

var fileCases = []checkCase{
	// Ends of lines and of files.
	{name: "clean", input: ordinary + other},
	{name: "no final line feed", input: ordinary + strings.TrimSuffix(other, "\n"), want: "2:45 final-newline"},
	{name: "blank lines", input: "\n" + ordinary + " \t \n\r\n" + other + "\n\n"},
	{name: "CRLF", input: crlf(ordinary + other), want: "1:45 not-canonical"},
	{name: "one CRLF", input: ordinary + crlf(other) + row(cells{2: "f"}), want: "2:45 not-canonical"},
	{name: "CR alone", input: strings.ReplaceAll(ordinary+other, "\n", "\r"), want: "1:1 column-count, 1:1 no-rows", says: "lines that end in CR alone"},
	{name: "CR alone, at length", input: strings.Repeat(strings.TrimSuffix(ordinary, "\n")+"\r", 2000), want: "1:1 column-count, 1:1 no-rows", says: "lines that end in CR alone"},
	{name: "mark", input: "\ufeff" + ordinary, want: "1:1 bom"},
	{name: "mark alone", input: "\ufeff", want: "1:1 no-rows"},
	{name: "two marks", input: "\ufeff\ufeff" + ordinary, want: "1:1 bom, 1:1 bom", says: "\"\\ufeffcc\" starts with a byte order mark"},
	{name: "mark where files were put together", input: ordinary + "\ufeff" + other, want: "2:1 bom"},
	{name: "mark in front of a malformed line", input: "\ufeffhello\n" + ordinary, want: "1:1 bom, 1:1 column-count"},
	{name: "empty", files: map[string]string{"f": ""}, flags: "f", want: "1:1 no-rows", says: "the file is empty"},
	{name: "empty, allowed", files: map[string]string{"f": ""}, flags: "--allow-empty f"},
	{name: "blank", input: "\n \n\t\n", want: "1:1 no-rows", says: "only blank lines"},
	{name: "only malformed", input: "hello\n", want: "1:1 column-count, 1:1 no-rows"},
	{name: "only malformed, allowed", input: "hello\n", flags: "--allow-empty", want: "1:1 column-count"},
	{name: "NUL bytes", input: strings.Repeat("\x00", 4096), want: "1:1 torn-line, 1:1 no-rows"},
	{name: "UTF-16, little end first", input: inUTF16(binary.LittleEndian, "\ufeff"+ordinary), want: "1:1 encoding, 1:1 no-rows", says: "the file is UTF-16, little-endian"},
	{name: "UTF-16, big end first", input: inUTF16(binary.BigEndian, "\ufeff"+ordinary), want: "1:1 encoding, 1:1 no-rows", says: "the file is UTF-16, big-endian"},
	{name: "UTF-16, little end first, no mark", input: inUTF16(binary.LittleEndian, ordinary), want: "1:1 encoding, 2:1 column-count, 1:1 no-rows", says: "looks like UTF-16 without"},
	{name: "UTF-16, big end first, no mark", input: inUTF16(binary.BigEndian, ordinary), want: "1:1 encoding, 1:1 no-rows", says: "looks like UTF-16 without"},
	{name: "UTF-32", input: inUTF32("\ufeff" + ordinary), want: "1:1 encoding, 1:1 no-rows", says: "the file is UTF-32"},
	{name: "UTF-32, no mark", input: inUTF32(ordinary), want: "1:1 encoding, 2:1 torn-line, 1:1 no-rows", says: "looks like UTF-32"},
	{name: "Latin-1", input: row(cells{4: "\xb5s"})},

	// Torn writes.
	{name: "torn in a name", input: ordinary + "cc\td\tr", want: "2:1 torn-line"},
	{name: "torn in a number", input: ordinary + "cc\td\tr\tl\t1.0", want: "2:1 torn-line", says: "a torn write?"},
	{name: "torn behind a minus", input: ordinary + "cc\td\tr\tl\t-", want: "2:1 torn-line"},
	{name: "torn behind nine columns", input: ordinary + "cc\td\tr\tl\t1.000000\t\t1\t10\t20", want: "2:1 torn-line", says: "9 columns: expected 12; the file ends here"},
	{name: "torn in a flag", input: ordinary + "cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfal", want: "2:40 torn-line"},
	{name: "torn, and zeros", input: ordinary + "cc\td\tr\tl\t1.000000\t\t1\x00\x00\x00\x00\x00\x00", want: "2:1 torn-line", says: "a zero-filled tail"},
	{name: "torn and continued", input: "cc\td\tr\tl\t1.0" + ordinary, want: "1:1 column-count, 1:1 no-rows", says: "the last 12 are a well-formed row"},
	{name: "last word", input: ordinary + "hello", want: "2:1 torn-line"},
	{name: "last number wrong", input: ordinary + "cc\td\tr\tl\tx\t\t1", want: "2:1 column-count"},

	// Several rows.
	{name: "twice", input: ordinary + other + ordinary, want: "3:1 duplicate-row", says: "the same as line 1"},
	{name: "three times", input: ordinary + ordinary + ordinary, want: "2:1 duplicate-row, 3:1 duplicate-row", says: "the same as line 1"},
	{name: "twice, one CRLF", input: ordinary + crlf(ordinary), want: "2:1 duplicate-row, 2:45 not-canonical"},
	{name: "twice, two schemas", input: row(cells{3: ""}) + strings.Replace(ordinary, "\tr\t", "\t", 1), want: "2:1 legacy-11-column"},
	{name: "other kernels", input: ordinary + row(cells{7: "2"}), want: "2:1 digest-conflict", says: "differ from those in line 1"},
	{name: "other flops", input: ordinary + row(cells{8: "11"}), want: "2:1 digest-conflict"},
	{name: "other bytes", input: ordinary + row(cells{9: "21"}), want: "2:1 digest-conflict"},
	{name: "flops flagged", input: ordinary + row(cells{10: "true"}), want: "2:1 digest-conflict"},
	{name: "bytes flagged", input: ordinary + row(cells{11: "true"}), want: "2:1 digest-conflict"},
	{name: "opaque and not", input: ordinary + row(cells{12: "true"}), want: "2:1 digest-conflict"},
	{name: "other time", input: ordinary + row(cells{5: "1.000001"})},
	{name: "duplicates beyond the limit", input: ordinary + other + ordinary + other, flags: "--max-distinct 1", says: "compared the first 1 row that differ, and stopped at f:2 (--max-distinct)"},
	{name: "no duplicates wanted", input: ordinary + ordinary, flags: "--max-distinct 0"},
	{name: "outlier at the factor", input: ordinary + row(cells{2: "e", 8: "30", 9: "60"})},
	{name: "outlier above the factor", input: ordinary + row(cells{2: "e", 8: "31", 9: "60"}), want: "2:22 outlier-peak", says: "3.1 times the rate of any other candidate (the best is in line 1)"},
	{name: "outlier above a factor of one's own", input: ordinary + row(cells{2: "e", 8: "11"}), flags: "--outlier-factor 1.09", want: "2:22 outlier-peak"},
	{name: "outlier of the same candidate", input: ordinary + row(cells{5: "0.001000"})},
	{name: "outlier with an approximate count", input: ordinary + row(cells{2: "e", 8: "1000", 10: "true"})},
	{name: "outlier without another", input: row(cells{8: "1000000"})},
	{name: "flops approximate", input: row(cells{10: "true"}), want: "1:1 unconstrained-leg", says: "of 1 row, 1 approximate"},
	{name: "bytes zero", input: row(cells{9: "0"}), want: "1:1 unconstrained-leg", says: "1 with a count of zero or less"},
	{name: "nothing timed", input: row(cells{5: "0.000000"}), want: "1:10 untimed-row, 1:1 unconstrained-leg, 1:1 unconstrained-leg", says: "1 untimed"},
	{name: "all opaque", input: row(cells{12: "true"}), want: "1:1 unconstrained-leg, 1:1 unconstrained-leg", says: "1 opaque"},
	{name: "other case", input: ordinary + row(cells{1: "CC"}), want: "2:1 lookalike-backend", says: "than \"cc\" of line 1"},
	{name: "blank behind a backend", input: ordinary + row(cells{1: "cc "}), want: "2:1 lookalike-backend"},
	{name: "other backend", input: ordinary + row(cells{1: "cuda"})},
	{name: "at the ceiling", input: ordinary, flags: "--max-flops 10000 --max-bandwidth 20000"},
	{name: "above the ceiling", input: ordinary, flags: "--max-flops 9999 --max-bandwidth 19999.999", want: "1:22 above-ceiling, 1:25 above-ceiling"},

	// Several files.
	{name: "twice in two files", files: map[string]string{"f": ordinary, "g": ordinary}, flags: "f g", want: "g:1:1 duplicate-row", says: "the same as f:1"},
	{name: "one file twice", files: map[string]string{"f": ordinary}, flags: "f ./f"},
	{name: "two machines", files: map[string]string{"f": ordinary, "g": row(cells{2: "e", 8: "21"})}, flags: "g f", want: "g:1:22 mixed-machines", says: "2.1 times the best in f:1"},
	{name: "two machines, at the factor", files: map[string]string{"f": ordinary, "g": row(cells{2: "e", 8: "20"})}, flags: "g f"},
	{name: "one empty of two", files: map[string]string{"f": ordinary, "g": ""}, flags: "f g", want: "g:1:1 no-rows"},
	{name: "missing", flags: "f", status: couldNotRun, says: "no such file"},
	{name: "one missing of two", input: "hello\n", flags: "g", want: "1:1 column-count, 1:1 no-rows", status: couldNotRun, says: "1 unreadable"},
	{name: "no files in a directory", flags: ".", status: couldNotRun},
	{name: "no files in a directory, allowed", flags: "--allow-empty ."},
	{name: "a directory", files: map[string]string{"f.tsv": ordinary, "g.txt": "not looked at", "h.tsv.gz": packed("hello\n")}, flags: ".", want: "h.tsv.gz:1:1 column-count, h.tsv.gz:1:1 no-rows"},
	{name: "nothing matches", flags: "*.tsv", status: couldNotRun},

	// Packed files.
	{name: "packed", input: packed(ordinary + "hello\n"), want: "2:1 column-count"},
	{name: "packed in two", input: packed(ordinary) + packed("hello\n"), want: "2:1 column-count"},
	{name: "packed twice", input: packed(packed(ordinary)), want: "1:1 column-count, 1:1 no-rows", says: "packed a second time"},
	{name: "nothing, packed", input: packed(""), want: "1:1 no-rows"},
	{name: "packed and cut", input: packed(ordinary + "hello\n")[:30], status: couldNotRun, says: "ends early"},
	{name: "packed, and more behind", input: packed("hello\n") + "more", want: "1:1 column-count", status: couldNotRun, says: "something else follows the gzip data"},
	{name: "packed, and damaged", input: damaged(packed(ordinary)), status: couldNotRun, says: "the gzip data is damaged"},
	{name: "start of a packed file", input: "\x1f\x8b", status: couldNotRun},

	// What the command line may not say.
	{name: "unknown rule", input: ordinary, flags: "--ignore no-such", status: wrongUsage},
	{name: "factor below one", input: ordinary, flags: "--outlier-factor 0.5", status: wrongUsage},
	{name: "factor that is none", input: ordinary, flags: "--machine-factor nan", status: wrongUsage},
	{name: "ceiling of nothing", input: ordinary, flags: "--max-flops 0", status: wrongUsage},
	{name: "negative number of rows", input: ordinary, flags: "--max-distinct -1", status: wrongUsage},
	{name: "negative number of findings", input: ordinary, flags: "--max-findings -1", status: wrongUsage},
	{name: "unknown format", input: ordinary, flags: "-f xml", status: wrongUsage},
	{name: "no file named", status: wrongUsage},
}

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

func inUTF16(order binary.AppendByteOrder, text string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

func inUTF32(text string) string {
	var b []byte
	for _, r := range text {
		b = binary.LittleEndian.AppendUint32(b, uint32(r))
	}
	return string(b)
}

// damaged is a packed file with a wrong checksum.
func damaged(file string) string {
	at := len(file) - 8
	return file[:at] + string([]byte{file[at] ^ 1}) + file[at+1:]
}

func packed(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}
