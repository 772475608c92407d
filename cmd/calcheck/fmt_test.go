package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/naive"
	"pgregory.net/rapid"
)

// formatted is what formatting a file gave: the text, whether any sink was told of a
// change, and the places reported.
type formatted struct {
	text    string
	changed bool
	reports []string
}

// formattedSink takes what a formatter hands on, and what it read.
type formattedSink struct {
	before, after bytes.Buffer
	changes       bool
}

func (s *formattedSink) same(piece []byte) error {
	s.before.Write(piece)
	s.after.Write(piece)
	return nil
}

func (s *formattedSink) changed(old, piece []byte) error {
	s.before.Write(old)
	s.after.Write(piece)
	s.changes = s.changes || string(old) != string(piece)
	return nil
}

// formatInMemory formats a file in memory, and holds the formatter to handing on every byte
// it read.
func formatInMemory(t interface{ Fatalf(string, ...any) }, text string, src io.Reader, upgrade bool) formatted {
	var out formattedSink
	var result formatted
	f := formatter{upgrade: upgrade, out: &out, report: func(line, column int, message string) {
		result.reports = append(result.reports, fmt.Sprintf("%d:%d: %s", line, column, message))
	}}
	if err := f.format(src); err != nil {
		t.Fatalf("format: %v", err)
	}
	if out.before.String() != text {
		t.Fatalf("of %q the formatter handed on %q", text, &out.before)
	}
	result.text, result.changed = out.after.String(), out.changes
	return result
}

// wantFormatted is what formatting a file must give, from the specification's
// words as package naive says them.
func wantFormatted(file string, upgrade bool) string {
	if strings.HasPrefix(file, markUTF16LE) || strings.HasPrefix(file, markUTF16BE) {
		return file
	}
	var b strings.Builder
	rest, marked := strings.CutPrefix(file, markUTF8)
	if marked && startsSpecially([]byte(rest)) {
		b.WriteString(markUTF8)
	}
	for raw := range strings.Lines(rest) {
		line := strings.TrimSuffix(strings.TrimSuffix(raw, "\n"), "\r")
		switch _, ok := naive.Parse(line); {
		case len(line) > calibration.DefaultMaxLine:
			b.WriteString(raw)
		case strings.Trim(line, " \t") == "":
			b.WriteString(line + "\n")
		case !ok:
			b.WriteString(raw)
		default:
			b.WriteString(wantRow(line, upgrade) + "\n")
		}
	}
	return b.String()
}

func wantRow(line string, upgrade bool) string {
	cells := strings.Split(line, "\t")
	if len(cells) == calibration.LegacyColumns && upgrade {
		cells = slices.Insert(cells, 2, "")
	}
	numbers := cells[len(cells)-8 : len(cells)-3]
	for i, cell := range numbers {
		if v, ok := naive.Number(cell); i < 2 && ok && naive.Floor(v) == v {
			numbers[i] = naive.Numeral(v)
		}
		if n, ok := naive.Integer(cell); i >= 2 && ok {
			numbers[i] = strconv.FormatInt(n, 10)
		}
	}
	if row := strings.Join(cells, "\t"); len(row) <= calibration.DefaultMaxLine {
		return row
	}
	return line
}

// fileLine is what a reader says of a line: a row or an error.
type fileLine struct {
	number int
	row    calibration.Row
	err    string
}

func fileLines(file string) (lines []fileLine) {
	reader := calibration.NewReader(strings.NewReader(file))
	for row, err := range reader.Rows() {
		line := fileLine{number: reader.Line(), row: row}
		if err != nil {
			line.err = err.Error()
		}
		lines = append(lines, line)
	}
	return lines
}

func fitOf(file string) (report string, envelopes []calibration.Envelope) {
	var rows []calibration.Row
	for _, l := range fileLines(file) {
		if l.err == "" {
			rows = append(rows, l.row)
		}
	}
	envelopes = calibration.Fit(rows)
	for _, e := range envelopes {
		report += e.Report()
	}
	return report, envelopes
}

