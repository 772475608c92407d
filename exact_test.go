package calibration

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var positive = rapid.Custom(func(t *rapid.T) float64 {
	v := rapid.OneOf(
		rapid.SampledFrom([]float64{1, 2, 3, 0.1, 1e-6, 5e-324, 1e-320, 2.2250738585072014e-308, math.MaxFloat64, 4.9e-287}),
		rapid.Float64Range(5e-324, math.MaxFloat64),
		rapid.Float64Range(0.5, 2),
	).Draw(t, "value")
	for range rapid.IntRange(0, 2).Draw(t, "ulps up") {
		v = min(math.Nextafter(v, math.Inf(1)), math.MaxFloat64)
	}
	return v
})

var positiveCount = rapid.OneOf(
	rapid.Int64Range(1, 20),
	rapid.Int64Range(math.MaxInt64-2, math.MaxInt64),
	rapid.Int64Range(1<<53-2, 1<<53+2),
	rapid.Int64Range(1, math.MaxInt64),
)

// TestRateCompare holds the 128-bit comparison to that of rationals, for
// unrelated rates, for equal ones at another scale, and one ulp from those.
func TestRateCompare(t *testing.T) {
	ties := 0
	rapid.Check(t, func(t *rapid.T) {
		a := Rate{positiveCount.Draw(t, "count"), positive.Draw(t, "ms")}
		b := Rate{positiveCount.Draw(t, "count"), positive.Draw(t, "ms")}
		if rapid.Bool().Draw(t, "scaled") {
			k := rapid.Int64Range(1, 9).Draw(t, "scale")
			a.Count = min(a.Count, math.MaxInt64/k)
			b = Rate{a.Count * k, a.MS * float64(k)} // equal unless the product rounds
			if rapid.Bool().Draw(t, "ulp") {
				b.MS = math.Nextafter(b.MS, 0)
			}
		}
		if b.MS == 0 || math.IsInf(b.MS, 1) {
			return
		}
		want := a.perSecond().Cmp(b.perSecond())
		if want == 0 {
			ties++
		}
		if got, reverse := a.Compare(b), b.Compare(a); got != want || reverse != -want {
			t.Fatalf("%v against %v: %d and %d, want %d", a, b, got, reverse, want)
		}
	})
	if ties < 5 && !testing.Short() { // -short draws a fifth
		t.Errorf("%d ties: the test no longer reaches them", ties)
	}
}

// TestRateCompareNeighbours compares rates whose cross products differ by one, in
// the lowest of up to 106 bits.
func TestRateCompareNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m1 := rapid.Int64Range(1<<52, 1<<53-1).Draw(t, "significand of ms 1")
		m2 := rapid.Int64Range(1<<52, 1<<53-1).Draw(t, "significand of ms 2")
		// c1*m2 - c2*m1 = 1
		inverse := new(big.Int).ModInverse(big.NewInt(m2), big.NewInt(m1))
		if inverse == nil || inverse.Sign() == 0 {
			return
		}
		c1 := inverse.Int64()
		c2 := new(big.Int).Mul(inverse, big.NewInt(m2))
		c2.Sub(c2, big.NewInt(1)).Quo(c2, big.NewInt(m1))
		if c2.Sign() <= 0 {
			return
		}
		a, b := Rate{c1, float64(m1)}, Rate{c2.Int64(), float64(m2)}
		if a.Compare(b) != 1 || b.Compare(a) != -1 || a.perSecond().Cmp(b.perSecond()) != 1 {
			t.Fatalf("%v against %v: %d", a, b, a.Compare(b))
		}
	})
}

// TestProduct holds the 128-bit product to that of rationals.
func TestProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count, ms := positiveCount.Draw(t, "count"), positive.Draw(t, "ms")
		p := product(count, ms)
		if p.hi>>63 != 1 {
			t.Fatalf("%d * %v is not normalised: %+v", count, ms, p)
		}
		significand := new(big.Int).SetUint64(p.hi)
		significand.Lsh(significand, 64).Or(significand, new(big.Int).SetUint64(p.lo))
		// product leaves out the 2^53 that made the fraction of ms an integer.
		got := new(big.Float).SetMantExp(new(big.Float).SetInt(significand), p.exp-53)
		q, _ := got.Rat(nil)
		want := new(big.Rat).Mul(new(big.Rat).SetInt64(count), exactly(ms))
		if q.Cmp(want) != 0 {
			t.Fatalf("%d * %v = %v, want %v", count, ms, q, want)
		}
	})
}

