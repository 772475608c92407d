package main

import (
	"io"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
)

const violatingLine = "cc\td\tr\tl\t1\t\t1\t30\t20\tfalse\tfalse\tfalse\n"

// TestAuditReadError: what was read before an error is audited, and the status
// says that it is not all; a config that breaks off is not used.
func TestAuditReadError(t *testing.T) {
	for _, tt := range []struct {
		args  []string
		input string
		want  string
	}{
		{[]string{"audit", "--peak-flops", "1", "-"}, violatingLine, "1 row: 1 certain violation, 0 possible\n"},
		{[]string{"audit", "--config", "-", "demo.tsv"}, "model_peak_flops=1\n", ""},
		{[]string{"fit", "--verify", "-", "demo.tsv"}, "model_peak_flops=1\n", ""},
	} {
		var stdout, stderr strings.Builder
		got := run(tt.args, io.MultiReader(strings.NewReader(tt.input), failingReader{}), &stdout, &stderr)
		if status(got) != couldNotRun || !strings.Contains(stderr.String(), "calcheck: <stdin>: ") || !strings.Contains(stderr.String(), "input/output error") {
			t.Errorf("%q: exit status %d, stderr %q", tt.args, got, &stderr)
		}
		if !strings.Contains(stdout.String(), tt.want) || tt.want == "" && stdout.Len() > 0 {
			t.Errorf("%q: stdout %q, want %q", tt.args, &stdout, tt.want)
		}
	}
}

// TestAuditBrokenOutput: a result that could not be written is no success.
func TestAuditBrokenOutput(t *testing.T) {
	for _, args := range [][]string{
		{"audit", "--peak-flops", "1e30", "-"},
		{"audit", "-f", "json", "--peak-flops", "1", "-"},
	} {
		var stderr strings.Builder
		got := run(args, strings.NewReader(violatingLine), brokenWriter{}, &stderr)
		if status(got) != couldNotRun || !strings.Contains(stderr.String(), "calcheck: standard output: broken pipe") {
			t.Errorf("%q: exit status %d, stderr %q", args, got, &stderr)
		}
	}
}

// TestWorstIsBounded: however many violations there are, few are held.
func TestWorstIsBounded(t *testing.T) {
	for _, most := range []int{0, 1, 3} {
		w := worst{most: most}
		held := 0
		for i := range 1000 {
			w.add(violation{line: i, audit: calibration.Audit{Max: float64(2 + i%7), Sum: float64(2 + i%7)}})
			held = max(held, len(w.kept))
		}
		if held > 2*most+2 {
			t.Errorf("%d to list, %d held", most, held)
		}
		for i, v := range w.list() {
			if want := 6 + 7*i; v.line != want { // the first of the greatest
				t.Errorf("%d to list: violation %d is of line %d, want %d", most, i, v.line, want)
			}
		}
		if len(w.kept) != most {
			t.Errorf("%d to list, %d listed", most, len(w.kept))
		}
	}
}
