package calibration

import "math/big"

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
	var bound *big.Rat
	for _, seconds := range []*big.Rat{seconds(flops, p.FLOPS), seconds(bytes, p.MemoryBandwidth)} {
		if seconds != nil && (bound == nil || seconds.Cmp(bound) > 0) {
			bound = seconds
		}
	}
	if bound == nil {
		return 0, false
	}
	ms, _ = bound.Mul(bound, big.NewRat(1000, 1)).Float64()
	return ms, true
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
	sum, most := new(big.Rat), new(big.Rat)
	leg := func(approx bool, count int64, peak float64) {
		if approx || count <= 0 {
			return
		}
		if s := seconds(count, peak); s != nil {
			sum.Add(sum, s)
			if s.Cmp(most) > 0 {
				most = s
			}
		}
	}
	leg(row.FLOPsApprox, row.FLOPs, p.FLOPS)
	leg(row.BytesApprox, row.Bytes, p.MemoryBandwidth)
	if most.Sign() == 0 {
		return Audit{}
	}
	perTime := new(big.Rat).Quo(big.NewRat(1000, 1), exactly(row.MeasuredMS))
	a := Audit{Max: up(most.Mul(most, perTime))}
	a.Sum = a.Max
	if row.MultiKernel() {
		a.Sum = up(sum.Mul(sum, perTime))
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

// seconds is count/peak, exactly; nil if the constant is not given.
func seconds(count int64, peak float64) *big.Rat {
	switch c := (Constant{Value: peak}); {
	case !c.Some():
		return nil
	case !c.Finite():
		return new(big.Rat)
	}
	q := new(big.Rat).SetInt64(count)
	return q.Quo(q, exactly(peak))
}
