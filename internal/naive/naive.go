// Package naive is SPEC.md said once more, slowly, on rationals and regular
// expressions, sharing nothing with package calibration but its types. It keeps
// every row and never skips a comparison. The tests hold the package against it,
// and the answers of the conformance vectors come from it. It is never made clever.
package naive

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/calcheck/calibration"
)

// Rat is a finite binary64 as a rational, Int an integer; the rest is arithmetic.
func Rat(v float64) *big.Rat     { return new(big.Rat).SetFloat64(v) }
func Int(n int64) *big.Rat       { return new(big.Rat).SetInt64(n) }
func Mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func Quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
func Add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }

// Up is the least binary64 >= q, for q within the normal range or above.
func Up(q *big.Rat) float64 {
	f := new(big.Float).SetPrec(53).SetMode(big.ToPositiveInf).SetRat(q)
	v, _ := f.Float64() // exact, or +Inf beyond the greatest finite
	return v
}

// Seconds is the row's exact time.
func Seconds(r calibration.Row) *big.Rat { return Quo(Rat(r.MeasuredMS), Int(1000)) }

// Timed is spec 2.3.
func Timed(r calibration.Row) bool {
	return !r.Opaque && r.MeasuredMS > 0 && !math.IsInf(r.MeasuredMS, 1)
}

// Exact is "fully exact" of spec 2.3.
func Exact(r calibration.Row) bool { return !r.FLOPsApprox && !r.BytesApprox }

// Witness is spec 2.4.
func Witness(r calibration.Row) string {
	if r.Routine == "" {
		return fmt.Sprintf("%s (%s)", r.Label, r.Digest)
	}
	return fmt.Sprintf("%s/%s (%s)", r.Routine, r.Label, r.Digest)
}

// ByBackend groups rows in order of first appearance.
func ByBackend(rows []calibration.Row) (backends []string, groups map[string][]calibration.Row) {
	groups = map[string][]calibration.Row{}
	for _, r := range rows {
		if _, ok := groups[r.Backend]; !ok {
			backends = append(backends, r.Backend)
		}
		groups[r.Backend] = append(groups[r.Backend], r)
	}
	return backends, groups
}

// Fit is spec section 6.
func Fit(rows []calibration.Row) []calibration.Envelope {
	var envelopes []calibration.Envelope
	backends, groups := ByBackend(rows)
	for _, backend := range backends {
		envelopes = append(envelopes, Envelope(backend, groups[backend]))
	}
	return envelopes
}

// Envelope is the fit of the rows of one backend.
func Envelope(backend string, rows []calibration.Row) calibration.Envelope {
	e := Legs(backend, rows)
	ratio, forcing := Ratio(rows, e.PeakFLOPS.Value, e.PeakMemoryBandwidth.Value)
	if ratio != nil && ratio.Cmp(Int(1)) > 0 {
		e.FissionSlack = calibration.Constant{Value: Up(ratio), Witness: Witness(forcing)}
		for _, peak := range []*calibration.Constant{&e.PeakFLOPS, &e.PeakMemoryBandwidth} {
			peak.Value = Up(Mul(Rat(peak.Value), Rat(e.FissionSlack.Value)))
		}
	}
	return e
}

