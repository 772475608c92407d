package calibration

import (
	"cmp"
	"math/big"
	"slices"
)

// rates are a fully exact row's two exact rates: flops/ms and bytes/ms, all
// three above zero and ms finite.
type rates struct {
	flops, bytes int64
	ms           float64
}

func (r rates) flopsRate() Rate { return Rate{r.flops, r.ms} }
func (r rates) bytesRate() Rate { return Rate{r.bytes, r.ms} }

// ratio is, nearly, how much of the row's time the sum of its bounds takes under
// the legs: flops/PF + bytes/PB over time.
func (r rates) ratio(compute, memory *leg) float64 {
	return (float64(r.flops)*compute.msPer + float64(r.bytes)*memory.msPer) / r.ms
}

// mayForceSlack reports whether the sum may exceed the time. Legs only grow, so
// a row that fails once fails for good. Only what is kept depends on this; what
// is kept is then compared exactly.
func (r rates) mayForceSlack(compute, memory *leg) bool {
	return float64(r.flops)*compute.msPer+float64(r.bytes)*memory.msPer >= r.ms*safely
}

// suspect is a multi-kernel row that could still force fission slack.
type suspect struct {
	rates
	ordinal int64  // position among the rows of the backend
	witness textAt // among the frontier's
}

// frontier keeps the suspects that no other dominates in both rates; whatever
// the legs become, a dominated row's ratio is no greater than its dominator's.
type frontier struct {
	suspects  []suspect
	sorted    int // as many of them, from the start, are in order and none dominates another
	limit     int // compact beyond this many
	witnesses texts
}

// emptied returns a frontier without suspects, in the memory of f.
func (f *frontier) emptied() *frontier {
	if f != nil {
		*f = frontier{suspects: f.suspects[:0], witnesses: f.witnesses.emptied()}
	}
	return f
}

// push adds a suspect. Compacting only when the number has doubled makes the
// cost per row a sort's, however many stay.
func (f *frontier) push(r rates, ordinal int64, witness []byte, compute, memory *leg) {
	f.suspects = append(f.suspects, suspect{r, ordinal, f.witnesses.add(witness)})
	if len(f.suspects) > max(f.limit, 64) {
		f.compact(compute, memory)
		f.limit = 2 * len(f.suspects)
	}
}

// covers reports whether the suspect last pushed dominates a row. That spares
// the many rows that tie with one before them.
func (f *frontier) covers(r rates, ordinal int64) bool {
	if f == nil || len(f.suspects) == 0 {
		return false
	}
	last := &f.suspects[len(f.suspects)-1]
	return last.ordinal < ordinal && r.flopsRate().Compare(last.flopsRate()) <= 0 && r.bytesRate().Compare(last.bytesRate()) <= 0
}

// compact drops the suspects that the legs have caught up with and those that
// are dominated; of rows equal in both rates the earliest stays. It sorts what is
// new and merges it into the rest, or sorts all in place if the rest is small.
func (f *frontier) compact(compute, memory *leg) {
	known, fresh := f.suspects[:f.sorted], f.suspects[f.sorted:]
	var kept []suspect
	if len(known) < len(fresh)/2 {
		known, fresh, kept = nil, f.suspects, f.suspects[:0]
	} else {
		kept = make([]suspect, 0, 2*len(f.suspects)) // room for those to come, if all stay
	}
	slices.SortFunc(fresh, suspect.compare)
	for len(known)+len(fresh) > 0 {
		next := &known
		if len(known) == 0 || len(fresh) > 0 && fresh[0].compare(known[0]) < 0 {
			next = &fresh
		}
		s := (*next)[0]
		*next = (*next)[1:]
		// In this order a row is dominated just if some row before it moves at least
		// as many bytes per time.
		dominated := len(kept) > 0 && s.bytesRate().Compare(kept[len(kept)-1].bytesRate()) <= 0
		if !dominated && s.mayForceSlack(compute, memory) {
			kept = append(kept, s)
		} else {
			f.witnesses.drop(s.witness)
		}
	}
	if cap(kept) > 8*max(len(kept), 64) { // the legs have caught up with most
		kept = slices.Clone(kept)
	}
	f.suspects, f.sorted = kept, len(kept)
	if f.witnesses.mostlyDropped() {
		held := f.witnesses.room()
		for i := range kept {
			kept[i].witness = held.add(f.witnesses.at(kept[i].witness))
		}
		f.witnesses = held
	}
}

// compare orders suspects by falling rates, and equal ones by where they stand.
func (s suspect) compare(other suspect) int {
	if c := other.flopsRate().Compare(s.flopsRate()); c != 0 {
		return c
	}
	if c := other.bytesRate().Compare(s.bytesRate()); c != 0 {
		return c
	}
	return cmp.Compare(s.ordinal, other.ordinal)
}

// worst returns the suspect of the greatest ratio under the constants, the first
// in file order among exact equals, and that ratio; nil without suspects.
func (f *frontier) worst(peakFLOPS, peakBandwidth float64) (worst suspect, ratio *big.Rat) {
	// One exact ratio costs a microsecond; nearly all rows are far below the greatest.
	compute, memory := leg{msPer: 1000 / peakFLOPS}, leg{msPer: 1000 / peakBandwidth}
	greatest := 0.0
	for _, s := range f.suspects {
		greatest = max(greatest, s.ratio(&compute, &memory))
	}
	for _, s := range f.suspects {
		if s.ratio(&compute, &memory) < greatest*safely {
			continue
		}
		r := s.exactRatio(peakFLOPS, peakBandwidth)
		order := 1
		if ratio != nil {
			order = r.Cmp(ratio)
		}
		if order > 0 || order == 0 && s.ordinal < worst.ordinal {
			worst, ratio = s, r
		}
	}
	return worst, ratio
}

// exactRatio is (flops/peakFLOPS + bytes/peakBandwidth) / time, exactly, the
// peaks being finite and per second.
func (r rates) exactRatio(peakFLOPS, peakBandwidth float64) *big.Rat {
	compute := r.flopsRate().perSecond()
	memory := r.bytesRate().perSecond()
	compute.Quo(compute, exactly(peakFLOPS))
	memory.Quo(memory, exactly(peakBandwidth))
	return compute.Add(compute, memory)
}
