package main

import (
	"cmp"
	"slices"

	"github.com/calcheck/calibration"
)

// partState is what a worker gathers of a part before its turn.
type partState struct {
	in              *input
	rows, malformed int64
	found           []finding // of single lines
	keys            []rowKey  // of rows, to be compared with those of other parts
	crlf            *finding  // the first line that ends in CRLF
	backends        backends
}

// mostFound is how many findings wait for their turn; a part full of bad lines
// must not cost more memory than its text.
const mostFound = 1000

// mostKeys is for how many rows room is made at once; a part has hardly more.
const mostKeys = 1 << 14

// checkPart checks the lines of a part. What a line itself shows is found at the
// same time as in other parts; what takes several lines is compared in order.
func (k *checker) checkPart(file *fileState, p *calibration.Part, t *turn) bool {
	s, ok := k.spare.Get().(*partState)
	if !ok {
		s = new(partState)
	}
	s.in = file.in
	if !k.repeats.full.Load() {
		s.keys = slices.Grow(s.keys, min(p.Lines(), mostKeys))
	}
	if p.Mark {
		s.found = append(s.found, finding{place: place{file.in, 1, 1}, rule: bomRule, message: markAtStart})
	}
	var l calibration.Line
	for p.NextLine(&l) {
		if l.Err != nil {
			s.malformed++
			m := malformedLine(&l)
			s.found = append(s.found, finding{place{file.in, m.Line, m.characterColumn()}, ruleOf(&m), m.message(), nil, m.line})
		} else {
			s.rows++
			k.checkRow(s, &l)
		}
		if len(s.found) >= mostFound {
			t.wait()
			if !k.flush(file, s) {
				return false
			}
		}
	}
	t.wait()
	file.rows += s.rows
	file.malformed += s.malformed
	s.rows, s.malformed = 0, 0
	file.lines += p.Lines()
	file.backends.merge(&s.backends)
	if !k.flush(file, s) {
		return false
	}
	k.spare.Put(s) // empty but for its memory
	return true
}

// flush reports what the part has shown since the last time. It is the part's turn.
func (k *checker) flush(file *fileState, s *partState) bool {
	found := k.repeats.compare(s.found, s.in, s.keys)
	if s.crlf != nil && !file.crlf {
		file.crlf = true
		found = append(found, *s.crlf)
	}
	s.crlf = nil
	slices.SortStableFunc(found, func(a, b finding) int { return a.place.compare(b.place) })
	for _, f := range found {
		if !k.report(f) {
			return false
		}
	}
	s.found, s.keys = found[:0], s.keys[:0]
	return true
}

// compare orders places of one input.
func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.line, q.line), cmp.Compare(p.column, q.column))
}
