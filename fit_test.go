package calibration_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/naive"
	"github.com/calcheck/calibration/internal/workload"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// heap is the live heap after a collection, in bytes.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestFitMemory: ten million realistic rows cost the heap less than a byte each
// (two million under -short and where the race detector makes them slow).
func TestFitMemory(t *testing.T) {
	rows := uint64(10_000_000)
	if testing.Short() || raceEnabled {
		rows /= 5
	}
	var f calibration.Fitter
	before, most := heap(), uint64(0)
	for i := range rows {
		f.Add(workload.Realistic(1, i))
		if i%(rows/10) == 0 {
			most = max(most, heap())
		}
	}
	if most = max(most, heap()); most > before+rows {
		t.Errorf("the heap grew by %d KiB for %d rows", (most-before)>>10, rows)
	}
	total := int64(0)
	for _, e := range f.Envelopes() {
		total += e.Rows
		if !e.PeakFLOPS.Finite() || !e.PeakMemoryBandwidth.Finite() || !e.FissionSlack.Some() {
			t.Errorf("an unrealistic fit: %+v", e)
		}
	}
	if total != int64(rows) {
		t.Errorf("%d rows fitted of %d", total, rows)
	}
	runtime.KeepAlive(&f)
}

// TestFitterAddDoesNotAllocate: a row that binds nothing costs no memory.
func TestFitterAddDoesNotAllocate(t *testing.T) {
	var f calibration.Fitter
	row := mustParse(t, goodLine)
	f.Add(row)
	slower := row
	slower.MeasuredMS *= 3
	slower.Kernels = 2
	if n := testing.AllocsPerRun(100, func() { f.Add(slower) }); n != 0 {
		t.Errorf("Add: %v allocations", n)
	}
}

// TestFitDoesNotPinItsInput: what a Fitter keeps is detached from the file.
func TestFitDoesNotPinItsInput(t *testing.T) {
	before := heap()
	var f calibration.Fitter
	for i := range 32 {
		block := strings.Repeat("x", 8<<20) + "\n" + fmt.Sprintf("b%d\td\tr\tl\t1.000000\t\t2\t%d\t%d\tfalse\tfalse\tfalse", i, i+1, i+1)
		_, line, _ := strings.Cut(block, "\n")
		f.Add(mustParse(t, line))
	}
	if after := heap(); after > before+16<<20 {
		t.Errorf("the heap grew by %d MiB for 32 rows", (after-before)>>20)
	}
	if n := len(f.Envelopes()); n != 32 {
		t.Errorf("%d envelopes", n)
	}
}

func TestFitOfNothing(t *testing.T) {
	if e := calibration.Fit(nil); e != nil {
		t.Errorf("Fit(nil) = %+v", e)
	}
	var f calibration.Fitter
	f.Merge(nil)
	f.Merge(&f)
	f.Merge(new(calibration.Fitter))
	if e := f.Envelopes(); e != nil {
		t.Errorf("an empty Fitter has %+v", e)
	}
	f.Add(mustParse(t, goodLine))
	f.Merge(&f)
	if e := f.Envelopes(); len(e) != 1 || e[0].Rows != 1 {
		t.Errorf("merged with itself: %+v", e)
	}
}

// TestFitterIsUsedAgain: a Fitter that was merged into another takes the rows of the
// next part, in the memory of those before, and nothing of them comes back.
func TestFitterIsUsedAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var whole, part calibration.Fitter
		var rows []calibration.Row
		for range rapid.IntRange(1, 6).Draw(t, "parts") {
			more := genRows().Draw(t, "rows")
			rows = append(rows, more...)
			for _, r := range more {
				part.Add(r)
			}
			if diff := cmp.Diff(naive.Fit(more), part.Envelopes()); diff != "" {
				t.Fatalf("the part by itself (-naive +got):\n%s", diff)
			}
			whole.Merge(&part)
			if e := part.Envelopes(); e != nil {
				t.Fatalf("left in the part: %+v", e)
			}
		}
		if diff := cmp.Diff(naive.Fit(rows), whole.Envelopes()); diff != "" {
			t.Fatalf("the whole (-naive +got):\n%s", diff)
		}
	})
}

// TestFitterGoesOn: Envelopes can be asked for at any time and changes nothing.
func TestFitterGoesOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows().Draw(t, "rows")
		var f calibration.Fitter
		for i, r := range rows {
			f.Add(r)
			if rapid.IntRange(0, 7).Draw(t, "ask") == 0 {
				if diff := cmp.Diff(naive.Fit(rows[:i+1]), f.Envelopes()); diff != "" {
					t.Fatalf("after %d rows (-naive +got):\n%s", i+1, diff)
				}
			}
		}
		if diff := cmp.Diff(naive.Fit(rows), f.Envelopes()); diff != "" {
			t.Fatalf("at the end (-naive +got):\n%s", diff)
		}
	})
}