// TestUp holds up to its definition: the least binary64 >= q.
func TestUp(t *testing.T) {
	check := func(t rapid.TB, q *big.Rat) {
		v := up(q)
		if !math.IsInf(v, 1) && exactly(v).Cmp(q) < 0 {
			t.Fatalf("up(%v) = %v, below", q, v)
		}
		if below := math.Nextafter(v, 0); exactly(below).Cmp(q) >= 0 {
			t.Fatalf("up(%v) = %v, but %v would do", q, v, below)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		q := exactly(positive.Draw(t, "near"))
		offset := big.NewRat(rapid.Int64Range(-3, 3).Draw(t, "offset"), rapid.Int64Range(1, 1e12).Draw(t, "divisor"))
		if q = q.Mul(q, offset.Add(offset, big.NewRat(4, 1))); q.Sign() > 0 {
			check(t, q)
		}
		check(t, exactly(positive.Draw(t, "exactly")))
	})
	greatest := exactly(math.MaxFloat64)
	for _, q := range []*big.Rat{
		greatest,
		new(big.Rat).Add(greatest, big.NewRat(1, 1)),        // rounds to the greatest, and is above it
		new(big.Rat).Mul(greatest, big.NewRat(1<<40, 1)),    // far beyond
		new(big.Rat).Quo(exactly(5e-324), big.NewRat(3, 1)), // rounds to zero
	} {
		check(t, q)
	}
	if v := up(new(big.Rat).Add(greatest, big.NewRat(1, 1))); !math.IsInf(v, 1) {
		t.Errorf("up(greatest + 1) = %v", v)
	}
}

// witnessOf is the witness of a row, of any length.
func witnessOf(ordinal int64) []byte {
	return fmt.Appendf(nil, "%0*d", ordinal%50, ordinal)
}

// take is Add of a row that is named after its number.
func (g *group) take(n Numbers) {
	if b := g.add(&n); b != 0 {
		g.bind(b, &n, witnessOf(g.seen))
	}
}

// TestFrontierKeepsWhatCounts holds the frontier, whatever it has dropped, to
// the exact worst of all rows pushed.
func TestFrontierKeepsWhatCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "rows")
		var g group
		var all []suspect
		for i := range n {
			r := Numbers{
				Kernels: 2, MeasuredMS: float64(rapid.IntRange(1, 4).Draw(t, "ms")),
				FLOPs: rapid.Int64Range(1, 60).Draw(t, "flops"), Bytes: rapid.Int64Range(1, 60).Draw(t, "bytes"),
			}
			g.take(r)
			all = append(all, suspect{rates: rates{r.FLOPs, r.Bytes, r.MeasuredMS}, ordinal: int64(i) + 1})
		}
		pf, pb := g.compute.constant().Value, g.memory.constant().Value
		got, ratio := g.frontier.worst(pf, pb)
		var want suspect
		var greatest *big.Rat
		for _, s := range all {
			if q := s.exactRatio(pf, pb); greatest == nil || q.Cmp(greatest) > 0 {
				want, greatest = s, q
			}
		}
		if greatest.Cmp(big.NewRat(1, 1)) > 0 && (ratio == nil || ratio.Cmp(greatest) != 0 || got.ordinal != want.ordinal) {
			t.Fatalf("worst is row %d at %v, want %d at %v", got.ordinal, ratio, want.ordinal, greatest)
		}
		if ratio != nil {
			if text := g.frontier.witnesses.at(got.witness); !bytes.Equal(text, witnessOf(got.ordinal)) {
				t.Fatalf("the witness of row %d is %q", got.ordinal, text)
			}
		}
	})
}

