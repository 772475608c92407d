package calibration

import "math"

// Numbers are the columns of a row that the fit reckons with: all that are not
// text, in the units of [Row].
type Numbers struct {
	MeasuredMS float64
	ModelMS    float64
	HasModel   bool

	Kernels int64
	FLOPs   int64
	Bytes   int64

	FLOPsApprox bool
	BytesApprox bool
	Opaque      bool
}

// Numbers returns the row without its text.
func (r *Row) Numbers() Numbers {
	return Numbers{
		r.MeasuredMS, r.ModelMS, r.HasModel, r.Kernels, r.FLOPs, r.Bytes, r.FLOPsApprox, r.BytesApprox, r.Opaque,
	}
}

// Timed reports whether the row can constrain a fit: it is not opaque and its
// measured time is finite and above zero.
func (n *Numbers) Timed() bool {
	return !n.Opaque && n.MeasuredMS > 0 && n.MeasuredMS <= math.MaxFloat64
}

// FullyExact reports whether both counts are exact.
func (n *Numbers) FullyExact() bool { return !n.FLOPsApprox && !n.BytesApprox }

// MultiKernel reports whether the candidate launches more than one kernel.
func (n *Numbers) MultiKernel() bool { return n.Kernels > 1 }

// Violated reports whether the row, as recorded, broke the model's bound: a
// fully exact row that is not opaque and whose model time exceeds its measured
// time, be it timed or not.
func (n *Numbers) Violated() bool {
	return n.HasModel && n.ModelMS > n.MeasuredMS && n.FullyExact() && !n.Opaque
}
