package conformance

// The wrong port: rates, rounding and legs.

import (
	"math"
	"math/big"
)

// seconds is SPEC.md 6.3.
func (p wrongPort) seconds(r wrongRow) *big.Rat {
	thousand := big.NewRat(1000, 1)
	switch p {
	case "time-decimal":
		if q, small := exactDecimal(r.decimal); small {
			return q.Quo(q, thousand)
		}
	case "time-seconds-rounded":
		return rat(r.ms / 1000)
	case "time-seconds-by-product":
		return rat(r.ms * 0.001)
	case "time-in-ms":
		return rat(r.ms)
	case "time-nanoseconds":
		ns := new(big.Rat).Mul(rat(r.ms), big.NewRat(1000000, 1))
		if n := new(big.Int).Div(ns.Num(), ns.Denom()); n.Sign() > 0 {
			return new(big.Rat).SetFrac(n, big.NewInt(1000000000))
		}
	}
	return new(big.Rat).Quo(rat(r.ms), thousand)
}

var beyond = new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 3000))

func quo(a, b *big.Rat) *big.Rat {
	if b.Sign() == 0 {
		return beyond // as an infinity
	}
	return new(big.Rat).Quo(a, b)
}

func finiteRat(v float64) *big.Rat {
	if math.IsInf(v, 0) {
		return beyond
	}
	return rat(v)
}

// rate is count per second, exact.
func (p wrongPort) rate(count int64, r wrongRow) *big.Rat {
	switch p {
	case "rate-float":
		return finiteRat(floatRate(count, r))
	case "rate-float-product-first":
		return finiteRat(float64(count) * 1000 / r.ms)
	case "rate-float-product-last":
		return finiteRat(float64(count) / r.ms * 1000)
	case "rate-count-float":
		return quo(rat(float64(count)), p.seconds(r))
	case "rate-integer":
		q := quo(new(big.Rat).SetInt64(count), p.seconds(r))
		return new(big.Rat).SetInt(new(big.Int).Div(q.Num(), q.Denom()))
	}
	return quo(new(big.Rat).SetInt64(count), p.seconds(r))
}

func floatRate(count int64, r wrongRow) float64 { return float64(count) / (r.ms / 1000) }

// up is SPEC.md 6.3.
func (p wrongPort) up(q *big.Rat) float64 {
	v, exact := q.Float64()
	switch p {
	case "up-nearest":
		return v
	case "up-down":
		if !exact && !math.IsInf(v, 0) && rat(v).Cmp(q) > 0 {
			v = math.Nextafter(v, 0)
		}
		return v
	case "up-always-one-more":
		return math.Nextafter(v, math.Inf(1))
	case "up-one-more-if-inexact":
		if !exact {
			v = math.Nextafter(v, math.Inf(1))
		}
		return v
	case "up-times-epsilon":
		return v * (1 + 0x1p-52)
	case "up-infinite-clamped":
		if math.IsInf(v, 1) {
			return math.MaxFloat64
		}
	case "up-binary32":
		f, _ := q.Float32()
		return float64(f)
	case "up-integer":
		return math.Ceil(v)
	}
	if !math.IsInf(v, 0) && rat(v).Cmp(q) < 0 {
		v = math.Nextafter(v, math.Inf(1))
	}
	return v
}

