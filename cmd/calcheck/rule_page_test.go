package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryRuleHasAPage, and every page a rule.
func TestEveryRuleHasAPage(t *testing.T) {
	files, err := pageFiles.ReadDir("rules")
	if err != nil {
		t.Fatal(err)
	}
	var pages, ids []string
	for _, f := range files {
		pages = append(pages, strings.TrimSuffix(f.Name(), ".md"))
	}
	for _, r := range rules {
		ids = append(ids, r.id)
	}
	slices.Sort(ids)
	if !slices.Equal(pages, ids) {
		t.Errorf("pages %q\nrules %q", pages, ids)
	}
}

// TestPages: each can be read, and its texts are wrapped for a terminal.
func TestPages(t *testing.T) {
	for _, r := range rules {
		text, err := pageFiles.ReadFile("rules/" + r.id + ".md")
		if err != nil {
			t.Error(err)
			continue
		}
		p, err := parsePage(r.id, string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		for line := range strings.Lines(p.what + "\n" + p.why + "\n" + p.mend) {
			if line = strings.TrimSuffix(line, "\n"); len(line) > 78 || visible(line) != line {
				t.Errorf("page of %s: wrap or mend %q", r.id, line)
			}
		}
	}
}

// TestExamples: the failing example of each rule breaks it and no other, and the
// passing one is silent. The files are checked as a user would, from a folder,
// and the pages must show the same.
func TestExamples(t *testing.T) {
	for _, r := range rules {
		t.Run(r.id, func(t *testing.T) {
			p := r.page()
			found := checkExample(t, p.fails)
			if found == "" {
				t.Error("the failing example is silent")
			}
			for line := range strings.Lines(found) {
				if !strings.HasSuffix(line, " ["+r.id+"]\n") {
					t.Errorf("the failing example breaks another rule: %s", line)
				}
			}
			if found := checkExample(t, p.passes); found != "" {
				t.Errorf("the passing example is not silent:\n%s", found)
			}
		})
	}
}

// checkExample returns what check prints of an example.
func checkExample(t *testing.T, e example) string {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, f := range e.files {
		content, err := f.content()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.FromSlash(f.name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	status, stdout, stderr := runWith(strings.Fields(e.command())[1:], "")
	if status > findings {
		t.Errorf("%s: exit status %d\n%s", e.command(), status, stderr)
	}
	if got := e.findings(); got != stdout {
		t.Errorf("%s: the page shows\n%sand check prints\n%s", e.command(), got, stdout)
	}
	return stdout
}

const goodPage = "# id\n\nWhat.\n\n## Why it matters\n\nWhy.\n\n## How to mend it\n\nSo.\n\n" +
	"## Fails\n\n```text a.tsv\n# x\\ty\\c\n```\n\n```text b.tsv\n\n```\n\n```console\n$ calcheck check --allow-empty a.tsv b.tsv\n```\n\n" +
	"## Passes\n\n```text a.tsv\n\\c\n```\n"

func TestParsePage(t *testing.T) {
	p, err := parsePage("id", goodPage)
	if err != nil {
		t.Fatal(err)
	}
	if p.what != "What." || p.why != "Why." || p.mend != "So." {
		t.Errorf("%+v", p)
	}
	if got, want := p.fails.command(), "calcheck check --allow-empty a.tsv b.tsv"; got != want {
		t.Errorf("command %q, want %q", got, want)
	}
	for _, tt := range []struct {
		file exampleFile
		want string
	}{
		{p.fails.files[0], "# x\ty"},
		{p.fails.files[1], "\n"},
		{p.passes.files[0], ""},
	} {
		if got, err := tt.file.content(); got != tt.want || err != nil {
			t.Errorf("%q: %q, %v, want %q", tt.file.rows, got, err, tt.want)
		}
	}
}

// TestParsePageRefuses: a page that lacks something, or has it twice, is none.
func TestParsePageRefuses(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"# id\n", "# other\n", `"# other"`},
		{"# id\n", "Text.\n# id\n", `"Text."`},
		{"What.\n", "", `"# id": want a text`},
		{"Why.\n", "```text a.tsv\nx\n```\n", `"## Why it matters": want a text`},
		{"So.\n", "", `"## How to mend it": want a text`},
		{"## How to mend it\n", "", "headings"},
		{"## Passes\n", "## Passes\n\n## Passes\n", "headings"},
		{"```text a.tsv\n\\c\n```\n", "", `"## Passes": no file`},
		{"## Fails\n", "## Fails\n\nLike this:\n", "want blocks, and nothing else"},
		{"\\c\n```\n", "\\c\n", "headings"},
		{"text a.tsv\n\\c\n```\n", "text a.tsv\n\\c\n", "want blocks, and nothing else"},
		{"```console", "```sh", `a block of "sh"`},
		{"check --allow-empty", "fit", "does not check the files"},
		{" a.tsv b.tsv\n", " b.tsv a.tsv\n", "does not check the files"},
		{"x\\ty", "x\ty", `write \x09`},
		{"x\\ty", "xäy", `write \xc3`},
		{"x\\ty", "x\\ny", "no escape"},
		{"x\\ty", "x\\xg0", "no escape"},
		{"x\\ty\\c\n", "x\\\n", "no escape"},
		{"x\\ty", `x\{y*3`, "no repetition"},
		{"x\\ty", `x\{y}`, "no repetition"},
		{"x\\ty", `x\{y*-1}`, "no repetition"},
		{"y\\c\n", "y\\cz\n", "no escape"},
	} {
		page := strings.Replace(goodPage, tt.old, tt.new, 1)
		if page == goodPage {
			t.Fatalf("%q is not in the page", tt.old)
		}
		if _, err := parsePage("id", page); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: %v, want %q", tt.new, tt.old, err, tt.want)
		}
	}
}

