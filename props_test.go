package calibration_test

// The guarantees of SPEC.md section 9, one test each, in exact arithmetic and
// without tolerance.

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/naive"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func mustLine(t rapid.TB, r calibration.Row) string {
	line, err := r.Line()
	if err != nil {
		t.Fatalf("Line of %+v: %v", r, err)
	}
	return line
}

func mustParse(t rapid.TB, line string) calibration.Row {
	r, err := calibration.ParseLine(line)
	if err != nil {
		t.Fatalf("ParseLine(%q): %v", line, err)
	}
	return r
}

// checkParse holds ParseLine to guarantee 1 and to the naive parser.
func checkParse(t rapid.TB, line string) {
	checkScan(t, line)
	row, err := calibration.ParseLine(line)
	want, ok := naive.Parse(line)
	if (err == nil) != ok {
		t.Fatalf("ParseLine(%q): error %v, naive parser accepts: %v", line, err, ok)
	}
	if row != want || math.Signbit(row.MeasuredMS) != math.Signbit(want.MeasuredMS) {
		t.Fatalf("ParseLine(%q):\n got %+v\nwant %+v", line, row, want)
	}
	if err == nil {
		return
	}
	var e *calibration.ParseError
	if !errors.As(err, &e) {
		t.Fatalf("ParseLine(%q): error is a %T", line, err)
	}
	start, end := calibration.CellSpan(line, e.Field)
	switch {
	case e.Field == 0:
		if e.Cell != line || e.Column != 1 || !errors.Is(err, calibration.ErrFieldCount) {
			t.Fatalf("ParseLine(%q): %#v", line, e)
		}
	case e.Cell != line[start:end] || e.Column != start+1 || e.Name != calibration.ColumnName(e.Field):
		t.Fatalf("ParseLine(%q): %#v, want cell %q", line, e, line[start:end])
	}
	if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }) {
		t.Fatalf("ParseLine(%q): control character in message %q", line, err)
	}
}

// 1. Any string: ParseLine returns a row or an error, never panics.
func TestGuarantee01AnyStringParses(t *testing.T) {
	anything := rapid.OneOf(
		genLine(),
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
	)
	rapid.Check(t, func(t *rapid.T) { checkParse(t, anything.Draw(t, "line")) })
}

// 2. Any row with finite times: parsing its line gives the row back with times
// floored and text cleaned, nothing else.
func TestGuarantee02RowsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := genRow().Draw(t, "row")
		if got, want := mustParse(t, mustLine(t, r)), naive.Stored(r); got != want {
			t.Fatalf("got  %+v\nwant %+v", got, want)
		}
	})
}

// checkCanonical holds an accepted line to guarantee 3.
func checkCanonical(t rapid.TB, line string) {
	r, err := calibration.ParseLine(line)
	if err != nil {
		return
	}
	canonical := mustLine(t, r)
	if again := mustLine(t, mustParse(t, canonical)); again != canonical {
		t.Fatalf("canonical %q re-emits as %q", canonical, again)
	}
}

// 3. Any accepted line: its canonical form re-emits as itself.
func TestGuarantee03CanonicalLinesReemit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkCanonical(t, genLine().Draw(t, "line")) })
}

// 4. A stored time reads back <= the true one, and, for |value| < 2^33, the
// next numeral up reads back above it; from there on it reads back as itself.
// It is the numeral of the rule in section 4.
func TestGuarantee04TimesAreFloored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genFinite().Draw(t, "time")
		numeral := strings.Split(mustLine(t, calibration.Row{MeasuredMS: v}), "\t")[4]
		stored := naive.ReadBack(numeral)
		switch {
		case numeral != naive.Numeral(v):
			t.Fatalf("%v stores as %s, by the rule %s", v, numeral, naive.Numeral(v))
		case stored > v:
			t.Fatalf("%v stores as %s, above itself", v, numeral)
		case math.Abs(v) >= 1<<33 && stored != v:
			t.Fatalf("%v stores as %s, which reads back as %v", v, numeral, stored)
		case math.Abs(v) < 1<<33 && naive.ReadBack(naive.StepNumeral(numeral, 1)) <= v:
			t.Fatalf("%v stores as %s, but the next numeral is no more than it either", v, numeral)
		case calibration.FloorMS(v) != stored:
			t.Fatalf("FloorMS(%v) = %v, stored as %v", v, calibration.FloorMS(v), stored)
		}
	})
}

