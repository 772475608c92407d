package calibration_test

// The naive implementation: SPEC.md said once more, slowly, on rationals and
// regular expressions, sharing nothing with the package but its types. It keeps
// every row and never skips a comparison. The tests hold the package against it.

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/calcheck/calibration"
)

func rat(v float64) *big.Rat     { return new(big.Rat).SetFloat64(v) }
func ratInt(n int64) *big.Rat    { return new(big.Rat).SetInt64(n) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }

// naiveUp is the least binary64 >= q, for q within the normal range or above.
func naiveUp(q *big.Rat) float64 {
	f := new(big.Float).SetPrec(53).SetMode(big.ToPositiveInf).SetRat(q)
	v, _ := f.Float64() // exact, or +Inf beyond the greatest finite
	return v
}

// seconds is the row's exact time.
func seconds(r calibration.Row) *big.Rat { return quo(rat(r.MeasuredMS), ratInt(1000)) }

func timed(r calibration.Row) bool {
	return !r.Opaque && r.MeasuredMS > 0 && !math.IsInf(r.MeasuredMS, 1)
}
func exact(r calibration.Row) bool { return !r.FLOPsApprox && !r.BytesApprox }

func witness(r calibration.Row) string {
	if r.Routine == "" {
		return fmt.Sprintf("%s (%s)", r.Label, r.Digest)
	}
	return fmt.Sprintf("%s/%s (%s)", r.Routine, r.Label, r.Digest)
}

// byBackend groups rows in order of first appearance.
func byBackend(rows []calibration.Row) (backends []string, groups map[string][]calibration.Row) {
	groups = map[string][]calibration.Row{}
	for _, r := range rows {
		if _, ok := groups[r.Backend]; !ok {
			backends = append(backends, r.Backend)
		}
		groups[r.Backend] = append(groups[r.Backend], r)
	}
	return backends, groups
}

func naiveFit(rows []calibration.Row) []calibration.Envelope {
	var envelopes []calibration.Envelope
	backends, groups := byBackend(rows)
	for _, backend := range backends {
		envelopes = append(envelopes, naiveEnvelope(backend, groups[backend]))
	}
	return envelopes
}

func naiveEnvelope(backend string, rows []calibration.Row) calibration.Envelope {
	e := naiveLegs(backend, rows)
	ratio, forcing := naiveRatio(rows, e.PeakFLOPS.Value, e.PeakMemoryBandwidth.Value)
	if ratio != nil && ratio.Cmp(ratInt(1)) > 0 {
		e.FissionSlack = calibration.Constant{Value: naiveUp(ratio), Witness: witness(forcing)}
		for _, peak := range []*calibration.Constant{&e.PeakFLOPS, &e.PeakMemoryBandwidth} {
			peak.Value = naiveUp(mul(rat(peak.Value), rat(e.FissionSlack.Value)))
		}
	}
	return e
}

// naiveLegs is the envelope before slack.
func naiveLegs(backend string, rows []calibration.Row) calibration.Envelope {
	e := calibration.Envelope{Backend: backend}
	var compute, memory *big.Rat
	leg := func(best **big.Rat, c *calibration.Constant, count int64, r calibration.Row) {
		if count <= 0 {
			return
		}
		rate := quo(ratInt(count), seconds(r))
		if *best == nil || rate.Cmp(*best) > 0 {
			*best = rate
			*c = calibration.Constant{Value: naiveUp(rate), Witness: witness(r)}
		}
	}
	for _, r := range rows {
		if r.Opaque {
			e.Opaque++
		}
		if exact(r) && !r.Opaque && r.HasModel && r.ModelMS > r.MeasuredMS {
			e.Violations++
		}
		if !timed(r) {
			continue
		}
		e.Rows++
		if r.Kernels > 1 {
			e.MultiKernel++
		}
		if r.FLOPsApprox {
			e.FLOPsApprox++
		} else {
			leg(&compute, &e.PeakFLOPS, r.FLOPs, r)
		}
		if r.BytesApprox {
			e.BytesApprox++
		} else {
			leg(&memory, &e.PeakMemoryBandwidth, r.Bytes, r)
		}
	}
	return e
}

