package conformance

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// A Verdict is what became of one vector.
type Verdict string

// The verdicts.
const (
	Passed   Verdict = "passed"
	Failed   Verdict = "failed"
	Declared Verdict = "declared" // failed, as the port said it would
	Skipped  Verdict = "skipped"  // not put to the port
)

// A Kind says how a vector failed.
type Kind string

// The kinds of failure.
const (
	Crash      Kind = "crash"            // the port ended with a status other than 0
	Timeout    Kind = "timeout"          // it did not end
	TooMuch    Kind = "too much output"  // it did not stop printing
	LineCount  Kind = "wrong line count" // not one answer line per request
	TextMode   Kind = "text mode"        // every line ends in CR: standard output is not binary
	WrongLine  Kind = "wrong answer"     // the answer to a request is another
	WrongValue Kind = "wrong value"      // a report has another constant, counter or witness
	WrongBytes Kind = "wrong bytes"      // a report has the right values, printed otherwise
)

// Result is what became of one vector.
type Result struct {
	Vector
	Verdict Verdict
	Kind    Kind   // of a failure, declared or not
	Detail  string // of a failure: what differs, in a sentence
	Got     string // the port's answer, as far as there is one
}

// Options of [Run]. The zero Options put every vector to the port.
type Options struct {
	Select     func(Vector) bool // which vectors to put to the port; nil for all
	Deviations []string          // names of SPEC.md section 8, or ids, that the port declares
	Jobs       int               // runs of the port at a time; 0 for one per processor
}

// Report is what became of all vectors, in their order.
type Report struct {
	Results []Result
	// Unjustified are the deviations that were declared for nothing: those of which
	// every vector passed, and those that no vector bears.
	Unjustified []string
}

// Count is the number of vectors of a verdict.
func (r *Report) Count(v Verdict) int {
	n := 0
	for _, result := range r.Results {
		if result.Verdict == v {
			n++
		}
	}
	return n
}

// OK reports whether the port conforms: something was put to it, nothing failed,
// and no deviation was declared for nothing.
func (r *Report) OK() bool {
	return r.Count(Failed) == 0 && len(r.Unjustified) == 0 && r.Count(Passed)+r.Count(Declared) > 0
}

// Run puts the vectors to the port. The requests of parse, and those of emit, go
// in one run of the port; if it dies, hangs or answers with another number of
// lines, the run is halved until the requests that do it stand alone. Each file
// of fit is a run of its own.
//
// The error is what kept the suite from being run: the port could not be started
// (a *[StartError]), or ctx was cancelled.
func Run(ctx context.Context, port Port, vectors []Vector, options Options) (*Report, error) {
	jobs := options.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	r := runner{port: port, slots: make(chan struct{}, jobs), modes: map[Mode]*endings{}}
	for _, mode := range Modes {
		r.modes[mode] = &endings{}
	}
	r.ctx, r.stop = context.WithCancelCause(ctx)
	defer r.stop(nil)

	report := &Report{Results: make([]Result, len(vectors))}
	batches := map[Mode][]*Result{}
	for i, v := range vectors {
		result := &report.Results[i]
		*result = Result{Vector: v, Verdict: Skipped}
		if options.Select == nil || options.Select(v) {
			batches[v.Mode()] = append(batches[v.Mode()], result)
		}
	}
	r.lines(Parse, batches[Parse])
	r.lines(Emit, batches[Emit])
	for _, result := range batches[Fit] {
		r.file(result)
	}
	r.wait.Wait()
	if err := context.Cause(r.ctx); err != nil {
		return nil, err
	}
	report.declare(options.Deviations)
	return report, nil
}

// runner is one run of the suite. Results are each written by one goroutine at a
// time.
type runner struct {
	ctx   context.Context
	stop  context.CancelCauseFunc
	port  Port
	slots chan struct{} // one per run of the port at a time
	wait  sync.WaitGroup
	modes map[Mode]*endings
}

// endings counts how the runs of a mode ended.
type endings struct{ ended, hung atomic.Int32 }

// A port that always hangs must not take the time allowed once per vector, and one
// that hangs at a few must be told apart from it: of each mode, patience many runs
// may time out, and one more for each that has ended, but at most maxPatience. To
// find one request that hangs takes about ten.
const (
	patience    = 8
	maxPatience = 40
)

func (e *endings) exhausted() bool {
	return e.hung.Load() >= min(patience+e.ended.Load(), maxPatience)
}

// errImpatient is the error of a run that was not tried.
var errImpatient = fmt.Errorf("%w in too many runs before this: not tried", ErrTimeout)

