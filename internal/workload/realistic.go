package workload

import (
	"fmt"

	"github.com/calcheck/calibration"
)

// Realistic is what a tuner appends: 3 backends and 40 routines, 35 %
// approximate flops, 60 % approximate bytes, 20 % multi-kernel, a model time on
// nine rows of ten, 105 bytes a line. A candidate reaches some share of an envelope of 1 TFLOP/s
// and 100 GB/s. Backends and routines come in random order, which is harder than
// the runs of a real file.
func Realistic(seed, i uint64) calibration.Row {
	r := stream(seed, i)
	row := named(&r)
	flops, bytes := 1e6+r.below(1e10), 1e5+r.below(1e8)
	bound := max(flops/1000+1, bytes/100+1) // nanoseconds at 1000 operations and 100 bytes each, or just more
	row.MeasuredMS = milliseconds(bound + bound*r.below(1e6)/1e5)
	if r.below(10) > 0 {
		row.ModelMS, row.HasModel = milliseconds(bound*9/10), true
	}
	row.Kernels = 1
	if r.below(5) == 0 {
		row.Kernels += 1 + int64(r.below(8))
	}
	row.FLOPs, row.Bytes = int64(flops), int64(bytes)
	row.FLOPsApprox = r.below(100) < 35
	row.BytesApprox = r.below(100) < 60
	return row
}

// named is a row that has nothing but realistic text.
func named(r *random) calibration.Row {
	return calibration.Row{
		Backend: backends[r.below(uint64(len(backends)))],
		Digest:  digest(r.below(1<<32), r.below(1<<32)),
		Routine: routines[r.below(uint64(len(routines)))],
		Label:   labels[r.below(uint64(len(labels)))],
	}
}

var backends = []string{"cc", "metal", "cuda"}

// routines are 40 names such as "conv_bwd3".
var routines = func() (names []string) {
	for _, name := range []string{"mm", "conv", "relu", "norm", "attn"} {
		for _, pass := range []string{"fwd", "bwd"} {
			for i := range 4 {
				names = append(names, fmt.Sprintf("%s_%s%d", name, pass, i))
			}
		}
	}
	return names
}()

// labels are "W_preset[bs=1]" and so on, to 512.
var labels = func() (names []string) {
	for i := range 10 {
		names = append(names, fmt.Sprintf("W_preset[bs=%d]", 1<<i))
	}
	return names
}()

// digest is "%08x/%08x", in a tenth of the time.
func digest(high, low uint64) string {
	var b [17]byte
	for i := range 8 {
		b[7-i] = "0123456789abcdef"[high>>(4*i)&15]
		b[16-i] = "0123456789abcdef"[low>>(4*i)&15]
	}
	b[8] = '/'
	return string(b[:])
}

// milliseconds is what the canonical numeral of so many nanoseconds reads back
// as: both are exact, so the division rounds as reading does.
func milliseconds(nanos uint64) float64 { return float64(nanos) / 1e6 }

// random is splitmix64.
type random uint64

// stream is the random numbers of row i.
func stream(seed, i uint64) random { return random(seed<<40 + i) }

// below draws a number below n.
func (r *random) below(n uint64) uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z ^ z>>31) % n
}
