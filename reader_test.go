package calibration_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/calcheck/calibration"
	"pgregory.net/rapid"
)

// TestReader holds a Reader to the naive one on whole generated files, in any
// pieces and under any limit.
func TestReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file := genFile().Draw(t, "file")
		limit := calibration.DefaultMaxLine
		if rapid.Bool().Draw(t, "limited") {
			limit = rapid.IntRange(1, 120).Draw(t, "limit")
		}
		cuts := rapid.SliceOfN(rapid.Byte(), 0, 5).Draw(t, "cuts")
		checkReader(t, file, &chunks{data: file, cuts: cuts}, limit)
		checkReader(t, file, iotest.DataErrReader(strings.NewReader(file)), limit)
	})
}

// TestReaderAcrossBlocks reads a file of many blocks whose lines fall on every
// boundary.
func TestReaderAcrossBlocks(t *testing.T) {
	var b strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&b, "cc\td%d\tmm\t%s\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n", i, strings.Repeat("x", i%97))
		if i%1000 == 0 {
			b.WriteString("bad line\n")
		}
	}
	checkReader(t, b.String(), strings.NewReader(b.String()), calibration.DefaultMaxLine)
	checkReader(t, b.String(), iotest.HalfReader(strings.NewReader(b.String())), 100)
}

func TestReaderPositions(t *testing.T) {
	file := "\xef\xbb\xbf" + goodLine + "\r\n\n \t\nbad\n" + withCell(5, "nan") + "\r\n" + strings.Repeat("x", 500) + "\n" + goodLine[:40]
	want := []string{
		"1 row",
		"a.tsv:4:1: 1 column: expected 12 tab-separated columns, or 11 without routine",
		`a.tsv:5:38: column 5 (measured_ms): "nan" is not a number: expected decimal digits such as 1.250000`,
		`a.tsv:6:1: a line of 500 bytes, starting "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": expected at most 200 bytes`,
		"a.tsv:7:1: 5 columns: expected 12 tab-separated columns, or 11 without routine",
	}
	r := calibration.NewReader(strings.NewReader(file), calibration.WithFile("a.tsv"), calibration.WithMaxLine(200))
	if r.Line() != 0 || r.Text() != "" {
		t.Errorf("before the first line: %d %q", r.Line(), r.Text())
	}
	i := 0
	for row, err := range r.Rows() {
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(r.Line(), " row")
			if line, _ := row.Line(); r.Text() != line {
				t.Errorf("Text() = %q, want %q", r.Text(), line)
			}
		}
		if i >= len(want) || got != want[i] {
			t.Errorf("yield %d: %s", i, got)
		}
		var e *calibration.ParseError
		if errors.As(err, &e) && e.Unterminated != (e.Line == 7) {
			t.Errorf("line %d: unterminated %v", e.Line, e.Unterminated)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d yields, want %d", i, len(want))
	}
}

func TestReaderNamesTheEncoding(t *testing.T) {
	utf16 := func(mark string, swap bool) string {
		b := []byte(mark)
		for _, c := range []byte(goodLine + "\n" + goodLine + "\n") {
			if swap {
				b = append(b, 0, c)
			} else {
				b = append(b, c, 0)
			}
		}
		return string(b)
	}
	for name, file := range map[string]string{
		"UTF-16, little-endian": utf16("\xff\xfe", false),
		"UTF-16, big-endian":    utf16("\xfe\xff", true),
		"UTF-32, little-endian": "\xff\xfe\x00\x00c\x00\x00\x00\n\x00\x00\x00",
	} {
		for _, src := range []io.Reader{strings.NewReader(file), iotest.OneByteReader(strings.NewReader(file))} {
			yields := 0
			for row, err := range calibration.NewReader(src, calibration.WithFile("u.tsv")).Rows() {
				yields++
				if row != (calibration.Row{}) || !errors.Is(err, calibration.ErrEncoding) || !strings.Contains(err.Error(), "u.tsv:1:1: the file is "+name) {
					t.Errorf("%s: %+v, %v", name, row, err)
				}
			}
			if yields != 1 {
				t.Errorf("%s: %d yields", name, yields)
			}
		}
	}
	// A mark without NUL is a backend's name; a NUL far behind costs its line.
	file := "\xff\xfe" + strings.Repeat(goodLine+"\n", 20_000) + "\x00\n" + goodLine + "\n"
	rows, bad := 0, 0
	for _, err := range calibration.NewReader(strings.NewReader(file)).Rows() {
		if err == nil {
			rows++
		} else {
			bad++
		}
	}
	if rows != 20_001 || bad != 1 {
		t.Errorf("%d rows and %d malformed lines", rows, bad)
	}
}

