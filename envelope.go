package calibration

import (
	"fmt"
	"math"
)

// Envelope is the roofline envelope of one backend, as a fit derives it (spec
// section 6). Envelopes compare with ==. The zero Envelope is that of a backend
// named "" without rows.
type Envelope struct {
	Backend string

	Rows        int64 // timed rows: those the fit could use
	Opaque      int64 // opaque rows, timed or not
	FLOPsApprox int64 // timed rows that the compute leg passes over
	BytesApprox int64 // timed rows that the memory leg passes over
	MultiKernel int64 // timed rows of more than one kernel
	Violations  int64 // rows whose recorded model time exceeds their measured time

	FissionSlack        Constant // a factor in (1, 2], already in both peaks; none if the leg maxima suffice
	PeakFLOPS           Constant // operations per second
	PeakMemoryBandwidth Constant // bytes per second
}

// Constant is a fitted value and the row that binds it. The zero Constant means
// that no row constrains the value; others are above zero, and +Inf if no
// finite binary64 is high enough.
type Constant struct {
	Value   float64
	Witness string // name (digest) of the binding row, its text as in the file
}

// Some reports whether some row constrains the value.
func (c Constant) Some() bool { return c.Value > 0 }

// Finite reports whether some row constrains the value and a finite binary64
// is high enough.
func (c Constant) Finite() bool { return c.Some() && c.Value <= math.MaxFloat64 }

// WithMargin returns the envelope with both peaks raised to up(peak * m):
// headroom against candidates faster than any yet measured (spec section 7).
// It is an error if m is not finite or below 1.
func (e Envelope) WithMargin(m float64) (Envelope, error) {
	if !(m >= 1 && m <= math.MaxFloat64) {
		return e, fmt.Errorf("margin %v: expected a finite number of at least 1", m)
	}
	if m == 1 {
		return e, nil
	}
	for _, peak := range []*Constant{&e.PeakFLOPS, &e.PeakMemoryBandwidth} {
		if peak.Some() {
			peak.Value = upTimes(peak.Value, m)
		}
	}
	return e, nil
}

// Peaks returns the envelope's two constants without their witnesses.
func (e Envelope) Peaks() Peaks {
	return Peaks{FLOPS: e.PeakFLOPS.Value, MemoryBandwidth: e.PeakMemoryBandwidth.Value}
}

// BoundMS is [Peaks.BoundMS] of the envelope's constants. On every timed fully
// exact row of the fit, at any margin, it is at most the row's MeasuredMS, as a
// comparison of binary64 numbers.
func (e Envelope) BoundMS(flops, bytes int64) (ms float64, ok bool) {
	return e.Peaks().BoundMS(flops, bytes)
}
