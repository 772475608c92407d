package calibration

import "math/big"

// Fit derives the envelope of each backend from the rows, in order of the
// backends' first appearance (spec section 6). No rows, no envelopes.
func Fit(rows []Row) []Envelope {
	var f Fitter
	for i := range rows {
		f.Add(rows[i])
	}
	return f.Envelopes()
}

// Fitter is the fit as a stream: rows go in one by one, and none is kept but,
// per backend, the two leg maxima and the few multi-kernel rows that could still
// force fission slack. The zero Fitter is ready for use. A Fitter must not be
// copied, nor used by several goroutines at once: give each its own and
// [Fitter.Merge].
//
// Memory is proportional to the number of distinct backends plus that of the
// retained multi-kernel rows: 48 bytes and the text of the witness each, and about
// twice as much again while they are compacted.
// On real data a handful of rows per backend stay; only contrived data, where
// every row beats every other on one of the two legs, makes it grow with the
// number of rows.
type Fitter struct {
	groups []*group // in order of first appearance
	index  map[string]*group
	recent [8]*group   // some of them, each where its name hashes to
	short  [8]struct { // the same of names shorter than a word, as words
		name  uint64
		group *group
	}

	scratch []byte   // for witnesses
	spare   []*group // of earlier use, to be founded again
}

// Add takes a row into the fit. Any row founds its backend's envelope; what it
// counts and constrains is spec section 6.
func (f *Fitter) Add(row Row) {
	var n Numbers
	row.numbers(&n)
	g := groupOf(f, row.Backend)
	if b := g.add(&n); b != 0 {
		f.scratch = row.appendWitness(f.scratch[:0])
		g.bind(b, &n, f.scratch)
	}
}

// AddLine is Add of the line's row, without making one. A malformed line is no
// row.
func (f *Fitter) AddLine(l *Line) {
	if l.Err != nil {
		return
	}
	g := f.groupOfLine(l)
	if b := g.add(&l.Numbers); b != 0 {
		f.scratch = l.appendWitness(f.scratch[:0])
		g.bind(b, &l.Numbers, f.scratch)
	}
}

// Merge adds all that later has taken in, as if its rows had been added to f
// after f's own, in their order. The result is the fit of the whole, bit for
// bit, witnesses included. Merge empties later, which keeps its memory for other
// rows; merging a Fitter into itself, or nil, does nothing.
func (f *Fitter) Merge(later *Fitter) {
	if later == nil || later == f {
		return
	}
	for _, g := range later.groups {
		if known := f.index[g.backend]; known != nil {
			known.merge(g)
			later.spare = append(later.spare, g)
		} else {
			f.found(g)
		}
	}
	clear(later.index)
	clear(later.groups)
	*later = Fitter{groups: later.groups[:0], index: later.index, scratch: later.scratch, spare: later.spare}
}

// Envelopes returns the fit of the rows so far, one envelope per backend in
// order of first appearance. The Fitter can go on taking rows.
func (f *Fitter) Envelopes() []Envelope {
	if len(f.groups) == 0 {
		return nil
	}
	envelopes := make([]Envelope, 0, len(f.groups))
	for _, g := range f.groups {
		envelopes = append(envelopes, g.envelope())
	}
	return envelopes
}

// groupOf returns the backend's group, founding it if need be. The few backends
// of real files are all found among the recent ones.
func groupOf[T text](f *Fitter, backend T) *group {
	hash := uint(len(backend))
	if len(backend) > 0 {
		hash += uint(backend[0]) + 2*uint(backend[len(backend)-1])
	}
	recent := &f.recent[hash%uint(len(f.recent))]
	if *recent == nil || (*recent).backend != string(backend) {
		g := f.index[string(backend)]
		if g == nil {
			g = f.unused()
			g.backend = string([]byte(backend)) // a copy that does not pin the file's text
			f.found(g)
		}
		*recent = g
	}
	return *recent
}

// groupOfLine is groupOf of a line's backend. A short name, which the line follows
// with more, is read and compared as one word; no name holds the NULs that fill it up.
func (f *Fitter) groupOfLine(l *Line) *group {
	n := l.end[colBackend-1]
	if n >= 8 || len(l.Text) < 8 {
		return groupOf(f, l.Backend())
	}
	name := word(l.Text, 0) & (1<<(8*n) - 1)
	const spread = 0x9e3779b97f4a7c15 // puts what tells names apart in the top bits
	short := &f.short[name*spread>>61]
	if short.group == nil || short.name != name {
		short.name, short.group = name, groupOf(f, l.Backend())
	}
	return short.group
}

// found adds a group of a new backend.
func (f *Fitter) found(g *group) {
	if f.index == nil {
		f.index = make(map[string]*group)
	}
	f.groups = append(f.groups, g)
	f.index[g.backend] = g
}

// unused returns a group without rows.
func (f *Fitter) unused() *group {
	last := len(f.spare) - 1
	if last < 0 {
		return new(group)
	}
	g := f.spare[last]
	f.spare = f.spare[:last]
	*g = group{frontier: g.frontier.emptied()}
	return g
}

// group is the fit of one backend.
type group struct {
	backend  string
	seen     int64 // rows of all kinds; numbers the frontier's rows
	counts   counters
	compute  leg
	memory   leg
	frontier *frontier // nil without suspects, as of most of many backends
}

type counters struct {
	rows, opaque, flopsApprox, bytesApprox, multiKernel, violations int64
}