// checkFormat holds what is promised of formatting against one file.
func checkFormat(t interface{ Fatalf(string, ...any) }, file string, upgrade bool) {
	got := formatInMemory(t, file, strings.NewReader(file), upgrade)
	if want := wantFormatted(file, upgrade); got.text != want {
		t.Fatalf("%q\nis formatted as %q,\nwant %q", file, got.text, want)
	}
	if got.changed != (got.text != file) {
		t.Fatalf("%q: told of a change: %v", file, got.changed)
	}

	// The same rows and malformed lines, under the same numbers, and the same fit.
	before, after := fileLines(file), fileLines(got.text)
	if !slices.Equal(before, after) {
		t.Fatalf("%q is formatted as %q, which does not read back the same", file, got.text)
	}
	reportBefore, fitBefore := fitOf(file)
	reportAfter, fitAfter := fitOf(got.text)
	if reportBefore != reportAfter || !slices.Equal(fitBefore, fitAfter) {
		t.Fatalf("%q: the fit changes from %s to %s", file, reportBefore, reportAfter)
	}

	// Formatted text stays as it is; so does each canonical line and each malformed one.
	again := formatInMemory(t, got.text, strings.NewReader(got.text), upgrade)
	if again.changed || again.text != got.text || len(again.reports) != len(got.reports) {
		t.Fatalf("%q is formatted as %q, and that again: %q\n%q\n%q", file, got.text, again.text, got.reports, again.reports)
	}
	newLines := slices.Collect(strings.Lines(strings.TrimPrefix(got.text, markUTF8)))
	for i, raw := range slices.Collect(strings.Lines(strings.TrimPrefix(file, markUTF8))) {
		row, err := calibration.ParseLine(strings.TrimSuffix(raw, "\n"))
		line, _ := row.Line()
		malformed := slices.ContainsFunc(before, func(l fileLine) bool { return l.number == i+1 && l.err != "" })
		if (malformed || err == nil && line+"\n" == raw) && newLines[i] != raw {
			t.Fatalf("line %d of %q becomes %q", i+1, file, newLines[i])
		}
	}

	// What is left, though not canonical, is reported, and nothing else.
	reported := map[int]bool{}
	for _, r := range got.reports {
		line, _, _ := strings.Cut(r, ":")
		n, _ := strconv.Atoi(line)
		reported[n] = true
	}
	if strings.HasPrefix(file, markUTF16LE) || strings.HasPrefix(file, markUTF16BE) || strings.HasPrefix(got.text, markUTF8) {
		if !reported[1] {
			t.Fatalf("%q: its mark is not reported", file)
		}
		return
	}
	for _, l := range after {
		stored := naive.Stored(l.row)
		exact := stored.MeasuredMS == l.row.MeasuredMS && stored.ModelMS == l.row.ModelMS
		long := len(newLines[l.number-1]) > calibration.DefaultMaxLine-800 // may have been left for its length
		if left := l.err != "" || !exact; left != reported[l.number] && !long {
			t.Fatalf("line %d of %q: reported %v", l.number, file, got.reports)
		}
	}
}

func TestFormatProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkFormat(t, genFmtFile().Draw(t, "file"), rapid.Bool().Draw(t, "upgrade"))
	})
}

// TestFormatInPieces: the output does not depend on how the input comes.
func TestFormatInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file := genFmtFile().Draw(t, "file")
		whole := formatInMemory(t, file, strings.NewReader(file), false)
		for _, src := range []io.Reader{iotest.HalfReader(strings.NewReader(file)), iotest.DataErrReader(strings.NewReader(file))} {
			pieces := formatInMemory(t, file, src, false)
			if pieces.text != whole.text || !slices.Equal(pieces.reports, whole.reports) {
				t.Fatalf("in pieces %q and %q,\nas a whole %q and %q", pieces.text, pieces.reports, whole.text, whole.reports)
			}
		}
	})
}

