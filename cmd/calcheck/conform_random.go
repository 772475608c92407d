package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/calcheck/calibration/conformance"
	"github.com/schollz/progressbar/v3"
)

// randomSpan is how long to go on with random input: a time, or a number of cases.
type randomSpan struct {
	time  time.Duration
	cases int
}

func parseRandomSpan(s string) (randomSpan, error) {
	if n, err := strconv.Atoi(s); err == nil && n > 0 {
		return randomSpan{cases: n}, nil
	}
	if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return randomSpan{time: d}, nil
	}
	return randomSpan{}, fmt.Errorf("--random: expected a time such as 30s or a number of cases, not %q", s)
}

// conformRandom compares the port with the library on random input, until they
// differ or the span is over.
func (c *cli) conformRandom(port []string, options conformOptions) {
	if !options.seedGiven {
		options.seed = uint64(rand.Uint32())
	}
	ctx, cancel := untilInterrupted()
	defer cancel()
	r := randomRun{port: conformance.Command{Args: port, Timeout: options.timeout}, options: options, next: options.firstCase}
	total := int64(options.span.cases)
	if total == 0 {
		total = -1
	}
	c.showProgress(total, r.tried.Load, progressbar.OptionSetDescription("cases"))
	r.run(ctx)
	switch {
	case r.diff != nil:
		c.worsen(findings)
		c.stdout.WriteString(randomDifference(port, options, r.diff))
	case r.err != nil:
		c.couldNotConform(ctx, port, r.err)
	case ctx.Err() != nil:
		c.complain("interrupted: %s agreed until then (seed %d)", counted(int(r.tried.Load()), "case"), options.seed)
		c.worsen(couldNotRun)
	case r.tried.Load() == 0:
		c.complain("random: no case was tried in the time given")
		c.worsen(findings)
	default:
		fmt.Fprintf(c.stdout, "random: %d cases agree (seed %d)\n", r.tried.Load(), options.seed)
	}
}

// randomRun is one comparison on random input, by as many workers as there are jobs.
type randomRun struct {
	port    conformance.Port
	options conformOptions

	tried atomic.Int64

	mu    sync.Mutex
	next  int // the case to hand out next
	given int // how many were handed out
	over  bool
	diff  *conformance.Difference // the one of the lowest case
	err   error
}

func (r *randomRun) run(ctx context.Context) {
	jobs := r.options.jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if limit := r.options.span.time; limit > 0 {
		timer := time.AfterFunc(limit, func() { r.finish(nil, nil) })
		defer timer.Stop()
	}
	var wait sync.WaitGroup
	for range jobs {
		wait.Go(func() {
			for ctx.Err() == nil {
				i, ok := r.take()
				if !ok {
					return
				}
				tried, diff, err := conformance.Random(ctx, r.port, r.options.seed, i, 1)
				r.tried.Add(int64(tried))
				if diff != nil || err != nil {
					r.finish(diff, err)
				}
			}
		})
	}
	wait.Wait()
}

// take hands out the next case of the modes asked for.
func (r *randomRun) take() (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.options.selectsMode(conformance.CaseMode(r.next)) {
		r.next++
	}
	if r.over || r.options.span.cases > 0 && r.given == r.options.span.cases {
		return 0, false
	}
	r.given++
	r.next++
	return r.next - 1, true
}

// finish lets no other case start, and keeps why.
func (r *randomRun) finish(diff *conformance.Difference, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	if r.err == nil {
		r.err = err
	}
	if diff != nil && (r.diff == nil || diff.Case < r.diff.Case) {
		r.diff = diff
	}
}

// randomDifference is the block of a difference, with the command that finds it again.
func randomDifference(port []string, options conformOptions, diff *conformance.Difference) string {
	var b strings.Builder
	fmt.Fprintf(&b, "random: case %d differs, in %s (seed %d)\n", diff.Case, diff.Mode, options.seed)
	writeDifference(&b, diff.Mode, diff.Kind, diff.Detail, diff.Input, diff.Want, diff.Got)
	again := []string{"calcheck", "conform", "--random", "1", "--seed", strconv.FormatUint(options.seed, 10), "--case", strconv.Itoa(diff.Case)}
	if options.timeout != defaultTimeout {
		again = append(again, "--timeout", options.timeout.String())
	}
	fmt.Fprintf(&b, "again: %s\n", shellQuote(append(append(again, "--"), port...)))
	return b.String()
}
