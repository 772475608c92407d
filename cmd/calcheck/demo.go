package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// demoSample is a short calibration file with the usual faults.
//
//go:embed demo.tsv
var demoSample string

const demoName = "demo.tsv"

func newDemoCommand(c *cli) *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "check, fit and explain a built-in sample",
		Long: `Demo checks and fits a small built-in calibration file, by the same code as
calcheck check and calcheck fit, and explains what they print.`,
		Args: cobra.NoArgs,
		Run:  func(*cobra.Command, []string) { c.demo() },
	}
}

const (
	demoIntro = `An autotuner times candidates of a computation and appends a row for each to a calibration file.
This one is built in (aligned here; in the file one tab separates the columns):

`
	demoColumns = `
Columns: backend, digest, routine, label; measured ms, the cost model's bound in ms (may be empty);
kernels, flops, bytes; and three flags: flops is only an upper bound, bytes is, the code was opaque.

$ calcheck check demo.tsv

`
	demoFindings = `
Each finding is file:line:column: severity: message [rule]. A malformed line is no row at all; a row
with a negative time is one that no fit can use. Exit status 1, so that a script stops here.

$ calcheck fit demo.tsv

`
	demoReport = `
The malformed lines might have been the fastest rows, hence the warning and exit status 1: repair
them, or accept the report with --allow-malformed. Per backend, the report says:

# backend ...           The rows that were timed, and those left out: opaque code on both legs, a count
                        that is only an upper bound on its own leg. A recorded bound violation is a row
                        faster than the model held possible: the constants of that day were too low.
# fission slack ...     This row runs several kernels, so its flops and its bytes take their time one
                        after the other, and together they beat both peaks. Both are raised to cover it.
# compute-leg binding row, # memory-leg binding row
                        The row with the most flops, or bytes, per second: the one to measure again if
                        a constant looks wrong. The digest in parentheses finds it in the file.
model_peak_flops, model_peak_memory_bandwidth
                        The constants, per second: but for the slack, the least under which no row beats
                        max(flops/peak_flops, bytes/peak_memory_bandwidth). Paste the two lines of one
                        backend into the tuner's config.

Next: calcheck check FILE...                    your own files, in CI too
      calcheck fit --backend NAME FILE...       one backend's section
      calcheck fit -f json FILE... | jq .       for programs
      calcheck --help                           all commands
`
)

// demo prints a walk through check and fit. What they would write to standard
// error becomes part of it, and what they find is no failure of the demo.
func (c *cli) demo() {
	c.stdout.WriteString(demoIntro)
	printAligned(c.stdout, demoSample)
	c.stdout.WriteString(demoColumns)

	inputs := []input{{name: demoName, raw: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(demoSample)), nil
	}}}
	walk := &cli{stdout: c.stdout, stderr: c.stdout}
	if err := walk.check(inputs, checkOptions{thresholds: defaultThresholds}); err != nil {
		panic(err) // wrong usage, of no flags
	}
	c.stdout.WriteString(demoFindings)
	walk.fit(inputs, fitOptions{margin: 1, format: formatText})
	c.stdout.WriteString(demoReport)
}

// printAligned prints lines with their numbers and their tabs expanded.
func printAligned(w io.Writer, lines string) {
	aligned := tabwriter.NewWriter(w, 0, 8, 1, ' ', 0)
	number := 0
	for line := range strings.Lines(lines) {
		number++
		fmt.Fprintf(aligned, "%d\t%s\n", number, strings.TrimSuffix(line, "\n"))
	}
	aligned.Flush()
}
