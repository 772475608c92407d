package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGitHub: the text is all there, between the commands that keep the runner
// from obeying it, and annotations hold nothing that it would obey.
func TestGitHub(t *testing.T) {
	inputs := []input{{name: "a,b:c%.tsv"}, {name: stdinName}}
	found := []finding{
		{place: place{&inputs[0], 2, 3}, rule: numberSyntax, message: "100% ##[error]x ::error::y\r\nz"},
		{place: place{&inputs[1], 4, 5}, rule: bomRule, message: "m"},
		{place: place{&inputs[1], 6, 7}, rule: notCanonical, message: "n"},
	}
	_, _, stdout, _ := sunk(t, checkOutput{formats: []string{formatGitHub}}, inputs, nil, found)
	m := regexp.MustCompile(`(?s)\A::stop-commands::([A-Z2-7]{26})\n(.*)\n::([A-Z2-7]{26})::\n(.*)\z`).FindStringSubmatch(stdout)
	if m == nil || m[1] != m[3] {
		t.Fatalf("no bracket in\n%s", stdout)
	}
	if text := fmt.Sprintf("%s\n%s\n%s", found[0], found[1], found[2]); m[2] != text {
		t.Errorf("text %q, want %q", m[2], text)
	}
	want := `::error file=a%2Cb%3Ac%25.tsv,line=2,col=3,title=calcheck number-syntax::100%25 ## [error]x ::error::y%0D%0Az
::warning title=calcheck bom::m
::notice title=calcheck not-canonical::n
`
	if m[4] != want {
		t.Errorf("annotations\n%s, want\n%s", m[4], want)
	}
	_, _, again, _ := sunk(t, checkOutput{formats: []string{formatGitHub}}, inputs, nil, found)
	if strings.Contains(again, m[1]) {
		t.Error("the token is the same in the next run")
	}
	if _, _, stdout, _ := sunk(t, checkOutput{formats: []string{formatGitHub}}, inputs, nil, nil); stdout != "" {
		t.Errorf("of nothing: %q", stdout)
	}
}

// TestGitHubCap: GitHub shows ten of a kind, the notice that there are more among
// them, and what it shows and that number are all there is.
func TestGitHubCap(t *testing.T) {
	for errors := 9; errors <= 12; errors++ {
		for warnings := 0; warnings <= 12; warnings += 6 {
			for notes := 8; notes <= 12; notes++ {
				inputs := []input{{name: "a.tsv"}}
				var found []finding
				for r, n := range map[*rule]int{numberSyntax: errors, bomRule: warnings, notCanonical: notes} {
					for i := range n {
						found = append(found, foundIn(&inputs[0], r, i+1)...)
					}
				}
				_, _, stdout, _ := sunk(t, checkOutput{formats: []string{formatGitHub}}, inputs, nil, found)
				_, annotations, _ := strings.Cut(stdout, "\n::")
				shown, more := 0, 0
				for _, kind := range []string{"error", "warning", "notice"} {
					n := len(regexp.MustCompile(`(?m)^::`+kind+" ").FindAllString(annotations, -1))
					if n > mostAnnotations {
						t.Errorf("%d annotations of kind %s", n, kind)
					}
					shown += n
				}
				if m := regexp.MustCompile(`\+\d+ more`).FindString(annotations); m != "" {
					shown--
					fmt.Sscanf(m, "+%d", &more)
				}
				if shown+more != errors+warnings+notes || more > 0 && shown < 18 {
					t.Errorf("of %d errors, %d warnings and %d notes, %d are shown and %d more", errors, warnings, notes, shown, more)
				}
			}
		}
	}
}

// TestGitHubFile: in a file of their own, annotations need no text.
func TestGitHubFile(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.Mkdir("sub", 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GITHUB_WORKSPACE", dir)
	t.Chdir("sub")
	inputs := []input{{name: "a.tsv"}}
	_, _, stdout, _ := sunk(t, checkOutput{formats: []string{"github=out"}}, inputs, nil, foundIn(&inputs[0], bomRule, 1))
	if want := "a.tsv:1:1: warning: line 1 [bom]\n"; stdout != want {
		t.Errorf("text %q, want %q", stdout, want)
	}
	if got, want := readFile(t, "out"), "::warning file=sub/a.tsv,line=1,col=1,title=calcheck bom::line 1\n"; got != want {
		t.Errorf("annotations %q, want %q", got, want)
	}
}
