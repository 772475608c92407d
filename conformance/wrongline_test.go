package conformance

// The wrong port: rows to lines: cleaning and flooring.

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// line is SPEC.md section 4.
func (p wrongPort) line(r wrongRow) string {
	texts := []string{r.backend, r.digest, r.routine, r.label}
	for i, text := range texts {
		texts[i] = p.clean(i, text)
	}
	model := ""
	if r.hasModel {
		switch p {
		case "floor-model-not":
			model = strconv.FormatFloat(r.model, 'f', 6, 64)
		case "floor-model-shortest":
			model = strconv.FormatFloat(r.model, 'f', -1, 64)
		case "floor-model-with-float":
			model = strconv.FormatFloat(math.Floor(r.model*1e6)/1e6, 'f', 6, 64)
		case "write-zero-model-as-none":
			if r.model != 0 {
				model = p.time(r.model)
			}
		case "write-negative-model-as-none":
			if r.model >= 0 {
				model = p.time(r.model)
			}
		case "write-measured-as-model":
			model = p.time(r.ms)
		default:
			model = p.time(r.model)
		}
	} else if p == "write-no-model-as-zero" {
		model = "0.000000"
	} else if p == "write-no-model-as-nan" {
		model = "nan"
	} else if p == "write-no-model-as-blank" {
		model = " "
	}
	integer := func(n int64) string {
		switch p {
		case "write-integer-float":
			return strconv.FormatFloat(float64(n), 'f', 0, 64)
		case "write-integer-short":
			return strconv.FormatFloat(float64(n), 'g', -1, 64)
		case "write-integer-6-digits":
			return strconv.FormatFloat(float64(n), 'g', 6, 64)
		case "write-integer-plus":
			return fmt.Sprintf("%+d", n)
		case "write-integer-unsigned":
			return strconv.FormatUint(uint64(n), 10)
		case "write-integer-32-bit":
			return strconv.Itoa(int(int32(n)))
		case "write-integer-grouped":
			return regexp.MustCompile(`([0-9])([0-9]{3})$`).ReplaceAllString(strconv.FormatInt(n, 10), "$1,$2")
		}
		return strconv.FormatInt(n, 10)
	}
	flag := func(b bool) string {
		switch p {
		case "write-flag-capital":
			return map[bool]string{true: "True", false: "False"}[b]
		case "write-flag-digit":
			return map[bool]string{true: "1", false: "0"}[b]
		}
		return strconv.FormatBool(b)
	}
	first, second := r.flopsApprox, r.bytesApprox
	if p == "write-flags-swapped" {
		first, second = second, first
	}
	cells := append(texts, p.time(r.ms), model, integer(r.kernels), integer(r.flops), integer(r.bytes), flag(first), flag(second), flag(r.opaque))
	switch {
	case p == "write-11-columns-without-routine" && texts[2] == "":
		cells = slices.Delete(cells, 2, 3)
	case p == "write-trailing-tab":
		cells = append(cells, "")
	case p == "write-quoted":
		for i := range texts {
			if strings.ContainsAny(cells[i], `" ,`) {
				cells[i] = `"` + cells[i] + `"`
			}
		}
	case p == "write-commas":
		return strings.Join(cells, ",")
	}
	return strings.Join(cells, "\t")
}

var barredNames = map[byte]string{'\t': "tab", '\n': "lf", '\r': "cr", 0: "nul"}

