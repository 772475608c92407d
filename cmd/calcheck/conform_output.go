package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/calcheck/calibration/conformance"
)

const formatJUnit = "junit"

// output is a format, and the file it goes to; none for standard output.
type output struct{ format, path string }

// parseOutputs reads the values of -f. What goes to standard output is text unless
// it is said otherwise, and it is one format.
func parseOutputs(values []string) ([]output, error) {
	var outputs []output
	stdout := 0
	paths := map[string]bool{}
	for _, value := range values {
		format, path, hasPath := strings.Cut(value, "=")
		switch format {
		case formatText, formatJSON, formatJUnit:
		default:
			return nil, fmt.Errorf("unknown format %q: expected text, json or junit", format)
		}
		if hasPath && path == "" {
			return nil, fmt.Errorf("--format %s: the path is empty: is a variable unset?", value)
		}
		if path == "-" {
			path = ""
		}
		if path == "" {
			stdout++
		} else if paths[path] {
			return nil, fmt.Errorf("two formats go to %s", path)
		}
		paths[path] = true
		outputs = append(outputs, output{format, path})
	}
	switch {
	case stdout > 1:
		return nil, errors.New("standard output holds one format: give the others a path, as in -f json=PATH")
	case stdout == 0:
		outputs = append(outputs, output{format: formatText})
	}
	return outputs, nil
}

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