// Legs is the envelope before slack.
func Legs(backend string, rows []calibration.Row) calibration.Envelope {
	e := calibration.Envelope{Backend: backend}
	var compute, memory *big.Rat
	leg := func(best **big.Rat, c *calibration.Constant, count int64, r calibration.Row) {
		if count <= 0 {
			return
		}
		rate := Quo(Int(count), Seconds(r))
		if *best == nil || rate.Cmp(*best) > 0 {
			*best = rate
			*c = calibration.Constant{Value: Up(rate), Witness: Witness(r)}
		}
	}
	for _, r := range rows {
		if r.Opaque {
			e.Opaque++
		}
		if Exact(r) && !r.Opaque && r.HasModel && r.ModelMS > r.MeasuredMS {
			e.Violations++
		}
		if !Timed(r) {
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

// Ratio is the greatest (flops/PF + bytes/PB)/time over the timed fully
// exact multi-kernel rows, and the first row to reach it; nil without such rows
// or without two finite constants.
func Ratio(rows []calibration.Row, peakFLOPS, peakBandwidth float64) (greatest *big.Rat, first calibration.Row) {
	if peakFLOPS == 0 || peakBandwidth == 0 || math.IsInf(peakFLOPS, 1) || math.IsInf(peakBandwidth, 1) {
		return nil, first
	}
	for _, r := range rows {
		if !Timed(r) || !Exact(r) || r.Kernels <= 1 {
			continue
		}
		sum := Add(Quo(Int(r.FLOPs), Rat(peakFLOPS)), Quo(Int(r.Bytes), Rat(peakBandwidth)))
		if ratio := Quo(sum, Seconds(r)); greatest == nil || ratio.Cmp(greatest) > 0 {
			greatest, first = ratio, r
		}
	}
	return greatest, first
}

// Numeral is spec section 4 to the letter: six decimals rounded to
// nearest, less 0.000001 if that reads back above the value, never -0.000000.
func Numeral(v float64) string {
	s := strconv.FormatFloat(v, 'f', 6, 64)
	if ReadBack(s) > v {
		s = StepNumeral(s, -1)
	}
	if s == "-0.000000" {
		return "0.000000"
	}
	return s
}

// ReadBack is the value of a numeral.
func ReadBack(numeral string) float64 {
	v, err := strconv.ParseFloat(numeral, 64)
	if err != nil {
		panic(err)
	}
	return v
}

// StepNumeral adds n millionths to a six-decimal numeral.
func StepNumeral(numeral string, n int64) string {
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

// Floor is what a time reads back as.
func Floor(v float64) float64 { return ReadBack(Numeral(v)) }

var dirty = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ", "\x00", " ")

// Stored is the row as guarantee 2 says it reads back.
func Stored(r calibration.Row) calibration.Row {
	r.Backend, r.Digest = dirty.Replace(r.Backend), dirty.Replace(r.Digest)
	r.Routine, r.Label = dirty.Replace(r.Routine), dirty.Replace(r.Label)
	r.MeasuredMS = Floor(r.MeasuredMS)
	if r.HasModel {
		r.ModelMS = Floor(r.ModelMS)
	} else {
		r.ModelMS = 0
	}
	return r
}

var (
	numberGrammar  = regexp.MustCompile(`\A-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?\z`)
	integerGrammar = regexp.MustCompile(`\A-?[0-9]+\z`)
)

// Number is spec 3.5 to 3.9.
func Number(s string) (float64, bool) {
	if len(s) > 1024 || !numberGrammar.MatchString(s) {
		return 0, false
	}
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v, true
	}
	return 0, false
}

// Integer is spec 3.8 and 3.9.
func Integer(s string) (int64, bool) {
	if len(s) > 1024 || !integerGrammar.MatchString(s) {
		return 0, false
	}
	n, ok := new(big.Int).SetString(s, 10)
	return n.Int64(), ok && n.IsInt64()
}

// Parse reads one line, or tells that it is malformed.
func Parse(line string) (r calibration.Row, ok bool) {
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
		v, good := Number(c[i])
		ok = ok && good
		return v
	}
	integer := func(i int) int64 {
		n, good := Integer(c[i])
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

// Read reads a whole file held in memory, with lines of at most maxLine bytes.
func Read(file string, maxLine int) (rows []calibration.Row, malformed []int) {
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
		switch r, ok := Parse(line); {
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

// Report is spec section 7.
func Report(e calibration.Envelope) string {
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
		switch bumped := NearestProduct(c.Value, 1.000002); {
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

// NearestProduct is a*b rounded once, ties to even.
func NearestProduct(a, b float64) float64 {
	if math.IsInf(a, 0) || math.IsNaN(a) {
		return a
	}
	v, _ := Mul(Rat(a), Rat(b)).Float64()
	return v
}
