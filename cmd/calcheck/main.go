// Command calcheck validates and fits calibration files: the measurements from
// which an autotuner derives the constants of its roofline cost model.
//
// Findings and reports go to standard output, progress and trouble to standard
// error. Run `calcheck demo` to see the main job without a file, and
// `calcheck COMMAND --help` for the rest.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

func main() {
	surviveClosedPipes()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole command but for the process around it; it returns the exit
// status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &cli{stdin: stdin, stderr: stderr, out: stdout}
	c.stdout = bufio.NewWriterSize(standardOutput{stdout, c}, 64<<10)
	root := newRootCommand(c, args)
	root.SetArgs(append([]string{}, args...)) // never nil, for which cobra takes os.Args
	root.SetOut(c.stdout)
	root.SetErr(stderr)

	// Commands return an error only for wrong usage; all else is a status.
	if cmd, err := root.ExecuteC(); err != nil {
		c.complain("%v", err)
		fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
		c.worsen(wrongUsage)
	}
	c.progress.end()
	if err := c.stdout.Flush(); err != nil {
		c.complain("standard output: %v", err)
		c.worsen(couldNotRun)
	}
	return int(c.status)
}

// A status is an exit status. The worst, which is the greatest, wins.
type status int

const (
	clean       status = iota
	findings           // something is wrong with the data, or there is none
	wrongUsage         // something is wrong with the command line
	couldNotRun        // an input could not be read, or standard output not written
)

// exitStatusHelp is the part of the help that tells what scripts rely on.
const exitStatusHelp = `Exit status:
  0  clean
  1  findings, or no rows at all
  2  wrong usage
  3  a file could not be read, or standard output not written
The worst wins; one unreadable file does not stop the others.`

// cli is what all commands share.
type cli struct {
	stdin  io.Reader
	stdout *bufio.Writer // its first error is sticky; run reports it
	stderr io.Writer
	out    io.Writer // what stdout buffers: a terminal, perhaps
	status status

	progress *progress // of the command, on a terminal
}

func (c *cli) worsen(s status) { c.status = max(c.status, s) }

// complain writes one message, on one line, to standard error.
func (c *cli) complain(format string, args ...any) {
	defer c.progress.pause()()
	message := visible(fmt.Sprintf(format, args...))
	if os.Getenv("GITHUB_ACTIONS") == "true" {
		message = notForRunners.Replace(message)
	}
	fmt.Fprintf(c.stderr, "calcheck: %s\n", message)
}
