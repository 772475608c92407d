package main

import (
	"errors"
	"strconv"

	"github.com/calcheck/calibration"
	"github.com/spf13/pflag"
)

// thresholds are the flags that say from where on something is doubtful.
type thresholds struct {
	outlier   factor
	machine   factor
	flops     ceiling
	bandwidth ceiling
	distinct  rowLimit
}

var defaultThresholds = thresholds{outlier: 3, machine: 2, distinct: 1_000_000}

func (t *thresholds) register(flags *pflag.FlagSet) {
	*t = defaultThresholds
	flags.Var(&t.outlier, "outlier-factor", "outlier-peak: how much faster than any other candidate is doubtful, as a `factor`")
	flags.Var(&t.machine, "machine-factor", "mixed-machines: by which `factor` files may disagree")
	flags.Var(&t.flops, "max-flops", "above-ceiling: the FLOP/s that the hardware has at most, as a `rate`")
	flags.Var(&t.bandwidth, "max-bandwidth", "above-ceiling: the byte/s that the memory has at most, as a `rate`")
	flags.Var(&t.distinct, "max-distinct", "duplicate-row, digest-conflict: compare the first `rows` that differ, and stop there")
}

// exceeded reports whether a row is faster than a ceiling.
func (t *thresholds) exceeded(l *calibration.Line) bool {
	return t.flops > 0 && t.exceededOn(l, computeLeg) || t.bandwidth > 0 && t.exceededOn(l, memoryLeg)
}

// exceededOn reports whether a row, exact on the leg, is faster than the leg's ceiling:
// exactly, as constants of that height would be too low for it.
func (t *thresholds) exceededOn(l *calibration.Line, leg int) bool {
	row := calibration.Row{MeasuredMS: l.MeasuredMS, Opaque: l.Opaque}
	var ceilings calibration.Peaks
	switch leg {
	case computeLeg:
		row.FLOPs, row.FLOPsApprox, ceilings.FLOPS = l.FLOPs, l.FLOPsApprox, float64(t.flops)
	case memoryLeg:
		row.Bytes, row.BytesApprox, ceilings.MemoryBandwidth = l.Bytes, l.BytesApprox, float64(t.bandwidth)
	}
	return ceilings.Audit(row).Certain()
}

// checkCeilings notes the legs on which the row is faster than the hardware.
func (r *rowCheck) checkCeilings() {
	t := &r.options.thresholds
	for leg, ceiling := range [2]ceiling{computeLeg: t.flops, memoryLeg: t.bandwidth} {
		if ceiling == 0 || !t.exceededOn(r.line, leg) {
			continue
		}
		count := [2]int64{computeLeg: r.line.FLOPs, memoryLeg: r.line.Bytes}[leg]
		rate := calibration.Rate{Count: count, MS: r.line.MeasuredMS}
		r.found(aboveCeiling, legs[leg].column, "%d in %v ms are %.4g %s, above the ceiling of %v: the time or the count is wrong, and would make the peak too high",
			count, r.line.MeasuredMS, rate.PerSecond(), legs[leg].unit, float64(ceiling))
	}
}

// rowLimit is the value of --max-distinct.
type rowLimit int

func (n *rowLimit) Set(s string) error {
	v, err := strconv.Atoi(s)
	if err != nil || v < 0 {
		return errors.New("expected a whole number of zero or more")
	}
	*n = rowLimit(v)
	return nil
}

func (n *rowLimit) String() string { return strconv.Itoa(int(*n)) }

// Type is what help calls the value.
func (n *rowLimit) Type() string { return "rows" }