// TestFormatCases are the cases that a simpler formatter gets wrong.
func TestFormatCases(t *testing.T) {
	const (
		names = "cc\td\tr\tl\t"
		rest  = "\t\t1\t10\t20\tfalse\tfalse\tfalse"
		row   = names + "1.000000" + rest
	)
	long := func(extra int, number string) string { // a line of the limit and extra bytes
		line := names + number + rest
		return strings.Repeat("x", calibration.DefaultMaxLine+extra-len(line)) + line
	}
	for _, tt := range []struct {
		name, file, want string
		reports          int
	}{
		{"empty", "", "", 0},
		{"canonical", row + "\n", row + "\n", 0},
		{"no final LF", row, row + "\n", 0},
		{"final CR", row + "\r", row + "\n", 0},
		{"CRLF", row + "\r\n", row + "\n", 0},
		{"CR CR LF is a malformed line, and would not be with LF", row + "\r\r\n", row + "\r\r\n", 1},
		{"malformed, CRLF", "x\r\n" + row + "\r\n", "x\r\n" + row + "\n", 1},
		{"torn", row + "\n" + row[:20], row + "\n" + row[:20], 1},
		{"zero-filled tail", row + "\n\x00\x00\x00", row + "\n\x00\x00\x00", 1},
		{"blank", " \r\n\t\r\n\n  ", " \n\t\n\n  \n", 0},
		{"only CR", "\r", "\n", 0},
		{"times", names + "1.5\t1e3\t007\t-0\t+1", names + "1.5\t1e3\t007\t-0\t+1", 1},
		{"numbers", names + "1.5\t1e3\t007\t-0\t0020\ttrue\ttrue\ttrue", names + "1.500000\t1000.000000\t7\t0\t20\ttrue\ttrue\ttrue\n", 0},
		{"negative zeros", names + "-0\t-0.0\t1\t0\t0\ttrue\ttrue\ttrue\n", names + "0.000000\t0.000000\t1\t0\t0\ttrue\ttrue\ttrue\n", 0},
		{"finer than a nanosecond", names + "0.0000015\t0.0000005\t01\t0\t0\ttrue\ttrue\ttrue\n", names + "0.0000015\t0.0000005\t1\t0\t0\ttrue\ttrue\ttrue\n", 2},
		{"other digits of the same value", names + "0.1000000000000000055511151231257827" + rest, names + "0.100000" + rest + "\n", 0},
		{"below any double", names + "1e-999" + rest, names + "0.000000" + rest + "\n", 0},
		{"text with CR", "c\rc\td\tr\tl\t1.000000" + rest + "\n", "c\rc\td\tr\tl\t1.000000" + rest + "\n", 0},
		{"mark", markUTF8 + row + "\n", row + "\n", 0},
		{"only a mark", markUTF8, "", 0},
		{"mark before a malformed line", markUTF8 + "x\r\n", "x\r\n", 1},
		{"mark before a mark", markUTF8 + markUTF8 + row, markUTF8 + markUTF8 + row + "\n", 1},
		{"mark before one of UTF-16", markUTF8 + "\xff\xfe" + row, markUTF8 + "\xff\xfe" + row + "\n", 1},
		{"mark before the magic bytes of gzip", markUTF8 + magicGzip + row, markUTF8 + magicGzip + row + "\n", 1},
		{"a mark in the second line", row + "\n" + markUTF8 + row + "\r\n", row + "\n" + markUTF8 + row + "\n", 0},
		{"UTF-16", "\xff\xfex\x00\r\x00\n\x00", "\xff\xfex\x00\r\x00\n\x00", 1},
		{"like UTF-16", "\xff\xfe" + row + "\r\n", "\xff\xfe" + row + "\r\n", 1},
		// Formatting the first lines would bring the NUL to where it makes the file UTF-16.
		{"like UTF-16, with a NUL far behind", "\xff\xfe" + row + strings.Repeat("\r\n", 1<<19) + "\x00", "\xff\xfe" + row + strings.Repeat("\r\n", 1<<19) + "\x00", 1},
		{"the longest line", long(0, "1.500000") + "\n", long(0, "1.500000") + "\n", 0},
		{"the longest line, CRLF", long(0, "1.500000") + "\r\n", long(0, "1.500000") + "\n", 0},
		{"the longest line behind a mark", markUTF8 + long(0, "1.500000") + "\r\n", long(0, "1.500000") + "\n", 0},
		{"too long", long(1, "1.5") + "\r\n" + row, long(1, "1.5") + "\r\n" + row + "\n", 1},
		{"too long, torn", long(5, "1.5"), long(5, "1.5"), 1},
		{"far too long", long(5<<20, "1.5") + "\r\n" + row, long(5<<20, "1.5") + "\r\n" + row + "\n", 1},
		{"blank and too long", strings.Repeat(" ", 3<<20) + "\r\n", strings.Repeat(" ", 3<<20) + "\r\n", 1},
		{"would become too long", long(-4, "1.5") + "\r\n", long(-4, "1.5") + "\n", 1},
		{"just not too long", long(-5, "1.5") + "\r\n", strings.Replace(long(-5, "1.5"), "1.5", "1.500000", 1) + "\n", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkFormat(t, tt.file, false)
			got := formatInMemory(t, tt.file, strings.NewReader(tt.file), false)
			if got.text != tt.want || len(got.reports) != tt.reports {
				t.Errorf("%.200q\nis formatted as %.200q,\nwant %.200q, and %d reports:\n%q", tt.file, got.text, tt.want, tt.reports, got.reports)
			}
		})
	}
}

