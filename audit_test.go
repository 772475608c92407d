package calibration_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/naive"
	"pgregory.net/rapid"
)

// genPeak draws a constant of any kind: absent, infinite, subnormal, ordinary,
// and of the size that genRows fits.
func genPeak() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Map(rapid.IntRange(1, 12), func(k int) float64 { return float64(1000 * k) }),
		rapid.Float64Range(1e3, 1e4),
		rapid.SampledFrom([]float64{1000, 2000, 10_000, 0, -1, math.NaN(), math.Inf(1), 5e-324, 1e-310, math.MaxFloat64}),
		rapid.Float64Range(1e3, 1e20),
	)
}

func isGiven(peak float64) bool { return peak > 0 }

// naiveRatios are the two ratios of an audit, exactly; nil if the row constrains
// nothing.
func naiveRatios(p calibration.Peaks, r calibration.Row) (most, sum *big.Rat) {
	if !naive.Timed(r) {
		return nil, nil
	}
	total := new(big.Rat)
	leg := func(approx bool, count int64, peak float64) {
		if approx || count <= 0 || !isGiven(peak) || math.IsInf(peak, 1) {
			return
		}
		ratio := naive.Quo(naive.Quo(naive.Int(count), naive.Rat(peak)), naive.Seconds(r))
		if most == nil || ratio.Cmp(most) > 0 {
			most = ratio
		}
		total.Add(total, ratio)
	}
	leg(r.FLOPsApprox, r.FLOPs, p.FLOPS)
	leg(r.BytesApprox, r.Bytes, p.MemoryBandwidth)
	if most == nil {
		return nil, nil
	}
	if r.Kernels > 1 {
		return most, total
	}
	return most, most
}

// TestAudit holds an audit to the exact ratios, and its verdicts to spec section 1.
func TestAudit(t *testing.T) {
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := calibration.Peaks{FLOPS: genPeak().Draw(t, "peak"), MemoryBandwidth: genPeak().Draw(t, "bandwidth")}
		rows := genRows().Draw(t, "rows")
		if len(rows) > 0 && rapid.Bool().Draw(t, "near") {
			p = naive.Legs("", rows).Peaks() // what slack is forced under
		}
		for _, r := range rows {
			a := p.Audit(r)
			most, sum := naiveRatios(p, r)
			if most == nil {
				if a != (calibration.Audit{}) || a.Certain() || a.Possible() {
					t.Fatalf("%+v under %+v: %+v", r, p, a)
				}
				seen["no constraint"]++
				continue
			}
			one := naive.Int(1)
			certain := most.Cmp(one) > 0
			possible := !certain && r.Kernels > 1 && sum.Cmp(one) > 0
			if !least(a.Max, most) || !least(a.Sum, sum) || a.Certain() != certain || a.Possible() != possible {
				t.Fatalf("%+v under %+v: %+v, want %v and %v", r, p, a, most, sum)
			}
			seen[fmt.Sprint("certain ", certain, ", possible ", possible)]++
		}
	})
	for _, kind := range []string{"no constraint", "certain true, possible false", "certain false, possible true", "certain false, possible false"} {
		if seen[kind] < 10 && !testing.Short() { // -short draws a fifth
			t.Errorf("%s: reached %d times", kind, seen[kind])
		}
	}
}

// TestFitPassesItsAudit: the constants of a fit, and those raised by any margin,
// violate no row, certainly or possibly; a constant one unit lower, before slack,
// certainly violates one.
func TestFitPassesItsAudit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		_, groups := naive.ByBackend(rows)
		for _, e := range calibration.Fit(rows) {
			low := e.Peaks()
			low.FLOPS = math.Nextafter(low.FLOPS, 0)
			broken := false
			for _, r := range groups[e.Backend] {
				if a := e.Peaks().Audit(r); a.Certain() || a.Possible() && e.PeakFLOPS.Finite() && e.PeakMemoryBandwidth.Finite() {
					t.Fatalf("%+v violates %+v: %+v", r, e, a)
				}
				broken = broken || low.Audit(r).Certain()
			}
			if e.PeakFLOPS.Finite() && !e.FissionSlack.Some() && !broken {
				t.Fatalf("a lower constant than %+v violates nothing", e)
			}
		}
	})
}

// TestMarginClearsAnAudit: constants raised by the ratio no longer break the bound.
func TestMarginClearsAnAudit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := calibration.Row{
			MeasuredMS: rapid.Float64Range(1e-6, 1e6).Draw(t, "measured"), Kernels: rapid.Int64Range(1, 2).Draw(t, "kernels"),
			FLOPs: genCount().Draw(t, "flops"), Bytes: genCount().Draw(t, "bytes"),
		}
		e := calibration.Envelope{
			PeakFLOPS:           calibration.Constant{Value: rapid.Float64Range(1, 1e12).Draw(t, "peak")},
			PeakMemoryBandwidth: calibration.Constant{Value: rapid.Float64Range(1, 1e12).Draw(t, "bandwidth")},
		}
		a := e.Peaks().Audit(r)
		if a.Sum <= 1 {
			return
		}
		raised, err := e.WithMargin(a.Sum)
		if err != nil {
			t.Fatal(err)
		}
		if after := raised.Peaks().Audit(r); after.Sum > 1 {
			t.Fatalf("%+v under %+v: %+v, after a margin of %v: %+v", r, e, a, a.Sum, after)
		}
	})
}

// TestBoundMS covers what fits do not reach: absent, infinite and extreme constants.
func TestBoundMS(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := calibration.Peaks{FLOPS: genPeak().Draw(t, "peak"), MemoryBandwidth: genPeak().Draw(t, "bandwidth")}
		flops, bytes := genCount().Draw(t, "flops"), genCount().Draw(t, "bytes")
		ms, ok := p.BoundMS(flops, bytes)
		if want, some := naiveBoundMS(p, flops, bytes); ms != want || ok != some {
			t.Fatalf("%+v.BoundMS(%d, %d) = %v, %v; want %v, %v", p, flops, bytes, ms, ok, want, some)
		}
	})
}

// TestBoundsWithoutAllocation: what a tuner asks for every candidate costs no
// memory, and neither does the audit of nearly every row.
func TestBoundsWithoutAllocation(t *testing.T) {
	p := calibration.Peaks{FLOPS: 4.0000001e11, MemoryBandwidth: 9.0000007e9}
	row := calibration.Row{MeasuredMS: 4.123457, Kernels: 2, FLOPs: 2_000_000_000, Bytes: 3_000_000}
	if n := testing.AllocsPerRun(100, func() { p.BoundMS(row.FLOPs, row.Bytes) }); n != 0 {
		t.Errorf("BoundMS allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { p.Audit(row) }); n != 0 {
		t.Errorf("Audit allocates %v times", n)
	}
}

func BenchmarkAudit(b *testing.B) {
	p := calibration.Peaks{FLOPS: 4.0000001e11, MemoryBandwidth: 9.0000007e9}
	rows := realisticRows(1000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p.Audit(rows[i%len(rows)])
	}
}

func ExamplePeaks_Audit() {
	configured := calibration.Peaks{FLOPS: 4e11, MemoryBandwidth: 9e9}
	row := calibration.Row{MeasuredMS: 4, Kernels: 1, FLOPs: 2_000_000_000, Bytes: 3_000_000}
	audit := configured.Audit(row)
	fmt.Println("certain violation:", audit.Certain(), "margin that clears it:", audit.Max)
	// Output:
	// certain violation: true margin that clears it: 1.25
}
