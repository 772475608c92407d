package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// checkOutput are the flags that say what of the findings is printed, how, and
// where to. The zero checkOutput is all of them, as text, to standard output.
type checkOutput struct {
	formats       []string // values of -f
	maxFindings   int      // 0: no limit
	quiet         bool
	color         colorMode
	baseline      string // the file, or none
	writeBaseline string

	// What other flags of check say. They are nil where all rules are chosen, and
	// where errors fail.
	chosen func(*rule) bool
	fails  func(severity) bool
}

// checkFormats are the formats of findings.
var checkFormats = []string{formatText, formatJSON, formatSARIF, formatGitHub, formatJUnit}

func (o *checkOutput) register(flags *pflag.FlagSet) {
	flags.StringArrayVarP(&o.formats, "format", "f", nil, "print findings in this `format`: text, json, sarif, github or junit; FORMAT=PATH writes to a file; may be repeated")
	flags.IntVar(&o.maxFindings, "max-findings", 0, "print the first `number` of findings only; they are counted all the same (0: all of them)")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print findings and trouble only: no summary, no word of what a baseline knows too much")
	flags.Var(&o.color, "color", "colour text on standard output `when`: auto, always or never")
	fileVar(flags, &o.baseline, "baseline", "leave out the findings that this `file` knows")
	fileVar(flags, &o.writeBaseline, "write-baseline", "write what is found to this `file`, for --baseline, instead of printing it")
}

// findingSink takes the findings of a run: it counts them, leaves out what a
// baseline knows, and prints the rest in each format that was asked for.
type findingSink struct {
	c        *cli
	options  *checkOutput
	summary  summary
	outputs  []findingOutput
	baseline *baseline // nil: none is used, and none written
	printing fingerprinter
}

// findingOutput is where the findings go in one format.
type findingOutput struct {
	findingWriter
	w    *bufio.Writer
	file *newFile // nil: w is standard output
}

// A printedFinding is a finding on its way to a format.
type printedFinding struct {
	finding
	path        string     // of its file, for baselines; empty, like the key, if none is used
	key         contentKey // what it is about
	fingerprint string     // empty if no format of the run has it
}

// openFindings makes ready to print what is found. An error is wrong usage; there
// is no sink either if a baseline cannot be read. A file that cannot be written
// is complained about; the others are written all the same.
func (c *cli) openFindings(o *checkOutput) (*findingSink, error) {
	outputs, err := parseOutputs(o.formats, checkFormats...)
	if err != nil {
		return nil, err
	}
	if o.maxFindings < 0 {
		return nil, errors.New("--max-findings: expected a whole number of zero or more")
	}
	s := &findingSink{c: c, options: o, summary: summary{counts: map[severity]int64{}, rules: map[*rule]int64{}}}
	if s.baseline, err = openBaseline(o); err != nil {
		c.complain("%v", err)
		c.worsen(couldNotRun)
		return nil, nil
	}
	for _, output := range outputs {
		s.open(output)
	}
	return s, nil
}

// open begins an output.
func (s *findingSink) open(o output) {
	out := findingOutput{w: s.c.stdout}
	if o.path != "" {
		file, err := createFile(o.path)
		if err != nil {
			s.c.complain("%v", err)
			s.c.worsen(couldNotRun)
			return
		}
		out.w, out.file = file.Writer, file
	}
	text := &textFindings{w: out.w, color: s.options.color.wanted(s.c.out) && out.file == nil}
	switch o.format {
	case formatText:
		out.findingWriter = text
	case formatJSON:
		out.findingWriter = &jsonFindings{w: out.w}
		s.printing.wanted = true
	case formatSARIF:
		out.findingWriter = &sarifFindings{w: out.w, root: sourceRoot(), baseline: s.options.baseline != ""}
		s.printing.wanted = true
	case formatGitHub:
		annotations := &githubFindings{w: out.w, root: sourceRoot()}
		if out.file == nil {
			annotations.text = text
		}
		out.findingWriter = annotations
	case formatJUnit:
		out.findingWriter = &junitFindings{w: out.w, fails: s.options.fails}
	}
	s.outputs = append(s.outputs, out)
}

// report takes a finding. It returns false once no output can be written to any
// more.
func (s *findingSink) report(f finding) bool {
	printed := s.printing.prepare(f, s.baseline != nil)
	if s.baseline != nil && s.baseline.knows(printed) {
		s.summary.known++
		return true
	}
	s.summary.counts[f.rule.severity]++
	s.summary.rules[f.rule]++
	if most := s.options.maxFindings; most > 0 && s.summary.printed() > int64(most) {
		s.summary.unprinted++
		return true
	}
	for _, out := range s.outputs {
		out.write(printed)
	}
	return s.listened()
}

