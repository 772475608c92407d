package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// fakePort, in the environment, makes the test binary a port instead, one with the
// habit named.
const fakePort = "CONFORMANCE_FAKE_PORT"

func TestMain(m *testing.M) {
	if habit := os.Getenv(fakePort); habit != "" {
		beFakePort(habit, Mode(os.Args[len(os.Args)-1]))
	}
	os.Exit(m.Run())
}

func beFakePort(habit string, mode Mode) {
	if habit == "reads-nothing" {
		os.Exit(0)
	}
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	right, _ := Reference{}.Answer(context.Background(), mode, string(input))
	switch habit {
	case "right":
		fmt.Print(right)
	case "crash":
		fmt.Print("error\n")
		fmt.Fprintf(os.Stderr, "%s\nlast\x1b[31m\n words\xff\n", strings.Repeat("x", 1000))
		os.Exit(3)
	case "signal":
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		select {}
	case "hang":
		fmt.Print("error\n")
		time.Sleep(time.Hour)
	case "hold":
		time.Sleep(time.Hour)
	case "hang-in-child":
		startFake("hang").Wait()
	case "leave-child":
		startFake("hold")
		fmt.Print(right)
	case "endless":
		for {
			fmt.Print(strings.Repeat("error\n", 1000))
		}
	case "one-more-line":
		fmt.Print(right + "error\n")
	case "one-less-line":
		lines := strings.SplitAfter(right, "\n")
		fmt.Print(strings.Join(lines[:len(lines)-2], ""))
	case "text-mode":
		fmt.Print(strings.ReplaceAll(right, "\n", "\r\n"))
	case "no-last-lf":
		fmt.Print(strings.TrimSuffix(right, "\n"))
	case "nothing":
	default:
		panic(habit)
	}
	os.Exit(0)
}

// startFake starts a child that inherits the standard output.
func startFake(habit string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fakePort+"="+habit)
	cmd.Stdout = os.Stdout
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	return cmd
}

// fake is the test binary with a habit. Only habits that never end get a timeout.
func fake(t *testing.T, habit string) Command {
	t.Setenv(fakePort, habit)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // the race detector's second per exit
	c := Command{Args: []string{os.Args[0]}}
	if strings.HasPrefix(habit, "hang") {
		c.Timeout = 300 * time.Millisecond
	}
	return c
}

const okLine = "cc\td1\tmm\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse"

func TestCommand(t *testing.T) {
	for _, tt := range []struct {
		habit  string
		output string
		err    error // its kind
	}{
		{"right", "ok\t" + okLine + "\n", nil},
		{"reads-nothing", "", nil},
		{"nothing", "", nil},
		{"crash", "error\n", &CrashError{}},
		{"signal", "", &CrashError{}},
		{"hang", "error\n", ErrTimeout},
		{"hang-in-child", "", ErrTimeout},
		{"leave-child", "ok\t" + okLine + "\n", nil},
	} {
		t.Run(tt.habit, func(t *testing.T) {
			output, err := fake(t, tt.habit).Answer(t.Context(), Parse, okLine+"\n")
			if output != tt.output && !strings.HasPrefix(tt.habit, "hang") { // how far it came is chance
				t.Errorf("output %q, want %q", output, tt.output)
			}
			var crash *CrashError
			switch {
			case errors.As(tt.err, &crash):
				if !errors.As(err, &crash) {
					t.Errorf("error %v, want a crash", err)
				}
			case !errors.Is(err, tt.err):
				t.Errorf("error %v, want %v", err, tt.err)
			}
		})
	}
}

// TestCommandReadsNothing: a port that leaves a long input unread is no fault of
// the pipe.
func TestCommandReadsNothing(t *testing.T) {
	output, err := fake(t, "reads-nothing").Answer(t.Context(), Fit, strings.Repeat(okLine+"\n", 1<<16))
	if output != "" || err != nil {
		t.Errorf("%q, %v", output, err)
	}
}

