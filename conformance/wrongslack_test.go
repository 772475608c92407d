package conformance

// The wrong port: fission slack.

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// canForce reports whether a row is one that can force slack: SPEC.md 6.7 and 6.8.
func (p wrongPort) canForce(r wrongRow) bool {
	switch p {
	case "slack-single-kernel":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox && r.kernels >= 1
	case "slack-all-kernels":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox
	case "slack-three-kernels":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox && r.kernels > 2
	case "slack-not-one-kernel":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox && r.kernels != 1
	case "slack-flops-approx":
		return p.timed(r) && !r.bytesApprox && p.multi(r)
	case "slack-bytes-approx":
		return p.timed(r) && !r.flopsApprox && p.multi(r)
	case "slack-both-approx":
		return p.timed(r) && r.flopsApprox == r.bytesApprox && p.multi(r)
	case "slack-opaque":
		return r.ms > 0 && !r.flopsApprox && !r.bytesApprox && p.multi(r)
	case "slack-untimed":
		return !r.opaque && !r.flopsApprox && !r.bytesApprox && p.multi(r)
	case "slack-without-model-only":
		return p.timed(r) && !r.flopsApprox && !r.bytesApprox && p.multi(r) && !r.hasModel
	}
	return p.timed(r) && !r.flopsApprox && !r.bytesApprox && p.multi(r)
}

// ratio is that of SPEC.md 6.7.
func (p wrongPort) ratio(r wrongRow, compute, memory wrongLeg) *big.Rat {
	flops, bytes := new(big.Rat).SetInt64(r.flops), new(big.Rat).SetInt64(r.bytes)
	pf, pb := finiteRat(compute.value), finiteRat(memory.value)
	switch p {
	case "slack-unrounded-legs":
		pf, pb = compute.best, memory.best
	case "slack-nearest-legs":
		f, _ := compute.best.Float64()
		b, _ := memory.best.Float64()
		pf, pb = finiteRat(f), finiteRat(b)
	case "slack-bumped-legs":
		pf, pb = finiteRat(compute.value*1.000002), finiteRat(memory.value*1.000002)
	case "slack-infinite-leg-greatest":
		pf, pb = rat(min(compute.value, math.MaxFloat64)), rat(min(memory.value, math.MaxFloat64))
	case "slack-float":
		return finiteRat((float64(r.flops)/compute.value + float64(r.bytes)/memory.value) / (r.ms / 1000))
	case "slack-float-product":
		return finiteRat((float64(r.flops)/compute.value + float64(r.bytes)/memory.value) * 1000 / r.ms)
	case "slack-float-terms":
		s := r.ms / 1000
		return finiteRat(float64(r.flops)/compute.value/s + float64(r.bytes)/memory.value/s)
	case "slack-abs-counts":
		flops.Abs(flops)
		bytes.Abs(bytes)
	}
	f, b := new(big.Rat).Quo(flops, pf), new(big.Rat).Quo(bytes, pb)
	switch {
	case p == "slack-greater-leg" && f.Cmp(b) > 0:
		b = new(big.Rat)
	case p == "slack-greater-leg":
		f = new(big.Rat)
	case p == "slack-times-kernels":
		greater := f
		if b.Cmp(f) > 0 {
			greater = b
		}
		return quo(new(big.Rat).Mul(greater, new(big.Rat).SetInt64(r.kernels)), p.seconds(r))
	}
	return quo(f.Add(f, b), p.seconds(r))
}

