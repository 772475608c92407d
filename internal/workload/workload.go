// Package workload makes the files that benchmarks and memory tests work on:
// endless, seeded, and the same bytes on every machine, because no row is made
// with anything but integers and one division.
package workload

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/calcheck/calibration"
)

// A Workload is a file without end; row number i, from 0, depends on the seed
// and on i alone.
type Workload struct {
	Name    string
	WorstOf string // what it is the worst case of; of the realistic one, nothing

	// Grows tells that a fit cannot help keeping something of every row.
	Grows bool

	// Row is row number i; of a malformed line, what it was before it was spoiled.
	Row func(seed, i uint64) calibration.Row

	// spoil, if any, is done to the cells of the canonical line number i.
	spoil func(cells []string, i uint64) []string
}

// All are the workloads there are, the realistic one first.
var All = []Workload{
	{Name: "realistic", Row: Realistic},
	{Name: "frontier", Row: Frontier, Grows: true,
		WorstOf: "the memory of the fit, and the time to compact what it keeps: every row could force slack and none dominates another"},
	{Name: "rising", Row: Rising,
		WorstOf: "the legs: every row binds both by one part in 10^14, and its witness is made"},
	{Name: "tied", Row: Tied,
		WorstOf: "comparing rates: all are equal, in other counts and times, so that only exact arithmetic can tell"},
	{Name: "backends", Row: Backends, Grows: true,
		WorstOf: "finding a row's backend, and the report: a million backends in no order"},
	{Name: "names", Row: Names,
		WorstOf: "whatever looks names up or collects them: a million routines and labels in no order"},
	{Name: "long", Row: Long,
		WorstOf: "cutting a file into blocks: every line is as long as a reader accepts, 1 MiB"},
	{Name: "noncanonical", Row: Realistic, spoil: noncanonical,
		WorstOf: "reading numbers: every one is in a form that writers do not use and only the general parser reads"},
	{Name: "malformed", Row: Realistic, spoil: malformed,
		WorstOf: "findings: every line is one, of every kind in turn"},
}

// Named returns the workload of that name.
func Named(name string) (Workload, error) {
	var names []string
	for _, w := range All {
		if w.Name == name {
			return w, nil
		}
		names = append(names, w.Name)
	}
	return Workload{}, fmt.Errorf("no workload %q: expected one of %s", name, strings.Join(names, ", "))
}

// Rows returns the first n rows.
func (w Workload) Rows(seed, n uint64) []calibration.Row {
	rows := make([]calibration.Row, n)
	for i := range n {
		rows[i] = w.Row(seed, i)
	}
	return rows
}

// AppendLine appends line number i, from 0, with its terminator.
func (w Workload) AppendLine(b []byte, seed, i uint64) []byte {
	start := len(b)
	b, _ = w.Row(seed, i).AppendText(b) // an error only for times that are not finite
	if w.spoil != nil {
		cells := w.spoil(strings.Split(string(b[start:]), "\t"), i)
		b = append(b[:start], strings.Join(cells, "\t")...)
	}
	return append(b, '\n')
}

// Write writes the first n lines.
func (w Workload) Write(out io.Writer, seed, n uint64) error {
	buffered := bufio.NewWriterSize(out, 256<<10)
	var line []byte
	for i := range n {
		line = w.AppendLine(line[:0], seed, i)
		if _, err := buffered.Write(line); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// File returns the first n lines as one string.
func (w Workload) File(seed, n uint64) string {
	var b []byte
	for i := range n {
		b = w.AppendLine(b, seed, i)
	}
	return string(b)
}
