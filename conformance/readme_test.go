package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme holds the page for porters to what it describes.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range append(Departures(Vectors()), "now "+SuiteVersion+".") {
		if !strings.Contains(string(page), want) {
			t.Errorf("does not have %s", want)
		}
	}
	for _, kind := range []Kind{Crash, Timeout, TooMuch, LineCount, TextMode, WrongLine, WrongValue, WrongBytes} {
		if !strings.Contains(string(page), "\n| "+string(kind)+" |") {
			t.Errorf("does not explain %s", kind)
		}
	}
}

// TestReadmeSkeleton: the skeleton runs, and passes what it says it passes.
func TestReadmeSkeleton(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(page)
	if code == nil {
		t.Fatal("no skeleton")
	}
	file := filepath.Join(t.TempDir(), "port.py")
	if err := os.WriteFile(file, code[1], 0o666); err != nil {
		t.Fatal(err)
	}
	report, err := Run(t.Context(), Command{Args: []string{python, file}}, Vectors(), Options{
		Select: func(v Vector) bool { return v.Mode() != Fit },
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Results {
		if r.Verdict != Skipped && (r.Verdict == Passed) != (r.Want == "error") {
			t.Errorf("%s: %s: %s: %s", r.ID, r.Verdict, r.Kind, r.Detail)
		}
	}
}