// 5. Flooring is monotone.
func TestGuarantee05FlooringIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := genFinite().Draw(t, "a")
		b := genFinite().Draw(t, "b")
		if rapid.Bool().Draw(t, "close") {
			b = neighbour(t, a)
		}
		if math.IsInf(b, 0) {
			b = a
		}
		if a > b {
			a, b = b, a
		}
		if calibration.FloorMS(a) > calibration.FloorMS(b) {
			t.Fatalf("%v <= %v, but %v > %v", a, b, calibration.FloorMS(a), calibration.FloorMS(b))
		}
	})
}

// uncovered returns a row that breaks guarantee 6 or 7 under an envelope
// of its backend.
func uncovered(e calibration.Envelope, rows []calibration.Row) (r calibration.Row, broken bool) {
	covers := func(c calibration.Constant, approx bool, count int64, r calibration.Row) bool {
		if approx || count <= 0 || math.IsInf(c.Value, 1) {
			return true
		}
		return naive.Mul(naive.Int(count), naive.Int(1000)).Cmp(naive.Mul(naive.Rat(c.Value), naive.Rat(r.MeasuredMS))) <= 0
	}
	both := e.PeakFLOPS.Finite() && e.PeakMemoryBandwidth.Finite()
	for _, r := range rows {
		if !naive.Timed(r) {
			continue
		}
		if !covers(e.PeakFLOPS, r.FLOPsApprox, r.FLOPs, r) || !covers(e.PeakMemoryBandwidth, r.BytesApprox, r.Bytes, r) {
			return r, true
		}
		if both && naive.Exact(r) && r.Kernels > 1 {
			ratio, _ := naive.Ratio([]calibration.Row{r}, e.PeakFLOPS.Value, e.PeakMemoryBandwidth.Value)
			if ratio.Cmp(naive.Int(1)) > 0 {
				return r, true
			}
		}
	}
	return r, false
}

func checkCovered(t rapid.TB, what string, envelopes []calibration.Envelope, rows []calibration.Row) {
	t.Helper()
	backends, groups := naive.ByBackend(rows)
	if len(backends) != len(envelopes) {
		t.Fatalf("%s: %d envelopes for %d backends", what, len(envelopes), len(backends))
	}
	for i, e := range envelopes {
		if r, broken := uncovered(e, groups[backends[i]]); broken {
			t.Fatalf("%s: %+v does not cover %+v", what, e, r)
		}
	}
}

// 6. Every timed row exact on a leg: count * 1000 <= constant * measured_ms,
// exactly. 7. Both legs present: flops/PF + bytes/PB <= time on every timed
// fully exact multi-kernel row, exactly.
func TestGuarantee06And07RowsAreCovered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		envelopes := calibration.Fit(rows)
		checkCovered(t, "fit", envelopes, rows)

		m := rapid.Float64Range(1, 3).Draw(t, "margin")
		for i, e := range envelopes {
			wider, err := e.WithMargin(m)
			if err != nil {
				t.Fatal(err)
			}
			if wider.PeakFLOPS.Value < e.PeakFLOPS.Value || wider.PeakMemoryBandwidth.Value < e.PeakMemoryBandwidth.Value {
				t.Fatalf("margin %v lowers a constant: %+v to %+v", m, e, wider)
			}
			envelopes[i] = wider
		}
		checkCovered(t, "fit with margin", envelopes, rows)
	})
}

// least reports whether v is the least binary64 >= q, for q > 0.
func least(v float64, q *big.Rat) bool {
	below := math.Nextafter(v, math.Inf(-1))
	if !math.IsInf(v, 1) && naive.Rat(v).Cmp(q) < 0 {
		return false
	}
	return naive.Rat(below).Cmp(q) < 0
}

