package main

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/conformance"
	"github.com/spf13/cobra"
)

func newOracleCommand(c *cli) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "oracle",
		Short: "answer as a port of the format would, on standard input and output",
		Long: `Oracle is the reference end of the conformance protocol: what a port in another
language must answer, byte for byte. It reads standard input to its end.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return errors.New("oracle: expected parse, fit or emit") },
	}
	mode := func(name, short string, answer func()) {
		cmd.AddCommand(&cobra.Command{
			Use: name, Short: short, Args: cobra.NoArgs,
			Run: func(*cobra.Command, []string) { answer() },
		})
	}
	mode("parse", "per line: ok and the canonical line, or error", func() { c.answerLines(conformance.Parse) })
	mode("fit", "the report of the file on standard input; malformed lines are ignored", c.answerFit)
	mode("emit", "per line of 12 columns with escaped text: ok and the line a writer stores, or error", func() { c.answerLines(conformance.Emit) })
	return cmd
}

// answerLines answers each line of standard input, whatever its length, with a
// line of its own. Lines end in LF and nothing else is stripped; the last one
// may lack it.
func (c *cli) answerLines(mode conformance.Mode) {
	requests := bufio.NewReader(c.stdin)
	for {
		request, err := requests.ReadString('\n')
		if err != nil && err != io.EOF {
			c.complain("%s: %v", stdinName, err)
			c.worsen(couldNotRun)
			return
		}
		if request == "" {
			return
		}
		reply := conformance.AnswerLine(mode, strings.TrimSuffix(request, "\n"))
		if _, err := c.stdout.WriteString(reply + "\n"); err != nil {
			return
		}
	}
}

// answerFit prints the report of a file, and nothing without rows.
func (c *cli) answerFit() {
	var fitter calibration.Fitter
	for _, err := range c.addRows(&fitter, []input{c.standardInput()}, 1).unreadable {
		c.complain("%v", err)
		c.worsen(couldNotRun)
		return
	}
	for _, e := range fitter.Envelopes() {
		c.stdout.WriteString(e.Report())
	}
}
