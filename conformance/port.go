package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// A Port answers the protocol: one run of it in one mode, input to output.
//
// The error, if any, says why there is no whole answer: a *[StartError], a
// *[CrashError], [ErrTimeout] or [ErrTooMuch]. The output up to then is returned
// beside it. Answer may be called by several goroutines at once.
type Port interface {
	Answer(ctx context.Context, mode Mode, input string) (output string, err error)
}

// Why a run of a port gave no whole answer.
var (
	ErrTimeout = errors.New("no end within the time allowed")
	ErrTooMuch = errors.New("more output than any answer has")
)

// StartError tells that the port could not be started at all.
type StartError struct{ Err error }

func (e *StartError) Error() string { return fmt.Sprintf("cannot start the port: %v", e.Err) }
func (e *StartError) Unwrap() error { return e.Err }

// CrashError tells that the port ended with a status other than 0, or by a
// signal. A crash is never a rejection, whatever was printed.
type CrashError struct {
	Status string // as the system names it
	Stderr string // the end of what the port printed on standard error
}

func (e *CrashError) Error() string {
	if e.Stderr == "" {
		return e.Status
	}
	return fmt.Sprintf("%s: %s", e.Status, e.Stderr)
}

// Command is a port that is a program: the mode is added to Args as the last
// argument, and each call of Answer is a process of its own.
type Command struct {
	Args    []string      // the program and its arguments
	Timeout time.Duration // of one run; 0 for none
}

// maxOutput bounds what a run may print beside its input: canonical lines and
// reports are longer than their input by far less.
const maxOutput = 16 << 20

// Answer runs the program once.
func (c Command) Answer(ctx context.Context, mode Mode, input string) (string, error) {
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.Timeout, ErrTimeout)
		defer cancel()
	}
	ctx, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	cmd := exec.CommandContext(ctx, c.Args[0], append(c.Args[1:len(c.Args):len(c.Args)], string(mode))...)
	cmd.Stdin = strings.NewReader(input) // a port that does not read it to the end is judged by its answer
	stdout := &capped{most: len(input)*2 + maxOutput, full: func() { kill(ErrTooMuch) }}
	stderr := &tail{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = time.Second // children of a port that has ended may hold the pipes open
	ownGroup(cmd)

	if err := cmd.Start(); err != nil {
		return "", &StartError{err}
	}
	err := cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) {
		endGroup(cmd)
	}
	output := stdout.buf.String()
	if cause := context.Cause(ctx); cause != nil {
		return output, cause
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return output, &CrashError{exit.Error(), stderr.String()}
	case err != nil && !errors.Is(err, exec.ErrWaitDelay) && cmd.ProcessState == nil:
		return output, &StartError{err}
	}
	return output, nil
}

// capped keeps what is written, up to a limit.
type capped struct {
	buf  bytes.Buffer
	most int
	full func()
}

func (c *capped) Write(p []byte) (int, error) {
	if c.buf.Len()+len(p) > c.most {
		c.full()
		return 0, io.ErrShortWrite
	}
	return c.buf.Write(p)
}

// tail keeps the end of what is written, on one line.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 300
	t.b = append(t.b, p...)
	if len(t.b) > most {
		t.b = append(t.b[:0], t.b[len(t.b)-most:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	return string(bytes.Join(bytes.Fields(bytes.ToValidUTF8(t.b, []byte("\ufffd"))), []byte(" ")))
}
