package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"sync"

	"github.com/calcheck/calibration"
	"github.com/spf13/pflag"
)

// jobs is the value of --jobs: how many parts of a file are worked on at once.
// Nothing that is printed depends on it. Zero is as many as there are cores.
type jobs int

func (j *jobs) register(flags *pflag.FlagSet) {
	flags.Var(j, "jobs", "work on this `number` of parts of a file at once; without it, on one per core")
}

func (j jobs) number() int {
	if j == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return int(j)
}

func (j *jobs) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 1024 {
		return errors.New("expected a whole number from 1 to 1024")
	}
	*j = jobs(n)
	return nil
}

func (j *jobs) String() string { return strconv.Itoa(int(*j)) }

// Type is what help calls the value.
func (j *jobs) Type() string { return "number" }

// A turn is the place of a part among those of its file. Work on a part goes
// on at the same time as on others; what needs their order waits for its turn.
type turn struct {
	before <-chan struct{} // closed once all parts before are done with
	done   chan struct{}
}

// wait returns once all parts before this one are done with. From then on the
// caller has to itself what all share.
func (t *turn) wait() { <-t.before }

// scan reads an input to its end, in parts on several cores. Each part is given to
// work, which calls wait on its turn before it touches anything shared, and
// returns false to read no further. At most as many parts as jobs are held. The
// error, if any, names the input: it could not be opened, or not be read to the end.
func (in input) scan(jobs jobs, work func(*calibration.Part, *turn) bool) error {
	file, err := in.open()
	if err != nil {
		return err
	}
	defer file.Close()
	s := scanner{
		work:   work,
		most:   jobs.number(),
		reader: calibration.NewReader(file, calibration.WithFile(in.name)),
	}
	first := make(chan struct{})
	close(first)
	s.last = first

	s.running++
	s.run()
	s.workers.Wait()
	if s.err != nil && s.err != io.EOF {
		return fmt.Errorf("%s: %w", in.name, s.err)
	}
	return nil
}

// scanner is one scan, shared by its workers.
type scanner struct {
	work    func(*calibration.Part, *turn) bool
	most    int // workers
	workers sync.WaitGroup

	mu      sync.Mutex // of what follows
	running int        // workers, the caller of scan included
	reader  *calibration.Reader
	parts   int             // taken
	last    <-chan struct{} // done of the part last taken
	end     bool
	err     error
}

// run works on one part after the other.
func (s *scanner) run() {
	var p calibration.Part
	for {
		t := s.take(&p)
		if t == nil {
			return
		}
		goOn := s.work(&p, t)
		t.wait()
		close(t.done)
		if !goOn {
			s.stop()
			return
		}
	}
}

// take fills p with the next part and returns its turn, or nil if there is no more.
func (s *scanner) take(p *calibration.Part) *turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end {
		return nil
	}
	if s.err = s.reader.NextPart(p); s.err != nil {
		s.end = true
		return nil
	}
	t := &turn{s.last, make(chan struct{})}
	s.last = t.done
	// A worker more is started with each part beyond the first: for a small file, which is
	// one part, that would take longer than the file.
	if s.parts++; s.running < min(s.parts, s.most) {
		s.running++
		s.workers.Go(s.run)
	}
	return t
}

func (s *scanner) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end = true
}
