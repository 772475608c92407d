package calibration_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/naive"
	"github.com/google/go-cmp/cmp"
)

// goldenCases is asserted so that no case can silently vanish.
const goldenCases = 56

// TestGolden reads whole files whose right answers an independent program
// computed in exact arithmetic: NAME.parse line by line, NAME.report of the
// file, and where there is one NAME.sexp.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != goldenCases {
		t.Errorf("%d golden files, want %d", len(files), goldenCases)
	}
	for _, file := range files {
		base := strings.TrimSuffix(file, ".tsv")
		t.Run(filepath.Base(base), func(t *testing.T) {
			input := readFile(t, file)
			rows := readRows(t, input)
			envelopes := calibration.Fit(rows)

			var report strings.Builder
			for _, e := range envelopes {
				report.WriteString(e.Report())
			}
			check(t, "parse", parseLines(input), readFile(t, base+".parse"))
			check(t, "report", report.String(), readFile(t, base+".report"))

			// The naive implementation is held to the same answers.
			var naiveParse strings.Builder
			for line := range strings.Lines(input) {
				naiveParse.WriteString(naive.AnswerParse(strings.TrimSuffix(line, "\n")) + "\n")
			}
			check(t, "naive parse", naiveParse.String(), readFile(t, base+".parse"))
			check(t, "naive report", naive.AnswerFit(input), readFile(t, base+".report"))

			if _, err := os.Stat(base + ".sexp"); err == nil {
				var sexps strings.Builder
				for _, r := range rows {
					sexps.WriteString(r.Sexp() + "\n")
				}
				for _, e := range envelopes {
					sexps.WriteString(e.Sexp() + "\n")
				}
				check(t, "sexp", sexps.String(), readFile(t, base+".sexp"))
			}
		})
	}
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// parseLines answers line by line as the parse mode of the conformance protocol.
func parseLines(input string) string {
	var b strings.Builder
	for line := range strings.Lines(input) {
		row, err := calibration.ParseLine(strings.TrimSuffix(line, "\n"))
		if err != nil {
			b.WriteString("error\n")
			continue
		}
		canonical, err := row.Line()
		if err != nil {
			b.WriteString("error\n")
			continue
		}
		b.WriteString("ok\t" + canonical + "\n")
	}
	return b.String()
}

// readRows reads the well-formed rows of a file.
func readRows(t *testing.T, input string) []calibration.Row {
	t.Helper()
	var rows []calibration.Row
	for row, err := range calibration.NewReader(strings.NewReader(input)).Rows() {
		if err == nil {
			rows = append(rows, row)
		}
	}
	return rows
}