func TestNotation(t *testing.T) {
	const rows = `a\tb\r` + "\n" + `\x00\xff\x5c{}` + "\n" + `\{ab*3}` + "\n\n"
	got, err := exampleFile{"cal.tsv", rows}.content()
	if want := "a\tb\r\n\x00\xff\\{}\nababab\n\n"; got != want || err != nil {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

func TestNotationSaysWhatItUses(t *testing.T) {
	with := func(rows ...string) (e example) {
		for _, r := range rows {
			e.files = append(e.files, exampleFile{"cal.tsv", r})
		}
		return e
	}
	for _, tt := range []struct {
		examples []example
		want     string
	}{
		{[]example{with(`a\tb`)}, "In the examples `\\t` is a tab."},
		{[]example{with("a", `\tb\c`), with(`\t\xff\r`)}, "In the examples `\\t` is a tab, `\\r` a carriage return, " +
			"`\\xHH` the byte of these two hexadecimal digits, `\\c` the end of a file without a line feed."},
	} {
		if got := notation(tt.examples...); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestSimilarIDs(t *testing.T) {
	for _, tt := range []struct {
		id, typed string
		want      bool
	}{
		{"torn-line", "torn_line", true},
		{"torn-line", "Torn-Line", true},
		{"torn-line", "torn", true},
		{"torn-line", "line", true},
		{"torn-line", "torn-row", true},
		{"torn-line", "tornline", true},
		{"torn-line", "tron-line", true},
		{"torn-line", "encoding", false},
		{"torn-line", "", false},
		{"torn-line", strings.Repeat("torn-line", 3), false},
		{"bom", "bm", true},
		{"bom", "row", false},
		{"no-rows", "zero-rows", true},
	} {
		if got := similarIDs(tt.id, tt.typed); got != tt.want {
			t.Errorf("similarIDs(%q, %q) = %v, want %v", tt.id, tt.typed, got, tt.want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "", 3}, {"", "abc", 3}, {"abc", "abc", 0},
		{"abc", "abd", 1}, {"abc", "ac", 1}, {"abc", "xabc", 1}, {"kitten", "sitting", 3},
	} {
		if got := editDistance(tt.a, tt.b); got != tt.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
