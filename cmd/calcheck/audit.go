package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// auditOptions are the flags of audit.
type auditOptions struct {
	inputFlags
	jobs             jobs
	config           string
	flops, bandwidth constantFlag
	backend          string
	oneBackend       bool // whether backend was given; it may be the empty name
	max              int
	allowMalformed   bool
	format           string
}

func newAuditCommand(c *cli) *cobra.Command {
	options := auditOptions{max: 20, format: formatText}
	cmd := &cobra.Command{
		Use:   "audit FILE|-...",
		Short: "hold the rows against given constants, such as those of a committed config",
		Long: `Audit computes the roofline bound of every row under given constants and lists
the rows that were measured faster, worst first. A violation is certain if one
leg alone takes longer than was measured: the constant is too low. It is possible
if only the sum of both legs does, on a row of several kernels: the tuner's bound,
a sum over the kernels of each one's greater leg, may exceed the time or may not.
Verdicts are exact. The ratio of a row is that of its bound to its time, and the
factor by which the constants must rise is rounded up, so that it really suffices.

--config reads lines model_peak_flops=NUMBER and model_peak_memory_bandwidth=NUMBER;
blanks around =, a prefix ocannl_ and - for _ are fine, comments start with #, other
keys are ignored. A constant that is no positive finite decimal number is an error,
and so is a key set to two different values. A report of calcheck fit is a config
as well: each section holds for the rows of its backend, and rows of a backend
without constants are an error unless --backend leaves them out. Constants before
any heading, or given by flags, hold for the rows of all backends.

Malformed lines are skipped, told on standard error, and make the exit status 1:
such a row may be the one that violates. Possible violations alone do not.

` + exitStatusHelp,
		Example: `  calcheck audit --config tuner.conf --backend cuda tune/*.tsv
  calcheck audit --peak-flops 1.95e13 --peak-memory-bandwidth 1.55e12 cal.tsv
  calcheck fit old.tsv | calcheck audit --config - new.tsv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			options.oneBackend = cmd.Flags().Changed("backend")
			if err := options.validate(cmd.Flags().Changed("config")); err != nil {
				return err
			}
			inputs, err := c.inputs(args, options.inputFlags)
			if err != nil {
				return err
			}
			if err := onceStdin(options.config, args); err != nil {
				return err
			}
			c.audit(inputs, options)
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&options.config, "config", "", "read the constants from this config, or report, in `FILE`; - is standard input")
	flags.Var(&options.flops, "peak-flops", "peak of operations, per second")
	flags.Var(&options.bandwidth, "peak-memory-bandwidth", "peak of bytes moved, per second")
	flags.StringVar(&options.backend, "backend", "", "audit only the rows of this `name`, against its section if there are sections")
	flags.IntVar(&options.max, "max", options.max, "list the `N` worst violations at most; the counts stay exact")
	flags.BoolVar(&options.allowMalformed, "allow-malformed", false, "malformed lines do not change the exit status")
	flags.BoolVar(&options.allowEmpty, "allow-empty", false, "having no rows at all does not change the exit status")
	flags.StringVarP(&options.format, "format", "f", options.format, "`format` of the result: text or json")
	options.inputFlags.register(flags)
	options.jobs.register(flags)
	cmd.ValidArgsFunction = completeFiles
	completeValues(cmd, "format", formatText, formatJSON)
	return cmd
}

func (o *auditOptions) validate(config bool) error {
	flags := o.flops != 0 || o.bandwidth != 0
	switch {
	case config && flags:
		return errors.New("--config and constants by flags exclude each other")
	case !config && !flags:
		return errors.New("no constants: expected --config, or --peak-flops, --peak-memory-bandwidth or both")
	case o.max < 0:
		return fmt.Errorf("--max %d: expected 0 or more", o.max)
	case o.format != formatText && o.format != formatJSON:
		return fmt.Errorf("unknown format %q: expected text or json", o.format)
	}
	return nil
}

// onceStdin refuses a config and a calibration file that are both standard input.
func onceStdin(config string, args []string) error {
	for _, arg := range args {
		if arg == "-" && config == "-" {
			return errors.New("- is named twice: standard input can be read only once")
		}
	}
	return nil
}

// audit prints how the rows of all inputs stand against the constants.
func (c *cli) audit(inputs []input, options auditOptions) {
	constants, ok := c.auditConstants(options)
	if !ok {
		c.complain("no audit, because of the constants")
		return
	}
	a := auditor{cli: c, options: options, constants: constants, tally: options.newTally()}
	c.showReading(inputs)
	dropped := a.readAll(inputs)
	c.tellDropped(dropped, options.allowMalformed)
	a.tellCoverage(dropped)
	if a.certain > 0 {
		c.worsen(findings)
	}
	switch options.format {
	case formatJSON:
		a.printJSON()
	default:
		a.printText()
	}
}

// auditConstants is what the rows are to be held against, from flags or from
// the config.
func (c *cli) auditConstants(options auditOptions) (*config, bool) {
	if options.flops != 0 || options.bandwidth != 0 {
		common := &section{}
		if v := float64(options.flops); v != 0 {
			common.flops = setting{value: v, line: 1}
		}
		if v := float64(options.bandwidth); v != 0 {
			common.bandwidth = setting{value: v, line: 1}
		}
		return &config{name: "the command line", common: common}, true
	}
	g, ok := c.readConfig(options.config)
	if ok && g.empty() { // a report without constants; no audit of nothing passes
		c.complain("%s:1:1: %s", g.name, setsNeither)
		c.worsen(findings)
		return nil, false
	}
	if !ok || !options.oneBackend {
		return g, ok
	}
	switch s := g.of(options.backend); {
	case s == nil:
		c.complain("%s has no constants of backend %q; there are sections of %s", g.name, options.backend, g.names())
	case s.empty():
		c.complain("%s:%d:1: the section of backend %q sets neither %s nor %s", g.name, s.line, options.backend, peakKeys[0], peakKeys[1])
	default:
		return g, true
	}
	c.worsen(findings)
	return nil, false
}