func TestCommandCrash(t *testing.T) {
	_, err := fake(t, "crash").Answer(t.Context(), Parse, "\n")
	var crash *CrashError
	if !errors.As(err, &crash) {
		t.Fatalf("error %v", err)
	}
	if crash.Status != "exit status 3" {
		t.Errorf("status %q", crash.Status)
	}
	if len(crash.Stderr) > 400 || !strings.HasSuffix(crash.Stderr, "xx last\x1b[31m words\ufffd") {
		t.Errorf("stderr %q", crash.Stderr)
	}
	if runtime.GOOS == "windows" {
		return
	}
	_, err = fake(t, "signal").Answer(t.Context(), Parse, "\n")
	if !errors.As(err, &crash) || crash.Error() != "signal: killed" {
		t.Errorf("signal: %v", err)
	}
}

func TestCommandTooMuch(t *testing.T) {
	output, err := fake(t, "endless").Answer(t.Context(), Parse, "\n")
	if !errors.Is(err, ErrTooMuch) {
		t.Errorf("error %v", err)
	}
	if len(output) > 2*maxOutput {
		t.Errorf("%d bytes are kept", len(output))
	}
}

func TestCommandNotStarted(t *testing.T) {
	report, err := Run(t.Context(), Command{Args: []string{t.TempDir() + "/none"}}, Vectors(), Options{})
	var start *StartError
	if report != nil || !errors.As(err, &start) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, %v", report, err)
	}
	_, _, err = Random(t.Context(), Command{Args: []string{t.TempDir() + "/none"}}, 1, 0, 1)
	if !errors.As(err, &start) {
		t.Errorf("random: %v", err)
	}
}

// TestCommandCancelled: the error is that of the context, not of the port.
func TestCommandCancelled(t *testing.T) {
	port := fake(t, "hang")
	port.Timeout = 0
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	report, err := Run(ctx, port, someVectors(3), Options{})
	if report != nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, %v", report, err)
	}
	if tried, diff, err := Random(ctx, port, 1, 0, 0); tried != 0 || diff != nil || err != nil {
		t.Errorf("random: %d, %v, %v", tried, diff, err)
	}
}

