package conformance

// The wrong port: fit mode: groups, and which rows count.

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// answerFit is SPEC.md B.3.
func (p wrongPort) answerFit(file string) string {
	rows := p.read(file)
	switch p {
	case "rows-reversed":
		slices.Reverse(rows)
	case "rows-sorted-by-digest":
		slices.SortStableFunc(rows, func(a, b wrongRow) int { return strings.Compare(a.digest, b.digest) })
	case "rows-sorted-by-time":
		slices.SortStableFunc(rows, func(a, b wrongRow) int { return big.NewFloat(a.ms).Cmp(big.NewFloat(b.ms)) })
	case "rows-repeated-dropped":
		seen := map[wrongRow]bool{}
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { twice := seen[r]; seen[r] = true; return twice })
	case "rows-same-digest-dropped":
		seen := map[[2]string]bool{}
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool {
			key := [2]string{r.backend, r.digest}
			twice := seen[key]
			seen[key] = true
			return twice
		})
	case "rows-last-dropped":
		rows = rows[:max(0, len(rows)-1)]
	case "rows-model-needed":
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { return !r.hasModel })
	case "rows-violating-dropped":
		rows = slices.DeleteFunc(rows, p.violates)
	case "rows-kernels-below-one-dropped":
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { return r.kernels < 1 })
	case "rows-negative-count-dropped":
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { return r.flops < 0 || r.bytes < 0 })
	case "rows-below-a-nano-dropped":
		rows = slices.DeleteFunc(rows, func(r wrongRow) bool { return r.ms > 0 && r.ms < 0.000001 })
	}
	var order []string
	groups := map[string][]wrongRow{}
	previous := ""
	for i, r := range rows {
		switch p {
		case "time-floored":
			r.ms, _ = strconv.ParseFloat(p.time(r.ms), 64)
		case "time-and-model-floored":
			r.ms, _ = strconv.ParseFloat(p.time(r.ms), 64)
			r.model, _ = strconv.ParseFloat(p.time(r.model), 64)
		case "time-six-decimals":
			r.ms, _ = strconv.ParseFloat(strconv.FormatFloat(r.ms, 'f', 6, 64), 64)
		case "time-binary32":
			r.ms = float64(float32(r.ms))
		case "counts-float":
			r.flops, r.bytes = int64(float64(r.flops)), int64(float64(r.bytes))
		case "columns-flops-bytes-swapped":
			r.flops, r.bytes = r.bytes, r.flops
		case "columns-flags-swapped":
			r.flopsApprox, r.bytesApprox = r.bytesApprox, r.flopsApprox
		case "time-is-model":
			if r.hasModel {
				r.ms = r.model
			}
		}
		key := r.backend
		switch p {
		case "group-any-case":
			key = strings.ToLower(key)
		case "group-trimmed":
			key = strings.TrimSpace(key)
		case "group-printed-name":
			key = p.printed(key)
		case "group-utf8":
			key = strings.ToValidUTF8(key, "\ufffd")
		case "group-all-one":
			key = "all"
		case "group-by-routine":
			key += "\x00" + r.routine
		case "group-adjacent":
			if i > 0 && previous != key {
				for len(groups[key]) > 0 {
					key += "\x00"
				}
			} else if i > 0 {
				key = order[len(order)-1]
			}
			previous = r.backend
		case "group-opaque-founds-none":
			if r.opaque && groups[key] == nil {
				continue
			}
		case "group-untimed-founds-none":
			if !r.opaque && !(r.ms > 0) && groups[key] == nil {
				continue
			}
		case "group-empty-dropped":
			if key == "" {
				continue
			}
		case "group-empty-joins-first":
			if key == "" && len(order) > 0 {
				key = order[0]
			}
		case "group-first-eight-bytes":
			key = key[:min(len(key), 8)]
		case "group-last-appearance":
			if at := slices.Index(order, key); at >= 0 {
				order = append(slices.Delete(order, at, at+1), key)
			}
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], r)
	}
	switch p {
	case "group-sorted":
		slices.Sort(order)
	case "group-reversed":
		slices.Reverse(order)
	case "group-timed-first":
		slices.SortStableFunc(order, func(a, b string) int { return len(p.timedRows(groups[b])) - len(p.timedRows(groups[a])) })
	case "group-untimed-no-section":
		order = slices.DeleteFunc(order, func(key string) bool { return len(p.timedRows(groups[key])) == 0 })
	case "group-only-first":
		order = order[:min(len(order), 1)]
	}
	var sections []string
	var envelopes []wrongEnvelope
	previousSlack := 0.0
	for _, key := range order {
		e := p.fit(groups[key])
		if p == "group-any-case" || p == "group-trimmed" || p == "group-all-one" || p == "group-utf8" {
			e.backend = key
		}
		if p == "slack-of-group-before" && previousSlack > 0 && e.slack == 0 {
			e.slack = previousSlack
		}
		previousSlack = e.slack
		envelopes = append(envelopes, e)
	}
	if p == "slack-of-all-groups" {
		greatest := wrongEnvelope{}
		for _, e := range envelopes {
			if e.slack > greatest.slack {
				greatest = e
			}
		}
		for i := range envelopes {
			if e := &envelopes[i]; greatest.slack > e.slack {
				e.slack, e.forcing = greatest.slack, greatest.forcing
			}
		}
	}
	for _, e := range envelopes {
		if section := p.report(e); p != "report-without-constants-dropped" || e.compute.witness != "" || e.memory.witness != "" {
			sections = append(sections, section)
		}
	}
	out := strings.Join(sections, "")
	switch p {
	case "report-blank-line-between":
		out = strings.Join(sections, "\n")
	case "report-blank-line-after":
		out = strings.Join(append(sections, ""), "\n")
	case "report-rule-between":
		out = strings.Join(sections, "#\n")
	case "report-no-last-lf":
		out = strings.TrimSuffix(out, "\n")
	case "report-empty-is-lf":
		if out == "" {
			out = "\n"
		}
	case "report-empty-says-so":
		if out == "" {
			out = "# no rows\n"
		}
	}
	return out
}

