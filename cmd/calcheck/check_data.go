package main

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/calcheck/calibration"
)

// checkData reports what only the rows of all inputs together show.
func (k *checker) checkData() {
	if k.reportData() && k.repeats.full.Load() {
		k.complain("duplicate-row and digest-conflict compared the first %s that differ, and stopped at %s:%d (--max-distinct)",
			counted(k.repeats.limit, "row"), k.repeats.until.in.name, k.repeats.until.line)
	}
}

// reportData reports findings by input and line. It returns false once nobody is left
// to read them.
func (k *checker) reportData() bool {
	var found []finding
	found = lookalikes(found, &k.backends)
	found = k.machines.disagreements(found, k.options.thresholds.machine)
	whole := &k.backends
	if k.summary.unreadable > 0 { // what is unread might constrain a leg, or be nearly as fast
		whole = new(backends)
	}
	found = outliers(found, whole, k.options.thresholds.outlier)
	number := map[*input]int{}
	for i := range k.inputs {
		number[&k.inputs[i]] = i
	}
	order := func(a, b finding) int {
		return cmp.Or(cmp.Compare(number[a.in], number[b.in]), a.place.compare(b.place))
	}
	slices.SortStableFunc(found, order)
	for f := range whole.unconstrained { // in order too
		for len(found) > 0 && order(found[0], f) <= 0 {
			if !k.report(found[0]) {
				return false
			}
			found = found[1:]
		}
		if !k.report(f) {
			return false
		}
	}
	for _, f := range found {
		if !k.report(f) {
			return false
		}
	}
	return true
}

// lookalikes finds backends whose names differ only in what people overlook.
func lookalikes(found []finding, backends *backends) []finding {
	first := map[string]*backendRows{}
	for _, b := range backends.order {
		key := lookOf(b.name)
		other := first[key]
		if other == nil {
			first[key] = b
			continue
		}
		found = append(found, finding{
			b.first, lookalikeBackend,
			fmt.Sprintf("column 1 (backend): %s is another backend than %s of %s, and differs only in case or blanks: each is fitted without the rows of the other",
				quoteNear(b.name, 0), quoteNear(other.name, 0), other.first.lineIn(b.first.in)),
			&other.first, b.name,
		})
	}
	return found
}

// lookOf is a name without what people overlook in it. Bytes that are not UTF-8 stay
// what they are: strings.ToLower makes all of them one character.
func lookOf(name string) string {
	var look []byte
	for name = strings.TrimSpace(name); name != ""; {
		r, n := utf8.DecodeRuneInString(name)
		if r == utf8.RuneError {
			look = append(look, name[:n]...)
		} else {
			look = utf8.AppendRune(look, unicode.ToLower(r))
		}
		name = name[n:]
	}
	return string(look)
}

// unconstrained finds the legs that no row of a backend constrains, and why. It keeps
// none: of names that are no backends, as in a file whose columns are mixed up, there
// may be as many as rows.
func (b *backends) unconstrained(yield func(finding) bool) {
	for _, rows := range b.order {
		for leg := range rows.legs {
			if rows.legs[leg].best.Count <= 0 && !yield(rows.unconstrained(leg)) {
				return
			}
		}
	}
}

func (b *backendRows) unconstrained(leg int) finding {
	approximate := [2]int64{b.flopsApprox, b.bytesApprox}[leg]
	var reasons []string
	for _, reason := range []struct {
		rows int64
		what string
	}{
		{approximate, "approximate"},
		{b.timed - approximate, "with a count of zero or less"},
		{b.rows - b.opaque - b.timed, "untimed"},
		{b.opaque, "opaque"},
	} {
		if reason.rows > 0 {
			reasons = append(reasons, fmt.Sprintf("%d %s", reason.rows, reason.what))
		}
	}
	return finding{
		b.first, unconstrainedLeg,
		fmt.Sprintf("no row of backend %s constrains %s: of %s, %s; the tuner prunes nothing by that leg",
			quoteNear(b.name, 0), legs[leg].key, counted(int(b.rows), "row"), strings.Join(reasons, ", ")),
		nil, b.name + "\t" + legs[leg].key,
	}
}

