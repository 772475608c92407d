package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// foundIn makes findings of one file.
func foundIn(in *input, r *rule, lines ...int) (found []finding) {
	for _, line := range lines {
		found = append(found, finding{place: place{in, line, 1}, rule: r, message: fmt.Sprintf("line %d", line), content: fmt.Sprint("content ", line)})
	}
	return found
}

// sunk runs findings through a sink. Of the inputs, the last may be unreadable.
func sunk(t *testing.T, o checkOutput, inputs []input, failure error, found []finding) (sum summary, s status, stdout, stderr string) {
	t.Helper()
	var out, trouble bytes.Buffer
	c := &cli{stdout: bufio.NewWriter(&out), stderr: &trouble, out: &out}
	sink, err := c.openFindings(&o)
	if err != nil {
		t.Fatal(err)
	}
	if sink == nil {
		return sum, c.status, out.String(), trouble.String()
	}
	sum = summary{files: len(inputs), inputs: inputs}
	for _, f := range found {
		if !sink.report(f) {
			t.Fatal("the sink has had enough")
		}
	}
	if failure != nil {
		sum.couldNotRead(&inputs[len(inputs)-1], failure)
	}
	sink.close(&sum)
	return sum, c.status, out.String(), trouble.String()
}

// TestMaxFindings: what is cut is counted all the same, in every format.
func TestMaxFindings(t *testing.T) {
	inputs := []input{{name: "a.tsv"}}
	found := append(foundIn(&inputs[0], bomRule, 1, 2), foundIn(&inputs[0], numberSyntax, 3, 4, 5)...)
	for format, want := range map[string]string{
		formatText:   "a.tsv:1:1: warning: line 1 [bom]\n+4 more\n",
		formatJSON:   `"unprinted":4}}`,
		formatSARIF:  `"text":"+4 more, beyond --max-findings"`,
		formatGitHub: "::notice title=calcheck::+4 more\n",
		formatJUnit:  `<failure message="+4 more"></failure>`,
	} {
		sum, _, stdout, stderr := sunk(t, checkOutput{formats: []string{format}, maxFindings: 1}, inputs, nil, found)
		if !strings.Contains(stdout, want) {
			t.Errorf("%s: no %q in\n%s", format, want, stdout)
		}
		if strings.Contains(stdout, "line 2") {
			t.Errorf("%s: more than one finding in\n%s", format, stdout)
		}
		if want := "calcheck: 1 file, 0 rows, 3 errors, 2 warnings\n"; stderr != want {
			t.Errorf("%s: summary %q, want %q", format, stderr, want)
		}
		if sum.unprinted != 4 || !maps.Equal(sum.rules, map[*rule]int64{bomRule: 2, numberSyntax: 3}) {
			t.Errorf("%s: %d not printed, rules %v", format, sum.unprinted, sum.rules)
		}
	}
	_, _, stdout, _ := sunk(t, checkOutput{maxFindings: 5}, inputs, nil, found)
	if strings.Contains(stdout, "more") || strings.Count(stdout, "\n") != 5 {
		t.Errorf("exactly as many as the limit:\n%s", stdout)
	}
	_, _, stdout, _ = sunk(t, checkOutput{formats: []string{formatJUnit}, maxFindings: 1, fails: func(severity) bool { return false }}, inputs, nil, found)
	if want := `<skipped message="+4 more"></skipped>`; !strings.Contains(stdout, want) || strings.Contains(stdout, "<failure") {
		t.Errorf("nothing fails, and junit does:\n%s", stdout)
	}
}

// TestSeveralOutputs: text goes to standard output beside files; a file that
// cannot be written costs the others nothing.
func TestSeveralOutputs(t *testing.T) {
	t.Chdir(t.TempDir())
	inputs := []input{{name: "a.tsv"}}
	found := foundIn(&inputs[0], bomRule, 1)
	o := checkOutput{formats: []string{"sarif=x.sarif", "json=no/such/x.json", "junit=x.xml", "github=x.txt", "json=x.json", "text=text"}}
	_, status, stdout, stderr := sunk(t, o, inputs, nil, found)
	if want := "a.tsv:1:1: warning: line 1 [bom]\n"; stdout != want || readFile(t, "text") != want {
		t.Errorf("text %q and %q, want %q", stdout, readFile(t, "text"), want)
	}
	if status != couldNotRun || !strings.Contains(stderr, "no/such/x.json") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if diff := cmp.Diff([]string{"text", "x.json", "x.sarif", "x.txt", "x.xml"}, namesIn(t, ".")); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for _, file := range []struct{ name, format string }{{"x.sarif", formatSARIF}, {"x.json", formatJSON}, {"x.xml", formatJUnit}} {
		_, _, stdout, _ := sunk(t, checkOutput{formats: []string{file.format}}, inputs, nil, found)
		if diff := cmp.Diff(stdout, readFile(t, file.name)); diff != "" {
			t.Errorf("%s (-standard output +file):\n%s", file.name, diff)
		}
	}
}

