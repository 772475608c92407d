package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/calcheck/calibration"
	"github.com/spf13/cobra"
)

// fitOptions are the flags of fit.
type fitOptions struct {
	inputFlags
	backend        string
	oneBackend     bool // whether backend was given; it may be the empty name
	margin         factor
	strict         bool
	allowMalformed bool
	format         string
	verify         string // the config to hold the fit against
	verifying      bool   // whether verify was given
	jobs           jobs
}

const (
	formatText = "text"
	formatJSON = "json"
)

func newFitCommand(c *cli) *cobra.Command {
	options := fitOptions{margin: 1, format: formatText}
	cmd := &cobra.Command{
		Use:   "fit FILE|-...",
		Short: "derive the constants of each backend and print the report",
		Long: `Fit reads the rows of all files together, in order, and prints for each backend
the peak FLOP/s and peak memory bandwidth under which no measured row beats its
roofline bound: the least such, but for the slack that rows of several kernels may
force. The lines of the report that do not start with # go into the tuner's config.
Standard output holds the report and nothing else; - reads standard input.

A malformed line is skipped, told on standard error, and makes the exit status 1:
a dropped row can make a peak too low, and a peak too low makes the tuner
discard good candidates.

With --verify no report is printed. The constants of a config, read as calcheck
audit reads it, are compared with those that the report would print, and the exit
status is 1 if one is missing, or too low, or higher, which is safe, but stale.
The answer, a line for each that differs and the count, goes to standard output.

` + exitStatusHelp,
		Example: `  calcheck fit tune/*.tsv
  calcheck fit --backend cuda --margin 1.05 cal.tsv | grep -v '^#' >> tuner.conf
  calcheck fit --verify tuner.conf --backend cuda --margin 1.05 cal.tsv
  calcheck fit -f json - < cal.tsv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			options.oneBackend = cmd.Flags().Changed("backend")
			options.verifying = cmd.Flags().Changed("verify")
			if err := options.validate(); err != nil {
				return err
			}
			inputs, err := c.inputs(args, options.inputFlags)
			if err != nil {
				return err
			}
			if err := onceStdin(options.verify, args); err != nil {
				return err
			}
			c.fit(inputs, options)
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&options.backend, "backend", "", "print only the section of this `name`")
	flags.Var(&options.margin, "margin", "raise both constants by this `factor`, at least 1, for candidates yet to come")
	flags.BoolVar(&options.strict, "strict", false, "print no report if any line is malformed")
	flags.BoolVar(&options.allowMalformed, "allow-malformed", false, "malformed lines do not change the exit status")
	flags.BoolVar(&options.allowEmpty, "allow-empty", false, "having no rows at all does not change the exit status")
	flags.StringVar(&options.verify, "verify", "", "print no report, but whether the constants in this `CONFIG` are the fit's")
	flags.StringVarP(&options.format, "format", "f", options.format, "`format` of the report: text, or json, an array of the envelopes")
	options.inputFlags.register(flags)
	options.jobs.register(flags)
	cmd.ValidArgsFunction = completeFiles
	completeValues(cmd, "format", formatText, formatJSON)
	return cmd
}

func (o *fitOptions) validate() error {
	if o.strict && o.allowMalformed {
		return errors.New("--strict and --allow-malformed exclude each other")
	}
	if o.format != formatText && o.format != formatJSON {
		return fmt.Errorf("unknown format %q: expected text or json", o.format)
	}
	if o.verifying && o.format != formatText {
		return errors.New("--verify answers in text only")
	}
	return nil
}

// fit prints the report of the rows of all inputs, and tells on standard error
// all that makes it less than the report of what was meant.
func (c *cli) fit(inputs []input, options fitOptions) {
	var committed *config
	if options.verifying {
		var ok bool
		if committed, ok = c.readConfig(options.verify); !ok {
			c.complain("nothing verified, because of the config")
			return
		}
	}
	var fitter calibration.Fitter
	c.showReading(inputs)
	dropped := c.addRows(&fitter, inputs, options.jobs)
	c.tellDropped(dropped, options.allowMalformed)
	if options.strict && dropped.any() {
		c.complain("no report, because of --strict")
		return
	}
	if committed != nil && len(dropped.unreadable) > 0 {
		c.complain("nothing verified: what could not be read may bind a constant")
		return
	}
	envelopes := fitter.Envelopes()
	if len(envelopes) == 0 && !options.allowEmpty {
		c.complain("%s", dropped.withoutRows())
		c.worsen(findings)
	}
	if options.oneBackend && len(envelopes) > 0 {
		selected, ok := selectBackend(envelopes, options.backend)
		if !ok {
			c.complain("no rows of backend %q; there are %s", options.backend, backendNames(envelopes))
			c.worsen(findings)
			return
		}
		envelopes = []calibration.Envelope{selected}
	}
	if dropped.any() && len(envelopes) > 0 {
		c.complain("warning: %s: a dropped row can make a peak too low, so the tuner may discard good candidates under this report", dropped)
	}
	if committed != nil {
		c.verify(committed, envelopes, options.oneBackend, options.margin)
		return
	}
	for i, e := range envelopes {
		envelopes[i] = options.margin.raise(e)
	}
	switch options.format {
	case formatJSON:
		c.printEnvelopesJSON(envelopes)
	default:
		c.printReports(envelopes)
	}
}

// printReports prints the sections of the report. The keys in them are the same
// for every backend, and a config holds each once.
func (c *cli) printReports(envelopes []calibration.Envelope) {
	for _, e := range envelopes {
		c.stdout.Write(e.AppendReport(c.stdout.AvailableBuffer()))
	}
	if len(envelopes) > 1 {
		c.complain("warning: the report has sections of %d backends, and the keys repeat in each: a config takes those of one (--backend selects; there are %s)",
			len(envelopes), backendNames(envelopes))
	}
}

func selectBackend(envelopes []calibration.Envelope, name string) (calibration.Envelope, bool) {
	for _, e := range envelopes {
		if e.Backend == name {
			return e, true
		}
	}
	return calibration.Envelope{}, false
}

// backendNames lists the backends, quoted; only the first of very many, as in a
// file whose columns are mixed up.
func backendNames(envelopes []calibration.Envelope) string {
	const most = 20
	var names []string
	for i, e := range envelopes {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(envelopes)-most))
			break
		}
		names = append(names, fmt.Sprintf("%q", e.Backend))
	}
	return strings.Join(names, ", ")
}
