package workload

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/calcheck/calibration"
)

// exactRow is a fully exact multi-kernel row of one backend: what constrains
// both legs and may force slack.
func exactRow(seed, i uint64) calibration.Row {
	r := stream(seed, i)
	row := named(&r)
	row.Backend = "cuda"
	row.Kernels = 2
	return row
}

// FrontierRows is how many rows of [Frontier] differ.
const FrontierRows = frontierEnd - 1

const frontierEnd = 1 << 24

// Frontier is rows on one curve that bulges outwards, bytes = N^2 - flops^2 in
// the same time, in no order: whatever the legs are so far, every row is above
// the line between them, none dominates another, and each is a corner of their
// convex hull. Counts are below 2^49, so that they are canonical and fast to
// read.
func Frontier(seed, i uint64) calibration.Row {
	row := exactRow(seed, i)
	x := frontierPoint(seed, i)
	row.MeasuredMS = 1000
	row.FLOPs = x
	row.Bytes = frontierEnd*frontierEnd - x*x
	return row
}

// frontierPoint is a number from 1 to FrontierRows; so many i in a row give each
// once, because the factor shares no divisor with FrontierRows.
func frontierPoint(seed, i uint64) int64 {
	return int64(1 + (i%FrontierRows*5_306_393+seed)%FrontierRows)
}

// Rising is rows of which each beats both legs, by less than a product of
// binary64 numbers is sure to show, and dominates all before it.
func Rising(seed, i uint64) calibration.Row {
	row := exactRow(seed, i)
	row.MeasuredMS = 1000
	row.FLOPs = 1e14 + int64(i)
	row.Bytes = 1e14 + int64(i)
	return row
}

// Tied is rows of one compute rate and one memory rate, in counts and times that
// differ, so that all are as good as the first.
func Tied(seed, i uint64) calibration.Row {
	row := exactRow(seed, i)
	r := stream(seed+1, i)
	ms := 1 + r.below(1e6-1) // a whole number, so that the rates are exactly equal
	row.MeasuredMS = float64(ms)
	row.FLOPs = int64(ms * 300_000_007)
	row.Bytes = int64(ms * 70_000_001)
	return row
}

// million is a number below a million; a million i in a row give each once. The
// factor shares no divisor with a million.
func million(seed, i uint64) uint64 { return (i%1e6*618_033 + seed) % 1e6 }

// Backends is realistic rows of a million backends.
func Backends(seed, i uint64) calibration.Row {
	row := Realistic(seed, i)
	row.Backend = fmt.Sprintf("gpu-%06d", million(seed, i))
	return row
}

// Names is realistic rows of a million routines and labels.
func Names(seed, i uint64) calibration.Row {
	row := Realistic(seed, i)
	n := million(seed, i)
	row.Routine = fmt.Sprintf("routine_%06d", n)
	row.Label = fmt.Sprintf("W_preset[bs=%06d]", n)
	return row
}

// Long is realistic rows with a label that makes the line as long as the default
// limit of a reader, without its terminator.
func Long(seed, i uint64) calibration.Row {
	row := Realistic(seed, i)
	var room [256]byte
	line, _ := row.AppendText(room[:0])
	row.Label += padding[:calibration.DefaultMaxLine-len(line)]
	return row
}

var padding = strings.Repeat("x", calibration.DefaultMaxLine)

// noncanonical writes every number in a form that says the same: times with an
// exponent and as many digits as a binary64 may need, counts with leading zeros.
func noncanonical(cells []string, _ uint64) []string {
	for _, i := range []int{4, 5} {
		if ms, err := strconv.ParseFloat(cells[i], 64); err == nil { // else there is no model time
			cells[i] = strconv.FormatFloat(ms, 'e', 16, 64)
		}
	}
	for _, i := range []int{6, 7, 8} {
		cells[i] = "000" + cells[i]
	}
	return cells
}

// malformed gives the line a fault, another from line to line.
func malformed(cells []string, i uint64) []string {
	switch i % 6 {
	case 0:
		return append(cells, "false")
	case 1: // the schema before the exactness flags
		return cells[:9]
	case 2:
		cells[4] = strings.Replace(cells[4], ".", ",", 1)
	case 3:
		cells[11] = "False"
	case 4: // beyond 64 bits
		cells[8] += "000000000000000"
	case 5:
		cells[0] += "\x00"
	}
	return cells
}
