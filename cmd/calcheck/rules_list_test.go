package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestRulesJSON: every rule is there, in order, with all of its page.
func TestRulesJSON(t *testing.T) {
	status, stdout, stderr := runWith([]string{"rules", "-f", "json"}, "")
	if status != clean || stderr != "" {
		t.Fatalf("exit status %d, stderr %q", status, stderr)
	}
	var listed []jsonRule
	if err := json.Unmarshal([]byte(stdout), &listed); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(stdout, "\n"); lines != len(rules)+2 {
		t.Errorf("%d lines, want one for each of %d rules and two for the array", lines, len(rules))
	}
	same := func(j jsonRule, r *rule) bool {
		return j.ID == r.id && j.Severity == r.severity && j.Summary == r.summary
	}
	if !slices.EqualFunc(listed, rules, same) {
		t.Errorf("listed other rules than there are:\n%s", stdout)
	}
	for _, j := range listed {
		if !strings.HasSuffix(j.URL, "/docs/rules.md#"+j.ID) {
			t.Errorf("%s: URL %q", j.ID, j.URL)
		}
		if j.What == "" || j.Why == "" || j.Mend == "" {
			t.Errorf("%s: a part of the page is missing: %+v", j.ID, j)
		}
		if len(j.Fails.Findings) == 0 || j.Passes.Findings == nil || len(j.Passes.Findings) > 0 {
			t.Errorf("%s: findings %q and %q", j.ID, j.Fails.Findings, j.Passes.Findings)
		}
		for _, e := range []jsonExample{j.Fails, j.Passes} {
			for _, f := range e.Files {
				if !strings.Contains(e.Command, f.Name) || f.Rows == "" {
					t.Errorf("%s: %q does not check %+v", j.ID, e.Command, f)
				}
			}
		}
	}
}