// TestOutputIsInput: the file that is checked is not replaced by what is found in it.
func TestOutputIsInput(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, in := range map[string]input{
		"a.tsv":       fileInput("a.tsv"),
		"a\u200b.tsv": fileInput("a\u200b.tsv"), // of which messages show another name
		"b.tsv":       {name: "b.tsv"},          // standard input, called so
	} {
		writeFile(t, name, "rows\n")
		_, status, _, stderr := sunk(t, checkOutput{formats: []string{"json=./" + name}}, []input{in}, nil, nil)
		if got := readFile(t, name); got != "rows\n" || status != couldNotRun {
			t.Errorf("%q: status %d, the file holds %q, messages %q", name, status, got, stderr)
		}
	}
	if names := namesIn(t, "."); len(names) != 3 {
		t.Errorf("there are files %q", names)
	}
}

// TestBrokenOutput: nothing is read for nobody, and everything for somebody.
func TestBrokenOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		o    checkOutput
		want bool
	}{
		{checkOutput{}, false},
		{checkOutput{formats: []string{formatJSON}}, false},
		{checkOutput{formats: []string{"json=x"}}, true},
		{checkOutput{writeBaseline: "b"}, true},
	} {
		c := &cli{stdout: bufio.NewWriterSize(brokenWriter{}, 16), stderr: io.Discard}
		sink, err := c.openFindings(&tt.o)
		if err != nil {
			t.Fatal(err)
		}
		in := input{name: "a.tsv"}
		got := true
		for range 3 {
			got = sink.report(foundIn(&in, bomRule, 1)[0])
		}
		if got != tt.want {
			t.Errorf("%v%s: report = %v", tt.o.formats, tt.o.writeBaseline, got)
		}
		sink.close(&summary{})
	}
}

// TestMemory: no format holds the findings in memory.
func TestMemory(t *testing.T) {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const findings, each = 100_000, 200
	message := strings.Repeat("x", each)
	for _, format := range []string{formatText, formatJSON, formatSARIF, formatGitHub, formatJUnit} {
		c := &cli{stdout: bufio.NewWriter(io.Discard), stderr: io.Discard}
		sink, err := c.openFindings(&checkOutput{formats: []string{format}})
		if err != nil {
			t.Fatal(err)
		}
		in := input{name: "a.tsv"}
		before := heap()
		for i := range findings {
			sink.report(finding{place: place{&in, i + 1, 1}, rule: bomRule, message: message + fmt.Sprint(i), content: fmt.Sprint(i)})
		}
		if held := int64(heap() - before); held > findings*each/2 {
			t.Errorf("%s: %d findings hold %d bytes", format, findings, held)
		}
		sink.close(&summary{inputs: []input{in}})
	}
}

// TestFingerprints: they tell equal findings apart by their number in the file,
// and do not know their lines.
func TestFingerprints(t *testing.T) {
	prints := func(found ...finding) (all []string) {
		p := fingerprinter{wanted: true}
		for _, f := range found {
			all = append(all, p.prepare(f, false).fingerprint)
		}
		return all
	}
	a, b := input{name: "a.tsv"}, input{name: "b.tsv"}
	at := func(in *input, r *rule, line int, content string) finding {
		return finding{place: place{in, line, 1}, rule: r, content: content}
	}
	before := prints(at(&a, bomRule, 1, "x"), at(&a, bomRule, 2, "y"), at(&a, bomRule, 3, "x"), at(&a, numberSyntax, 3, "x"), at(&b, bomRule, 1, "x"))
	after := prints(at(&a, bomRule, 11, "x"), at(&a, bomRule, 12, "y"), at(&a, bomRule, 13, "x"), at(&a, numberSyntax, 13, "x"), at(&b, bomRule, 11, "x"))
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("after ten lines more (-before +after):\n%s", diff)
	}
	different := map[string]bool{}
	for _, p := range before {
		different[p] = true
	}
	if len(different) != len(before) {
		t.Errorf("equal ones among %q", before)
	}
	if !strings.HasSuffix(before[2], ":2") || before[2] != strings.TrimSuffix(before[0], "1")+"2" {
		t.Errorf("%q is not the second of %q", before[2], before[0])
	}
}

func TestRelativePath(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	dir, err := os.Getwd() // behind symbolic links
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a.tsv":                            "a.tsv",
		"./sub/../a.tsv":                   "a.tsv",
		filepath.Join(dir, "sub", "a.tsv"): "sub/a.tsv",
		"../a.tsv":                         "../a.tsv",
		stdinName:                          stdinName,
	} {
		if got := relativePath(name); got != want {
			t.Errorf("relativePath(%q) = %q, want %q", name, got, want)
		}
	}
}
