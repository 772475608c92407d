package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/calcheck/calibration"
)

// auditor is one run of audit.
type auditor struct {
	*cli
	options   auditOptions
	constants *config
	tally
}

// tally is what an audit has seen of some rows.
type tally struct {
	seen      nameList          // backends of all rows
	shared    nameList          // backends of the rows held against constants that are not of their own section
	used      map[*section]bool // what rows were held against
	uncovered int               // rows of backends without constants
	lacking   nameList          // those backends

	rows                       int // held against constants
	opaque, untimed, unbounded int // of these, what constrains nothing, and why
	certain, possible          int
	greatestMax, greatestSum   float64 // over all violations
	worst                      worst
}

func (o *auditOptions) newTally() tally {
	return tally{used: map[*section]bool{}, worst: worst{most: o.max}}
}

// readAll audits the rows of all inputs, in order.
func (a *auditor) readAll(inputs []input) *dropped {
	var d dropped
	for _, in := range inputs {
		err := in.scan(a.options.jobs, func(p *calibration.Part, t *turn) bool {
			rows, bad := a.options.newTally(), dropped{}
			var l calibration.Line
			for p.NextLine(&l) {
				if l.Err != nil {
					bad.add(in.name, &l)
				} else {
					a.add(&rows, in, &l)
				}
			}
			t.wait()
			a.merge(&rows)
			d.merge(&bad)
			return true
		})
		if err != nil {
			d.unreadable = append(d.unreadable, err)
		}
	}
	return &d
}

// add holds a row against its constants.
func (a *auditor) add(t *tally, in input, l *calibration.Line) {
	row := l.Row()
	t.seen.add(row.Backend)
	if a.options.oneBackend && row.Backend != a.options.backend {
		return
	}
	constants := a.constants.of(row.Backend)
	if constants == nil {
		t.uncovered++
		t.lacking.add(row.Backend)
		return
	}
	t.used[constants] = true
	if constants == a.constants.common {
		t.shared.add(row.Backend)
	}
	t.rows++
	audit := constants.peaks().Audit(row)
	switch {
	case row.Opaque:
		t.opaque++
	case !row.Timed():
		t.untimed++
	case audit == calibration.Audit{}:
		t.unbounded++
	}
	if !audit.Certain() && !audit.Possible() {
		return
	}
	if audit.Certain() {
		t.certain++
	} else {
		t.possible++
	}
	t.greatestMax = max(t.greatestMax, audit.Max)
	t.greatestSum = max(t.greatestSum, audit.Sum)
	text := string(l.Text)
	start, _ := calibration.CellSpan(text, columnMeasured)
	t.worst.add(violation{
		file: in.name, line: l.Number, column: characterColumn(text, start+1),
		row: row.Clone(), audit: audit, peaks: constants.peaks(),
	})
}

// merge adds what was seen of the rows that follow.
func (t *tally) merge(later *tally) {
	t.seen.merge(&later.seen)
	t.shared.merge(&later.shared)
	t.lacking.merge(&later.lacking)
	maps.Copy(t.used, later.used)
	t.uncovered += later.uncovered
	t.rows += later.rows
	t.opaque += later.opaque
	t.untimed += later.untimed
	t.unbounded += later.unbounded
	t.certain += later.certain
	t.possible += later.possible
	t.greatestMax = max(t.greatestMax, later.greatestMax)
	t.greatestSum = max(t.greatestSum, later.greatestSum)
	for _, v := range later.worst.kept {
		t.worst.add(v)
	}
}

// tellCoverage tells on standard error what the audit does not say of the rows
// that were meant, and sets the status.
func (a *auditor) tellCoverage(d *dropped) {
	switch {
	case len(a.seen.names) == 0 && !a.options.allowEmpty:
		if d.lines > 0 {
			a.complain("no well-formed rows to audit: every line is malformed")
		} else {
			a.complain("no rows to audit")
		}
		a.worsen(findings)
	case len(a.seen.names) > 0 && a.options.oneBackend && a.rows == 0:
		a.complain("no rows of backend %q; there are %s", a.options.backend, &a.seen)
		a.worsen(findings)
	}
	if a.uncovered > 0 {
		a.complain("%s not audited: %s has no constants of backend %s, only of %s (--backend selects)",
			counted(a.uncovered, "row"), a.constants.name, &a.lacking, a.constants.names())
		a.worsen(findings)
	}
	var missing []string
	for _, s := range append([]*section{a.constants.common}, a.constants.sections...) {
		if a.used[s] {
			missing = append(missing, a.missingLegs(s)...)
		}
	}
	a.complainOfSome(missing)
	if len(a.shared.names) > 1 {
		a.complain("warning: the rows are of several backends, all held against the same constants (--backend selects; there are %s)", &a.shared)
	}
	if idle := a.idle(); idle > 0 && idle == a.rows {
		a.complain("warning: no row constrains anything: %s", a.idleReasons())
	}
	if d.any() && a.rows > 0 {
		a.complain("warning: %s: a dropped row can be one that violates the constants", d)
	}
}

// missingLegs says which legs the constants leave without a bound.
func (a *auditor) missingLegs(s *section) (warnings []string) {
	whose := ""
	if s != a.constants.common {
		whose = fmt.Sprintf(" for backend %s", quoteNear(s.backend, 0))
	}
	for i, leg := range []string{"compute", "memory"} {
		if !s.at(peakKeys[i]).given() {
			warnings = append(warnings, fmt.Sprintf("warning: %s does not set %s%s: the %s leg bounds nothing", a.constants.name, peakKeys[i], whose, leg))
		}
	}
	return warnings
}

// idle is how many of the rows constrain nothing.
func (a *auditor) idle() int { return a.opaque + a.untimed + a.unbounded }

func (a *auditor) idleReasons() string {
	return fmt.Sprintf("%d opaque, %d untimed, %d without an exact count above zero on a leg whose constant is given",
		a.opaque, a.untimed, a.unbounded)
}

// violation is a row that was measured faster than its bound.
type violation struct {
	file         string
	line, column int // 1-based; the column is that of measured_ms, in characters
	row          calibration.Row
	audit        calibration.Audit
	peaks        calibration.Peaks
}

// ratio is the bound over the time measured: of one leg where that violates, of
// both otherwise.
func (v *violation) ratio() float64 {
	if v.audit.Certain() {
		return v.audit.Max
	}
	return v.audit.Sum
}

// worst keeps the worst of any number of violations, in memory for twice as many
// as it is to list.
type worst struct {
	most int
	kept []violation
}

func (w *worst) add(v violation) {
	w.kept = append(w.kept, v)
	if len(w.kept)/2 > w.most {
		w.cut()
	}
}

// cut drops all but the worst. Certain ones come first, then greater ratios;
// among equals the earlier stays.
func (w *worst) cut() {
	slices.SortStableFunc(w.kept, func(v, u violation) int {
		switch {
		case v.audit.Certain() != u.audit.Certain():
			if v.audit.Certain() {
				return -1
			}
			return 1
		case v.ratio() > u.ratio():
			return -1
		case v.ratio() < u.ratio():
			return 1
		}
		return 0
	})
	if len(w.kept) > w.most {
		clear(w.kept[w.most:])
		w.kept = w.kept[:w.most]
	}
}

// list returns the worst, worst first.
func (w *worst) list() []violation {
	w.cut()
	return w.kept
}
