package main

import (
	"sync"

	"github.com/calcheck/calibration"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newCheckCommand(c *cli) *cobra.Command {
	var options checkOptions
	cmd := &cobra.Command{
		Use:   "check FILE|-...",
		Short: "name every malformed line and every doubtful row",
		Long: `Check reads calibration files and prints what is wrong with them, one line each:

  file:line:column: severity: message [rule]

to standard output; the column is counted in characters. A summary goes to
standard error. - reads standard input. The files named are one set of data, as
they are to fit: rules that compare rows compare those of all. A file without
any row is a finding too.

` + rulesHelp() + `
calcheck explain RULE tells what a rule means, and why it matters for the fit.

` + exitStatusHelp,
		Example: `  calcheck check tune/*.tsv
  calcheck check --fail-on warning --ignore not-canonical cal.tsv
  ssh gpu cat cal.tsv | calcheck check -`,
		RunE: func(_ *cobra.Command, args []string) error {
			inputs, err := c.inputs(args, options.inputFlags)
			if err != nil {
				return err
			}
			return c.check(inputs, options)
		},
	}
	options.register(cmd.Flags())
	completeCheck(cmd)
	return cmd
}

// checkOptions are the flags of check, and of calcheck without a command.
type checkOptions struct {
	inputFlags
	checkOutput
	rules      ruleChoice
	failOn     failOn
	thresholds thresholds
	jobs       jobs
}

func (o *checkOptions) register(flags *pflag.FlagSet) {
	o.rules.register(flags)
	o.failOn.register(flags)
	o.thresholds.register(flags)
	flags.BoolVar(&o.allowEmpty, "allow-empty", false, "a file without rows is no finding, and no file at all no error")
	o.inputFlags.register(flags)
	o.jobs.register(flags)
	o.checkOutput.register(flags)
}

// check prints the findings in all inputs, in order, and the summary. An error
// is wrong usage.
func (c *cli) check(inputs []input, options checkOptions) error {
	options.checkOutput.chosen = options.rules.chosen
	options.checkOutput.fails = func(s severity) bool {
		return options.failOn.fails(&summary{counts: map[severity]int64{s: 1}})
	}
	sink, err := c.openFindings(&options.checkOutput)
	if sink == nil {
		return err
	}
	k := checker{cli: c, options: options, inputs: inputs, sink: sink}
	k.repeats.limit = min(int(options.thresholds.distinct), mostRecords)
	if !options.quiet {
		c.showReading(inputs)
	}
	for i := range inputs {
		k.checkInput(&inputs[i])
	}
	k.checkData()
	k.summary.files, k.summary.inputs = len(inputs), inputs
	sink.close(&k.summary)
	if options.failOn.fails(&k.summary) {
		c.worsen(findings)
	}
	return nil
}

// checker is one run of check.
type checker struct {
	*cli
	options checkOptions
	inputs  []input
	sink    *findingSink
	summary summary

	repeats  repeats
	spare    sync.Pool // of *partState, whose memory serves another part
	backends backends  // of all inputs
	machines machines
}

// report hands a finding on, if its rule is chosen. It returns false once
// nobody is left to read it, so that no long file is read for nobody.
func (k *checker) report(f finding) bool {
	return !k.options.rules.chosen(f.rule) || k.sink.report(f)
}

// fileState is what is known of an input so far, in the order of its lines.
type fileState struct {
	in              *input
	rows, malformed int64
	lines           int
	crlf            bool // said that lines end in CRLF
	backends        backends
}

func (k *checker) checkInput(in *input) {
	file := fileState{in: in}
	err := in.scan(k.options.jobs, func(p *calibration.Part, t *turn) bool {
		return k.checkPart(&file, p, t)
	})
	k.summary.rows += file.rows
	if err != nil {
		k.summary.couldNotRead(in, err)
		k.complain("%v", err)
		k.worsen(couldNotRun)
		return // what an input lacks cannot be said of a part of it
	}
	if file.rows == 0 && !k.options.allowEmpty {
		why := withoutRows(&file)
		const expected = ": expected at least one row (--allow-empty accepts this)"
		k.report(finding{place: place{in, 1, 1}, rule: noRows, message: why + expected, content: why})
	}
	if len(k.inputs) > 1 {
		k.machines.note(&file.backends)
	}
	k.backends.merge(&file.backends)
}

// withoutRows says why an input has no row. It is a finding of each such input,
// not of the run as a whole: one empty file among many is what a crashed tuner
// or a wrong path leaves behind, and the full ones must not hide it. Beside the
// findings of its malformed lines it is still true, and says that nothing of
// the file is left to fit.
func withoutRows(file *fileState) string {
	switch {
	case file.malformed > 0:
		return "no well-formed rows: every line is malformed"
	case file.lines > 0:
		return "no rows: the file holds only blank lines"
	default:
		return "no rows: the file is empty"
	}
}
