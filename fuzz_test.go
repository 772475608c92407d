package calibration_test

// Native fuzz targets. Seeds are the golden files and the committed, readable
// corpus in testdata/fuzz, one file per fault or edge.

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/naive"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func goldenFiles(tb testing.TB) (files []string) {
	names, err := filepath.Glob("testdata/golden/*.tsv")
	if err != nil || len(names) == 0 {
		tb.Fatalf("no golden files: %v", err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		files = append(files, string(b))
	}
	return files
}

// FuzzParseLine: any string is a row or an error, as the naive parser says; an
// accepted row reads back floored and cleaned, and its canonical form re-emits
// as itself.
func FuzzParseLine(f *testing.F) {
	for _, file := range goldenFiles(f) {
		for line := range strings.Lines(file) {
			f.Add(strings.TrimSuffix(line, "\n"))
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		checkParse(t, line)
		checkCanonical(t, line)
		if r, err := calibration.ParseLine(line); err == nil {
			if got, want := mustParse(t, mustLine(t, r)), naive.Stored(r); got != want {
				t.Fatalf("%q stores as %+v, want %+v", line, got, want)
			}
		}
	})
}

// chunks is a reader that returns its data in pieces of the sizes that cuts
// names, over and over; 0 is an empty read, never two in a row.
type chunks struct {
	data  string
	cuts  []byte
	next  int
	empty bool
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.data == "" {
		return 0, io.EOF
	}
	n := len(c.data)
	if len(c.cuts) > 0 {
		n = min(n, int(c.cuts[c.next%len(c.cuts)]))
		c.next++
	}
	if n == 0 && c.empty {
		n = 1
	}
	c.empty = n == 0
	n = copy(p, c.data[:n])
	c.data = c.data[n:]
	return n, nil
}

// checkReader holds a Reader of a file to the naive one.
func checkReader(t rapid.TB, file string, src io.Reader, maxLine int) {
	wantRows, wantMalformed := naive.Read(file, maxLine)
	var rows []calibration.Row
	var malformed []int
	reader := calibration.NewReader(src, calibration.WithMaxLine(maxLine), calibration.WithFile("f"))
	for row, err := range reader.Rows() {
		if err == nil {
			rows = append(rows, row)
			continue
		}
		var e *calibration.ParseError
		if !errors.As(err, &e) {
			t.Fatalf("unexpected end: %v", err)
		}
		if row != (calibration.Row{}) || e.Line != reader.Line() || e.File != "f" {
			t.Fatalf("row %+v, line %d with %#v", row, reader.Line(), e)
		}
		malformed = append(malformed, e.Line)
	}
	if diff := cmp.Diff(wantRows, rows); diff != "" {
		t.Fatalf("rows of %q (-naive +got):\n%s", file, diff)
	}
	if diff := cmp.Diff(wantMalformed, malformed); diff != "" {
		t.Fatalf("malformed lines of %q (-naive +got):\n%s", file, diff)
	}
}

// FuzzReader: any bytes, arriving in any pieces and under any line limit, give
// the rows and the malformed lines of the naive reader.
func FuzzReader(f *testing.F) {
	for _, file := range goldenFiles(f) {
		f.Add([]byte(file), []byte{7, 0, 255}, uint16(0))
		f.Add([]byte(file), []byte{}, uint16(80))
	}
	f.Fuzz(func(t *testing.T, file, cuts []byte, maxLine uint16) {
		limit := int(maxLine)
		if limit == 0 {
			limit = calibration.DefaultMaxLine
		}
		checkReader(t, string(file), &chunks{data: string(file), cuts: cuts}, limit)
	})
}

// FuzzFit: the fit of the rows of any file, whole or merged from two parts,
// equals the naive fit, and its reports are the naive ones.
func FuzzFit(f *testing.F) {
	for _, file := range goldenFiles(f) {
		f.Add([]byte(file), uint16(3))
	}
	f.Fuzz(func(t *testing.T, file []byte, cut uint16) {
		rows, _ := naive.Read(string(file), calibration.DefaultMaxLine)
		want := naive.Fit(rows)
		if diff := cmp.Diff(want, calibration.Fit(rows)); diff != "" {
			t.Fatalf("fit of %q (-naive +got):\n%s", file, diff)
		}
		at := min(int(cut), len(rows))
		var first, second calibration.Fitter
		for _, r := range rows[:at] {
			first.Add(r)
		}
		for _, r := range rows[at:] {
			second.Add(r)
		}
		first.Merge(&second)
		if diff := cmp.Diff(want, first.Envelopes()); diff != "" {
			t.Fatalf("merged fit of %q, cut at %d (-naive +got):\n%s", file, at, diff)
		}
		for _, e := range want {
			if got, want := string(e.AppendReport(nil)), naive.Report(e); got != want || e.Report() != want {
				t.Fatalf("report %q\nwant %q", got, want)
			}
		}
	})
}

// FuzzReport: whatever the names and values, a report has no line without #
// but the two constants, and is the naive one.
func FuzzReport(f *testing.F) {
	f.Add("cc", "mm/l (d)", int64(1), int64(0), 0.0, 5e11, 9e9)
	f.Fuzz(func(t *testing.T, backend, witness string, rows, violations int64, slack, peakFLOPS, peakBandwidth float64) {
		e := calibration.Envelope{
			Backend: backend, Rows: rows, Violations: violations,
			FissionSlack:        calibration.Constant{Value: slack, Witness: witness},
			PeakFLOPS:           calibration.Constant{Value: peakFLOPS, Witness: witness},
			PeakMemoryBandwidth: calibration.Constant{Value: peakBandwidth, Witness: witness},
		}
		checkReport(t, e)
		if got, want := e.Report(), naive.Report(e); got != want {
			t.Fatalf("report %q\nwant %q", got, want)
		}
		if peakFLOPS > 0 && peakFLOPS < math.MaxFloat64/2 && peakFLOPS > 1e-300 {
			if back := printed(t, e).PeakFLOPS.Value; back < peakFLOPS {
				t.Fatalf("%v is printed as %v", peakFLOPS, back)
			}
		}
		if bytes.Contains([]byte(e.Sexp()), []byte("\n")) {
			t.Fatalf("s-expression of several lines: %q", e.Sexp())
		}
	})
}
