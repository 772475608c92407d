package main

import (
	"bufio"
	"fmt"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"pgregory.net/rapid"
)

// diffOf is the diff that formatting a file gives.
func diffOf(t interface{ Fatalf(string, ...any) }, file string) string {
	var b strings.Builder
	d := differ{w: bufio.NewWriter(&b), name: "a.tsv"}
	f := formatter{out: &d, report: func(int, int, string) {}}
	if err := f.format(strings.NewReader(file)); err != nil {
		t.Fatalf("format: %v", err)
	}
	if err := d.end(); err != nil {
		t.Fatalf("end: %v", err)
	}
	d.w.Flush()
	return b.String()
}

// patched applies a unified diff to a text, and holds it to being one.
func patched(t interface{ Fatalf(string, ...any) }, text, diff string) string {
	const header = "--- a.tsv\n+++ a.tsv\n"
	diff, ok := strings.CutPrefix(diff, header)
	if !ok {
		t.Fatalf("no header in %q", diff)
	}
	var b strings.Builder
	rest, at := text, 0 // rest is what follows the first lines, at many
	take := func() string {
		line, behind, found := strings.Cut(rest, "\n")
		if rest, at = behind, at+1; found {
			return line + "\n"
		}
		return line
	}
	var oldLeft, newLeft int
	diffLines := strings.SplitAfter(diff, "\n")
	for i, l := range diffLines {
		next := ""
		if i+1 < len(diffLines) {
			next = diffLines[i+1]
		}
		content := ""
		if l != "" {
			content = l[1:]
		}
		if strings.HasPrefix(next, `\ `) {
			content = strings.TrimSuffix(content, "\n")
		}
		switch {
		case l == "" || strings.HasPrefix(l, `\ No newline`):
		case strings.HasPrefix(l, "@@ "):
			if oldLeft != 0 || newLeft != 0 {
				t.Fatalf("a hunk has %d and %d lines too few in\n%s", oldLeft, newLeft, diff)
			}
			var oldRange, newRange string
			if _, err := fmt.Sscanf(l, "@@ -%s +%s @@\n", &oldRange, &newRange); err != nil {
				t.Fatalf("%q: %v", l, err)
			}
			var oldStart, newStart int
			oldStart, oldLeft = parseRange(oldRange)
			newStart, newLeft = parseRange(newRange)
			for at < oldStart-1 {
				b.WriteString(take())
			}
			if newLeft > 0 && strings.Count(b.String(), "\n") != newStart-1 {
				t.Fatalf("%q after %q", l, &b)
			}
		case l[0] == ' ' || l[0] == '-':
			if got := take(); got != content {
				t.Fatalf("the diff has %q, the file %q", content, got)
			}
			oldLeft--
			if l[0] == ' ' {
				b.WriteString(content)
				newLeft--
			}
		case l[0] == '+':
			b.WriteString(content)
			newLeft--
		default:
			t.Fatalf("line %q in a diff", l)
		}
	}
	if oldLeft != 0 || newLeft != 0 {
		t.Fatalf("the last hunk has %d and %d lines too few", oldLeft, newLeft)
	}
	return b.String() + rest
}

func parseRange(s string) (start, n int) {
	if i, err := fmt.Sscanf(s, "%d,%d", &start, &n); i == 1 && err != nil {
		n = 1
	}
	return start, n
}

// TestDiffApplies: where nothing needs an escape, the diff is one of the file
// and its formatted text, with three lines around every change.
func TestDiffApplies(t *testing.T) {
	line := rapid.SampledFrom([]string{
		"cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse", "cc\td\tr\tm\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse", "# malformed", "",
		"cc\td\tr\tl\t1.5\t\t1\t10\t20\tfalse\tfalse\tfalse", "cc\td\tr\tl\t1.000000\t\t007\t10\t20\tfalse\tfalse\tfalse",
	})
	quiet := rapid.SampledFrom([]string{"cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse", "cc\td\tr\tm\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse"})
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(0, 4).Draw(t, "runs") {
			lines = append(lines, rapid.SliceOfN(line, 0, 4).Draw(t, "lines")...)
			lines = append(lines, rapid.SliceOfN(quiet, 0, 9).Draw(t, "quiet lines")...)
		}
		file := strings.Join(lines, "\n") + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		want := formatInMemory(t, file, strings.NewReader(file), false)
		diff := diffOf(t, file)
		if !want.changed {
			if diff != "" {
				t.Fatalf("nothing changes, and the diff is\n%s", diff)
			}
			return
		}
		if got := patched(t, file, diff); got != want.text {
			t.Fatalf("the diff\n%s\nmakes %q of %q, want %q", diff, got, file, want.text)
		}
		// No unchanged line further than three from a change, unless between two at most six apart.
		for _, hunk := range strings.Split(diff, "@@\n")[1:] {
			hunk, _, _ := strings.Cut(hunk, "@@ ")
			signs := ""
			for l := range strings.Lines(hunk) {
				if l[0] != '\\' {
					signs += l[:1]
				}
			}
			if strings.HasPrefix(signs, "    ") || strings.HasSuffix(signs, "    ") || strings.Contains(signs, "       ") {
				t.Fatalf("too many unchanged lines in\n%s", diff)
			}
		}
	})
}

// TestDiffIsBounded: of a file that changes in every line the differ holds no more than a
// hunk, and of a line too long to hold it shows the start.
func TestDiffIsBounded(t *testing.T) {
	file := strings.Repeat("cc\td\tr\tl\t1.5\t\t1\t10\t20\tfalse\tfalse\tfalse\n", 150_000)
	diff := diffOf(t, file)
	if n := strings.Count(diff, "\n@@ "); n < 2 {
		t.Errorf("%d hunks", n)
	}
	if got, want := patched(t, file, diff), strings.ReplaceAll(file, "1.5", "1.500000"); got != want {
		t.Error("the hunks together do not make the formatted file")
	}

	long := strings.Repeat("x", 5<<20)
	diff = diffOf(t, markUTF8+long+"\n"+long+"\n\r\n")
	if len(diff) > 4*(calibration.DefaultMaxLine+100) || !strings.Contains(diff, fmt.Sprintf("... (%d bytes)\n", len(long)+1)) {
		t.Errorf("a diff of %d bytes, starting %.100q", len(diff), diff)
	}
}

// TestDiffEscapes: no text from a file reaches the terminal as it is.
func TestDiffEscapes(t *testing.T) {
	const rest = "\td\tr\tl\t1.5\t\t1\t10\t20\tfalse\tfalse\tfalse\r\n"
	want := `--- a.tsv
+++ a.tsv
@@ -1 +1 @@
-\ufeff\x1b[2J\xff` + "\td\tr\tl\t1.5\t\t1\t10\t20\tfalse\tfalse\tfalse" + `\r
+\x1b[2J\xff` + "\td\tr\tl\t1.500000\t\t1\t10\t20\tfalse\tfalse\tfalse\n"
	if got := diffOf(t, markUTF8+"\x1b[2J\xff"+rest); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := diffOf(t, markUTF8), "--- a.tsv\n+++ a.tsv\n@@ -1 +0,0 @@\n-\\ufeff\n\\ No newline at end of file\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
