package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"
)

// fmtOptions are the flags of fmt. At most one of the first three is set.
type fmtOptions struct {
	inputFlags
	check, diff, write bool
	upgrade            bool
}

func newFmtCommand(c *cli) *cobra.Command {
	var options fmtOptions
	cmd := &cobra.Command{
		Use:   "fmt FILE|-...",
		Short: "bring files into canonical form, as far as that changes no value",
		Long: `Fmt prints the formatted text of the files to standard output, or with -w rewrites
the files. The fit before and after is the same, bit for bit.

Numbers are brought into canonical form, times with six decimals; lines end in LF,
the last one too; a byte order mark at the start is dropped. Text is never changed,
nor is a canonical line. With --upgrade, rows of 11 columns get the empty routine
that they lack.

A line that is left as it is although it is not canonical is named on standard error
and makes the exit status 1: a malformed line, of which no byte changes, and a time
finer than a nanosecond, which would be less in canonical form and could raise a
peak. The other lines are formatted all the same.

-w puts the new file in the place of the old one, all at once, and keeps its
permissions; symbolic links are followed. If another program changes the file
meanwhile, nothing is written. Standard input and files compressed with gzip can
only be formatted to standard output. A diff shows control characters escaped, a
carriage return as \r: it is for people, not for patch.

Exit status:
  0  all is formatted, or has been
  1  a line was left as it is, or --check or --diff found something to change
  2  wrong usage
  3  a file could not be read or written
The worst wins; one unreadable file does not stop the others.`,
		Example: `  calcheck fmt -w tune/*.tsv
  calcheck fmt --check tune/*.tsv
  gunzip < cal.tsv.gz | calcheck fmt --upgrade - > cal.tsv`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := options.validate(args); err != nil {
				return err
			}
			inputs, err := c.inputs(args, options.inputFlags)
			if err != nil {
				return err
			}
			run := fmtRun{cli: c, options: options}
			if options.write {
				run.rewriteAll(inputs)
			} else {
				run.printAll(inputs)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&options.check, "check", false, "only print the names of files that would change")
	flags.BoolVar(&options.diff, "diff", false, "only print what would change, as a unified diff")
	flags.BoolVarP(&options.write, "write", "w", false, "rewrite the files that change")
	flags.BoolVar(&options.upgrade, "upgrade", false, "also write rows of 11 columns as 12, with an empty routine")
	options.inputFlags.register(flags)
	cmd.ValidArgsFunction = completeFiles
	return cmd
}

func (o *fmtOptions) validate(args []string) error {
	modes := 0
	for _, mode := range []bool{o.check, o.diff, o.write} {
		if mode {
			modes++
		}
	}
	if modes > 1 {
		return errors.New("--check, --diff and -w exclude each other")
	}
	for _, arg := range args {
		if o.write && arg == "-" {
			return errors.New("-w rewrites files; standard input can only be formatted to standard output")
		}
	}
	return nil
}

// fmtRun is one run of fmt.
type fmtRun struct {
	*cli
	options fmtOptions

	files, failed, changed int
	left                   int // lines left as they are, though not canonical
}

// formatter returns a formatter that reports on standard error.
func (r *fmtRun) formatter(name string, out sink) *formatter {
	last := 0
	report := func(line, column int, message string) {
		if line != last { // of which two times may be reported
			last = line
			r.left++
		}
		r.worsen(findings)
		r.complain("%s:%d:%d: %s", name, line, column, message)
	}
	return &formatter{upgrade: r.options.upgrade, out: out, report: report}
}

// fail tells that a file could not be formatted.
func (r *fmtRun) fail(err error) {
	r.failed++
	r.complain("%v", err)
	if errors.Is(err, errNotReplaceable) {
		r.worsen(wrongUsage)
	} else {
		r.worsen(couldNotRun)
	}
}

// printAll writes to standard output: the formatted text of all inputs or, with
// --check or --diff, what would change.
func (r *fmtRun) printAll(inputs []input) {
	r.showReading(inputs)
	text := textSink{w: r.stdout}
	for _, in := range inputs {
		var err error
		switch {
		case r.options.check:
			err = r.check(in)
		case r.options.diff:
			err = r.diff(in)
		default:
			text.next()
			err = r.formatInput(in, &text)
		}
		if _, broken := r.stdout.Write(nil); broken != nil {
			return // run tells
		}
		if err != nil {
			r.fail(err)
		}
	}
	if r.options.check {
		r.summarize("would change")
	}
}

// formatInput formats an input to a sink. The error names the input.
func (r *fmtRun) formatInput(in input, out sink) error {
	r.files++
	file, err := in.open()
	if err != nil {
		return err
	}
	defer file.Close()
	if err := r.formatter(in.name, out).format(file); err != nil {
		return fmt.Errorf("%s: %w", in.name, err)
	}
	return nil
}

// check prints the name of an input if formatting would change it.
func (r *fmtRun) check(in input) error {
	var change changeSink
	err := r.formatInput(in, &change)
	if change {
		r.changed++
		r.worsen(findings)
		fmt.Fprintln(r.stdout, in.name)
	}
	return err
}

func (r *fmtRun) diff(in input) error {
	d := differ{w: r.stdout, name: in.name}
	if err := r.formatInput(in, &d); err != nil {
		return err
	}
	err := d.end()
	if d.headed {
		r.worsen(findings)
	}
	return err
}

// rewriteAll formats files in place.
func (r *fmtRun) rewriteAll(inputs []input) {
	ctx, stop := interruptible()
	defer stop()
	for _, in := range inputs {
		r.files++
		if err := r.rewrite(ctx, in.path); err != nil {
			r.fail(err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	r.summarize("rewritten")
}

// interruptible returns a context that ends when somebody wants the program to, so
// that no temporary file is left behind. What the parent ignores, as nohup does,
// stays ignored.
func interruptible() (context.Context, func()) {
	var signals []os.Signal
	for _, s := range endSignals {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	if len(signals) == 0 { // which would stand for all
		return context.WithCancel(context.Background())
	}
	return signal.NotifyContext(context.Background(), signals...)
}

func (r *fmtRun) rewrite(ctx context.Context, name string) error {
	replacement, err := openReplacement(name)
	if err != nil {
		return err
	}
	defer replacement.close()
	err = r.formatter(visible(name), replacement).format(replacement.reader(ctx))
	replaced := false
	if err == nil {
		replaced, err = replacement.commit(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if replaced {
		r.changed++
	}
	return nil
}

func (r *fmtRun) summarize(what string) {
	r.stdout.Flush() // so that on a terminal the summary comes last; run looks at the error
	failed, left := "", ""
	if r.failed > 0 {
		failed = fmt.Sprintf(" (%d failed)", r.failed)
	}
	if r.left > 0 {
		left = fmt.Sprintf(", %s not canonical and left as they are", counted(r.left, "line"))
	}
	r.complain("%s%s, %d %s%s", counted(r.files, "file"), failed, r.changed, what, left)
}

// changeSink remembers only whether anything changes.
type changeSink bool

func (s *changeSink) same([]byte) error { return nil }

func (s *changeSink) changed(_, _ []byte) error {
	*s = true
	return nil
}

// textSink writes the formatted text of files, one behind the other. A file that
// ends in a torn line gets its LF if another follows, as when rows are appended to it: the
// torn line costs only itself.
type textSink struct {
	w          *bufio.Writer
	unfinished bool // the last line written has no LF
	separate   bool // and another file follows
}

func (s *textSink) next() { s.separate = s.unfinished }

func (s *textSink) same(piece []byte) error { return s.changed(nil, piece) }

func (s *textSink) changed(_, piece []byte) error {
	if len(piece) == 0 {
		return nil
	}
	if s.separate {
		s.separate = false
		s.w.WriteByte('\n')
	}
	s.unfinished = !bytes.HasSuffix(piece, []byte("\n"))
	_, err := s.w.Write(piece)
	return err
}
