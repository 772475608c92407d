package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRulesDoc: docs/rules.md is what the pages say. Write it anew with
//
//	go test ./cmd/calcheck -run RulesDoc -update
func TestRulesDoc(t *testing.T) {
	const file = "../../docs/rules.md"
	want := rulesDoc()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, readFile(t, file)); diff != "" {
		t.Errorf("%s is out of date (-want +got):\n%s", file, diff)
	}
}

// rulesDoc is the pages of all rules as one. The headings are the ids, so that
// they are the anchors too.
func rulesDoc() string {
	var b strings.Builder
	var examples []example
	b.WriteString("<!-- Made of the pages in cmd/calcheck/rules, and of what check prints: edit those, and run" +
		" go test ./cmd/calcheck -update -->\n\n# Rules of calcheck check\n\n" +
		"`calcheck explain RULE` prints the page of a rule, `calcheck rules -f json` all of them for programs.\n\n" +
		"| rule | severity | finds that |\n|---|---|---|\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.id, r.id, r.severity, strings.ReplaceAll(r.summary, "|", `\|`))
		p := r.page()
		examples = append(examples, p.fails, p.passes)
	}
	fmt.Fprintf(&b, "\n%s\n", notation(examples...))
	for _, r := range rules {
		p := r.page()
		fmt.Fprintf(&b, "\n## %s\n\n*%s: %s*\n\n%s\n\n", r.id, r.severity, r.summary, p.what)
		fmt.Fprintf(&b, "**%s**\n\n%s\n\n**%s**\n\n%s\n\n", pageSections[0], p.why, pageSections[1], p.mend)
		fmt.Fprintf(&b, "**%s**\n\n%s\n**%s**\n\n%s", pageSections[2], p.fails.markdown(), pageSections[3], p.passes.markdown())
	}
	return b.String()
}

func (e example) markdown() string {
	var b strings.Builder
	for _, f := range e.files {
		fmt.Fprintf(&b, "%s%s%s\n%s%s\n\n", fence, fileInfo, f.name, f.rows, fence)
	}
	fmt.Fprintf(&b, "%s%s\n$ %s\n%s%s\n", fence, commandInfo, e.command(), e.findings(), fence)
	return b.String()
}