// wrongLeg is the constant of one leg, wrongEnvelope SPEC.md 6.2.
type wrongLeg struct {
	best    *big.Rat // the exact rate of the witness
	rate    float64  // the same, rounded as careless ports do
	count   int64
	ms      float64
	value   float64
	witness string
	given   bool
}

type wrongEnvelope struct {
	backend                                                  string
	rows, opaque, flopsApprox, bytesApprox, multi, violation int
	compute, memory                                          wrongLeg
	slack                                                    float64
	forcing                                                  string
}

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

func (p wrongPort) timed(r wrongRow) bool {
	switch p {
	case "timed-zero":
		return !r.opaque && r.ms >= 0
	case "timed-not-zero":
		return !r.opaque && r.ms != 0
	case "timed-opaque":
		return r.ms > 0
	case "timed-from-a-nano":
		return !r.opaque && r.ms >= 0.000001
	case "timed-above-a-nano":
		return !r.opaque && r.ms > 0.000001
	case "timed-with-counts":
		return !r.opaque && r.ms > 0 && (r.flops > 0 || r.bytes > 0)
	case "timed-exact":
		return !r.opaque && r.ms > 0 && !r.flopsApprox && !r.bytesApprox
	case "timed-some-exact":
		return !r.opaque && r.ms > 0 && !(r.flopsApprox && r.bytesApprox)
	case "timed-kernels":
		return !r.opaque && r.ms > 0 && r.kernels > 0
	}
	return !r.opaque && r.ms > 0 && !math.IsInf(r.ms, 0)
}

func (p wrongPort) timedRows(rows []wrongRow) (timed []wrongRow) {
	for _, r := range rows {
		if p.timed(r) {
			timed = append(timed, r)
		}
	}
	return timed
}

func (p wrongPort) multi(r wrongRow) bool {
	switch p {
	case "multi-from-one":
		return r.kernels >= 1
	case "multi-from-three":
		return r.kernels > 2
	case "multi-not-one":
		return r.kernels != 1
	case "multi-only-two":
		return r.kernels == 2
	case "multi-unsigned":
		return uint64(r.kernels) > 1
	case "multi-32-bit":
		return int32(r.kernels) > 1
	}
	return r.kernels > 1
}

func (p wrongPort) violates(r wrongRow) bool {
	model, ms := r.model, r.ms
	exact := !r.flopsApprox && !r.bytesApprox
	has := r.hasModel
	switch p {
	case "violation-equal":
		return exact && !r.opaque && has && model >= ms
	case "violation-timed-only":
		has = has && ms > 0
	case "violation-opaque":
		return exact && has && model > ms
	case "violation-flops-approx":
		exact = !r.bytesApprox
	case "violation-bytes-approx":
		exact = !r.flopsApprox
	case "violation-either-exact":
		exact = !r.flopsApprox || !r.bytesApprox
	case "violation-without-model":
		has = true
	case "violation-model-zero-is-none":
		has = has && model != 0
	case "violation-model-positive":
		has = has && model > 0
	case "violation-needs-counts":
		has = has && (r.flops > 0 || r.bytes > 0)
	case "violation-single-kernel":
		has = has && r.kernels <= 1
	case "violation-multi-kernel":
		has = has && r.kernels > 1
	case "violation-floored":
		model, _ = strconv.ParseFloat(p.time(model), 64)
		ms, _ = strconv.ParseFloat(p.time(ms), 64)
	case "violation-model-floored":
		model, _ = strconv.ParseFloat(p.time(model), 64)
	case "violation-tolerant":
		return exact && !r.opaque && has && model > ms*(1+1e-9)
	case "violation-tolerant-absolute":
		return exact && !r.opaque && has && model > ms+1e-6
	case "violation-reversed":
		return exact && !r.opaque && has && model < ms
	case "violation-absolute":
		return exact && !r.opaque && has && math.Abs(model) > math.Abs(ms)
	case "violation-binary32":
		return exact && !r.opaque && has && float32(model) > float32(ms)
	}
	return exact && !r.opaque && has && model > ms
}
