package calibration

import (
	"math"
	"math/big"
	"math/bits"
)

// Peaks are the two constants of a roofline envelope: operations per second and
// bytes per second. A value that is not above zero (0, a negative one, NaN) means
// that the constant is not given and that its leg bounds nothing; +Inf is given,
// and bounds by zero.
type Peaks struct {
	FLOPS           float64
	MemoryBandwidth float64
}

// BoundMS returns the roofline bound in milliseconds,
//
//	max(flops/peak_flops, bytes/peak_memory_bandwidth) * 1000
//
// over the constants that are given: the exact value, rounded once to the
// nearest binary64, ties to even. Rounding is monotone, so if the exact bound
// respects a measured time the rounded one does too, and `bound > measured`
// never lies. It is +Inf only if the exact bound is that far out, and negative
// only for negative counts. Without any constant ok is false and ms 0.
func (p Peaks) BoundMS(flops, bytes int64) (ms float64, ok bool) {
	for _, leg := range [...]load{{flops, p.FLOPS}, {bytes, p.MemoryBandwidth}} {
		if !(leg.peak > 0) {
			continue
		}
		if v := leg.milliseconds(); !ok || v > ms {
			ms, ok = v, true
		}
	}
	return ms, ok
}

// Audit holds a row against given constants (spec section 1), over the legs on
// which the row is exact and whose constant is given. The ratios are the least
// binary64 numbers not below the exact ones, so that they exceed 1 just if the
// exact ones do, and constants raised by a ratio no longer break that bound.
//
// The zero Audit is that of a row that constrains nothing: one that is not
// timed, or has no count above zero on such a leg.
type Audit struct {
	Max float64 // the roofline bound over the measured time
	Sum float64 // on a multi-kernel row the sum of the legs' bounds over the measured time; on others Max
}

// Audit holds the row against the constants.
func (p Peaks) Audit(row Row) Audit {
	if !row.Timed() {
		return Audit{}
	}
	legs := make([]load, 0, 2)
	add := func(approx bool, leg load) {
		if !approx && leg.count > 0 && leg.bounds() {
			legs = append(legs, leg)
		}
	}
	add(row.FLOPsApprox, load{row.FLOPs, p.FLOPS})
	add(row.BytesApprox, load{row.Bytes, p.MemoryBandwidth})
	var a Audit
	for i := range legs {
		a.Max = max(a.Max, upRatio(row.MeasuredMS, legs[i:i+1])) // up is monotone
	}
	a.Sum = a.Max
	if row.MultiKernel() && len(legs) == 2 {
		a.Sum = upRatio(row.MeasuredMS, legs)
	}
	return a
}

// Certain reports whether the measured time proves the constants wrong: the
// bound of one leg alone exceeds it.
func (a Audit) Certain() bool { return a.Max > 1 }

// Possible reports whether only the sum over a multi-kernel row's legs exceeds
// the measured time: the tuner's bound, a sum over kernels of each one's greater
// leg, may then exceed it, and may not.
func (a Audit) Possible() bool { return a.Sum > 1 && !a.Certain() }

// load is a count and the constant it is held against: a time, count/peak
// seconds.
type load struct {
	count int64
	peak  float64
}

// bounds reports whether the constant is given, and finite, so that a count
// above zero takes a time above zero.
func (l load) bounds() bool { return Constant{Value: l.peak}.Finite() }

// milliseconds is the load's time, rounded to the nearest binary64, ties to
// even, for a constant that is given.
func (l load) milliseconds() float64 {
	if l.count == 0 || !l.bounds() {
		return 0
	}
	magnitude := uint64(l.count)
	if l.count < 0 {
		magnitude = -magnitude
	}
	hi, lo, exp := thousandfold(magnitude)
	peak, peakExp := significand(l.peak)
	q, rest := bits.Div64(hi, lo, peak)
	if rest != 0 {
		q |= 1 // q has 61 bits or more, so it lands on the same side of each tie as the quotient
	}
	// No time is subnormal: 1000 over the greatest constant is far above that.
	ms := math.Ldexp(float64(q), exp-peakExp)
	if l.count < 0 {
		return -ms
	}
	return ms
}

// seconds is the load's time exactly.
func (l load) seconds() *big.Rat {
	q := new(big.Rat).SetInt64(l.count)
	return q.Quo(q, exactly(l.peak))
}

// upRatio is the least binary64 not below the time of the legs together over ms
// milliseconds. The legs bound, and their counts are above zero.
func upRatio(ms float64, legs []load) float64 {
	near := legs[0].over(ms)
	for _, leg := range legs[1:] {
		near = near.plus(leg.over(ms))
	}
	if v, ok := near.up(); ok {
		return v
	}
	sum := new(big.Rat)
	for _, leg := range legs {
		sum.Add(sum, leg.seconds())
	}
	sum.Mul(sum, big.NewRat(1000, 1))
	return up(sum.Quo(sum, exactly(ms)))
}
