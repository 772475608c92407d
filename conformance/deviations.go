package conformance

import (
	"bufio"
	"io"
	"slices"
	"strings"
)

// ReadDeviations reads the deviations that a port declares: one name of SPEC.md
// section 8, or one id of a vector, a line. Blank lines are skipped, and so is
// what follows a #.
func ReadDeviations(r io.Reader) ([]string, error) {
	var names []string
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		name, _, _ := strings.Cut(lines.Text(), "#")
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names, lines.Err()
}

// Deviations are the names to declare for all that failed to be declared instead:
// the name of SPEC.md section 8 where a vector bears one, else its id; sorted.
func (r *Report) Deviations() []string {
	var names []string
	for _, result := range r.Results {
		if result.Verdict == Failed || result.Verdict == Declared {
			name := result.Departure
			if name == "" {
				name = result.ID
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// declare turns failures that were declared into such, and notes what was
// declared for nothing. It is strict both ways: a declaration that outlives its
// reason would hide the next failure of the same kind. Where vectors of a name were
// skipped, nothing is known against it.
func (r *Report) declare(names []string) {
	for _, name := range names {
		exists, skipped, failed := false, false, false
		for i := range r.Results {
			result := &r.Results[i]
			if result.ID != name && result.Departure != name {
				continue
			}
			exists = true
			skipped = skipped || result.Verdict == Skipped
			if result.Verdict == Failed || result.Verdict == Declared {
				failed = true
				result.Verdict = Declared
			}
		}
		if !exists || !skipped && !failed {
			r.Unjustified = append(r.Unjustified, name)
		}
	}
}
