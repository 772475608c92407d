package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
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
