package main

import (
	"bytes"
	"os"
	"regexp"
	"testing"
)

var sequences = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColored: colours add to the text and change nothing of it.
func TestColored(t *testing.T) {
	for _, r := range rules {
		f := finding{place: place{&input{name: "a.tsv"}, 3, 14}, rule: r, message: "what was found"}
		got := f.colored()
		if text := sequences.ReplaceAllString(got, ""); text != f.String() {
			t.Errorf("without colours %q, want %q", text, f.String())
		}
		if got == f.String() || severityColors[r.severity] == "" {
			t.Errorf("%s is not coloured", r.severity)
		}
	}
}

// TestColorWanted is of what is no terminal, which only --color=always colours; a script
// has the terminal.
func TestColorWanted(t *testing.T) {
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, noColor := range []string{"", "1"} {
		t.Setenv("NO_COLOR", noColor)
		for mode, want := range map[colorMode]bool{"": false, colorAuto: false, colorAlways: true, colorNever: false} {
			if mode.wanted(file) != want || mode.wanted(&bytes.Buffer{}) != want || mode.wanted(nil) != want {
				t.Errorf("NO_COLOR=%s --color=%s: want %v", noColor, mode, want)
			}
		}
	}
}

func TestColorFlag(t *testing.T) {
	var m colorMode
	if m.String() != "auto" {
		t.Errorf("without the flag: %s", &m)
	}
	if err := m.Set("yes"); err == nil {
		t.Error("yes is accepted")
	}
	if err := m.Set("never"); err != nil || m != colorNever {
		t.Errorf("never: %v, %v", m, err)
	}
}
