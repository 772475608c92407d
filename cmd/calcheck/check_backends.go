package main

import (
	"bytes"
	"slices"

	"github.com/calcheck/calibration"
)

// backends are the backends of some rows, in order of their first appearance.
type backends struct {
	byName map[string]*backendRows
	order  []*backendRows
	recent [8]*backendRows // some of them, each where its name hashes to
}

// backendRows is what is known of a backend's rows, so far as a doubtful fit
// shows in it.
type backendRows struct {
	name  string
	first place

	rows, timed, opaque      int64
	flopsApprox, bytesApprox int64       // of the timed ones
	legs                     [2]topRates // compute and memory
}

// of returns the backend of a row, which is its first one if it was not known.
func (b *backends) of(in *input, l *calibration.Line) *backendRows {
	name := l.Backend()
	hash := uint(len(name))
	if len(name) > 0 {
		hash += uint(name[0]) + 2*uint(name[len(name)-1])
	}
	recent := &b.recent[hash%uint(len(b.recent))]
	if *recent == nil || (*recent).name != string(name) {
		known := b.byName[string(name)]
		if known == nil {
			known = &backendRows{name: string(name), first: place{in, l.Number, 1}}
			b.found(known)
		}
		*recent = known
	}
	return *recent
}

func (b *backends) found(rows *backendRows) {
	if b.byName == nil {
		b.byName = map[string]*backendRows{}
	}
	b.byName[rows.name] = rows
	b.order = append(b.order, rows)
}

// add takes in a row.
func (b *backendRows) add(in *input, l *calibration.Line) {
	b.rows++
	if l.Opaque {
		b.opaque++
		return
	}
	if !l.Timed() {
		return
	}
	b.timed++
	// Flags come by chance, so they are added rather than branched on.
	flops, bytes := l.FLOPs, l.Bytes
	if l.FLOPsApprox {
		flops = 0
	}
	if l.BytesApprox {
		bytes = 0
	}
	b.flopsApprox += one(l.FLOPsApprox)
	b.bytesApprox += one(l.BytesApprox)
	text := "" // of the line, if a leg wants it
	b.legs[computeLeg].add(in, l, flops, &text)
	b.legs[memoryLeg].add(in, l, bytes, &text)
}

func one(b bool) int64 {
	var n int64
	if b {
		n = 1
	}
	return n
}

// merge takes in the rows of a later part or input, and leaves none there.
func (b *backends) merge(later *backends) {
	if len(b.order) == 0 {
		*b, *later = *later, *b
		return
	}
	for _, rows := range later.order {
		known := b.byName[rows.name]
		if known == nil {
			b.found(rows)
			continue
		}
		known.rows += rows.rows
		known.timed += rows.timed
		known.opaque += rows.opaque
		known.flopsApprox += rows.flopsApprox
		known.bytesApprox += rows.bytesApprox
		for leg := range known.legs {
			known.legs[leg].merge(&rows.legs[leg])
		}
	}
	clear(later.byName)
	clear(later.order)
	*later = backends{byName: later.byName, order: later.order[:0]}
}

// The legs, and what messages call them.
const (
	computeLeg = iota
	memoryLeg
)

var legs = [2]struct {
	name, key, unit string
	column          int
}{
	{"compute", calibration.KeyPeakFLOPS, "FLOP/s", columnFLOPs},
	{"memory", calibration.KeyPeakMemoryBandwidth, "byte/s", columnBytes},
}

// topRates are the greatest rate of a leg and the greatest of any other candidate
// than the one that reaches it.
type topRates struct{ best, other topRate }

// topRate is a rate and the first row that reaches it. The zero topRate is none.
type topRate struct {
	calibration.Rate
	place
	candidate string // digest, routine and label: with the backend, what was measured
	content   string // the line
}

// add considers a row, whose count is 0 if it is approximate. Nearly all are below the
// two known.
func (t *topRates) add(in *input, l *calibration.Line, count int64, text *string) {
	rate := calibration.Rate{Count: count, MS: l.MeasuredMS}
	if rate.Compare(t.other.Rate) <= 0 {
		return
	}
	candidate := candidateNames(l)[len(l.Backend()):]
	if rate.Compare(t.best.Rate) <= 0 && string(candidate) == t.best.candidate {
		return
	}
	if *text == "" {
		*text = string(l.Text)
	}
	kept := (*text)[len(l.Backend()):len(l.Names())]
	if l.Legacy() {
		kept = string(candidate)
	}
	t.offer(topRate{rate, place{in, l.Number, 1}, kept, *text})
}

// candidateNames are the names that a row's candidate is known by, tabs between them:
// backend, digest, routine and label, whatever the schema of the row.
func candidateNames(l *calibration.Line) []byte {
	names := l.Names()
	if !l.Legacy() {
		return names
	}
	return slices.Insert(slices.Clone(names), bytes.LastIndexByte(names, '\t'), '\t') // the routine is empty
}

func (t *topRates) merge(later *topRates) {
	t.offer(later.best)
	t.offer(later.other)
}

// offer considers a rate that comes later than those known.
func (t *topRates) offer(r topRate) {
	switch {
	case r.Compare(t.best.Rate) > 0:
		if r.candidate != t.best.candidate {
			t.other = t.best
		}
		t.best = r
	case r.candidate != t.best.candidate && r.Compare(t.other.Rate) > 0:
		t.other = r
	}
}
