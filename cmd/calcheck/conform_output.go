package main

import (
	"fmt"

	"github.com/calcheck/calibration/conformance"
)

// conformResult is what became of a run of the suite, to be printed.
type conformResult struct {
	port []string
	*conformance.Report
	all bool // text: every failure, each on its own
}

// summary is the line that comes last, and in every case.
func (r conformResult) summary() string {
	return fmt.Sprintf("%d passed, %d failed, %d declared, %d skipped",
		r.Count(conformance.Passed), r.Count(conformance.Failed), r.Count(conformance.Declared), r.Count(conformance.Skipped))
}

// unjustified says of a name that was declared for nothing why it was.
func (r conformResult) unjustified(name string) string {
	for _, result := range r.Results {
		if result.ID == name || result.Departure == name {
			return "all its vectors pass"
		}
	}
	return "no vector bears it"
}

// writeOutputs prints the result in every format asked for.
func (c *cli) writeOutputs(outputs []output, r conformResult) {
	for _, o := range outputs {
		var content string
		switch o.format {
		case formatJSON:
			content = r.json()
		case formatJUnit:
			content = r.junit()
		default:
			content = r.text()
		}
		if o.path != "" {
			c.writeFile(o.path, content)
			continue
		}
		c.stdout.WriteString(content)
		if o.format != formatText {
			c.complain("%s", r.summary())
		}
	}
}