func (c *counters) add(o counters) {
	c.rows += o.rows
	c.opaque += o.opaque
	c.flopsApprox += o.flopsApprox
	c.bytesApprox += o.bytesApprox
	c.multiKernel += o.multiKernel
	c.violations += o.violations
}

// binds are the things that a row came to bind, for which its witness is kept.
type binds uint

const (
	bindsCompute binds = 1 << iota
	bindsMemory
	bindsSlack // or may, in the end
)

// add takes a row in, and tells what needs its witness. Most rows need none, and
// making one costs more than all else. Flags come by chance, so they are added
// rather than branched on.
func (g *group) add(n *Numbers) (b binds) {
	g.seen++
	if n.Opaque {
		g.counts.opaque++
		return 0 // neither timed nor a violation
	}
	if n.Violated() {
		g.counts.violations++
	}
	if !n.Timed() {
		return 0
	}
	g.counts.rows++
	g.counts.flopsApprox += one(n.FLOPsApprox)
	g.counts.bytesApprox += one(n.BytesApprox)
	g.counts.multiKernel += one(n.MultiKernel())

	// Only exact counts above zero constrain anything.
	r := rates{n.FLOPs, n.Bytes, n.MeasuredMS}
	if n.FLOPsApprox {
		r.flops = 0
	}
	if n.BytesApprox {
		r.bytes = 0
	}
	if flops := r.flopsRate(); !flops.certainlyBelow(g.compute.best) && g.compute.offer(flops) {
		b |= bindsCompute
	}
	if bytes := r.bytesRate(); !bytes.certainlyBelow(g.memory.best) && g.memory.offer(bytes) {
		b |= bindsMemory
	}
	// With one count at or below zero the other leg covers the row by itself.
	if r.mayForceSlack(&g.compute, &g.memory) && r.flops > 0 && r.bytes > 0 && n.MultiKernel() && !g.frontier.covers(r, g.seen) {
		b |= bindsSlack
	}
	return b
}

func one(b bool) int64 {
	var n int64
	if b {
		n = 1
	}
	return n
}

// bind keeps the witness, which add asked for, of the row last added.
func (g *group) bind(b binds, n *Numbers, witness []byte) {
	if b&(bindsCompute|bindsMemory) != 0 {
		text := string(witness)
		if b&bindsCompute != 0 {
			g.compute.witness = text
		}
		if b&bindsMemory != 0 {
			g.memory.witness = text
		}
	}
	if b&bindsSlack != 0 {
		g.suspect(rates{n.FLOPs, n.Bytes, n.MeasuredMS}, g.seen, witness)
	}
}

// suspect keeps a row that could still force fission slack.
func (g *group) suspect(r rates, ordinal int64, witness []byte) {
	if g.frontier == nil {
		g.frontier = new(frontier)
	}
	g.frontier.push(r, ordinal, witness, &g.compute, &g.memory)
}

// merge adds the rows of later behind those of g.
func (g *group) merge(later *group) {
	g.counts.add(later.counts)
	g.compute.merge(later.compute)
	g.memory.merge(later.memory)
	if later.frontier != nil {
		for _, s := range later.frontier.suspects {
			ordinal := g.seen + s.ordinal
			if s.mayForceSlack(&g.compute, &g.memory) && !g.frontier.covers(s.rates, ordinal) {
				g.suspect(s.rates, ordinal, later.frontier.witnesses.at(s.witness))
			}
		}
	}
	g.seen += later.seen
}

func (g *group) envelope() Envelope {
	e := Envelope{
		Backend:     g.backend,
		Rows:        g.counts.rows,
		Opaque:      g.counts.opaque,
		FLOPsApprox: g.counts.flopsApprox,
		BytesApprox: g.counts.bytesApprox,
		MultiKernel: g.counts.multiKernel,
		Violations:  g.counts.violations,

		PeakFLOPS:           g.compute.constant(),
		PeakMemoryBandwidth: g.memory.constant(),
	}
	if g.frontier == nil || !e.PeakFLOPS.Finite() || !e.PeakMemoryBandwidth.Finite() {
		return e
	}
	worst, ratio := g.frontier.worst(e.PeakFLOPS.Value, e.PeakMemoryBandwidth.Value)
	if ratio == nil || ratio.Cmp(big.NewRat(1, 1)) <= 0 {
		return e
	}
	e.FissionSlack = Constant{up(ratio), string(g.frontier.witnesses.at(worst.witness))}
	e.PeakFLOPS.Value = upTimes(e.PeakFLOPS.Value, e.FissionSlack.Value)
	e.PeakMemoryBandwidth.Value = upTimes(e.PeakMemoryBandwidth.Value, e.FissionSlack.Value)
	return e
}

// leg is one side of the envelope: the greatest rate so far, the first to reach
// it. The zero leg has none.
type leg struct {
	best    Rate
	msPer   float64 // 1/best, nearly: milliseconds per event
	witness string
}

// offer considers the rate of a row and reports whether it is the new best. A
// count of zero or below is none.
func (l *leg) offer(r Rate) bool {
	if r.Compare(l.best) <= 0 {
		return false
	}
	l.best = r
	l.msPer = r.MS / float64(r.Count)
	return true
}

// merge considers the best of a later part; among equals the earlier stays.
func (l *leg) merge(later leg) {
	if l.offer(later.best) {
		l.witness = later.witness
	}
}

func (l *leg) constant() Constant {
	if l.best.Count == 0 {
		return Constant{}
	}
	return Constant{l.best.PerSecond(), l.witness}
}