// listened reports whether there is still an output that can be written to.
func (s *findingSink) listened() bool {
	for _, out := range s.outputs {
		if _, err := out.w.Write(nil); err == nil {
			return true
		}
	}
	return s.options.writeBaseline != ""
}

// close ends all outputs and prints the summary. Of sum it fills in what the sink
// has counted.
func (s *findingSink) close(sum *summary) {
	sum.counts, sum.rules, sum.known, sum.unprinted = s.summary.counts, s.summary.rules, s.summary.known, s.summary.unprinted
	told := newCoverage(sum, s.options.chosen)
	switch {
	case s.baseline == nil:
	case s.baseline.writing:
		sum.known -= s.baseline.left(told)
	case s.listened(): // else the files were not read to their ends
		s.stale(sum, told)
	}
	for _, out := range s.outputs {
		if err := out.finish(sum); err != nil {
			s.c.complain("%v", err)
			s.c.worsen(couldNotRun)
		}
	}
	s.c.stdout.Flush() // so that on a terminal the summary comes last; run looks at the error
	if !s.options.quiet {
		s.c.complain("%s", sum)
	}
	if s.options.writeBaseline != "" {
		s.writeBaseline(told)
	}
}

// stale tells of the findings that the baseline knows and that are gone.
func (s *findingSink) stale(sum *summary, told *coverage) {
	stale := s.baseline.stale(told)
	for _, e := range stale {
		sum.stale += e.count - e.seen
	}
	if sum.stale == 0 || s.options.quiet {
		return
	}
	s.c.complain("%s knows %s too many (--write-baseline %[1]s drops them):", s.baseline.name, counted(sum.stale, "finding"))
	const most = 20
	for _, e := range stale[:min(most, len(stale))] {
		s.c.complain("  %s: %d of %s: %s", e.path, e.count-e.seen, e.rule, e.message)
	}
	if more := len(stale) - most; more > 0 {
		s.c.complain("  +%d more", more)
	}
}

func (s *findingSink) writeBaseline(told *coverage) {
	findings, err := s.baseline.write(told)
	if err != nil {
		s.c.complain("%v", err)
		s.c.worsen(couldNotRun)
		return
	}
	if !s.options.quiet {
		s.c.complain("%s: %s known from now on", s.baseline.name, counted(findings, "finding"))
	}
	if left := s.baseline.left(told); left > 0 {
		s.c.complain("%s: not so %s of what could not be read to its end", s.baseline.name, counted(left, "finding"))
	}
}

// finish ends an output; a file gets its name only if it is whole.
func (o *findingOutput) finish(sum *summary) error {
	err := o.end(sum)
	switch {
	case o.file == nil:
		return err
	case err == nil && sum.isInput(o.file.path):
		err = fmt.Errorf("%s is one of the files checked, and stays as it is", o.file.path)
	}
	if err != nil {
		o.file.abandon()
		return err
	}
	return o.file.commit()
}

// isInput reports whether a file is one of those checked.
func (s *summary) isInput(path string) bool {
	info, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(s.inputs, func(in input) bool {
		other, err := os.Stat(cmp.Or(in.path, in.name)) // standard input may be called as the file that it is
		return err == nil && os.SameFile(info, other)
	})
}

// printed is how many findings were printed so far.
func (s *summary) printed() int64 { return s.found() - s.unprinted }

// found is how many findings there are, but for those that a baseline knows.
func (s *summary) found() (n int64) {
	for _, count := range s.counts {
		n += count
	}
	return n
}

// String is the summary in a line, for people.
func (s *summary) String() string {
	var b strings.Builder
	b.WriteString(counted(s.files, "file"))
	if s.unreadable > 0 {
		fmt.Fprintf(&b, " (%d unreadable)", s.unreadable)
	}
	fmt.Fprintf(&b, ", %s, %s, %s", counted(s.rows, "row"), counted(s.counts[severityError], "error"), counted(s.counts[severityWarning], "warning"))
	if notes := s.counts[severityNote]; notes > 0 {
		fmt.Fprintf(&b, ", %s", counted(notes, "note"))
	}
	if s.known > 0 {
		fmt.Fprintf(&b, "; %d more in the baseline", s.known)
	}
	return b.String()
}
