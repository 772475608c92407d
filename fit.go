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
// retained multi-kernel rows, about 64 bytes and the text of the witness each.
// On real data a handful of rows per backend stay; only contrived data, where
// every row beats every other on one of the two legs, makes it grow with the
// number of rows.
type Fitter struct {
	groups []*group // in order of first appearance
	index  map[string]*group
	last   *group // of the row before: files repeat a backend for long runs
}

// Add takes a row into the fit. Any row founds its backend's envelope; what it
// counts and constrains is spec section 6.
func (f *Fitter) Add(row Row) {
	g := f.last
	if g == nil || g.backend != row.Backend {
		g = f.group(row.Backend)
		f.last = g
	}
	g.add(&row)
}

// Merge adds all that later has taken in, as if its rows had been added to f
// after f's own, in their order. The result is the fit of the whole, bit for
// bit, witnesses included. Merge empties later, which is a zero Fitter again;
// merging a Fitter into itself, or nil, does nothing.
func (f *Fitter) Merge(later *Fitter) {
	if later == nil || later == f {
		return
	}
	for _, g := range later.groups {
		f.group(g.backend).merge(g)
	}
	*later = Fitter{}
}

// Envelopes returns the fit of the rows so far, one envelope per backend in
// order of first appearance. The Fitter can go on taking rows.
func (f *Fitter) Envelopes() []Envelope {
	var envelopes []Envelope
	for _, g := range f.groups {
		envelopes = append(envelopes, g.envelope())
	}
	return envelopes
}

// group returns the backend's group, founding it if need be.
func (f *Fitter) group(backend string) *group {
	if g := f.index[backend]; g != nil {
		return g
	}
	if f.index == nil {
		f.index = make(map[string]*group)
	}
	g := &group{backend: string([]byte(backend))} // a copy that does not pin the file's block
	f.groups = append(f.groups, g)
	f.index[g.backend] = g
	return g
}

// group is the fit of one backend.
type group struct {
	backend  string
	seen     int64 // rows of all kinds; numbers the frontier's rows
	counts   counters
	compute  leg
	memory   leg
	frontier frontier
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

func (g *group) add(row *Row) {
	g.seen++
	if row.Opaque {
		g.counts.opaque++
		return // neither timed nor a violation
	}
	if row.Violated() {
		g.counts.violations++
	}
	if !row.Timed() {
		return
	}
	g.counts.rows++
	if row.FLOPsApprox {
		g.counts.flopsApprox++
	} else {
		g.compute.offer(row.FLOPs, row)
	}
	if row.BytesApprox {
		g.counts.bytesApprox++
	} else {
		g.memory.offer(row.Bytes, row)
	}
	if !row.MultiKernel() {
		return
	}
	g.counts.multiKernel++
	// With one count at or below zero the other leg covers the row by itself.
	if row.FullyExact() && row.FLOPs > 0 && row.Bytes > 0 {
		r := rates{row.FLOPs, row.Bytes, row.MeasuredMS}
		if r.mayForceSlack(&g.compute, &g.memory) {
			g.frontier.push(suspect{r, g.seen, row.Witness()}, &g.compute, &g.memory)
		}
	}
}

// merge adds the rows of later behind those of g.
func (g *group) merge(later *group) {
	g.counts.add(later.counts)
	g.compute.merge(later.compute)
	g.memory.merge(later.memory)
	for _, s := range later.frontier.suspects {
		if s.mayForceSlack(&g.compute, &g.memory) {
			s.ordinal += g.seen
			g.frontier.push(s, &g.compute, &g.memory)
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
	if !e.PeakFLOPS.Finite() || !e.PeakMemoryBandwidth.Finite() {
		return e
	}
	worst, ratio := g.frontier.worst(e.PeakFLOPS.Value, e.PeakMemoryBandwidth.Value)
	if ratio == nil || ratio.Cmp(big.NewRat(1, 1)) <= 0 {
		return e
	}
	e.FissionSlack = Constant{up(ratio), worst.witness}
	e.PeakFLOPS.Value = upTimes(e.PeakFLOPS.Value, e.FissionSlack.Value)
	e.PeakMemoryBandwidth.Value = upTimes(e.PeakMemoryBandwidth.Value, e.FissionSlack.Value)
	return e
}

// leg is one side of the envelope: the greatest rate so far, the first to reach
// it. The zero leg has none.
type leg struct {
	best    rate
	perMS   float64 // best.perMS()
	witness []byte  // reused from row to row
}

// offer considers the row's count, exact on this leg, of a timed row.
func (l *leg) offer(count int64, row *Row) {
	if count <= 0 {
		return
	}
	r := rate{count, row.MeasuredMS}
	if l.best.count > 0 && r.compare(l.best) <= 0 {
		return
	}
	l.best, l.perMS = r, r.perMS()
	l.witness = row.appendWitness(l.witness[:0])
}

// merge considers the best of a later part; among equals the earlier stays.
func (l *leg) merge(later leg) {
	if later.best.count > 0 && (l.best.count == 0 || later.best.compare(l.best) > 0) {
		*l = later
	}
}

func (l *leg) constant() Constant {
	if l.best.count == 0 {
		return Constant{}
	}
	return Constant{up(l.best.perSecond()), string(l.witness)}
}
