package main

import (
	"fmt"

	"github.com/calcheck/calibration"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newCheckCommand(c *cli) *cobra.Command {
	var options checkOptions
	cmd := &cobra.Command{
		Use:   "check FILE|-...",
		Short: "name every malformed line and every invalid value",
		Long: `Check reads calibration files and prints, for every malformed line and every
invalid value, one line

  file:line:column: severity: message [rule]

to standard output; the column is counted in characters. A summary goes to
standard error. - reads standard input. A file without any row is a finding too.

` + rulesHelp() + "\n" + exitStatusHelp,
		Example: `  calcheck check tune/*.tsv
  ssh gpu cat cal.tsv | calcheck check -`,
		RunE: func(_ *cobra.Command, args []string) error {
			inputs, err := c.inputs(args)
			if err != nil {
				return err
			}
			c.check(inputs, options)
			return nil
		},
	}
	options.register(cmd.Flags())
	return cmd
}

// checkOptions are the flags of check, and of calcheck without a command.
type checkOptions struct {
	allowEmpty bool
	jobs       jobs
}

func (o *checkOptions) register(flags *pflag.FlagSet) {
	flags.BoolVar(&o.allowEmpty, "allow-empty", false, "a file without rows is no finding")
	o.jobs.register(flags)
}

// check prints the findings in all inputs, in order, and the summary.
func (c *cli) check(inputs []input, options checkOptions) {
	k := checker{cli: c, options: options}
	for i := range inputs {
		k.checkInput(&inputs[i])
	}
	c.stdout.Flush() // so that on a terminal the summary comes last; run looks at the error
	k.summarize(len(inputs))
}

// checker is one run of check.
type checker struct {
	*cli
	options checkOptions

	rows, errors, unreadable int // in all inputs
}

func (k *checker) checkInput(in *input) {
	rows, malformedLines, lines := 0, 0, 0
	err := in.scan(k.options.jobs, func(p *calibration.Part, t *turn) bool {
		var found []finding
		var l calibration.Line
		good, bad := 0, 0
		for p.NextLine(&l) {
			if l.Err != nil {
				bad++
				m := malformedLine(&l)
				found = append(found, finding{place{in, m.Line, m.characterColumn()}, ruleOf(&m), m.message(), nil, m.line})
				continue
			}
			good++
			found = checkRow(found, in, &l)
		}
		t.wait()
		rows, malformedLines, lines = rows+good, malformedLines+bad, lines+p.Lines()
		for _, f := range found {
			if !k.report(f) {
				return false
			}
		}
		return true
	})
	k.rows += rows
	if err != nil {
		k.unreadable++
		k.complain("%v", err)
		k.worsen(couldNotRun)
		return // what an input lacks cannot be said of a part of it
	}
	if rows == 0 && !k.options.allowEmpty {
		k.report(finding{place: place{in, 1, 1}, rule: noRows, message: withoutRows(lines, malformedLines)})
	}
}

// checkRow adds the invalid values of a well-formed row to found.
func checkRow(found []finding, in *input, l *calibration.Line) []finding {
	if l.MeasuredMS >= 1e-6 && l.ModelMS >= 0 && l.Kernels >= 1 && l.FLOPs >= 0 && l.Bytes >= 0 {
		return found
	}
	text := string(l.Text)
	for _, p := range l.Row().Problems() {
		rule, message := invalidValue(p)
		if rule == nil {
			continue
		}
		start, _ := calibration.CellSpan(text, p.Field)
		found = append(found, finding{place{in, l.Number, characterColumn(text, start+1)}, rule, message, nil, text})
	}
	return found
}

// withoutRows says why an input has no row. It is a finding of each such input,
// not of the run as a whole: one empty file among many is what a crashed tuner
// or a wrong path leaves behind, and the full ones must not hide it. Beside the
// findings of its malformed lines it is still true, and says that nothing of
// the file is left to fit.
func withoutRows(lines, malformedLines int) string {
	const expected = ": expected at least one row (--allow-empty accepts this)"
	switch {
	case malformedLines > 0:
		return "no well-formed rows: every line is malformed" + expected
	case lines > 0:
		return "no rows: the file holds only blank lines" + expected
	default:
		return "no rows: the file is empty" + expected
	}
}

// report prints a finding. It returns false once standard output is broken, so
// that no long file is read for nobody.
func (k *checker) report(f finding) bool {
	k.errors++
	k.worsen(findings)
	_, err := fmt.Fprintln(k.stdout, f)
	return err == nil
}

func (k *checker) summarize(files int) {
	unreadable := ""
	if k.unreadable > 0 {
		unreadable = fmt.Sprintf(" (%d unreadable)", k.unreadable)
	}
	k.complain("%s%s, %s, %s", counted(files, "file"), unreadable, counted(k.rows, "row"), counted(k.errors, "error"))
}
