package main

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestJUnit: a suite per file in the order of the files, also where findings of
// one come after those of another; what fails is what makes the command fail.
func TestJUnit(t *testing.T) {
	inputs := []input{{name: "a.tsv"}, {name: "clean.tsv"}, {name: "b<&\">.tsv"}, {name: "unread.tsv"}}
	a, b := &inputs[0], &inputs[2]
	found := foundIn(a, numberSyntax, 1, 2)
	found = append(found, foundIn(b, bomRule, 1)...)
	found = append(found, foundIn(a, outlierPeak, 7)...) // of all rows together
	found = append(found, foundIn(b, notCanonical, 2)...)
	found[0].message = "bytes \x00\x1b\xff\ufffe <&>"
	for _, tt := range []struct {
		fails    func(severity) bool
		failures []int
	}{
		{nil, []int{2, 0, 0, 0}},
		{func(s severity) bool { return s != severityNote }, []int{3, 0, 1, 0}},
		{func(severity) bool { return false }, []int{0, 0, 0, 0}},
	} {
		o := checkOutput{formats: []string{formatJUnit}, fails: tt.fails}
		_, _, stdout, _ := sunk(t, o, inputs, errors.New("no such \x01 file"), found)
		var got junitSuites
		if err := xml.Unmarshal([]byte(stdout), &got); err != nil {
			t.Fatalf("%v in\n%s", err, stdout)
		}
		if len(got.Suites) != len(inputs) {
			t.Fatalf("%d suites, want %d", len(got.Suites), len(inputs))
		}
		for i, suite := range got.Suites {
			var failures, unreadable, skipped int
			for _, test := range suite.Cases {
				if test.Class != inputs[i].name {
					t.Errorf("a case of %s in the suite of %s", test.Class, inputs[i].name)
				}
				switch {
				case test.Failure != nil:
					failures++
				case test.Error != nil:
					unreadable++
				case test.Skipped != nil:
					skipped++
				}
			}
			if suite.Name != inputs[i].name || suite.Tests != len(suite.Cases) || suite.Failures != failures || suite.Errors != unreadable || suite.Skipped != skipped {
				t.Errorf("the counts of %s are wrong:\n%s", suite.Name, stdout)
			}
			if wantCases := []int{3, 1, 2, 1}[i]; suite.Tests != wantCases || failures != tt.failures[i] || unreadable != i/3 {
				t.Errorf("%s: %d cases, %d failures, %d errors, want %d, %d, %d", suite.Name, suite.Tests, failures, unreadable, wantCases, tt.failures[i], i/3)
			}
		}
		if strings.ContainsAny(stdout, "\x00\x01\x1b") || !utf8.ValidString(stdout) {
			t.Errorf("bytes that XML cannot hold in\n%s", stdout)
		}
	}
}
