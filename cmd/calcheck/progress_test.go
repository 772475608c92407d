package main

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/schollz/progressbar/v3"
)

// lockedBuilder is a terminal that a test can look at while it is written to.
type lockedBuilder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuilder) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuilder) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// onScreen is what the last line of a terminal shows after it was sent text.
func onScreen(text string) string {
	var line []rune
	column := 0
	text = strings.ReplaceAll(text, "\x1b[2K", "\r"+strings.Repeat(" ", 200))
	for _, r := range text {
		switch r {
		case '\n':
			line, column = nil, 0
		case '\r':
			column = 0
		default:
			if column == len(line) {
				line = append(line, r)
			} else {
				line[column] = r
			}
			column++
		}
	}
	return strings.TrimRight(string(line), " ")
}

func TestProgress(t *testing.T) {
	var terminal lockedBuilder
	var read atomic.Int64
	read.Store(50)
	p := startProgress(&terminal, 100, read.Load, time.Millisecond, time.Millisecond, progressbar.OptionSetDescription("reading"))
	shows := func(want string) {
		t.Helper()
		for i := 0; !strings.Contains(onScreen(terminal.String()), want); i++ {
			if i == 10_000 {
				t.Fatalf("the screen never showed %q; it was sent %q", want, terminal.String())
			}
			time.Sleep(time.Millisecond)
		}
	}
	shows("reading  50%")
	read.Store(200) // the file has grown
	shows("reading  99%")

	resume := p.pause()
	if got := onScreen(terminal.String()); got != "" {
		t.Errorf("a message would stand behind %q", got)
	}
	terminal.Write([]byte("a message\n"))
	sent := len(terminal.String())
	time.Sleep(20 * time.Millisecond)
	if got := terminal.String()[sent:]; got != "" {
		t.Errorf("paused, it wrote %q", got)
	}
	resume()
	shows("reading  99%")

	p.end()
	p.end()
	if got := onScreen(terminal.String()); got != "" {
		t.Errorf("it leaves %q", got)
	}
	if got := terminal.String(); strings.Count(got, "\n") != 1 {
		t.Errorf("it has written lines: %q", got)
	}
}

// TestProgressOfTheQuick: what takes no time shows nothing.
func TestProgressOfTheQuick(t *testing.T) {
	var terminal lockedBuilder
	p := startProgress(&terminal, -1, func() int64 { return 1 }, time.Hour, time.Hour)
	p.pause()()
	p.end()
	if got := terminal.String(); got != "" {
		t.Errorf("it wrote %q", got)
	}
	(*progress)(nil).pause()()
	(*progress)(nil).end()
}