// TestRunOfCommand: what every vector becomes under a habit, whatever it is about.
func TestRunOfCommand(t *testing.T) {
	for _, tt := range []struct {
		habit     string
		line, fit Kind
		detail    string // of a line
	}{
		{"right", "", "", ""},
		{"crash", Crash, Crash, "exit status 3: xxx"},
		{"one-more-line", LineCount, WrongValue, "2 answer lines for 1"},
		{"one-less-line", LineCount, WrongValue, "0 answer lines for 1"},
		{"text-mode", TextMode, TextMode, "every line ends in CR: is standard output in text mode?"},
		{"no-last-lf", LineCount, WrongBytes, "the last answer line does not end in LF"},
		{"nothing", LineCount, WrongValue, "0 answer lines for 1"},
	} {
		t.Run(tt.habit, func(t *testing.T) {
			vectors := someVectors(3)
			report, err := Run(t.Context(), fake(t, tt.habit), vectors, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range report.Results {
				want := tt.line
				if r.Mode() == Fit {
					want = tt.fit
				}
				if r.Kind != want || (r.Verdict == Passed) != (want == "") {
					t.Errorf("%s: %s, %s (%s), want %q", r.ID, r.Verdict, r.Kind, r.Detail, want)
				}
				if r.Mode() != Fit && !strings.HasPrefix(r.Detail, tt.detail) {
					t.Errorf("%s: detail %q, want %q", r.ID, r.Detail, tt.detail)
				}
			}
			if report.OK() != (tt.habit == "right") {
				t.Errorf("OK is %v", report.OK())
			}
		})
	}
}

// someVectors are the first few of each category that answer with something.
func someVectors(n int) []Vector {
	var some []Vector
	count := map[string]int{}
	for _, v := range Vectors() {
		if count[v.Category] < n && v.Want != "" {
			count[v.Category]++
			some = append(some, v)
		}
	}
	return some
}

// portFunc is a port in this process.
type portFunc func(mode Mode, input string) (string, error)

func (f portFunc) Answer(_ context.Context, mode Mode, input string) (string, error) {
	return f(mode, input)
}

// answerRight is the answer of the reference.
func answerRight(mode Mode, input string) (string, error) {
	return Reference{}.Answer(context.Background(), mode, input)
}

// failed are the ids of what failed, with the kinds.
func failed(r *Report) map[string]Kind {
	ids := map[string]Kind{}
	for _, result := range r.Results {
		if result.Verdict == Failed {
			ids[result.ID] = result.Kind
		}
	}
	return ids
}

// TestIsolation: what one request does to a run is charged to it alone.
func TestIsolation(t *testing.T) {
	const culprit = "number-nan"
	var request string
	for _, v := range Vectors() {
		if v.ID == culprit {
			request = v.Input + "\n"
		}
	}
	hit := func(mode Mode, input string) bool {
		return mode == Parse && strings.Contains("\n"+input, "\n"+request)
	}
	for _, tt := range []struct {
		name string
		kind Kind
		do   func(right string) (string, error)
	}{
		{"crash", Crash, func(string) (string, error) { return "", &CrashError{Status: "exit status 2"} }},
		{"crash-after-answers", Crash, func(right string) (string, error) { return right, &CrashError{Status: "exit status 2"} }},
		{"hang", Timeout, func(string) (string, error) { return "", ErrTimeout }},
		{"too-much", TooMuch, func(right string) (string, error) { return right, ErrTooMuch }},
		{"two-lines", LineCount, func(right string) (string, error) { return right + "error\n", nil }},
		{"no-line", LineCount, func(right string) (string, error) { return right[strings.Index(right, "\n")+1:], nil }},
	} {
		for _, jobs := range []int{1, 4} {
			report, err := Run(t.Context(), portFunc(func(mode Mode, input string) (string, error) {
				right, _ := answerRight(mode, input)
				if hit(mode, input) {
					return tt.do(right)
				}
				return right, nil
			}), Vectors(), Options{Jobs: jobs})
			if err != nil {
				t.Fatal(err)
			}
			if got := failed(report); len(got) != 1 || got[culprit] != tt.kind {
				t.Errorf("%s, %d jobs: %v", tt.name, jobs, got)
			}
		}
	}
}

// TestOnlyTogether: a port that fails a run of many requests, each of which it
// answers alone, does not pass.
func TestOnlyTogether(t *testing.T) {
	report, err := Run(t.Context(), portFunc(func(mode Mode, input string) (string, error) {
		if mode == Emit && strings.Count(input, "\n") > 10 {
			return "", &CrashError{Status: "exit status 2"}
		}
		return answerRight(mode, input)
	}), Vectors(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(failed(report)) == 0 {
		t.Error("passed")
	}
	for _, r := range report.Results {
		if r.Verdict == Failed && (r.Kind != Crash || !strings.HasPrefix(r.Detail, "only when ")) {
			t.Errorf("%s: %s: %s", r.ID, r.Kind, r.Detail)
		}
	}
}

// TestPatience: a port that always hangs is given up, in one mode without harm to
// the others.
func TestPatience(t *testing.T) {
	for _, hangs := range [][]Mode{Modes, {Fit}, {Parse}} {
		const jobs = 4
		var tried atomic.Int32
		report, err := Run(t.Context(), portFunc(func(mode Mode, input string) (string, error) {
			if !slices.Contains(hangs, mode) {
				return answerRight(mode, input)
			}
			tried.Add(1)
			return "", ErrTimeout
		}), Vectors(), Options{Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		if most := int32(len(hangs) * (patience + jobs)); tried.Load() > most {
			t.Errorf("%v: %d runs, want at most %d", hangs, tried.Load(), most)
		}
		for _, r := range report.Results {
			if hung := slices.Contains(hangs, r.Mode()); hung != (r.Kind == Timeout) || hung != (r.Verdict == Failed) {
				t.Errorf("%v: %s: %s %s", hangs, r.ID, r.Verdict, r.Kind)
			}
		}
	}
}

// TestJobs: no more runs at a time than asked for.
func TestJobs(t *testing.T) {
	var now, most atomic.Int32
	_, err := Run(t.Context(), portFunc(func(mode Mode, input string) (string, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		runtime.Gosched()
		return "", &CrashError{Status: "exit status 2"}
	}), Vectors(), Options{Jobs: 3})
	if err != nil || most.Load() > 3 {
		t.Errorf("%d at a time, %v", most.Load(), err)
	}
}

// TestDeviations: strict both ways, but only as far as vectors were run.
func TestDeviations(t *testing.T) {
	nan := portFunc(func(mode Mode, input string) (string, error) {
		right, err := answerRight(mode, input)
		if mode == Parse {
			lines := strings.SplitAfter(right, "\n")
			for i, request := range strings.Split(input, "\n") {
				if strings.Contains(request, "\tnan\t") {
					lines[i] = "ok\t" + request + "\n"
				}
			}
			right = strings.Join(lines, "")
		}
		return right, err
	})
	only := func(id string) func(Vector) bool { return func(v Vector) bool { return v.ID == id } }
	for _, tt := range []struct {
		name             string
		declare          []string
		run              func(Vector) bool
		ok               bool
		failed, declared bool
		unjustified      []string
	}{
		{"nothing", nil, nil, false, true, false, nil},
		{"name", []string{"number-grammar"}, nil, true, false, true, nil},
		{"ids", []string{"number-nan", "model-nan"}, nil, true, false, true, nil},
		{"one id", []string{"number-nan"}, nil, false, true, true, nil},
		{"name that passes", []string{"number-grammar", "refloor-drift"}, nil, false, false, true, []string{"refloor-drift"}},
		{"id that passes", []string{"number-grammar", "plain"}, nil, false, false, true, []string{"plain"}},
		{"unknown", []string{"number-grammar", "nope"}, nil, false, false, true, []string{"nope"}},
		{"partly run", []string{"number-grammar"}, only("number-underscore"), true, false, false, nil},
		{"not run", []string{"refloor-drift"}, only("plain"), true, false, false, nil},
		{"nothing run", nil, func(Vector) bool { return false }, false, false, false, nil},
	} {
		report, err := Run(t.Context(), nan, Vectors(), Options{Deviations: tt.declare, Select: tt.run})
		if err != nil {
			t.Fatal(err)
		}
		if report.OK() != tt.ok || (report.Count(Failed) > 0) != tt.failed || (report.Count(Declared) > 0) != tt.declared ||
			!slices.Equal(report.Unjustified, tt.unjustified) {
			t.Errorf("%s: OK %v, %d failed, %d declared, unjustified %q", tt.name, report.OK(), report.Count(Failed), report.Count(Declared), report.Unjustified)
		}
		if !tt.failed && !tt.declared {
			continue
		}
		if got := report.Deviations(); !slices.Equal(got, []string{"number-grammar"}) {
			t.Errorf("%s: to be declared: %q", tt.name, got)
		}
	}
}

func TestReadDeviations(t *testing.T) {
	got, err := ReadDeviations(strings.NewReader("# ours\r\nnumber-grammar\r\n\n  number-nan # see #12\nlast"))
	if want := []string{"number-grammar", "number-nan", "last"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

// TestRandomFinds: a fault that shows in few files is found and shrunk to the rows
// that show it, the same each time.
func TestRandomFinds(t *testing.T) {
	port := portFunc(func(mode Mode, input string) (string, error) {
		right, err := answerRight(mode, input)
		return strings.ReplaceAll(right, "1 recorded bound violation\n", "1 recorded bound violations\n"), err
	})
	tried, diff, err := Random(t.Context(), port, 1, 0, 1000)
	if err != nil || diff == nil {
		t.Fatalf("%d tried, %v, %v", tried, diff, err)
	}
	if diff.Mode != Fit || diff.Kind != WrongBytes || strings.Count(diff.Input, "\n") > 1 || diff.Case != tried-1 {
		t.Errorf("%+v", diff)
	}
	_, again, err := Random(t.Context(), port, 1, diff.Case, 1)
	if err != nil || again == nil || *again != *diff {
		t.Errorf("again: %+v, %v", again, err)
	}
}
