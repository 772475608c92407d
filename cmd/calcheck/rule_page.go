package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed rules/*.md
var pageFiles embed.FS

// A rulePage is what rules/ID.md says of a rule, in its parts. The texts are
// Markdown of the plainest kind, paragraphs, lists and `code`, so that they read
// as well where nothing renders them.
type rulePage struct {
	what string // what exactly is found
	why  string // which constant moves which way, and what the tuner then does
	mend string

	fails, passes example
}

// pageSections are the parts of a page, by their headings. The first part stands
// under the id of the rule.
var pageSections = []string{"Why it matters", "How to mend it", "Fails", "Passes"}

// page returns the page of a rule.
func (r *rule) page() rulePage {
	text, err := pageFiles.ReadFile("rules/" + r.id + ".md")
	var page rulePage
	if err == nil {
		page, err = parsePage(r.id, string(text))
	}
	if err != nil {
		panic(err) // the pages are part of the program, and a test reads all of them
	}
	return page
}

// url is where the page can be read without this command.
func (r *rule) url() string {
	return "https://github.com/calcheck/calibration/blob/main/docs/rules.md#" + r.id
}

func parsePage(id, text string) (rulePage, error) {
	headings, bodies := splitSections(text)
	want := []string{"# " + id}
	for _, title := range pageSections {
		want = append(want, "## "+title)
	}
	if !slices.Equal(headings, want) {
		return rulePage{}, fmt.Errorf("page of %s: headings %q, want %q", id, headings, want)
	}
	page := rulePage{what: bodies[0], why: bodies[1], mend: bodies[2]}
	for i, body := range bodies[:3] {
		if body == "" || strings.Contains(body, fence) {
			return rulePage{}, fmt.Errorf("page of %s: %q: want a text, and no example", id, headings[i])
		}
	}
	for i, e := range []*example{&page.fails, &page.passes} {
		var err error
		if *e, err = parseExample(bodies[3+i]); err != nil {
			return rulePage{}, fmt.Errorf("page of %s: %q: %w", id, headings[3+i], err)
		}
	}
	return page, nil
}

// splitSections cuts a page at its headings. Its first line is taken for one.
func splitSections(text string) (headings, bodies []string) {
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, fence) {
			fenced = !fenced
		}
		if len(headings) == 0 || !fenced && strings.HasPrefix(line, "#") {
			headings = append(headings, strings.TrimSpace(line))
			bodies = append(bodies, "")
		} else {
			bodies[len(bodies)-1] += line
		}
	}
	for i := range bodies {
		bodies[i] = strings.TrimSpace(bodies[i])
	}
	return headings, bodies
}
