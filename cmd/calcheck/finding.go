package main

import (
	"fmt"
	"iter"
)

// finding is one thing wrong at one place.
type finding struct {
	place
	rule    *rule
	message string
	other   *place // another row that the finding is about, if any
	content string // what it is about, as in the file and without its place: the line, or "" for a whole file whatever it holds
}

// place is where something is: a character of a line of an input.
type place struct {
	in     *input
	line   int // 1-based
	column int // 1-based, in characters: what editors, SARIF and annotations mean by it
}

func (p place) String() string { return fmt.Sprintf("%s:%d:%d", p.in.name, p.line, p.column) }

// String is the finding as a line of text, the form that editors and CI systems
// take apart.
func (f finding) String() string {
	return fmt.Sprintf("%s: %s: %s [%s]", f.place, f.rule.severity, f.message, f.rule.id)
}

// A findingWriter writes findings in one format. They come in order: those of one
// input after those of the one before, by line; after them, in the same order,
// those that only the rows of all inputs show.
type findingWriter interface {
	write(f printedFinding)
	// end comes once, after the last finding. An error is not of the output itself,
	// whose first one is sticky, but of what else the format needs.
	end(s *summary) error
}

// summary is what a check found, in exact numbers whatever was printed of it.
type summary struct {
	files      int                // named, or found in directories
	unreadable int                // of them, not read or not to the end
	rows       int64              // well-formed
	counts     map[severity]int64 // findings, but for what a baseline knows
	rules      map[*rule]int64    // the same by rule
	known      int64              // findings that a baseline knows
	stale      int64              // entries of a baseline that nothing matched
	unprinted  int64              // findings beyond --max-findings

	inputs []input          // the files, in order
	failed map[*input]error // those of inputs that are unreadable, and why
}

// couldNotRead notes an input that could not be read, or not to its end.
func (s *summary) couldNotRead(in *input, err error) {
	if s.failed == nil {
		s.failed = map[*input]error{}
	}
	s.failed[in] = err
	s.unreadable++
}

// failures are the inputs that could not be read, in order, and why.
func (s *summary) failures() iter.Seq2[*input, error] {
	return func(yield func(*input, error) bool) {
		for i := range s.inputs {
			if err := s.failed[&s.inputs[i]]; err != nil && !yield(&s.inputs[i], err) {
				return
			}
		}
	}
}
