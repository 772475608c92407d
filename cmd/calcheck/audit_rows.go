package main

import (
	"fmt"
	"slices"

	"github.com/calcheck/calibration"
)

// auditor is one run of audit.
type auditor struct {
	*cli
	options   auditOptions
	constants *config

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

// readAll audits the rows of all inputs, in order.
func (a *auditor) readAll(inputs []input) *dropped {
	var d dropped
	for _, in := range inputs {
		_, err := in.read(
			func(reader *calibration.Reader, row calibration.Row) bool {
				a.add(in, reader, row)
				return true
			},
			func(m malformed) bool {
				if d.lines++; d.lines <= namedLines {
					d.first = append(d.first, fmt.Sprintf("%s:%d:%d: %s", in.name, m.Line, m.characterColumn(), m.message()))
				}
				return true
			},
		)
		if err != nil {
			d.unreadable = append(d.unreadable, err)
		}
	}
	return &d
}

func (a *auditor) add(in input, reader *calibration.Reader, row calibration.Row) {
	a.seen.add(row.Backend)
	if a.options.oneBackend && row.Backend != a.options.backend {
		return
	}
	constants := a.constants.of(row.Backend)
	if constants == nil {
		a.uncovered++
		a.lacking.add(row.Backend)
		return
	}
	a.used[constants] = true
	if constants == a.constants.common {
		a.shared.add(row.Backend)
	}
	a.rows++
	audit := constants.peaks().Audit(row)
	switch {
	case row.Opaque:
		a.opaque++
	case !row.Timed():
		a.untimed++
	case audit == calibration.Audit{}:
		a.unbounded++
	}
	if !audit.Certain() && !audit.Possible() {
		return
	}
	if audit.Certain() {
		a.certain++
	} else {
		a.possible++
	}
	a.greatestMax = max(a.greatestMax, audit.Max)
	a.greatestSum = max(a.greatestSum, audit.Sum)
	start, _ := calibration.CellSpan(reader.Text(), columnMeasured)
	a.worst.add(violation{
		file: in.name, line: reader.Line(), column: characterColumn(reader.Text(), start+1),
		row: row, audit: audit, peaks: constants.peaks(),
	})
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
	v.row = v.row.Clone()
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
