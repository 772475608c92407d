package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func newRulesCommand(c *cli) *cobra.Command {
	format := formatText
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "list the rules of check",
		Long: `Rules lists what check can find: the id of each rule, its severity and a summary.
In JSON it is an array of objects, one to a line, with the whole page of the rule:
id, severity, summary, url, what, why, mend, and the examples fails and passes,
each with the command, the files and the findings, as check prints them. The rows
of files are in the notation of the page, which calcheck explain explains.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch format {
			case formatText:
				c.listRules()
			case formatJSON:
				c.listRulesJSON()
			default:
				return fmt.Errorf("unknown format %q: expected text or json", format)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&format, "format", "f", format, "`format` of the list: text, or json, an array with all of the pages")
	return cmd
}

func (c *cli) listRules() {
	width := 0
	for _, r := range rules {
		width = max(width, len(r.id))
	}
	for _, r := range rules {
		fmt.Fprintf(c.stdout, "%-*s  %-7s  %s\n", width, r.id, r.severity, r.summary)
	}
}

// jsonRule is a rule and its page as JSON has them.
type jsonRule struct {
	ID       string      `json:"id"`
	Severity severity    `json:"severity"`
	Summary  string      `json:"summary"`
	URL      string      `json:"url"`
	What     string      `json:"what"`
	Why      string      `json:"why"`
	Mend     string      `json:"mend"`
	Fails    jsonExample `json:"fails"`
	Passes   jsonExample `json:"passes"`
}

type jsonExample struct {
	Command  string            `json:"command"`
	Files    []jsonExampleFile `json:"files"`
	Findings []string          `json:"findings"`
}

type jsonExampleFile struct {
	Name string `json:"name"`
	Rows string `json:"rows"` // in the notation of pages
}

func (c *cli) listRulesJSON() {
	separator := "[\n"
	for _, r := range rules {
		p := r.page()
		c.stdout.WriteString(separator)
		c.stdout.WriteString(inJSON(jsonRule{
			r.id, r.severity, r.summary, r.url(), p.what, p.why, p.mend, p.fails.json(), p.passes.json(),
		}))
		separator = ",\n"
	}
	c.stdout.WriteString("\n]\n")
}

func (e example) json() jsonExample {
	j := jsonExample{Command: e.command(), Findings: []string{}} // never null
	for _, f := range e.files {
		j.Files = append(j.Files, jsonExampleFile{f.name, f.rows})
	}
	for finding := range strings.Lines(e.findings()) {
		j.Findings = append(j.Findings, strings.TrimSuffix(finding, "\n"))
	}
	return j
}