// TestFrontierIsSmall: compacting leaves no dominated row and none at or below 1.
func TestFrontierIsSmall(t *testing.T) {
	var g group
	for i := range int64(100_000) {
		x := i * 7919 % 1000
		g.take(Numbers{Kernels: 2, MeasuredMS: float64(1 + i%7), FLOPs: 1 + x, Bytes: 1 + (i*104729)%1000})
	}
	if n := len(g.frontier.suspects); n > 2000 {
		t.Errorf("%d suspects kept of 100000 random rows", n)
	}
	g.frontier.compact(&g.compute, &g.memory)
	if held := g.frontier.witnesses.held; held > 2*50*2000 {
		t.Errorf("%d bytes of witnesses are held", held)
	}
	kept := g.frontier.suspects
	for _, l := range []leg{g.compute, g.memory} {
		if l.msPer != l.best.MS/float64(l.best.Count) {
			t.Error("a leg's rate in binary64 is not that of its best row")
		}
	}
	for i, a := range kept {
		if !a.mayForceSlack(&g.compute, &g.memory) {
			t.Fatalf("%+v is kept, and can force no slack", a)
		}
		for j, b := range kept {
			if i != j && a.flopsRate().Compare(b.flopsRate()) <= 0 && a.bytesRate().Compare(b.bytesRate()) <= 0 {
				t.Fatalf("%+v is kept, dominated by %+v", a, b)
			}
		}
	}
}

// TestFrontierGivesBack: what the legs have caught up with takes no memory any more.
func TestFrontierGivesBack(t *testing.T) {
	var g group
	const n = 10_000
	for x := range int64(n) {
		g.take(Numbers{Kernels: 2, MeasuredMS: 1000, FLOPs: x + 1, Bytes: 2*n*n - x*x})
	}
	if len(g.frontier.suspects) != n {
		t.Fatalf("%d suspects of %d on a frontier", len(g.frontier.suspects), n)
	}
	g.take(Numbers{Kernels: 1, MeasuredMS: 1, FLOPs: n, Bytes: 2 * n * n}) // a thousand times as fast
	g.frontier.compact(&g.compute, &g.memory)
	f := g.frontier
	room := 0
	for _, block := range f.witnesses.blocks {
		room += cap(block)
	}
	if len(f.suspects) != 0 || cap(f.suspects) > 512 || f.witnesses.held != 0 || room > mostOfBlock {
		t.Errorf("%d suspects in room for %d, %d bytes of witnesses in room for %d", len(f.suspects), cap(f.suspects), f.witnesses.held, room)
	}
}

// TestFrontierOfEqualRates: of rows equal in one rate the best in the other stays,
// of rows equal in both the earliest.
func TestFrontierOfEqualRates(t *testing.T) {
	var g group
	for _, n := range []Numbers{
		{Kernels: 1, MeasuredMS: 1, FLOPs: 10, Bytes: 10},
		{Kernels: 2, MeasuredMS: 1, FLOPs: 9, Bytes: 5},
		{Kernels: 2, MeasuredMS: 1, FLOPs: 9, Bytes: 8},
		{Kernels: 2, MeasuredMS: 2, FLOPs: 18, Bytes: 16},
		{Kernels: 2, MeasuredMS: 1, FLOPs: 7, Bytes: 8},
		{Kernels: 2, MeasuredMS: 1, FLOPs: 7, Bytes: 9},
		{Kernels: 2, MeasuredMS: 1, FLOPs: 10, Bytes: 0}, // the compute leg covers it
	} {
		g.take(n)
	}
	if n := len(g.frontier.suspects); n != 3 {
		t.Errorf("%d suspects pushed, want 3", n)
	}
	g.frontier.compact(&g.compute, &g.memory)
	var kept []int64
	for _, s := range g.frontier.suspects {
		kept = append(kept, s.ordinal)
	}
	if !slices.Equal(kept, []int64{3, 6}) {
		t.Errorf("kept %v, want rows 3 and 6", kept)
	}
}

func TestFloorNanosBeyondTheGuess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(-(1<<33)*1e6+1, (1<<33)*1e6-1).Draw(t, "ns")
		v := numeralMS(n)
		if got := floorNanos(v); numeralMS(got) != v || numeralMS(got+1) <= v {
			t.Fatalf("floorNanos(%v) = %d, from %d", v, got, n)
		}
		below := math.Nextafter(v, math.Inf(-1))
		if got := floorNanos(below); numeralMS(got) > below || numeralMS(got+1) <= below {
			t.Fatalf("floorNanos(%v) = %d", below, got)
		}
	})
}
