package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/calcheck/calibration/conformance"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const conformExitStatusHelp = `Exit status:
  0  the port conforms, but for what it declares
  1  it does not, or a departure is declared for nothing, or nothing was put to it
  2  wrong usage
  3  the port could not be started, a file not read, or output not written`

func newConformCommand(c *cli) *cobra.Command {
	options := conformOptions{timeout: defaultTimeout}
	cmd := &cobra.Command{
		Use:   "conform [flags] -- PORT [ARG...]",
		Short: "hold a port in any language against the conformance suite",
		Long: `Conform puts the vectors of the conformance suite to a port: a program that, given
parse, emit or fit as its last argument, answers standard input on standard output
(SPEC.md appendix B, conformance/README.md). Each failure is a block with the
clauses of SPEC.md, the reason, the input, and the answers expected and given. The
last line is

  N passed, N failed, N declared, N skipped

With --random, random files and lines are put to the port instead, and its answers
compared with those of this program.

` + conformExitStatusHelp,
		Example: `  calcheck conform -- python3 port.py
  calcheck conform --only parse --run '^number-' -- ./port
  calcheck conform --deviations departures.txt -f junit=conform.xml -- ./port
  calcheck conform --random 1m -- ./port`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := options.validate(cmd.Flags(), args); err != nil {
				return err
			}
			c.conform(args, options)
			return nil
		},
	}
	options.register(cmd.Flags())
	return cmd
}

// defaultTimeout is the time allowed for one run of a port.
const defaultTimeout = 10 * time.Second

// conformOptions are the flags of conform.
type conformOptions struct {
	list            bool
	copyTo          string
	run             string
	only            []string
	timeout         time.Duration
	jobs            int
	deviations      string
	writeDeviations string
	formats         []string
	all             bool
	random          string
	seed            uint64
	firstCase       int

	ids       *regexp.Regexp // of run
	outputs   []output       // of formats
	span      randomSpan     // of random
	seedGiven bool
}

func (o *conformOptions) register(flags *pflag.FlagSet) {
	flags.SetInterspersed(false) // what follows PORT is the port's
	flags.BoolVar(&o.list, "list", false, "print the vectors instead: id, category, clauses, departure, reason")
	fileVar(flags, &o.copyTo, "copy", "write the vectors as plain files to `DIR` instead")
	flags.StringVar(&o.run, "run", "", "only vectors whose id matches `REGEXP`")
	flags.StringSliceVar(&o.only, "only", nil, "only these `MODES`: parse,emit,fit or some of them")
	flags.DurationVar(&o.timeout, "timeout", o.timeout, "`TIME` allowed for one run of the port; 0 for any")
	flags.IntVar(&o.jobs, "jobs", 0, "`N` runs of the port at a time; by default one per processor")
	fileVar(flags, &o.deviations, "deviations", "`FILE` of what the port is known to fail: names of SPEC.md section 8, or ids")
	fileVar(flags, &o.writeDeviations, "write-deviations", "write what failed to `FILE`, as --deviations reads it")
	flags.StringArrayVarP(&o.formats, "format", "f", nil, "`FORMAT[=PATH]` of the result: text, json or junit; repeatable")
	flags.BoolVar(&o.all, "all", false, "print every failure, each on its own")
	flags.StringVar(&o.random, "random", "", "compare on random input instead, for a `TIME|N`: a time such as 30s, or N cases")
	flags.Uint64Var(&o.seed, "seed", 0, "seed `S` of the random input; random by default, and printed")
	flags.IntVar(&o.firstCase, "case", 0, "the random case to start at, by its number `N`")
}

func (o *conformOptions) validate(flags *pflag.FlagSet, port []string) (err error) {
	if err := excludeFlags(flags, "list", "copy", "random"); err != nil {
		return err
	}
	without := func(flag string, others ...string) error {
		for _, other := range others {
			if flags.Changed(flag) && flags.Changed(other) {
				return fmt.Errorf("--%s and --%s exclude each other", flag, other)
			}
		}
		return nil
	}
	results := []string{"deviations", "write-deviations", "format", "all"}
	for _, err := range []error{
		without("random", append(results, "run")...),
		without("list", append(results, "timeout", "jobs")...),
		without("copy", append(results, "timeout", "jobs")...),
	} {
		if err != nil {
			return err
		}
	}
	for _, flag := range []string{"seed", "case"} {
		if flags.Changed(flag) && !flags.Changed("random") {
			return fmt.Errorf("--%s needs --random", flag)
		}
	}
	if needsPort := !o.list && o.copyTo == ""; needsPort && len(port) == 0 {
		return errors.New("no port named: calcheck conform [flags] -- PORT [ARG...]")
	} else if !needsPort && len(port) > 0 {
		return errors.New("--list and --copy take no port")
	}
	if len(port) > 0 && port[0] == "" {
		return errors.New("the name of the port is empty: is a variable unset?")
	}
	if o.ids, err = regexp.Compile(o.run); err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	for _, mode := range o.only {
		if !slices.Contains(conformance.Modes, conformance.Mode(mode)) {
			return fmt.Errorf("--only: unknown mode %q: expected parse, emit or fit", mode)
		}
	}
	if flags.Changed("only") && len(o.only) == 0 {
		return errors.New("--only: no mode: expected parse, emit or fit")
	}
	if o.timeout < 0 {
		return errors.New("--timeout is negative")
	}
	if flags.Changed("jobs") && o.jobs < 1 {
		return errors.New("--jobs: expected at least 1")
	}
	if o.firstCase < 0 {
		return errors.New("--case is negative")
	}
	o.seedGiven = flags.Changed("seed")
	if flags.Changed("random") {
		if o.span, err = parseRandomSpan(o.random); err != nil {
			return err
		}
	}
	o.outputs, err = parseOutputs(o.formats, formatText, formatJSON, formatJUnit)
	return err
}

// excludeFlags fails if more than one of the flags is given.
func excludeFlags(flags *pflag.FlagSet, names ...string) error {
	given := ""
	for _, name := range names {
		if !flags.Changed(name) {
			continue
		}
		if given != "" {
			return fmt.Errorf("--%s and --%s exclude each other", given, name)
		}
		given = name
	}
	return nil
}

// selects reports whether --run and --only leave a vector in.
func (o *conformOptions) selects(v conformance.Vector) bool {
	return o.selectsMode(v.Mode()) && o.ids.MatchString(v.ID)
}

func (o *conformOptions) selectsMode(mode conformance.Mode) bool {
	return len(o.only) == 0 || slices.Contains(o.only, string(mode))
}

// selected are the vectors left in by --run and --only. That there are none is
// told here.
func (c *cli) selected(options conformOptions) []conformance.Vector {
	var vectors []conformance.Vector
	for _, v := range conformance.Vectors() {
		if options.selects(v) {
			vectors = append(vectors, v)
		}
	}
	if len(vectors) == 0 {
		c.complain("no vector is left by --run and --only (calcheck conform --list prints all)")
		c.worsen(findings)
	}
	return vectors
}

func (c *cli) conform(port []string, options conformOptions) {
	switch {
	case options.list:
		c.listVectors(c.selected(options))
	case options.copyTo != "":
		c.copyVectors(options.copyTo, c.selected(options))
	case options.random != "":
		c.conformRandom(port, options)
	default:
		c.conformVectors(port, options)
	}
}

// untilInterrupted is a context that ends when the user wants it: the port then
// ends with this program, and not after it.
func untilInterrupted() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// conformVectors puts the vectors to the port and prints what became of them.
func (c *cli) conformVectors(port []string, options conformOptions) {
	var declared []string
	if options.deviations != "" {
		names, err := readDeviations(options.deviations)
		if err != nil {
			c.complain("%v", err)
			c.worsen(couldNotRun)
			return
		}
		declared = names
	}
	c.selected(options)

	ctx, cancel := untilInterrupted()
	defer cancel()
	report, err := conformance.Run(ctx, conformance.Command{Args: port, Timeout: options.timeout}, conformance.Vectors(), conformance.Options{
		Select:     options.selects,
		Deviations: declared,
		Jobs:       options.jobs,
	})
	if err != nil {
		c.couldNotConform(ctx, port, err)
		return
	}
	if !report.OK() {
		c.worsen(findings)
	}
	if options.writeDeviations != "" {
		names := strings.Join(report.Deviations(), "\n")
		if names != "" {
			names += "\n"
		}
		c.writeFile(options.writeDeviations, names)
	}
	c.writeOutputs(options.outputs, conformResult{port, report, options.all})
}

// couldNotConform tells why the port could not be run at all.
func (c *cli) couldNotConform(ctx context.Context, port []string, err error) {
	c.worsen(couldNotRun)
	if ctx.Err() != nil {
		c.complain("interrupted")
		return
	}
	c.complain("%v", err)
	if _, statErr := os.Stat(port[0]); statErr == nil && !strings.ContainsAny(port[0], `/\`) {
		c.complain("there is a file of this name: write ./%s", port[0])
	}
}

func readDeviations(name string) ([]string, error) {
	file, err := fileInput(name).open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	names, err := conformance.ReadDeviations(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return names, nil
}

// writeFile writes a file that was asked for; if it cannot, that is the status.
func (c *cli) writeFile(name, content string) {
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		c.complain("%v", err)
		c.worsen(couldNotRun)
	}
}
