package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

func newExplainCommand(c *cli) *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE...",
		Short: "print what a rule finds, why it matters and how to mend it",
		Long: `Explain prints the page of each rule named, by the id that stands in brackets at
the end of a finding: what exactly it finds, why that matters for the fit, how to
mend it, an example that fails, with what check prints of it, and one that passes.
calcheck rules lists the rules.`,
		Example: `  calcheck explain torn-line
  calcheck explain bom encoding | less`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no rule named; calcheck rules lists them")
			}
			var named []*rule
			for _, arg := range args {
				r, err := ruleNamed(arg)
				if err != nil {
					return err
				}
				named = append(named, r)
			}
			c.explain(named)
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var ids []cobra.Completion
			for _, r := range rules {
				if !slices.Contains(args, r.id) {
					ids = append(ids, cobra.CompletionWithDesc(r.id, r.summary))
				}
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// explain prints the pages of rules.
func (c *cli) explain(named []*rule) {
	for i, r := range named {
		if i > 0 {
			c.stdout.WriteString("\n\n")
		}
		c.stdout.WriteString(r.page().text(r))
	}
}

// text is the page as a terminal shows it.
func (p rulePage) text(r *rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s\n", r.id, r.severity, r.summary)
	section := func(title, body string) { fmt.Fprintf(&b, "\n%s\n\n%s\n", title, indented(body)) }
	section("What it finds", p.what)
	section(pageSections[0], p.why)
	section(pageSections[1], p.mend)
	section("This fails", p.fails.text())
	section("This passes", p.passes.text())
	fmt.Fprintf(&b, "\n%s\n", notation(p.fails, p.passes))
	return b.String()
}

// text is the example as a terminal shows it: the files, and what check prints.
func (e example) text() string {
	var b strings.Builder
	for _, f := range e.files {
		fmt.Fprintf(&b, "%s:\n%s\n", f.name, indented(f.rows))
	}
	fmt.Fprintf(&b, "\n$ %s\n%s", e.command(), e.findings())
	return strings.TrimSuffix(b.String(), "\n")
}

// indented moves the lines of a text to the right.
func indented(text string) string {
	const margin = "  "
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line != "\n" {
			b.WriteString(margin)
		}
		b.WriteString(line)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