func TestFormatUpgrade(t *testing.T) {
	const legacy = "cc\td\tl\t1\t\t1\t10\t20\tfalse\tfalse\tfalse"
	checkFormat(t, legacy, true)
	for upgrade, want := range map[bool]string{
		false: "cc\td\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n",
		true:  "cc\td\t\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n",
	} {
		if got := formatInMemory(t, legacy, strings.NewReader(legacy), upgrade); got.text != want {
			t.Errorf("upgrade %v: %q, want %q", upgrade, got.text, want)
		}
	}
}

// TestFormatLongLineLength: the length told is that without the terminator,
// wherever the pieces of the line end.
func TestFormatLongLineLength(t *testing.T) {
	for length := calibration.DefaultMaxLine + 1; length < calibration.DefaultMaxLine+5; length++ {
		for _, end := range []string{"", "\n", "\r", "\r\n"} {
			for _, times := range []int{1, 2} {
				file := strings.Repeat("x", length*times) + end
				got := formatInMemory(t, file, strings.NewReader(file), false)
				if want := fmt.Sprintf("1:1: a line of %d bytes, starting %q: expected at most 1048576 bytes", length*times, strings.Repeat("x", 40)); !slices.Equal(got.reports, []string{want}) {
					t.Errorf("%d bytes and %q: %q", length*times, end, got.reports)
				}
			}
		}
	}
}

// TestFormatReadError: what is read before an error is formatted, but not the line it breaks off.
func TestFormatReadError(t *testing.T) {
	const row = "cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n"
	for _, broken := range []string{"", row[:20], strings.Repeat("x", 3<<20)} {
		var out formattedSink
		f := formatter{out: &out, report: func(line, column int, message string) { t.Errorf("%d:%d: %s", line, column, message) }}
		err := f.format(io.MultiReader(strings.NewReader(row+broken), failingReader{}))
		if err == nil || !strings.Contains(err.Error(), "input/output error") {
			t.Errorf("error %v", err)
		}
		if got := out.after.String(); len(broken) < 100 && got != row {
			t.Errorf("handed on %q", got)
		}
	}
}

// TestFormatSinkError: a sink that fails ends the work, wherever it is, with its error.
func TestFormatSinkError(t *testing.T) {
	for _, file := range []string{
		"x\n", "\n", "\r\n", "\xff\xfe\x00", markUTF8, markUTF8 + markUTF8, strings.Repeat("x", 3<<20),
		"cc\td\tr\tl\t1\t\t1\t10\t20\tfalse\tfalse\tfalse",
	} {
		f := formatter{out: failingSink{}, report: func(int, int, string) {}}
		if err := f.format(io.MultiReader(strings.NewReader(file), endless("x\n"))); !errors.Is(err, errSink) {
			t.Errorf("%.20q: error %v", file, err)
		}
	}
}

var errSink = errors.New("sink")

type failingSink struct{}

func (failingSink) same([]byte) error         { return errSink }
func (failingSink) changed(_, _ []byte) error { return errSink }

// TestFmtCommandFailures: once standard output is broken, an endless input is read no
// further, and an input that breaks off is told of.
func TestFmtCommandFailures(t *testing.T) {
	const row = "cc\td\tr\tl\t1\t\t1\t10\t20\tfalse\tfalse\tfalse\n"
	for _, args := range [][]string{{"fmt", "-"}, {"fmt", "--diff", "-"}} {
		var stderr strings.Builder
		got := run(args, endless(row), brokenWriter{}, &stderr)
		if status(got) != couldNotRun || !strings.HasSuffix(stderr.String(), "calcheck: standard output: broken pipe\n") {
			t.Errorf("%q, broken output: exit status %d, stderr %q", args, got, &stderr)
		}
	}
	for _, args := range [][]string{{"fmt", "-"}, {"fmt", "--diff", "-"}, {"fmt", "--check", "-"}} {
		var stdout, stderr strings.Builder
		got := run(args, io.MultiReader(strings.NewReader(row), failingReader{}), &stdout, &stderr)
		if status(got) != couldNotRun || !strings.Contains(stderr.String(), "calcheck: <stdin>: input/output error\n") {
			t.Errorf("%q, broken input: exit status %d, stderr %q", args, got, &stderr)
		}
	}
}