// 8. Tightness: before slack a constant is the least binary64 with 6; slack is
// the least binary64 not below the greatest ratio. And both constants are the
// least not below their value times the slack.
func TestGuarantee08ConstantsAreTight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		_, groups := naive.ByBackend(rows)
		for _, e := range calibration.Fit(rows) {
			group := groups[e.Backend]
			before := naive.Legs(e.Backend, group)
			for _, leg := range []struct {
				approx func(calibration.Row) bool
				count  func(calibration.Row) int64
				value  float64
			}{
				{func(r calibration.Row) bool { return r.FLOPsApprox }, func(r calibration.Row) int64 { return r.FLOPs }, before.PeakFLOPS.Value},
				{func(r calibration.Row) bool { return r.BytesApprox }, func(r calibration.Row) int64 { return r.Bytes }, before.PeakMemoryBandwidth.Value},
			} {
				if leg.value == 0 {
					continue
				}
				below, breaks := math.Nextafter(leg.value, 0), false
				for _, r := range group {
					if naive.Timed(r) && !leg.approx(r) && leg.count(r) > 0 {
						breaks = breaks || naive.Mul(naive.Int(leg.count(r)), naive.Int(1000)).Cmp(naive.Mul(naive.Rat(below), naive.Rat(r.MeasuredMS))) > 0
					}
				}
				if !breaks {
					t.Fatalf("%v covers every row of %+v as well", below, group)
				}
			}

			greatest, _ := naive.Ratio(group, before.PeakFLOPS.Value, before.PeakMemoryBandwidth.Value)
			if greatest == nil || greatest.Cmp(naive.Int(1)) <= 0 {
				if e != before {
					t.Fatalf("slack without need:\n got %+v\nwant %+v", e, before)
				}
				continue
			}
			slack := e.FissionSlack.Value
			if !least(slack, greatest) || !(1 < slack && slack <= 2) {
				t.Fatalf("slack %v for ratio %v", slack, greatest)
			}
			if !least(e.PeakFLOPS.Value, naive.Mul(naive.Rat(before.PeakFLOPS.Value), naive.Rat(slack))) ||
				!least(e.PeakMemoryBandwidth.Value, naive.Mul(naive.Rat(before.PeakMemoryBandwidth.Value), naive.Rat(slack))) {
				t.Fatalf("constants %+v from %+v by slack %v", e, before, slack)
			}
		}
	})
}

// constants are what guarantees 9 and 11 protect: the envelope less its counters.
func constants(e calibration.Envelope) [3]calibration.Constant {
	return [3]calibration.Constant{e.FissionSlack, e.PeakFLOPS, e.PeakMemoryBandwidth}
}

// 9. Changing the count of an approximate leg, or any count of an opaque or
// untimed row, changes no constant, slack or witness.
func TestGuarantee09CountsThatDoNotCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		changed := append([]calibration.Row(nil), rows...)
		for i := range changed {
			r := &changed[i]
			if r.FLOPsApprox || !naive.Timed(*r) {
				r.FLOPs = genCount().Draw(t, "flops")
			}
			if r.BytesApprox || !naive.Timed(*r) {
				r.Bytes = genCount().Draw(t, "bytes")
			}
		}
		before, after := calibration.Fit(rows), calibration.Fit(changed)
		if diff := cmp.Diff(before, after); diff != "" {
			t.Fatalf("fit changed (-before +after):\n%s", diff)
		}
	})
}

// printed reads the constants back out of a report; those without a line are +Inf.
func printed(t rapid.TB, e calibration.Envelope) calibration.Envelope {
	back := calibration.Envelope{Backend: e.Backend}
	back.PeakFLOPS.Value, back.PeakMemoryBandwidth.Value = math.Inf(1), math.Inf(1)
	for line := range strings.Lines(e.Report()) {
		if line[0] == '#' {
			continue
		}
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Fatalf("report line %q: %v", line, err)
		}
		switch key {
		case calibration.KeyPeakFLOPS:
			back.PeakFLOPS.Value = v
		case calibration.KeyPeakMemoryBandwidth:
			back.PeakMemoryBandwidth.Value = v
		default:
			t.Fatalf("report line %q", line)
		}
	}
	return back
}