// TestReaderEncodingWindow: the NUL counts within the first 1 MiB of the file, the
// mark included, and not beyond.
func TestReaderEncodingWindow(t *testing.T) {
	for at, encoded := range map[int]bool{100: true, 1<<20 - 1: true, 1 << 20: false, 1<<20 + 100: false} {
		file := []byte("\xff\xfe" + strings.Repeat(goodLine+"\n", 20_000))
		file[at] = 0
		checkReader(t, string(file), strings.NewReader(string(file)), calibration.DefaultMaxLine)
		first := true
		for _, err := range calibration.NewReader(strings.NewReader(string(file))).Rows() {
			if first && errors.Is(err, calibration.ErrEncoding) != encoded {
				t.Errorf("NUL at %d: %v", at, err)
			}
			first = false
		}
	}
}

// TestMaxLineDefault: no limit below 1 makes sense, and none is taken as such.
func TestMaxLineDefault(t *testing.T) {
	for _, limit := range []int{0, -1, math.MinInt} {
		for _, err := range calibration.NewReader(strings.NewReader(goodLine), calibration.WithMaxLine(limit)).Rows() {
			if err != nil {
				t.Errorf("limit %d: %v", limit, err)
			}
		}
	}
}

// TestReaderErrors: an I/O error is yielded last, after all whole lines, and the
// piece of a line before it is neither a row nor malformed.
func TestReaderErrors(t *testing.T) {
	broken := errors.New("broken")
	src := func(file string) io.Reader {
		return io.MultiReader(strings.NewReader(file), iotest.ErrReader(broken))
	}
	for _, test := range []struct {
		src  io.Reader
		rows int
		err  error
	}{
		{src(""), 0, broken},
		{src("\xff"), 0, broken},
		{src("\xff\xfe" + goodLine), 0, broken},
		{src("\xff\xfe" + goodLine + "\n"), 1, broken},
		{src(goodLine), 0, broken},
		{src(goodLine + "\n" + goodLine), 1, broken},
		{src(goodLine + "\n" + goodLine + "\r\n"), 2, broken},
		{iotest.TimeoutReader(strings.NewReader(goodLine + "\n")), 1, iotest.ErrTimeout},
		{io.MultiReader(strings.NewReader(goodLine+"\n"), empty{}), 1, io.ErrNoProgress},
	} {
		rows := 0
		var last error
		for _, err := range calibration.NewReader(test.src).Rows() {
			if last != nil {
				t.Errorf("a yield after the error: %v", err)
			}
			if err == nil {
				rows++
			}
			last = err
		}
		var e *calibration.ParseError
		if rows != test.rows || !errors.Is(last, test.err) || errors.As(last, &e) {
			t.Errorf("%d rows and %v, want %d and %v", rows, last, test.rows, test.err)
		}
	}
	for _, err := range calibration.NewReader(impossible{}).Rows() {
		if err == nil || !strings.Contains(err.Error(), "impossible count") {
			t.Errorf("impossible reader: %v", err)
		}
	}
}

type empty struct{}

func (empty) Read([]byte) (int, error) { return 0, nil }

type impossible struct{}

func (impossible) Read(p []byte) (int, error) { return len(p) + 1, nil }