// feed gives one leg a row: SPEC.md 6.4 and 6.5.
func (p wrongPort) feed(name string, leg *wrongLeg, r wrongRow, count, other int64, approx, otherApprox bool) {
	if approx && p != wrongPort("leg-approx-"+name) {
		return
	}
	if otherApprox && p == wrongPort("leg-fully-exact-"+name) {
		return
	}
	if r.opaque && p != wrongPort("leg-opaque-"+name) && p != "timed-opaque" {
		return
	}
	if !p.timed(r) && p != wrongPort("leg-untimed-"+name) && p != wrongPort("leg-opaque-"+name) {
		return
	}
	if p.multi(r) && p == wrongPort("leg-multi-kernel-not-"+name) {
		return
	}
	if p == "leg-counts-abs" && count < 0 && count != math.MinInt64 {
		count = -count
	}
	switch {
	case count > 0:
	case p == wrongPort("leg-zero-count-"+name) && count == 0:
	case p == wrongPort("leg-negative-count-"+name) && count != 0:
	default:
		return
	}
	if p == wrongPort("leg-other-count-needed-"+name) && other <= 0 {
		return
	}
	rate, float := p.rate(count, r), floatRate(count, r)
	wins := leg.best == nil || rate.Cmp(leg.best) > 0
	if leg.best != nil {
		tie := rate.Cmp(leg.best) == 0
		switch p {
		case "leg-tie-last":
			wins = wins || tie
		case "leg-tie-greater-count":
			wins = wins || tie && count > leg.count
		case "leg-tie-smaller-count":
			wins = wins || tie && count < leg.count
		case "leg-tie-witness-order":
			wins = wins || tie && p.witness(r) < leg.witness
		case "leg-tie-single-kernel":
			wins = wins || tie && r.kernels == 1
		case "leg-compared-in-float":
			wins = float > leg.rate
		case "leg-compared-in-float-last":
			wins = float >= leg.rate
		case "leg-compared-in-float-product":
			wins = float64(count)*1000/r.ms > float64(leg.count)*1000/leg.ms
		case "leg-compared-in-cross-products":
			wins = float64(count)*leg.ms > float64(leg.count)*r.ms
		case "leg-compared-rounded-up":
			wins = p.up(rate) > leg.value
		case "leg-compared-tolerant":
			wins = float > leg.rate*(1+1e-12)
		case "leg-greatest-count":
			wins = count > leg.count
		case "leg-least-time":
			wins = r.ms < leg.ms
		case "leg-least-rate":
			wins = rate.Cmp(leg.best) < 0
		case "leg-first":
			wins = false
		case "leg-last":
			wins = true
		}
	}
	if wins {
		*leg = wrongLeg{best: rate, rate: float, count: count, ms: r.ms, value: p.up(rate), witness: p.witness(r), given: true}
	}
}

// fit is SPEC.md section 6 for one group.
func (p wrongPort) fit(rows []wrongRow) wrongEnvelope {
	e := wrongEnvelope{backend: rows[0].backend}
	count := func(to *int, yes bool) {
		if yes {
			*to++
		}
	}
	var running []*big.Rat // ratios with the legs up to then
	for _, r := range rows {
		timed, live := p.timed(r), !r.opaque
		// which rows the counters count, with the faults of each
		counted := func(name string) bool {
			return timed || p == wrongPort("count-untimed-"+name) && live || p == wrongPort("count-opaque-"+name) && r.ms > 0
		}
		count(&e.rows, counted("rows"))
		count(&e.opaque, r.opaque && (r.ms > 0 || p != "count-opaque-timed-only"))
		count(&e.multi, counted("multi") && p.multi(r) && !(p == "count-multi-exact" && (r.flopsApprox || r.bytesApprox)))
		count(&e.flopsApprox, counted("flops-approx") && r.flopsApprox && !(p == "count-approx-positive" && r.flops <= 0) &&
			!(p == "count-approx-only-one" && r.bytesApprox) || p == "count-flops-approx-of-all" && r.flopsApprox)
		count(&e.bytesApprox, counted("bytes-approx") && r.bytesApprox && !(p == "count-approx-positive" && r.bytes <= 0) &&
			!(p == "count-approx-else" && r.flopsApprox) || p == "count-bytes-approx-of-all" && r.bytesApprox)
		count(&e.violation, p.violates(r))

		p.feed("compute", &e.compute, r, r.flops, r.bytes, r.flopsApprox, r.bytesApprox)
		p.feed("memory", &e.memory, r, r.bytes, r.flops, r.bytesApprox, r.flopsApprox)
		if p == "slack-running-legs" || p == "slack-running-best" {
			q := new(big.Rat)
			if e.compute.given && e.memory.given && p.canForce(r) {
				q = p.ratio(r, e.compute, e.memory)
			}
			running = append(running, q)
		}
	}
	switch p {
	case "count-opaque-in-rows":
		e.rows += e.opaque
	case "count-approx-not-in-rows":
		e.rows -= max(e.flopsApprox, e.bytesApprox)
	case "count-all-in-rows":
		e.rows = len(rows)
	case "count-violations-once":
		e.violation = min(e.violation, 1)
	case "leg-witness-row-shared":
		if e.memory.given && e.compute.given {
			e.memory.witness = e.compute.witness
		}
	}
	p.slacken(&e, rows, running)
	return e
}