// answer is one run of the port, when a slot is free.
func (r *runner) answer(mode Mode, input string) (string, error) {
	r.slots <- struct{}{}
	defer func() { <-r.slots }()
	if r.modes[mode].exhausted() {
		return "", errImpatient
	}
	output, err := r.port.Answer(r.ctx, mode, input)
	var start *StartError
	switch {
	case errors.As(err, &start):
		r.stop(start)
	case errors.Is(err, ErrTimeout):
		r.modes[mode].hung.Add(1)
	default:
		r.modes[mode].ended.Add(1)
	}
	return output, err
}

// lines puts a batch of line requests to the port.
func (r *runner) lines(mode Mode, batch []*Result) {
	if len(batch) > 0 {
		r.wait.Go(func() { r.batch(mode, batch) })
	}
}

// batch puts requests to the port in one run, and in halves if that gives no whole
// answer. It reports whether a run gave none; then some of the requests have failed.
func (r *runner) batch(mode Mode, batch []*Result) (broken bool) {
	var input strings.Builder
	for _, result := range batch {
		input.WriteString(result.Input + "\n")
	}
	output, err := r.answer(mode, input.String())
	answers, whole := splitAnswers(output)
	if err == nil && whole && len(answers) == len(batch) {
		for i, result := range batch {
			result.judgeLine(answers[i])
		}
		if textMode(answers) {
			markTextMode(batch)
		}
		return false
	}
	if r.ctx.Err() != nil {
		return true
	}
	kind, detail := kindOf(err), ""
	switch {
	case err != nil:
		detail = err.Error()
	case !whole:
		kind, detail = LineCount, "the last answer line does not end in LF"
	default:
		kind, detail = LineCount, fmt.Sprintf("%d answer lines for %d", len(answers), len(batch))
	}
	if len(batch) == 1 {
		batch[0].fail(kind, output, detail)
		return true
	}

	half, first := len(batch)/2, false
	var wait sync.WaitGroup
	wait.Go(func() { first = r.batch(mode, batch[:half]) })
	second := r.batch(mode, batch[half:])
	wait.Wait()
	if first || second {
		return true
	}
	// No half does it by itself, so all are answered by a port that yet fails.
	for _, result := range batch {
		if result.Verdict == Passed {
			result.fail(kind, result.Got, fmt.Sprintf("only when %d requests come in one run: %s", len(batch), detail))
		}
	}
	return true
}

// file puts a file to the port.
func (r *runner) file(result *Result) {
	r.wait.Go(func() {
		output, err := r.answer(Fit, result.Input)
		switch {
		case err != nil:
			result.fail(kindOf(err), output, err.Error())
		case output == result.Want:
			result.Verdict, result.Got = Passed, output
		default:
			kind, detail := compareReports(result.Want, output)
			result.fail(kind, output, detail)
		}
	})
}

// splitAnswers splits output at its LFs; whole tells that the last line has one.
func splitAnswers(output string) (answers []string, whole bool) {
	if output == "" {
		return nil, true
	}
	body, whole := strings.CutSuffix(output, "\n")
	return strings.Split(body, "\n"), whole
}

func (r *Result) judgeLine(got string) {
	if got == r.Want {
		r.Verdict, r.Got = Passed, got
		return
	}
	detail := "the row is stored otherwise"
	switch {
	case r.Want == "error":
		detail = "accepted, and must be refused"
	case got == "error":
		detail = "refused, and must be accepted"
	case !strings.HasPrefix(got, "ok\t"):
		detail = "the answer is neither error nor ok, TAB and a line"
	}
	r.fail(WrongLine, got, detail)
}

func (r *Result) fail(kind Kind, got, detail string) {
	r.Verdict, r.Kind, r.Got, r.Detail = Failed, kind, got, detail
}

// kindOf is the kind of failure that kept a run from giving a whole answer.
func kindOf(err error) Kind {
	switch {
	case errors.Is(err, ErrTimeout):
		return Timeout
	case errors.Is(err, ErrTooMuch):
		return TooMuch
	default:
		return Crash
	}
}

// textMode reports whether every line ends in CR, as where the system's library
// turns LF into CR LF on the way out.
func textMode(lines []string) bool {
	for _, line := range lines {
		if !strings.HasSuffix(line, "\r") {
			return false
		}
	}
	return len(lines) > 0
}

const textModeDetail = "every line ends in CR: is standard output in text mode?"

func markTextMode(batch []*Result) {
	for _, result := range batch {
		if strings.TrimSuffix(result.Got, "\r") == result.Want {
			result.fail(TextMode, result.Got, textModeDetail)
		}
	}
}
