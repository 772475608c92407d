package main

import (
	"fmt"

	"github.com/calcheck/calibration"
)

// printText prints the worst violations, one per line in the form that editors
// and CI systems take apart, the counts, and what would clear them.
func (a *auditor) printText() {
	listed := a.worst.list()
	certain := 0
	for i := range listed {
		v := &listed[i]
		if v.audit.Certain() {
			certain++
		}
		fmt.Fprintf(a.stdout, "%s:%d:%d: %s: ratio %s\n", v.file, v.line, v.column, v.message(), formatRatio(v.ratio()))
	}
	if more := a.certain + a.possible - len(listed); more > 0 {
		fmt.Fprintf(a.stdout, "+%d more (%d certain, %d possible); --max lists more\n",
			more, a.certain-certain, a.possible-(len(listed)-certain))
	}
	fmt.Fprintf(a.stdout, "%s: %s, %d possible", counted(a.rows, "row"), counted(a.certain, "certain violation"), a.possible)
	if idle := a.idle(); idle > 0 {
		fmt.Fprintf(a.stdout, "; constraining nothing: %d (%s)", idle, a.idleReasons())
	}
	fmt.Fprintln(a.stdout)
	if a.certain > 0 {
		a.printMargin(a.greatestMax, "certain violation")
	}
	if a.possible > 0 || a.greatestSum > a.greatestMax {
		a.printMargin(a.greatestSum, "violation, certain or possible")
	}
}

func (a *auditor) printMargin(ratio float64, kind string) {
	if margin, ok := marginOver(ratio); ok {
		fmt.Fprintf(a.stdout, "constants raised by a factor of %s have no %s\n", margin, kind)
		return
	}
	fmt.Fprintf(a.stdout, "no finite factor on the constants is known to leave no %s\n", kind)
}

// message says what was measured and what the constants hold possible.
func (v *violation) message() string {
	row := &v.row
	who := fmt.Sprintf("%s of backend %s, measured at %v ms", quoteNear(row.Witness(), 0), quoteNear(row.Backend, 0), row.MeasuredMS)
	compute, memory := v.legs()
	if v.audit.Possible() {
		return fmt.Sprintf("warning: possible violation: %s, may take the sum of its legs, %v + %v ms, in %d kernels",
			who, compute.ms, memory.ms, row.Kernels)
	}
	leg, name := compute, "compute"
	if memory.ratio > compute.ratio {
		leg, name = memory, "memory"
	}
	return fmt.Sprintf("error: certain violation: %s, takes at least %v ms on the %s leg", who, leg.ms, name)
}

// legBound is the bound of one leg of a row, alone.
type legBound struct{ ms, ratio float64 }

// legs are the bounds of both legs; that of a leg that does not bound is zero.
func (v *violation) legs() (compute, memory legBound) {
	compute.ratio = calibration.Peaks{FLOPS: v.peaks.FLOPS}.Audit(v.row).Max
	if compute.ratio > 0 {
		compute.ms, _ = calibration.Peaks{FLOPS: v.peaks.FLOPS}.BoundMS(v.row.FLOPs, 0)
	}
	memory.ratio = calibration.Peaks{MemoryBandwidth: v.peaks.MemoryBandwidth}.Audit(v.row).Max
	if memory.ratio > 0 {
		memory.ms, _ = calibration.Peaks{MemoryBandwidth: v.peaks.MemoryBandwidth}.BoundMS(0, v.row.Bytes)
	}
	return compute, memory
}
