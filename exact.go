package calibration

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
)

// rate is an exact throughput: count events in ms milliseconds, both above
// zero and ms finite. It is a pair and not a quotient because no quotient of
// binary64 numbers is exact.
type rate struct {
	count int64
	ms    float64
}

// compare orders rates exactly: count1/ms1 against count2/ms2 is count1*ms2
// against count2*ms1, and an int64 times a 53-bit significand fits 128 bits.
func (r rate) compare(other rate) int {
	switch {
	case r.certainlyBelow(other):
		return -1
	case other.certainlyBelow(r):
		return 1
	}
	return product(r.count, other.ms).compare(product(other.count, r.ms))
}

// certainlyBelow reports whether the rate is below the other, if binary64 can
// tell: a quick answer to nearly all comparisons. False decides nothing. Each
// product is off by a relative 2^-52 at most, but where it overflows or is
// subnormal.
func (r rate) certainlyBelow(other rate) bool {
	a, b := float64(r.count)*other.ms, float64(other.count)*r.ms
	return a < b*safely && 0x1p-1000 < b && b <= math.MaxFloat64
}

// safely is below 1 by far more than the rounding of a few operations: what
// comes out below it is certainly below 1.
const safely = 1 - 0x1p-40

// perSecond is the exact rate in events per second.
func (r rate) perSecond() *big.Rat {
	q := new(big.Rat).SetInt64(r.count)
	q.Mul(q, big.NewRat(1000, 1))
	return q.Quo(q, exactly(r.ms))
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

// upTimes is up(v*factor), and +Inf for an infinite v.
func upTimes(v float64, factor float64) float64 {
	if math.IsInf(v, 1) {
		return v
	}
	q := exactly(v)
	return up(q.Mul(q, exactly(factor)))
}