// naiveRatio is the greatest (flops/PF + bytes/PB)/time over the timed fully
// exact multi-kernel rows, and the first row to reach it; nil without such rows
// or without two finite constants.
func naiveRatio(rows []calibration.Row, peakFLOPS, peakBandwidth float64) (greatest *big.Rat, first calibration.Row) {
	if peakFLOPS == 0 || peakBandwidth == 0 || math.IsInf(peakFLOPS, 1) || math.IsInf(peakBandwidth, 1) {
		return nil, first
	}
	for _, r := range rows {
		if !timed(r) || !exact(r) || r.Kernels <= 1 {
			continue
		}
		sum := add(quo(ratInt(r.FLOPs), rat(peakFLOPS)), quo(ratInt(r.Bytes), rat(peakBandwidth)))
		if ratio := quo(sum, seconds(r)); greatest == nil || ratio.Cmp(greatest) > 0 {
			greatest, first = ratio, r
		}
	}
	return greatest, first
}

// naiveNumeral is spec section 4 to the letter: six decimals rounded to
// nearest, less 0.000001 if that reads back above the value, never -0.000000.
func naiveNumeral(v float64) string {
	s := strconv.FormatFloat(v, 'f', 6, 64)
	if readBack(s) > v {
		s = stepNumeral(s, -1)
	}
	if s == "-0.000000" {
		return "0.000000"
	}
	return s
}

func readBack(numeral string) float64 {
	v, err := strconv.ParseFloat(numeral, 64)
	if err != nil {
		panic(err)
	}
	return v
}

// stepNumeral adds n millionths to a six-decimal numeral.
func stepNumeral(numeral string, n int64) string {
	units, ok := new(big.Int).SetString(strings.Replace(numeral, ".", "", 1), 10)
	if !ok {
		panic(numeral)
	}
	units.Add(units, big.NewInt(n))
	sign := ""
	if units.Sign() < 0 {
		sign = "-"
	}
	digits := fmt.Sprintf("%07s", new(big.Int).Abs(units).String())
	return sign + digits[:len(digits)-6] + "." + digits[len(digits)-6:]
}

func naiveFloor(v float64) float64 { return readBack(naiveNumeral(v)) }

var dirty = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ", "\x00", " ")

// naiveStored is the row as guarantee 2 says it reads back.
func naiveStored(r calibration.Row) calibration.Row {
	r.Backend, r.Digest = dirty.Replace(r.Backend), dirty.Replace(r.Digest)
	r.Routine, r.Label = dirty.Replace(r.Routine), dirty.Replace(r.Label)
	r.MeasuredMS = naiveFloor(r.MeasuredMS)
	if r.HasModel {
		r.ModelMS = naiveFloor(r.ModelMS)
	} else {
		r.ModelMS = 0
	}
	return r
}

var (
	numberGrammar  = regexp.MustCompile(`\A-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?\z`)
	integerGrammar = regexp.MustCompile(`\A-?[0-9]+\z`)
)

func naiveNumber(s string) (float64, bool) {
	if len(s) > 1024 || !numberGrammar.MatchString(s) {
		return 0, false
	}
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v, true
	}
	return 0, false
}

func naiveInteger(s string) (int64, bool) {
	if len(s) > 1024 || !integerGrammar.MatchString(s) {
		return 0, false
	}
	n, ok := new(big.Int).SetString(s, 10)
	return n.Int64(), ok && n.IsInt64()
}