// TestNonFiniteRowsAreUntimed: times that no file can hold constrain nothing.
func TestNonFiniteRowsAreUntimed(t *testing.T) {
	good := mustParse(t, goodLine)
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		bad := good
		bad.MeasuredMS, bad.FLOPs, bad.Bytes = v, math.MaxInt64, math.MaxInt64
		e := calibration.Fit([]calibration.Row{bad, good})
		if len(e) != 1 || e[0].Rows != 1 || constants(e[0]) != constants(calibration.Fit([]calibration.Row{good})[0]) {
			t.Errorf("with a time of %v: %+v", v, e)
		}
		if a := (calibration.Peaks{FLOPS: 1, MemoryBandwidth: 1}).Audit(bad); a != (calibration.Audit{}) {
			t.Errorf("audit of a time of %v: %+v", v, a)
		}
	}
}

// TestMoreRowsCanLowerAConstant is the surprise that SPEC.md documents: a better
// memory row removes the slack, and with it half of the compute constant.
func TestMoreRowsCanLowerAConstant(t *testing.T) {
	forcing := calibration.Row{Kernels: 2, MeasuredMS: 1, FLOPs: 10, Bytes: 20}
	better := calibration.Row{Kernels: 1, MeasuredMS: 1, Bytes: 1 << 60}
	before := calibration.Fit([]calibration.Row{forcing})[0]
	after := calibration.Fit([]calibration.Row{forcing, better})[0]
	if before.PeakFLOPS.Value != 20_000 || !(after.PeakFLOPS.Value < before.PeakFLOPS.Value) {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
	if r, broken := uncovered(after, []calibration.Row{forcing, better}); broken {
		t.Errorf("%+v does not cover %+v", after, r)
	}
}

func TestWithMargin(t *testing.T) {
	e := calibration.Fit([]calibration.Row{mustParse(t, goodLine)})[0]
	for _, m := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, math.Nextafter(1, 0)} {
		if got, err := e.WithMargin(m); err == nil || got != e {
			t.Errorf("margin %v: %+v, %v", m, got, err)
		}
	}
	if got, err := e.WithMargin(1); err != nil || got != e {
		t.Errorf("margin 1: %+v, %v", got, err)
	}
	if got, _ := (calibration.Envelope{}).WithMargin(2); got != (calibration.Envelope{}) {
		t.Errorf("margin of no constants: %+v", got)
	}
	odd := calibration.Envelope{PeakFLOPS: calibration.Constant{Value: math.NaN()}, PeakMemoryBandwidth: calibration.Constant{Value: math.Inf(1)}}
	if got, err := odd.WithMargin(2); err != nil || !math.IsInf(got.PeakMemoryBandwidth.Value, 1) {
		t.Errorf("margin of odd constants: %+v, %v", got, err)
	}
	if got, _ := e.WithMargin(1e300); !math.IsInf(got.PeakFLOPS.Value, 1) || got.PeakFLOPS.Witness != e.PeakFLOPS.Witness {
		t.Errorf("margin beyond binary64: %+v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		e := calibration.Envelope{PeakFLOPS: calibration.Constant{Value: rapid.Float64Range(1e-300, 1e300).Draw(t, "peak")}}
		m := rapid.OneOf(rapid.Float64Range(1, 2), rapid.Float64Range(1, math.MaxFloat64)).Draw(t, "margin")
		got, err := e.WithMargin(m)
		if err != nil || !least(got.PeakFLOPS.Value, naive.Mul(naive.Rat(e.PeakFLOPS.Value), naive.Rat(m))) {
			t.Fatalf("%v * %v = %v, %v", e.PeakFLOPS.Value, m, got.PeakFLOPS.Value, err)
		}
	})
}

func ExampleFit() {
	rows := []calibration.Row{
		{Backend: "cc", Digest: "aa", Routine: "stream", Label: "copy", MeasuredMS: 2, Kernels: 1, Bytes: 16_000_000},
		{Backend: "cc", Digest: "bb", Routine: "mm", Label: "blocked", MeasuredMS: 4, Kernels: 1, FLOPs: 2_000_000_000, Bytes: 3_000_000},
	}
	for _, envelope := range calibration.Fit(rows) {
		fmt.Print(envelope.Report())
		ms, _ := envelope.BoundMS(1_000_000_000, 3_000_000)
		fmt.Println("a candidate of 1 GFLOP and 3 MB takes at least", ms, "ms")
	}
	// Output:
	// # backend cc: 2 timed rows (0 opaque excluded, 0 approx-flops / 0 approx-bytes excluded per leg, 0 multi-kernel), 0 recorded bound violations
	// # compute-leg binding row: mm/blocked (bb)
	// model_peak_flops=5.000010e+11
	// # memory-leg binding row: stream/copy (aa)
	// model_peak_memory_bandwidth=8.000016e+9
	// a candidate of 1 GFLOP and 3 MB takes at least 2 ms
}