// clean is SPEC.md 4.2.
func (p wrongPort) clean(column int, s string) string {
	switch p {
	case "clean-trimmed":
		s = strings.TrimSpace(s)
	case "clean-trimmed-after":
		return strings.Trim(wrongPort("").clean(column, s), " ")
	case "clean-crlf-is-one":
		s = strings.ReplaceAll(s, "\r\n", "\n")
	case "clean-runs-are-one":
		s = regexp.MustCompile(`[\t\n\r\x00]+`).ReplaceAllString(s, " ")
	case "clean-blanks-are-one":
		return regexp.MustCompile(` +`).ReplaceAllString(wrongPort("").clean(column, s), " ")
	case "clean-removed":
		s = regexp.MustCompile(`[\t\n\r\x00]`).ReplaceAllString(s, "")
	case "clean-question-mark":
		s = regexp.MustCompile(`[\t\n\r\x00]`).ReplaceAllString(s, "?")
	case "clean-escaped":
		s = strings.NewReplacer("\t", `\t`, "\n", `\n`, "\r", `\r`, "\x00", `\0`).Replace(s)
	case "clean-backslash-doubled":
		s = strings.ReplaceAll(s, `\`, `\\`)
	case "clean-all-control":
		s = regexp.MustCompile(`[\x01-\x1f]`).ReplaceAllString(s, " ")
	case "clean-delete":
		s = strings.ReplaceAll(s, "\x7f", " ")
	case "clean-vt-ff":
		s = strings.NewReplacer("\v", " ", "\f", " ").Replace(s)
	case "clean-nel":
		s = strings.ReplaceAll(s, "\u0085", " ")
	case "clean-u2028":
		s = strings.ReplaceAll(s, "\u2028", " ")
	case "clean-not-utf8":
		s = strings.ToValidUTF8(s, "\ufffd")
	case "clean-high-refused":
		s = regexp.MustCompile(`[^\x00-\x7f]`).ReplaceAllString(s, "?")
	case "clean-latin1":
		s = latin1ToUTF8(s)
	case "clean-first-only":
		for _, barred := range []string{"\t", "\n", "\r", "\x00"} {
			s = strings.Replace(s, barred, " ", 1)
		}
		return s
	case "clean-quotes-removed":
		s = strings.ReplaceAll(s, `"`, "")
	case "clean-not":
		return s
	}
	if strings.ContainsAny(s, "\t\n\r\x00") {
		b := []byte(s)
		for i, c := range b {
			if name, barred := barredNames[c]; barred && p != wrongPort("clean-"+textColumnNames[column]+"-"+name+"-kept") {
				b[i] = ' '
			}
		}
		s = string(b)
	}
	return s
}

// time is SPEC.md 4.6.
func (p wrongPort) time(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Sprint(v)
	}
	nearest := strconv.FormatFloat(v, 'f', 6, 64)
	million := new(big.Rat).SetInt64(1000000)
	units := new(big.Rat).Mul(rat(v), million)
	floor := new(big.Int).Div(units.Num(), units.Denom()) // Euclidean, the floor
	truncated := new(big.Int).Quo(units.Num(), units.Denom())
	switch p {
	case "floor-not":
		return nearest
	case "floor-shortest":
		return strconv.FormatFloat(v, 'f', -1, 64)
	case "floor-3-decimals":
		return strconv.FormatFloat(v, 'f', 3, 64)
	case "floor-9-decimals":
		return strconv.FormatFloat(v, 'f', 9, 64)
	case "floor-exact":
		return decimalUnits(floor)
	case "floor-toward-zero":
		if v < 0 {
			return decimalUnits(truncated)
		}
	case "floor-toward-zero-on-correction":
		if v < 0 {
			if got, _ := strconv.ParseFloat(nearest, 64); got < v {
				return decimalUnits(truncated)
			}
		}
	case "floor-negative-not":
		if v < 0 {
			return strings.Replace(nearest, "-0.000000", "0.000000", 1)
		}
	case "floor-with-float":
		return strconv.FormatFloat(math.Floor(v*1e6)/1e6, 'f', 6, 64)
	case "floor-with-int64":
		return decimalUnits(big.NewInt(int64(math.Floor(v * 1e6))))
	case "floor-with-epsilon":
		return strconv.FormatFloat(math.Floor(v*1e6+1e-3)/1e6, 'f', 6, 64)
	case "floor-with-relative-epsilon":
		return strconv.FormatFloat(math.Floor(v*1e6*(1+1e-15))/1e6, 'f', 6, 64)
	case "floor-with-round":
		return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', 6, 64)
	case "floor-minus-half":
		return strconv.FormatFloat(v-0.0000005, 'f', 6, 64)
	case "floor-of-shortest":
		// floors the shortest decimal that reads back, as text
		s := strconv.FormatFloat(v, 'f', -1, 64)
		whole, fraction, _ := strings.Cut(s, ".")
		if v >= 0 {
			return whole + "." + (fraction + "000000")[:6]
		}
	case "floor-cut-17-digits":
		d, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'e', 16, 64))
		d.Mul(d, million)
		return decimalUnits(new(big.Int).Div(d.Num(), d.Denom()))
	case "floor-large-exact":
		if math.Abs(v) >= 1<<33 {
			return decimalUnits(floor)
		}
	case "floor-large-from-2-32":
		if math.Abs(v) >= 1<<32 {
			return nearest
		}
	case "floor-large-not-exponent":
		if math.Abs(v) >= 1e21 { // as toFixed of JavaScript
			return strconv.FormatFloat(v, 'g', -1, 64)
		}
	case "floor-large-17-digits":
		if math.Abs(v) >= 1e17 {
			d, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'e', 16, 64))
			return d.FloatString(6)
		}
	case "floor-large-greatest":
		if math.Abs(v) >= 1<<33 && math.Abs(v) < 1<<53 {
			n := floor
			for {
				next := new(big.Int).Add(n, big.NewInt(1))
				if got, _ := strconv.ParseFloat(decimalUnits(next), 64); got > v {
					return decimalUnits(n)
				}
				n = next
			}
		}
	case "floor-large-half-up":
		if math.Abs(v) >= 1<<33 {
			return decimalUnits(roundHalf(units, false))
		}
	case "floor-large-half-away":
		if math.Abs(v) >= 1<<33 {
			return decimalUnits(roundHalf(units, true))
		}
	case "floor-zero-first":
		if nearest == "-0.000000" {
			return "0.000000"
		}
	case "floor-tiny-is-a-nano":
		if v > 0 && nearest == "0.000000" {
			return "0.000001"
		}
	case "floor-always-one-less":
		if new(big.Rat).SetInt(floor).Cmp(units) != 0 {
			n, _ := new(big.Int).SetString(strings.Replace(nearest, ".", "", 1), 10)
			return decimalUnits(n.Sub(n, big.NewInt(1)))
		}
	case "floor-compared-exactly":
		if d, _ := new(big.Rat).SetString(nearest); d.Cmp(rat(v)) > 0 {
			return decimalUnits(floor)
		}
		return strings.Replace(nearest, "-0.000000", "0.000000", 1)
	case "floor-comma":
		return strings.Replace(wrongPort("").time(v), ".", ",", 1)
	case "floor-zeros-trimmed":
		return strings.TrimSuffix(strings.TrimRight(wrongPort("").time(v), "0"), ".")
	case "floor-no-leading-zero":
		return regexp.MustCompile(`^(-?)0\.`).ReplaceAllString(wrongPort("").time(v), "$1.")
	}
	got, _ := strconv.ParseFloat(nearest, 64)
	if got > v {
		if p == "floor-step-in-binary64" {
			return strings.Replace(strconv.FormatFloat(got-0.000001, 'f', 6, 64), "-0.000000", "0.000000", 1)
		}
		if p == "floor-step-of-value-in-binary64" {
			return strings.Replace(strconv.FormatFloat(v-0.000001, 'f', 6, 64), "-0.000000", "0.000000", 1)
		}
		n, _ := new(big.Int).SetString(strings.Replace(nearest, ".", "", 1), 10)
		step := int64(1)
		if p == "floor-negative-steps-up" && v < 0 {
			step = -1
		}
		return decimalUnits(n.Sub(n, big.NewInt(step)))
	}
	if nearest == "-0.000000" && p != "floor-minus-zero" {
		return "0.000000"
	}
	return nearest
}

// decimalUnits writes n millionths with six decimals.
func decimalUnits(n *big.Int) string {
	return new(big.Rat).SetFrac(n, big.NewInt(1000000)).FloatString(6)
}

// roundHalf rounds to the nearest integer, ties up or away from zero.
func roundHalf(q *big.Rat, away bool) *big.Int {
	if away && q.Sign() < 0 {
		return new(big.Int).Neg(roundHalf(new(big.Rat).Neg(q), false))
	}
	sum := new(big.Rat).Add(q, big.NewRat(1, 2))
	return new(big.Int).Div(sum.Num(), sum.Denom())
}