// naiveParse reads one line, or tells that it is malformed.
func naiveParse(line string) (r calibration.Row, ok bool) {
	c := strings.Split(line, "\t")
	switch len(c) {
	case 11:
		c = append(c[:2], append([]string{""}, c[2:]...)...)
	case 12:
	default:
		return r, false
	}
	ok = true
	text := func(i int) string {
		ok = ok && !strings.ContainsAny(c[i], "\x00\n")
		return c[i]
	}
	number := func(i int) float64 {
		v, good := naiveNumber(c[i])
		ok = ok && good
		return v
	}
	integer := func(i int) int64 {
		n, good := naiveInteger(c[i])
		ok = ok && good
		return n
	}
	flag := func(i int) bool {
		ok = ok && (c[i] == "true" || c[i] == "false")
		return c[i] == "true"
	}
	r = calibration.Row{
		Backend: text(0), Digest: text(1), Routine: text(2), Label: text(3),
		MeasuredMS: number(4),
		Kernels:    integer(6), FLOPs: integer(7), Bytes: integer(8),
		FLOPsApprox: flag(9), BytesApprox: flag(10), Opaque: flag(11),
	}
	if c[5] != "" {
		r.ModelMS, r.HasModel = number(5), true
	}
	if !ok {
		return calibration.Row{}, false
	}
	return r, true
}

// naiveRead reads a whole file held in memory, with lines of at most maxLine bytes.
func naiveRead(file string, maxLine int) (rows []calibration.Row, malformed []int) {
	if strings.HasPrefix(file, "\xff\xfe") || strings.HasPrefix(file, "\xfe\xff") {
		if strings.Contains(file[:min(len(file), 1<<20)], "\x00") {
			return nil, []int{1}
		}
	}
	file = strings.TrimPrefix(file, "\xef\xbb\xbf")
	lines := strings.Split(file, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		switch r, ok := naiveParse(line); {
		case len(line) > maxLine:
			malformed = append(malformed, i+1)
		case strings.Trim(line, " \t") == "":
		case ok:
			rows = append(rows, r)
		default:
			malformed = append(malformed, i+1)
		}
	}
	return rows, malformed
}

// naiveReport is spec section 7.
func naiveReport(e calibration.Envelope) string {
	clean := func(s string) string {
		return regexp.MustCompile(`[\x00-\x1f\x7f]`).ReplaceAllString(s, " ")
	}
	format := func(v float64) string {
		s := fmt.Sprintf("%.9e", v)
		at := strings.Index(s, "e")
		exponent, err := strconv.Atoi(s[at+1:])
		if err != nil {
			panic(err)
		}
		if exponent == 0 {
			return s[:at-3]
		}
		return fmt.Sprintf("%se%+d", s[:at-3], exponent)
	}
	s := func(n int64) string {
		if n == 1 {
			return ""
		}
		return "s"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# backend %s: %d timed row%s (%d opaque excluded, %d approx-flops / %d approx-bytes excluded per leg, %d multi-kernel), %d recorded bound violation%s\n",
		clean(e.Backend), e.Rows, s(e.Rows), e.Opaque, e.FLOPsApprox, e.BytesApprox, e.MultiKernel, e.Violations, s(e.Violations))
	if e.FissionSlack.Value > 0 && !math.IsInf(e.FissionSlack.Value, 1) {
		fmt.Fprintf(&b, "# fission slack %s applied to both legs, forced by multi-kernel row: %s\n", format(e.FissionSlack.Value), clean(e.FissionSlack.Witness))
	}
	leg := func(name, key string, c calibration.Constant) {
		switch bumped := nearestProduct(c.Value, 1.000002); {
		case !(c.Value > 0):
			fmt.Fprintf(&b, "# no scoreable row constrains %s\n", key)
		case math.IsInf(bumped, 1):
			fmt.Fprintf(&b, "# no finite constant covers %s: %s\n", key, clean(c.Witness))
		default:
			fmt.Fprintf(&b, "# %s-leg binding row: %s\n%s=%s\n", name, clean(c.Witness), key, format(bumped))
		}
	}
	leg("compute", "model_peak_flops", e.PeakFLOPS)
	leg("memory", "model_peak_memory_bandwidth", e.PeakMemoryBandwidth)
	return b.String()
}

// nearestProduct is a*b rounded once, ties to even.
func nearestProduct(a, b float64) float64 {
	if math.IsInf(a, 0) || math.IsNaN(a) {
		return a
	}
	v, _ := mul(rat(a), rat(b)).Float64()
	return v
}