// outliers finds the legs bound by a row far above those of all other candidates.
func outliers(found []finding, backends *backends, most factor) []finding {
	for _, b := range backends.order {
		for leg := range b.legs {
			best, other := &b.legs[leg].best, &b.legs[leg].other
			if other.Count <= 0 || !exceeds(best.Rate, other.Rate, most) {
				continue
			}
			found = append(found, finding{
				best.cell(leg), outlierPeak,
				fmt.Sprintf("column %d (%s): the row binds the %s leg of backend %s at %.4g %s, %.3g times the rate of any other candidate (the best is in %s): a slip in its time or count would make the peak too high",
					legs[leg].column, calibration.ColumnName(legs[leg].column), legs[leg].name, quoteNear(b.name, 0),
					best.PerSecond(), legs[leg].unit, best.PerSecond()/other.PerSecond(), other.lineIn(best.in)),
				&other.place, best.content,
			})
		}
	}
	return found
}

// exceeds reports whether rate a is above f times rate b, exactly.
func exceeds(a, b calibration.Rate, f factor) bool {
	ratio := new(big.Rat).Quo(perMS(a), perMS(b))
	return ratio.Cmp(new(big.Rat).SetFloat64(float64(f))) > 0
}

func perMS(r calibration.Rate) *big.Rat {
	count := new(big.Rat).SetInt64(r.Count)
	return count.Quo(count, new(big.Rat).SetFloat64(r.MS))
}

// machines compares the fits of the inputs, each for itself: per backend and leg
// the inputs whose best rows are the slowest and the fastest.
type machines struct {
	byName map[string]*extremes
	order  []*extremes
}

type extremes struct {
	name string
	legs [2]struct{ slowest, fastest topRate }
}

// note takes in the rows of an input.
func (m *machines) note(file *backends) {
	for _, b := range file.order {
		e := m.byName[b.name]
		if e == nil {
			if m.byName == nil {
				m.byName = map[string]*extremes{}
			}
			e = &extremes{name: b.name}
			m.byName[b.name] = e
			m.order = append(m.order, e)
		}
		for i := range e.legs {
			leg, best := &e.legs[i], b.legs[i].best
			if best.Count <= 0 {
				continue
			}
			if leg.slowest.Count == 0 || best.Compare(leg.slowest.Rate) < 0 {
				leg.slowest = best
			}
			if best.Compare(leg.fastest.Rate) > 0 {
				leg.fastest = best
			}
		}
	}
}

// disagreements finds the legs on which two inputs are further apart than most.
func (m *machines) disagreements(found []finding, most factor) []finding {
	for _, e := range m.order {
		for i, leg := range e.legs {
			if leg.slowest.Count == 0 || !exceeds(leg.fastest.Rate, leg.slowest.Rate, most) {
				continue
			}
			found = append(found, finding{
				leg.fastest.cell(i), mixedMachines,
				fmt.Sprintf("column %d (%s): the best row of backend %s in this file reaches %.4g %s, %.3g times the best in %s: rows of different machines have no common %s",
					legs[i].column, calibration.ColumnName(legs[i].column), quoteNear(e.name, 0), leg.fastest.PerSecond(), legs[i].unit,
					leg.fastest.PerSecond()/leg.slowest.PerSecond(), leg.slowest.lineIn(leg.fastest.in), legs[i].key),
				&leg.slowest.place, leg.fastest.content,
			})
		}
	}
	return found
}

// cell is the place of the row's count.
func (t *topRate) cell(leg int) place {
	start, _ := calibration.CellSpan(t.content, legs[leg].column)
	return place{t.in, t.line, characterColumn(t.content, start+1)}
}
