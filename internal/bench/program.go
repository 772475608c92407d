package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// A program is a command line that is measured.
type program struct {
	name  string // as the tables show it
	args  []string
	env   []string // beside the environment
	stdin string   // the file that is its standard input; none if empty
	feed  []string // instead, the command whose output is its standard input

	// finds tells that exit status 1, for findings, is as good as 0.
	finds bool
}

// measured is what a program took over all rounds.
type measured struct {
	program
	times []time.Duration
	rss   rss
	err   error // why it was given up
}

// rss is a peak of resident memory, in bytes; 0 if the system does not tell.
type rss struct {
	peak int64
	// bound tells that the peak may be less. On Linux a process starts with that of
	// the one it was started by, which is this, until it needs more.
	bound bool
}

func rssOf(state *os.ProcessState) rss {
	peak := peakRSS(state)
	return rss{peak, peak <= ownRSS()}
}

// ownRSS is the greatest resident memory of this process, in bytes, if it is
// passed on to those it starts.
func ownRSS() int64 {
	status, _ := os.ReadFile("/proc/self/status") // on Linux alone
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kib int64
	fmt.Sscan(after, &kib) // or it is 0
	return kib << 10
}

// median is that of the rounds, the lower of two.
func (m measured) median() time.Duration {
	if len(m.times) == 0 {
		return 0
	}
	times := slices.Sorted(slices.Values(m.times))
	return times[(len(times)-1)/2]
}

// greatest is the slowest round.
func (m measured) greatest() time.Duration {
	if len(m.times) == 0 {
		return 0
	}
	return slices.Max(m.times)
}

// inTurn runs the programs one after the other, again in each round, so that
// whatever else the machine does meets all of them alike. One that fails is told
// and run no more. The error is only that of the context.
func inTurn(ctx context.Context, rounds int, programs []program) ([]measured, error) {
	results := make([]measured, len(programs))
	for i, p := range programs {
		results[i].program = p
	}
	for range rounds {
		for i := range results {
			m := &results[i]
			if m.err != nil {
				continue
			}
			took, rss, err := m.run(ctx)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				m.err = err
				progress("%s: %v", m.name, err)
				continue
			}
			m.times = append(m.times, took)
			if rss.peak > m.rss.peak {
				m.rss = rss
			}
		}
	}
	return results, nil
}

// run runs the program once, from its start to its exit; what it prints is
// discarded.
func (p program) run(ctx context.Context) (took time.Duration, peak rss, err error) {
	cmd := exec.CommandContext(ctx, p.args[0], p.args[1:]...)
	cmd.Env = append(cmd.Environ(), p.env...)
	var stderr head
	cmd.Stderr = &stderr
	feed := func() error { return nil }
	start := time.Now()
	switch {
	case p.stdin != "":
		file, err := os.Open(p.stdin)
		if err != nil {
			return 0, rss{}, err
		}
		defer file.Close()
		cmd.Stdin = file
	case p.feed != nil:
		if feed, err = pipe(ctx, p.feed, cmd); err != nil {
			return 0, rss{}, err
		}
	}
	err = cmd.Run()
	took = time.Since(start)
	feedErr := feed()
	var exit *exec.ExitError
	if p.finds && errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		return 0, rss{}, fmt.Errorf("%s: %w%s", strings.Join(p.args, " "), err, &stderr)
	}
	return took, rssOf(cmd.ProcessState), feedErr
}

// pipe starts a command whose output is the standard input of another, through a
// pipe of the system. The function it returns ends it, once the other has ended.
func pipe(ctx context.Context, args []string, to *exec.Cmd) (end func() error, err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	var stderr head
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = write, &stderr
	to.Stdin = read
	err = cmd.Start()
	write.Close()
	if err != nil {
		read.Close()
		return nil, err
	}
	return func() error {
		read.Close() // or a writer that is not read from would wait for ever
		if err := cmd.Wait(); err != nil {
			return fmt.Errorf("%s: %w%s", strings.Join(args, " "), err, &stderr)
		}
		return nil
	}, nil
}

// head keeps the start of what is written to it.
type head struct{ kept bytes.Buffer }

func (h *head) Write(b []byte) (int, error) {
	const most = 2000
	h.kept.Write(b[:min(len(b), most-h.kept.Len())])
	return len(b), nil
}

// String is what was kept, on lines of its own.
func (h *head) String() string {
	if text := strings.TrimSpace(h.kept.String()); text != "" {
		return "\n\t" + strings.ReplaceAll(text, "\n", "\n\t")
	}
	return ""
}

// progress tells on standard error what goes on.
func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...)
}