// 10. implied <= printed <= implied * (1 + 2.001e-6) where finite, and the
// printed constants satisfy 6 and 7.
func TestGuarantee10PrintedConstants(t *testing.T) {
	most, _ := new(big.Rat).SetString("1.000002001")
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		_, groups := naive.ByBackend(rows)
		for _, e := range calibration.Fit(rows) {
			if got, want := e.Report(), naive.Report(e); got != want {
				t.Fatalf("report %q\nwant %q", got, want)
			}
			back := printed(t, e)
			for _, pair := range [][2]calibration.Constant{{e.PeakFLOPS, back.PeakFLOPS}, {e.PeakMemoryBandwidth, back.PeakMemoryBandwidth}} {
				implied, printed := pair[0].Value, pair[1].Value
				if math.IsInf(printed, 1) {
					if implied != 0 && !math.IsInf(naive.NearestProduct(implied, 1.000002), 1) {
						t.Fatalf("%v is not printed", implied)
					}
					continue
				}
				if printed < implied || naive.Rat(printed).Cmp(naive.Mul(naive.Rat(implied), most)) > 0 {
					t.Fatalf("%v is printed as %v", implied, printed)
				}
			}
			if r, broken := uncovered(back, groups[e.Backend]); broken {
				t.Fatalf("printed constants %+v do not cover %+v", back, r)
			}
		}
	})
}

// 11. Permuting rows changes no constant; repeating rows after their first
// occurrence changes no constant and no witness.
func TestGuarantee11OrderAndRepetition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		byName := map[string]calibration.Envelope{}
		for _, e := range calibration.Fit(rows) {
			byName[e.Backend] = e
		}
		for _, e := range calibration.Fit(rapid.Permutation(rows).Draw(t, "permuted")) {
			want := byName[e.Backend]
			for i, c := range constants(e) {
				if c.Value != constants(want)[i].Value {
					t.Fatalf("permuted: %+v, was %+v", e, want)
				}
			}
		}
		if len(rows) == 0 {
			return
		}
		var repeated []calibration.Row
		for i, r := range rows {
			repeated = append(repeated, r)
			for range rapid.IntRange(0, 2).Draw(t, "repeats") {
				repeated = append(repeated, rows[rapid.IntRange(0, i).Draw(t, "which")])
			}
		}
		for _, e := range calibration.Fit(repeated) {
			if constants(e) != constants(byName[e.Backend]) {
				t.Fatalf("repeated: %+v, was %+v", e, byName[e.Backend])
			}
		}
	})
}

// 12. Any partition into consecutive parts, fitted apart and merged, equals the
// whole fit, bit for bit. The whole fit equals the naive one.
func TestGuarantee12PartsMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		whole := calibration.Fit(rows)
		if diff := cmp.Diff(naive.Fit(rows), whole); diff != "" {
			t.Fatalf("fit differs from the naive one (-naive +got):\n%s", diff)
		}

		var parts []*calibration.Fitter
		for rest := rows; ; {
			part, n := new(calibration.Fitter), rapid.IntRange(0, len(rest)).Draw(t, "part")
			if len(parts) == 4 {
				n = len(rest)
			}
			for _, r := range rest[:n] {
				part.Add(r)
			}
			parts = append(parts, part)
			if rest = rest[n:]; len(rest) == 0 {
				break
			}
		}
		for len(parts) > 1 { // in any order of association
			i := rapid.IntRange(0, len(parts)-2).Draw(t, "merge")
			parts[i].Merge(parts[i+1])
			if parts[i+1].Envelopes() != nil {
				t.Fatal("Merge left something in its argument")
			}
			parts = append(parts[:i+1], parts[i+2:]...)
		}
		if diff := cmp.Diff(whole, parts[0].Envelopes()); diff != "" {
			t.Fatalf("merged parts differ (-whole +merged):\n%s", diff)
		}
	})
}