// TestReaderGoesOnAfterBreak: a loop that stops can be taken up again.
func TestReaderGoesOnAfterBreak(t *testing.T) {
	r := calibration.NewReader(strings.NewReader(strings.Repeat(goodLine+"\n", 5)))
	n := 0
	for range 10 {
		for range r.Rows() {
			n++
			break
		}
	}
	if n != 5 {
		t.Errorf("%d rows in all, want 5", n)
	}
}

// TestReaderMemory: neither a long file nor a long line is held.
func TestReaderMemory(t *testing.T) {
	for name, file := range map[string]io.Reader{
		"one line":   io.LimitReader(repeat("x"), 256<<20),
		"many lines": io.LimitReader(repeat(goodLine+"\n"), 64<<20),
		"no LF, CR":  io.LimitReader(repeat("\r"), 64<<20),
	} {
		before := heap()
		most := before
		i := 0
		for range calibration.NewReader(file).Rows() {
			if i++; i%50_000 == 0 {
				most = max(most, heap())
			}
		}
		if most = max(most, heap()); most > before+16<<20 {
			t.Errorf("%s: the heap grew by %d MiB", name, (most-before)>>20)
		}
	}
}

func TestLongLineLength(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r", ""} {
		for _, length := range []int{1 << 20, 1<<20 + 1, 1<<20 + 2, 3 << 20} {
			var got string
			for _, err := range calibration.NewReader(strings.NewReader(strings.Repeat("x", length) + end)).Rows() {
				got = err.Error()
			}
			want := "1 column: expected 12"
			if length > 1<<20 {
				want = fmt.Sprintf("a line of %d bytes", length)
			}
			if !strings.Contains(got, want) {
				t.Errorf("%d bytes and %q: %q, want %q", length, end, got, want)
			}
		}
	}
}

// repeat is an endless reader of s over and over.
type repeat string

func (r repeat) Read(p []byte) (int, error) {
	n := 0
	for len(p)-n >= len(r) {
		n += copy(p[n:], r)
	}
	if n == 0 {
		return 0, io.ErrShortBuffer
	}
	return n, nil
}

// TestReaderWithoutLimit: the greatest limit is one.
func TestReaderWithoutLimit(t *testing.T) {
	file := goodLine + "\n" + strings.Repeat("x", 2<<20) + "\n" + goodLine
	checkReader(t, file, strings.NewReader(file), math.MaxInt)
}

func ExampleReader() {
	file := strings.NewReader("" +
		"cc\tbb10a2e2\tmm\tpreset\t4.000000\t\t1\t2000000000\t3000000\tfalse\tfalse\tfalse\n" +
		"cc\tbb10a2e2\tmm\tpreset\t4,5\t\t1\t2000000000\t3000000\tfalse\tfalse\tfalse\n" +
		"cc\t92cf47ec\tcopy\tpreset\t2.000000\t\t1\t0\t16000000\tfalse\tfalse\tfalse\n")

	var fitter calibration.Fitter
	for row, err := range calibration.NewReader(file, calibration.WithFile("cal.tsv")).Rows() {
		var malformed *calibration.ParseError
		switch {
		case errors.As(err, &malformed):
			fmt.Println("skipped:", malformed)
		case err != nil:
			fmt.Println("cannot read:", err)
		default:
			fitter.Add(row)
		}
	}
	for _, envelope := range fitter.Envelopes() {
		fmt.Print(envelope.Report())
	}
	// Output:
	// skipped: cal.tsv:2:23: column 5 (measured_ms): "4,5" is not a number: expected decimal digits such as 1.250000
	// # backend cc: 2 timed rows (0 opaque excluded, 0 approx-flops / 0 approx-bytes excluded per leg, 0 multi-kernel), 0 recorded bound violations
	// # compute-leg binding row: mm/preset (bb10a2e2)
	// model_peak_flops=5.000010e+11
	// # memory-leg binding row: copy/preset (92cf47ec)
	// model_peak_memory_bandwidth=8.000016e+9
}