// slacken is SPEC.md 6.7.
func (p wrongPort) slacken(e *wrongEnvelope, rows []wrongRow, running []*big.Rat) {
	one := big.NewRat(1, 1)
	if p == "slack-none" {
		return
	}
	if !e.compute.given || !e.memory.given {
		if p == "slack-missing-leg-is-zero" {
			for _, r := range rows {
				if p.canForce(r) {
					_ = p.ratio(r, e.compute, e.memory) // divides by zero
				}
			}
		}
		if p == "slack-missing-leg-is-two" {
			for _, r := range rows {
				if p.canForce(r) {
					e.slack, e.forcing = 2, p.witness(r)
				}
			}
		}
		return
	}
	if p != "slack-infinite-leg-greatest" && (math.IsInf(e.compute.value, 0) || math.IsInf(e.memory.value, 0)) {
		return
	}
	candidates := rows
	if p == "slack-hull-corners" || p == "slack-undominated-later" || p == "slack-undominated-one-leg" {
		candidates = p.thinned(rows)
	}
	var greatest *big.Rat
	compute, memory := e.compute, e.memory
	for i, r := range candidates {
		if !p.canForce(r) {
			continue
		}
		q := p.ratio(r, compute, memory)
		if p == "slack-running-legs" {
			q = running[i]
		}
		wins := greatest == nil || q.Cmp(greatest) > 0
		if greatest != nil {
			switch p {
			case "slack-tie-last":
				wins = q.Cmp(greatest) >= 0
			case "slack-compared-in-float":
				a, _ := q.Float64()
				b, _ := greatest.Float64()
				wins = a > b
			case "slack-first":
				wins = greatest.Cmp(one) <= 0
			case "slack-last":
				wins = wins || q.Cmp(one) > 0
			case "slack-least":
				wins = greatest.Cmp(one) <= 0 || q.Cmp(one) > 0 && q.Cmp(greatest) < 0
			}
		}
		if p == "slack-row-by-row" {
			if wins = q.Cmp(one) > 0; wins {
				compute.value, memory.value = p.up(new(big.Rat).Mul(rat(compute.value), q)), p.up(new(big.Rat).Mul(rat(memory.value), q))
				if greatest != nil {
					q.Mul(q, greatest)
				}
			}
		}
		if p == "slack-running-best" {
			wins = greatest == nil || running[i].Cmp(greatest) > 0
			q = running[i]
		}
		if wins {
			greatest, e.forcing = q, p.witness(r)
			if p == "slack-running-best" {
				e.forcing = fmt.Sprint(i)
			}
		}
	}
	if p == "slack-running-best" && greatest != nil {
		i, _ := strconv.Atoi(e.forcing)
		greatest, e.forcing = p.ratio(rows[i], compute, memory), p.witness(rows[i])
	}
	if greatest == nil {
		return
	}
	if slack := greatest.Cmp(one); slack < 0 && p != "slack-below-one" || slack == 0 && p != "slack-from-one" {
		return
	}
	e.slack = p.up(greatest)
	exact := rat(e.slack)
	switch p {
	case "slack-nearest":
		e.slack, _ = greatest.Float64()
		exact = rat(e.slack)
	case "slack-one-more":
		e.slack = math.Nextafter(e.slack, 3)
		exact = rat(e.slack)
	case "slack-exact-in-product":
		exact = greatest
	case "slack-two":
		e.slack, exact = 2, big.NewRat(2, 1)
	case "slack-squared":
		exact.Mul(exact, exact)
	case "slack-tolerant":
		if e.slack < 1+1e-9 {
			e.slack = 0
			return
		}
	case "slack-rounded-printed":
		e.slack = 1.000001 * math.Ceil(e.slack*1e6) / 1e6
	}
	for _, leg := range []*wrongLeg{&e.compute, &e.memory} {
		q := new(big.Rat).Mul(finiteRat(leg.value), exact)
		switch {
		case p == "slack-compute-only" && leg == &e.memory, p == "slack-memory-only" && leg == &e.compute, p == "slack-not-applied":
		case p == "slack-product-nearest":
			leg.value, _ = q.Float64()
		case p == "slack-product-of-rates":
			leg.value = p.up(new(big.Rat).Mul(leg.best, exact))
		case p == "slack-divides":
			leg.value = p.up(new(big.Rat).Quo(finiteRat(leg.value), exact))
		default:
			leg.value = p.up(q)
		}
		if p == "slack-witness-of-legs" {
			leg.witness = e.forcing
		}
	}
}

// thinned leaves out rows that a port might believe it does not need: SPEC.md 6.11.
func (p wrongPort) thinned(rows []wrongRow) []wrongRow {
	type point struct {
		r    wrongRow
		x, y *big.Rat
	}
	var all, kept []point
	for _, r := range rows {
		if p.canForce(r) {
			all = append(all, point{r, p.rate(r.flops, r), p.rate(r.bytes, r)})
		}
	}
	for i, a := range all {
		needed := true
		for j, b := range all {
			x, y := b.x.Cmp(a.x), b.y.Cmp(a.y)
			if p == "slack-undominated-one-leg" {
				needed = needed && !(x > 0 && j != i)
				continue
			}
			equal := x == 0 && y == 0
			later := p == "slack-undominated-later" && j > i || p != "slack-undominated-later" && j < i
			if j != i && x >= 0 && y >= 0 && (!equal || later) {
				needed = false
			}
		}
		if needed {
			kept = append(kept, a)
		}
	}
	var thin []wrongRow
	for _, a := range kept {
		inside := false
		if p == "slack-hull-corners" {
			for _, l := range kept {
				for _, r := range kept {
					if l.x.Cmp(a.x) < 0 && a.x.Cmp(r.x) < 0 {
						// height of the chord at a, times the width
						left := new(big.Rat).Mul(l.y, new(big.Rat).Sub(r.x, a.x))
						right := new(big.Rat).Mul(r.y, new(big.Rat).Sub(a.x, l.x))
						width := new(big.Rat).Mul(a.y, new(big.Rat).Sub(r.x, l.x))
						inside = inside || width.Cmp(left.Add(left, right)) <= 0
					}
				}
			}
		}
		if !inside {
			thin = append(thin, a.r)
		}
	}
	return thin
}
