package main

import (
	"fmt"
	"sync"

	"github.com/calcheck/calibration"
)

// namedLines is how many malformed lines fit names: enough to see what is
// wrong; `calcheck check` names all.
const namedLines = 3

// dropped is what did not go into a fit.
type dropped struct {
	lines      int      // malformed lines
	first      []string // the first of them, described
	unreadable []error  // inputs that were not read, or not to the end
}

func (d *dropped) any() bool { return d.lines > 0 || len(d.unreadable) > 0 }

// addRows adds the rows of all inputs to the fitter, in order.
func (c *cli) addRows(fitter *calibration.Fitter, inputs []input, jobs jobs) *dropped {
	var d dropped
	fitters := sync.Pool{New: func() any { return new(calibration.Fitter) }} // of parts
	for _, in := range inputs {
		err := in.scan(jobs, func(p *calibration.Part, t *turn) bool {
			rows := fitters.Get().(*calibration.Fitter)
			defer fitters.Put(rows)
			var bad dropped
			var l calibration.Line
			for p.NextLine(&l) {
				if l.Err != nil {
					bad.add(in.name, &l)
				} else {
					rows.AddLine(&l)
				}
			}
			t.wait()
			fitter.Merge(rows)
			d.merge(&bad)
			return true
		})
		if err != nil {
			d.unreadable = append(d.unreadable, err)
		}
	}
	return &d
}

// add takes in a malformed line.
func (d *dropped) add(file string, l *calibration.Line) {
	if d.lines++; d.lines <= namedLines {
		m := malformedLine(l)
		d.first = append(d.first, fmt.Sprintf("%s:%d:%d: %s", file, m.Line, m.characterColumn(), m.message()))
	}
}

// merge adds what was dropped behind d.
func (d *dropped) merge(later *dropped) {
	d.lines += later.lines
	d.first = append(d.first, later.first...)
	d.first = d.first[:min(len(d.first), namedLines)]
}

// tellDropped tells on standard error what was dropped, and sets the status.
func (c *cli) tellDropped(d *dropped, allowMalformed bool) {
	for _, line := range d.first {
		c.complain("%s", line)
	}
	if more := d.lines - len(d.first); more > 0 {
		c.complain("... and %d more (calcheck check names them all)", more)
	}
	for _, err := range d.unreadable {
		c.complain("%v", err)
	}
	if d.lines > 0 && !allowMalformed {
		c.worsen(findings)
	}
	if len(d.unreadable) > 0 {
		c.worsen(couldNotRun)
	}
}

// String sums up what was dropped, as in "2 malformed lines skipped, 1 file not read to its end".
func (d *dropped) String() string {
	lines := counted(d.lines, "malformed line") + " skipped"
	files := counted(len(d.unreadable), "file") + " not read to its end"
	switch {
	case len(d.unreadable) == 0:
		return lines
	case d.lines == 0:
		return files
	default:
		return lines + ", " + files
	}
}

// withoutRows says that there is nothing to fit.
func (d *dropped) withoutRows() string {
	if d.lines > 0 {
		return "no well-formed rows to fit: every line is malformed"
	}
	return "no rows to fit"
}
