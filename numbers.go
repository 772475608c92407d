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
func (r Row) Numbers() (n Numbers) {
	r.numbers(&n)
	return n
}

// numbers is Numbers in place: a copy of what was just written in smaller pieces
// would cost as much as all else that Add does.
func (r *Row) numbers(n *Numbers) {
	n.MeasuredMS, n.ModelMS, n.HasModel = r.MeasuredMS, r.ModelMS, r.HasModel
	n.Kernels, n.FLOPs, n.Bytes = r.Kernels, r.FLOPs, r.Bytes
	n.FLOPsApprox, n.BytesApprox, n.Opaque = r.FLOPsApprox, r.BytesApprox, r.Opaque
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
