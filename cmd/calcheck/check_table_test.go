package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A checkCase is an input that somebody has handed to calcheck check, or might, and
// what it must answer: every finding by place and rule, and the exit status.
type checkCase struct {
	name   string
	input  string            // the file f; unless empty, named by the command
	files  map[string]string // more of them, which flags name
	flags  string            // separated by blanks
	want   string            // findings as LINE:COLUMN RULE of f, FILE:LINE:COLUMN RULE of others, separated by ", "
	says   string            // a part of the output: a hint, or another place
	status status            // 0: 1 if one of the findings is an error, 0 if none is
}

// cells are the columns in which a row differs from the ordinary one, by number.
type cells map[int]string

// row returns the ordinary row, which no rule objects to, with the differences.
func row(c cells) string {
	columns := []string{"cc", "d", "r", "l", "1.000000", "", "1", "10", "20", "false", "false", "false"}
	for column, text := range c {
		columns[column-1] = text
	}
	return strings.Join(columns, "\t") + "\n"
}

var ordinary = row(nil)

// check runs a case in every format, with one worker and with two: they tell the
// same, and end with the same status.
func (tt *checkCase) check(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, content := range tt.files {
		writeFile(t, name, content)
	}
	args := append([]string{"check"}, strings.Fields(tt.flags)...)
	if tt.input != "" {
		writeFile(t, "f", tt.input)
		args = append(args, "f")
	}
	with := func(more ...string) []string { return append(slices.Clip(args), more...) }

	_, text, stderr := runWith(with("--jobs", "1"), "")
	found := readFindings(t, text)
	var got []string
	for _, f := range found {
		got = append(got, strings.TrimPrefix(f.place, "f:")+" "+f.rule)
	}
	if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
		t.Errorf("findings (-want +got):\n%s\n%s%s", diff, text, stderr)
	}
	if !strings.Contains(text+stderr, tt.says) {
		t.Errorf("nothing says %q:\n%s%s", tt.says, text, stderr)
	}
	for line := range strings.Lines(text + stderr) {
		if line = strings.TrimSuffix(line, "\n"); visible(line) != line {
			t.Errorf("control characters, as they are: %q", line)
		}
	}
	want := tt.status
	if want == clean {
		want = statusOf(found, severityError)
	}
	if want == wrongUsage {
		if status, _, _ := runWith(args, ""); status != want {
			t.Errorf("exit status %d, want %d", status, want)
		}
		return
	}
	for _, more := range [][]string{{}, {"--jobs", "2"}, {"-q"}, {"--color=always"}, {"--max-findings=1"},
		{"-f", "json"}, {"-f", "sarif"}, {"-f", "github"}, {"-f", "junit"}} {
		status, stdout, _ := runWith(with(more...), "")
		if status != want {
			t.Errorf("%q: exit status %d, want %d", more, status, want)
		}
		if len(more) == 2 && more[0] == "--jobs" && stdout != text {
			t.Errorf("%q:\n%s\nbut with one worker:\n%s", more, stdout, text)
		}
	}
	if want != couldNotRun {
		checkFailOn(t, args, found)
	}
	checkJSON(t, args, found)
}

// checkFailOn: the status is that of the worst finding.
func checkFailOn(t *testing.T, args []string, found []shownFinding) {
	for failOn, fails := range map[string][]severity{
		"error":   {severityError},
		"warning": {severityError, severityWarning},
		"never":   nil,
	} {
		want := statusOf(found, fails...)
		if got, _, _ := runWith(append(slices.Clip(args), "--fail-on", failOn), ""); got != want {
			t.Errorf("--fail-on %s: exit status %d, want %d", failOn, got, want)
		}
	}
}

// statusOf returns the status of findings some severities of which fail.
func statusOf(found []shownFinding, fail ...severity) status {
	if slices.ContainsFunc(found, func(f shownFinding) bool { return slices.Contains(fail, f.severity) }) {
		return findings
	}
	return clean
}

// checkJSON: the findings of the JSON format are those of the text, and those of
// the summary as many, however few are printed.
func checkJSON(t *testing.T, args []string, want []shownFinding) {
	for _, most := range []int{0, 1, 1000} {
		_, stdout, _ := runWith(append(slices.Clip(args), "-f", "json", "--max-findings", strconv.Itoa(most)), "")
		var report struct {
			Findings []struct {
				File          string
				Line, Column  int
				Severity      severity
				Rule, Message string
			}
			Summary struct {
				Errors, Warnings, Notes int
			}
		}
		if err := json.Unmarshal([]byte(stdout), &report); err != nil {
			t.Fatalf("%v\n%s", err, stdout)
		}
		var got []shownFinding
		for _, f := range report.Findings {
			got = append(got, shownFinding{fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column), f.Severity, f.Message, f.Rule})
		}
		printed := want
		if most > 0 && most < len(want) {
			printed = want[:most]
		}
		if diff := cmp.Diff(printed, got, cmp.AllowUnexported(shownFinding{})); diff != "" {
			t.Errorf("--max-findings %d: JSON and text differ (-text +json):\n%s", most, diff)
		}
		counts := map[severity]int{severityError: report.Summary.Errors, severityWarning: report.Summary.Warnings, severityNote: report.Summary.Notes}
		for _, f := range want {
			counts[f.severity]--
		}
		for severity, n := range counts {
			if n != 0 {
				t.Errorf("--max-findings %d: the summary has %d more of severity %s than there are", most, n, severity)
			}
		}
	}
}

// shownFinding is a finding as text shows it.
type shownFinding struct {
	place    string // FILE:LINE:COLUMN
	severity severity
	message  string
	rule     string
}

// readFindings takes the output of check apart, as editors do.
func readFindings(t *testing.T, text string) []shownFinding {
	t.Helper()
	var found []shownFinding
	for line := range strings.Lines(text) {
		place, rest, _ := strings.Cut(strings.TrimSuffix(line, "]\n"), ": ")
		severity_, rest, _ := strings.Cut(rest, ": ")
		at := strings.LastIndex(rest, " [")
		if at < 0 || strings.Count(place, ":") < 2 {
			t.Fatalf("no finding: %q", line)
		}
		f := shownFinding{place, severity(severity_), rest[:at], rest[at+2:]}
		if r, err := ruleNamed(f.rule); err != nil || r.severity != f.severity {
			t.Errorf("%q: %v", line, err)
		}
		found = append(found, f)
	}
	return found
}
