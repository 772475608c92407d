package calibration

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// contains reports whether low*2^exp < q < high*2^exp, exactly.
func (x interval) contains(q *big.Rat) bool {
	end := func(units uint64) *big.Rat {
		power := new(big.Int).Lsh(big.NewInt(1), uint(max(x.exp, -x.exp)))
		r := new(big.Rat).SetInt(new(big.Int).SetUint64(units))
		if x.exp < 0 {
			return r.Quo(r, new(big.Rat).SetInt(power))
		}
		return r.Mul(r, new(big.Rat).SetInt(power))
	}
	return end(x.low).Cmp(q) < 0 && q.Cmp(end(x.high)) < 0
}

var anyLoad = rapid.Custom(func(t *rapid.T) load {
	count := rapid.OneOf(
		rapid.Int64Range(1, math.MaxInt64),
		rapid.Map(rapid.IntRange(0, 62), func(n int) int64 { return 1 << n }),
		rapid.SampledFrom([]int64{1, 2, 3, 1<<53 - 1, 1<<53 + 1, math.MaxInt64, math.MaxInt64 - 1}),
	)
	return load{count.Draw(t, "count"), positive.Draw(t, "peak")}
})

// TestInterval holds intervals, their sums and what they round to against
// rationals, over loads and times of any size.
func TestInterval(t *testing.T) {
	decided, undecided := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		legs := rapid.SliceOfN(anyLoad, 1, 2).Draw(t, "legs")
		ms := positive.Draw(t, "ms")
		held := rapid.IntRange(0, 4).Draw(t, "held by binary64") == 0
		if held {
			legs[0] = load{rapid.Int64Range(1, 1<<20).Draw(t, "count"), 1000}
			legs, ms = legs[:1], math.Ldexp(1, rapid.IntRange(-20, 20).Draw(t, "power"))
		}
		exact := new(big.Rat)
		var x interval
		for i, leg := range legs {
			ratio := leg.seconds()
			ratio.Mul(ratio, big.NewRat(1000, 1))
			ratio.Quo(ratio, exactly(ms))
			y := leg.over(ms)
			if !y.contains(ratio) {
				t.Fatalf("%+v over %v: %v is not in %+v", leg, ms, ratio, y)
			}
			if exact.Add(exact, ratio); i == 0 {
				x = y
			} else if x = x.plus(y); !x.contains(exact) {
				t.Fatalf("%+v over %v: %v is not in %+v", legs, ms, exact, x)
			}
		}
		want := up(exact)
		v, ok := x.up()
		switch {
		case ok && (held || v != want):
			t.Fatalf("%+v over %v rounds up to %v, not to %v", legs, ms, want, v)
		case ok:
			decided++
		case !held:
			undecided++
		}
		if got := upRatio(ms, legs); got != want {
			t.Fatalf("upRatio(%v, %+v) = %v, want %v", ms, legs, got, want)
		}
	})
	if decided < 4*undecided {
		t.Errorf("%d intervals decided and %d did not: want four times as many", decided, undecided)
	}
}

// TestMillisecondsOfAnyLoad holds the rounding of one leg's time against rationals.
func TestMillisecondsOfAnyLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLoad.Draw(t, "load")
		if rapid.Bool().Draw(t, "negative") {
			l.count = -l.count
		}
		if rapid.IntRange(0, 9).Draw(t, "least") == 0 {
			l.count = math.MinInt64
		}
		q := l.seconds()
		want, _ := q.Mul(q, big.NewRat(1000, 1)).Float64()
		if got := l.milliseconds(); got != want {
			t.Fatalf("%+v.milliseconds() = %v, want %v", l, got, want)
		}
	})
}

// TestMillisecondsRoundTies: quotients halfway between two neighbours go to the
// even one, and those next to halfway, by however little, to the nearer one.
func TestMillisecondsRoundTies(t *testing.T) {
	for _, tt := range []struct {
		count int64
		peak  float64
		want  float64
	}{
		{1<<53 + 1, 1000, 1 << 53},   // a tie
		{1<<53 + 3, 1000, 1<<53 + 4}, // a tie
		{1<<60 + 128, 1000, 1 << 60}, // a tie
		{1<<60 + 129, 1000, 1<<60 + 256},
		{1<<60 + 127, 1000, 1 << 60},
		{-1<<53 - 3, 1000, -1<<53 - 4},
		// Above halfway by less than the last bit of the integer quotient.
		{343158, 69211, 0x1.35e247a57b6d3p+12},
		{-576800, 14707, -0x1.3266d6b1a70d5p+15},
	} {
		if got := (load{tt.count, tt.peak}).milliseconds(); got != tt.want {
			t.Errorf("%d/%v seconds is %v ms, want %v", tt.count, tt.peak, got, tt.want)
		}
	}
}
