package calibration

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
)

// Rate is an exact throughput: Count events in MS milliseconds, which are above
// zero and finite. It is a pair and not a quotient because no quotient of
// binary64 numbers is exact. A Count of zero or below is no rate, and so is the
// zero Rate: less than any other.
type Rate struct {
	Count int64
	MS    float64
}

// Compare orders rates exactly: -1, 0 or 1 as r is below, equal to or above other.
// Count1/MS1 against Count2/MS2 is Count1*MS2 against Count2*MS1, and an int64 times a
// 53-bit significand fits 128 bits.
func (r Rate) Compare(other Rate) int {
	a, b := r.crossed(other)
	if certainlyBelow(a, b) { // nearly always, where other is a maximum
		return -1
	}
	if certainlyBelow(b, a) {
		return 1
	}
	return r.compareExactly(other)
}

func (r Rate) compareExactly(other Rate) int {
	if r.Count <= 0 || other.Count <= 0 {
		return cmp.Compare(max(r.Count, 0), max(other.Count, 0))
	}
	return product(r.Count, other.MS).compare(product(other.Count, r.MS))
}

// PerSecond is the least binary64 not below the rate in events per second (spec
// section 6), +Inf if there is no finite one, and 0 of no rate.
func (r Rate) PerSecond() float64 {
	if r.Count <= 0 {
		return 0
	}
	hi, lo, exp := thousandfold(uint64(r.Count))
	time, timeExp := significand(r.MS)
	q, rest := bits.Div64(hi, lo, time)
	// A thousand over the greatest time is far above the subnormal numbers.
	v, _ := upWord(q, rest != 0, exp-timeExp)
	return v
}

// certainlyBelow reports whether the rate is below the other, if binary64 can
// tell: a quick answer to nearly all comparisons. False decides nothing.
func (r Rate) certainlyBelow(other Rate) bool { return certainlyBelow(r.crossed(other)) }

// crossed are the products that compare as the rates do, each off by a relative 2^-52
// at most, but where it overflows or is subnormal. Those of counts of zero or less are
// not above zero.
func (r Rate) crossed(other Rate) (a, b float64) {
	return float64(r.Count) * other.MS, float64(other.Count) * r.MS
}

func certainlyBelow(a, b float64) bool {
	return a < b*safely && 0x1p-1000 < b && b <= math.MaxFloat64
}

// safely is below 1 by far more than the rounding of a few operations: what
// comes out below it is certainly below 1.
const safely = 1 - 0x1p-40

// perSecond is the exact rate in events per second.
func (r Rate) perSecond() *big.Rat {
	q := new(big.Rat).SetInt64(r.Count)
	q.Mul(q, big.NewRat(1000, 1))
	return q.Quo(q, exactly(r.MS))
}

// float128 is a positive number (hi*2^64 + lo) * 2^exp, normalised so that hi
// has its top bit set.
type float128 struct {
	hi, lo uint64
	exp    int
}

// product is count*ms, exactly; both are above zero and ms is finite.
func product(count int64, ms float64) float128 {
	fraction, exp := math.Frexp(ms) // exact for subnormals too
	hi, lo := bits.Mul64(uint64(count), uint64(fraction*(1<<53)))
	if hi == 0 {
		hi, lo, exp = lo, 0, exp-64
	}
	shift := bits.LeadingZeros64(hi)
	// Shifting by 64, when shift is 0, gives 0 as it should.
	return float128{hi<<shift | lo>>(64-shift), lo << shift, exp - shift}
}

func (a float128) compare(b float128) int {
	return cmp.Or(cmp.Compare(a.exp, b.exp), cmp.Compare(a.hi, b.hi), cmp.Compare(a.lo, b.lo))
}

// exactly is a finite binary64 as a rational.
func exactly(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// up is the least binary64 >= q, for q > 0: +Inf above the greatest finite one.
func up(q *big.Rat) float64 {
	nearest, exact := q.Float64()
	if exact || math.IsInf(nearest, 1) || exactly(nearest).Cmp(q) > 0 {
		return nearest
	}
	return math.Nextafter(nearest, math.Inf(1))
}

// upWord is up of (q, or if more a little more than q) * 2^exp, for a q of at
// least 2^53; ok is false where that is subnormal.
func upWord(q uint64, more bool, exp int) (v float64, ok bool) {
	drop := bits.Len64(q) - 53
	top := q >> drop
	if more || top<<drop != q {
		top++
	}
	return math.Ldexp(float64(top), exp+drop), exp+drop >= -1074
}

// upTimes is up(v*factor), and +Inf for an infinite v.
func upTimes(v float64, factor float64) float64 {
	if math.IsInf(v, 1) {
		return v
	}
	a, aExp := significand(v)
	b, bExp := significand(factor)
	hi, lo := bits.Mul64(a, b)
	if v, ok := upWord(hi, lo != 0, aExp+bExp+64); ok {
		return v
	}
	q := exactly(v)
	return up(q.Mul(q, exactly(factor)))
}