// 13. An envelope fit from the stored file satisfies 6 and 7 on the original,
// unfloored rows (times >= 1 ns).
func TestGuarantee13FlooringIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var file strings.Builder
		var originals []calibration.Row
		for _, r := range genRows().Draw(t, "rows") {
			if r.MeasuredMS > 0 && r.MeasuredMS < 1e-6 {
				r.MeasuredMS += 1e-6
			}
			r.Backend = strings.TrimPrefix(r.Backend, "\xef\xbb\xbf")
			file.WriteString(mustLine(t, r) + "\n")
			r.Backend = naive.Stored(r).Backend
			originals = append(originals, r)
		}
		var stored []calibration.Row
		for r, err := range calibration.NewReader(strings.NewReader(file.String())).Rows() {
			if err != nil {
				t.Fatal(err)
			}
			stored = append(stored, r)
		}
		if len(stored) != len(originals) {
			t.Fatalf("%d rows stored, %d read", len(originals), len(stored))
		}
		checkCovered(t, "fit of the stored file", calibration.Fit(stored), originals)
	})
}

// checkReport holds an envelope's report to guarantee 14.
func checkReport(t rapid.TB, e calibration.Envelope) {
	report := e.Report()
	if report == "" || !strings.HasSuffix(report, "\n") {
		t.Fatalf("report %q does not end its last line", report)
	}
	settings := map[string]int{}
	for line := range strings.Lines(report) {
		if strings.ContainsFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Fatalf("control character in report line %q", line)
		}
		if line[0] == '#' {
			continue
		}
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if v, err := strconv.ParseFloat(value, 64); err != nil || !(v > 0) {
			t.Fatalf("report line %q sets no constant", line)
		}
		settings[key]++
	}
	for key, n := range settings {
		if n != 1 || key != calibration.KeyPeakFLOPS && key != calibration.KeyPeakMemoryBandwidth {
			t.Fatalf("report sets %q %d times:\n%s", key, n, report)
		}
	}
}

// 14. No input text can make a report line that does not start with # other
// than the two constants.
func TestGuarantee14NoInjection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		for i := range rows {
			rows[i].Backend = genText().Draw(t, "backend")
			rows[i].Label = genText().Draw(t, "label")
			rows[i].Digest = genText().Draw(t, "digest")
		}
		for _, e := range calibration.Fit(rows) {
			checkReport(t, e)
		}
	})
}

// 15. The bound in milliseconds, correctly rounded, is <= measured_ms as a
// binary64 comparison on every timed fully exact row.
func TestGuarantee15BoundsCompareTruly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		_, groups := naive.ByBackend(rows)
		for _, e := range calibration.Fit(rows) {
			for _, r := range groups[e.Backend] {
				bound, ok := e.BoundMS(r.FLOPs, r.Bytes)
				if want, some := naiveBoundMS(e.Peaks(), r.FLOPs, r.Bytes); bound != want || ok != some {
					t.Fatalf("BoundMS(%d, %d) of %+v = %v, %v; want %v, %v", r.FLOPs, r.Bytes, e, bound, ok, want, some)
				}
				if naive.Timed(r) && naive.Exact(r) && bound > r.MeasuredMS {
					t.Fatalf("bound %v of %+v under %+v", bound, r, e)
				}
			}
		}
	})
}

// naiveBoundMS is max(flops/PF, bytes/PB) in milliseconds, rounded once.
func naiveBoundMS(p calibration.Peaks, flops, bytes int64) (float64, bool) {
	var bound *big.Rat
	leg := func(count int64, peak float64) {
		if !(peak > 0) {
			return
		}
		ms := new(big.Rat)
		if !math.IsInf(peak, 1) {
			ms = naive.Quo(naive.Mul(naive.Int(count), naive.Int(1000)), naive.Rat(peak))
		}
		if bound == nil || ms.Cmp(bound) > 0 {
			bound = ms
		}
	}
	leg(flops, p.FLOPS)
	leg(bytes, p.MemoryBandwidth)
	if bound == nil {
		return 0, false
	}
	v, _ := bound.Float64()
	return v, true
}

// 16. No proper prefix of a canonical line is accepted.
func TestGuarantee16TornLinesAreNoticed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := mustLine(t, genRow().Draw(t, "row"))
		for n := range len(line) {
			if _, err := calibration.ParseLine(line[:n]); err == nil {
				t.Fatalf("%q is accepted, torn from %q", line[:n], line)
			}
		}
	})
}
