package main

import (
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows on a terminal how far the work is, if it takes long. The nil
// progress shows nothing.
type progress struct {
	bar   *progressbar.ProgressBar
	total int64 // -1 if it is not known
	state func() int64

	mu    sync.Mutex // of the terminal
	shown bool

	quit  chan struct{}
	ended sync.Once
	done  sync.WaitGroup
}

// What is done sooner needs no progress, and no eye follows more.
const (
	progressAfter = 2 * time.Second
	progressEvery = 200 * time.Millisecond
)

// showProgress begins to show the state of some work, if somebody looks: on a
// terminal that can move its cursor, and not under CI. total is what state is at
// the end, or -1. What is shown goes away by itself.
func (c *cli) showProgress(total int64, state func() int64, options ...progressbar.Option) {
	if isTerminal(c.stderr) && os.Getenv("CI") == "" && os.Getenv("TERM") != "dumb" {
		c.progress = startProgress(c.stderr, total, state, progressAfter, progressEvery, options...)
	}
}

func startProgress(w io.Writer, total int64, state func() int64, after, every time.Duration, options ...progressbar.Option) *progress {
	p := &progress{total: total, state: state, quit: make(chan struct{})}
	p.bar = progressbar.NewOptions64(total, append(options,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetRenderBlankState(false),
		progressbar.OptionShowCount(), // so that every state is drawn, not only another percentage
		progressbar.OptionSetWidth(20),
	)...)
	p.bar.StartWithoutRender() // its clock
	p.done.Go(func() {
		for wait := after; ; wait = every {
			select {
			case <-p.quit:
				return
			case <-time.After(wait):
				p.draw()
			}
		}
	})
	return p
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	state := p.state()
	if p.total >= 0 { // a file may have grown; what is not at its end must not look so
		state = min(state, p.total-1)
	}
	p.bar.Set64(max(state, 0))
	p.shown = true
}

// pause makes way on the terminal for a message.
func (p *progress) pause() (resume func()) {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	p.clear()
	return p.mu.Unlock
}

func (p *progress) clear() {
	if p.shown {
		p.bar.Clear()
	}
}

// end leaves the terminal as if there had been no progress.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.ended.Do(func() {
		close(p.quit)
		p.done.Wait()
		p.clear()
	})
}

// showReading shows how much of the inputs has been read.
func (c *cli) showReading(inputs []input) {
	var read atomic.Int64
	c.showProgress(totalSize(inputs), read.Load,
		progressbar.OptionSetDescription("reading"), progressbar.OptionShowBytes(true))
	if c.progress == nil {
		return
	}
	for i := range inputs {
		raw := inputs[i].raw
		inputs[i].raw = func() (io.ReadCloser, error) {
			file, err := raw()
			return countingReader{file, &read}, err
		}
	}
}

// totalSize returns the size of all inputs in bytes, as they are on disk, or -1
// if one has none, such as a pipe.
func totalSize(inputs []input) int64 {
	total := int64(0)
	for _, in := range inputs {
		info, err := os.Stat(in.path)
		if err != nil || !info.Mode().IsRegular() {
			return -1
		}
		total += info.Size()
	}
	return total
}

type countingReader struct {
	io.ReadCloser
	read *atomic.Int64
}

func (r countingReader) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	r.read.Add(int64(n))
	return n, err
}

// standardOutput is where results go. On a terminal they are all the progress
// that one wants to see, and leave no line to show another on.
type standardOutput struct {
	io.Writer
	cli *cli
}

func (w standardOutput) Write(b []byte) (int, error) {
	if isTerminal(w.Writer) {
		w.cli.progress.end()
	}
	return w.Writer.Write(b)
}
