package conformance

// The wrong port: numbers.

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

var unicodeDigits = func() *strings.Replacer {
	var pairs []string
	for i := range 10 {
		for _, zero := range []rune{'\uff10', '\u0660', '\u0966'} {
			pairs = append(pairs, string(zero+rune(i)), strconv.Itoa(i))
		}
	}
	return strings.NewReplacer(pairs...)
}()

// lenient turns what a fault lets through into a cell that is well-formed.
func (p wrongPort) lenient(s string) string {
	switch p {
	case "number-plus":
		if !strings.HasPrefix(s, "+-") {
			s = strings.TrimPrefix(s, "+")
		}
	case "number-underscore":
		s = strings.ReplaceAll(s, "_", "")
	case "number-point-end":
		s = regexp.MustCompile(`\.([eE]|$)`).ReplaceAllString(s, "$1")
	case "number-point-start":
		s = regexp.MustCompile(`^(-?)\.([0-9])`).ReplaceAllString(s, "${1}0.$2")
	case "number-blank-before":
		s = strings.TrimLeft(s, " ")
	case "number-blank-behind":
		s = strings.TrimRight(s, " ")
	case "number-blank-inside":
		s = strings.ReplaceAll(s, " ", "")
	case "number-trimmed":
		s = strings.Trim(s, "\v\f\r")
	case "number-cr-behind":
		s = strings.TrimRight(s, "\r")
	case "number-nbsp":
		s = strings.TrimSpace(strings.ReplaceAll(s, "\u00a0", " "))
	case "number-comma":
		s = strings.Replace(s, ",", ".", 1)
	case "number-grouped":
		s = strings.ReplaceAll(s, ",", "")
	case "number-trailing-garbage":
		s = regexp.MustCompile(`^(-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?).*$`).ReplaceAllString(s, "$1")
	case "number-nul-ends-it":
		s, _, _ = strings.Cut(s, "\x00")
	case "number-unicode-digits":
		s = unicodeDigits.Replace(s)
	case "number-unicode-minus":
		s = strings.ReplaceAll(s, "\u2212", "-")
	case "number-suffix-f":
		s = strings.TrimSuffix(s, "f")
	case "number-unit":
		s = strings.TrimSuffix(s, "ms")
	case "number-exponent-d":
		s = regexp.MustCompile(`[dD]`).ReplaceAllString(s, "e")
	case "number-exponent-empty":
		s = regexp.MustCompile(`[eE][-+]?$`).ReplaceAllString(s, "")
	case "number-minus-only":
		if s == "-" {
			return "0"
		}
	case "number-minus-minus":
		s = strings.TrimPrefix(s, "--")
	case "number-empty-is-zero":
		if s == "" {
			return "0"
		}
	case "number-quoted":
		s = strings.Trim(s, `"`)
	case "number-mark-before":
		s = strings.TrimPrefix(s, "\xef\xbb\xbf")
	case "number-true":
		if s == "true" {
			return "1"
		}
	case "number-null":
		if s == "null" {
			return "0"
		}
	case "number-second-point-ignored":
		if at := strings.Index(s, "."); at >= 0 {
			s = s[:at+1] + strings.ReplaceAll(s[at+1:], ".", "")
		}
	}
	return s
}

var maxFinite = new(big.Rat).SetFloat64(math.MaxFloat64)

// number is SPEC.md 3.5 to 3.7 and 3.9.
func (p wrongPort) number(s string) (float64, bool) {
	limit := 1024
	switch p {
	case "number-limit-none":
		limit = math.MaxInt
	case "number-limit-1023":
		limit = 1023
	case "number-limit-1025":
		limit = 1025
	case "number-limit-64":
		limit = 64
	case "number-limit-without-leading-zeros":
		s = regexp.MustCompile(`^(-?)0+([0-9])`).ReplaceAllString(s, "$1$2")
	case "number-limit-without-minus":
		if len(strings.TrimPrefix(s, "-")) == 1024 {
			limit = 1025
		}
	}
	if len(s) > limit {
		return 0, false
	}
	s = p.lenient(s)
	lower := strings.ToLower(s)
	switch p {
	case "number-nan":
		if strings.TrimPrefix(lower, "-") == "nan" {
			return math.NaN(), true
		}
	case "number-inf":
		if lower == "inf" || lower == "-inf" {
			return math.Inf(1), true
		}
	case "number-infinity":
		if lower == "infinity" || lower == "-infinity" {
			return math.Inf(1), true
		}
	case "number-hex":
		if strings.HasPrefix(lower, "0x") && !strings.Contains(lower, "p") {
			n, err := strconv.ParseInt(lower[2:], 16, 64)
			return float64(n), err == nil
		}
	case "number-hex-float":
		if strings.HasPrefix(lower, "0x") && strings.Contains(lower, "p") {
			v, err := strconv.ParseFloat(lower, 64)
			return v, err == nil
		}
	case "number-fraction":
		if strings.Contains(s, "/") {
			q, good := new(big.Rat).SetString(s)
			if good {
				v, _ := q.Float64()
				return v, true
			}
		}
	}
	if !strictNumber(s) {
		return 0, false
	}
	switch p {
	case "number-minus-refused":
		if s[0] == '-' {
			return 0, false
		}
	case "number-minus-zero-refused":
		if s == "-0" {
			return 0, false
		}
	case "number-leading-zeros-refused":
		if regexp.MustCompile(`^-?0[0-9]`).MatchString(s) {
			return 0, false
		}
	case "number-needs-point":
		if !strings.Contains(s, ".") {
			return 0, false
		}
	case "number-exponent-refused":
		if strings.Contains(lower, "e") {
			return 0, false
		}
	case "number-exponent-capital-refused":
		if strings.Contains(s, "E") {
			return 0, false
		}
	case "number-exponent-plus-refused":
		if strings.Contains(s, "+") {
			return 0, false
		}
	case "number-exponent-minus-refused":
		if regexp.MustCompile(`[eE]-`).MatchString(s) {
			return 0, false
		}
	case "number-exponent-leading-zero-refused":
		if regexp.MustCompile(`[eE][-+]?0`).MatchString(s) {
			return 0, false
		}
	case "number-exponent-three-digits-refused":
		if regexp.MustCompile(`[eE][-+]?[0-9]{4}`).MatchString(s) {
			return 0, false
		}
	case "number-exponent-wraps":
		if at := strings.IndexAny(s, "eE"); at >= 0 {
			n, _ := new(big.Int).SetString(strings.TrimPrefix(s[at+1:], "+"), 10)
			s = s[:at] + fmt.Sprintf("e%d", int32(new(big.Int).And(n, big.NewInt(math.MaxUint32)).Int64()))
		}
	case "number-exponent-int32-refused":
		if at := strings.IndexAny(s, "eE"); at >= 0 {
			if _, err := strconv.ParseInt(s[at+1:], 10, 32); err != nil {
				return 0, false
			}
		}
	case "number-digits-17":
		s = cutDigits(s, 17)
	case "number-digits-19":
		s = cutDigits(s, 19)
	case "number-digits-40":
		s = cutDigits(s, 40)
	case "number-digits-100":
		s = cutDigits(s, 100)
	case "number-digits-767":
		s = cutDigits(s, 767)
	case "number-digits-800":
		s = cutDigits(s, 800)
	}
	v, _ := strconv.ParseFloat(s, 64) // infinite beyond the greatest
	switch p {
	case "number-overflow-infinite":
		return v, true
	case "number-overflow-clamped":
		return max(-math.MaxFloat64, min(v, math.MaxFloat64)), true
	case "number-overflow-above-greatest":
		if q, small := exactDecimal(s); small && q.Abs(q).Cmp(maxFinite) > 0 {
			return 0, false
		}
	case "number-underflow-refused":
		if v == 0 && strings.Trim(strings.FieldsFunc(s, func(c rune) bool { return c == 'e' || c == 'E' })[0], "-0.") != "" {
			return 0, false
		}
	case "number-subnormal-refused":
		if v != 0 && math.Abs(v) < 0x1p-1022 {
			return 0, false
		}
	case "number-subnormal-zero":
		if math.Abs(v) < 0x1p-1022 {
			return 0, true
		}
	case "number-binary32":
		v = float64(float32(v))
	case "number-extended":
		if f, _, err := big.ParseFloat(s, 10, 64, big.ToNearestEven); err == nil && v != 0 && !math.IsInf(v, 0) {
			v, _ = f.Float64()
		}
	case "number-rounded-down":
		if q, small := exactDecimal(s); small && !math.IsInf(v, 0) && v > 0 && rat(v).Cmp(q) > 0 {
			v = math.Nextafter(v, 0)
		}
	case "number-by-powers":
		v = byPowers(s)
	case "number-ties-up":
		if q, small := exactDecimal(s); small && v > 0 && v < math.MaxFloat64 {
			up := math.Nextafter(v, math.Inf(1))
			middle := rat(v)
			middle.Add(middle, rat(up)).Quo(middle, big.NewRat(2, 1))
			if q.Cmp(middle) == 0 {
				v = up
			}
		}
	}
	return v, !math.IsInf(v, 0)
}

// exactDecimal is the exact value of a number that is not extreme.
func exactDecimal(s string) (*big.Rat, bool) {
	if at := strings.IndexAny(s, "eE"); at >= 0 {
		if n, err := strconv.Atoi(s[at+1:]); err != nil || n < -2000 || n > 2000 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(s)
}

// cutDigits replaces what follows the first n significant digits by zeros.
func cutDigits(s string, n int) string {
	b := []byte(s)
	seen := 0
	for i, c := range b {
		if c == 'e' || c == 'E' {
			break
		}
		if c < '0' || c > '9' || c == '0' && seen == 0 {
			continue
		}
		if seen++; seen > n {
			b[i] = '0'
		}
	}
	return string(b)
}

// byPowers reads a number as a beginner does: digit by digit, then times a power.
func byPowers(s string) float64 {
	negative := s[0] == '-'
	mantissa, exponent := s, 0
	if at := strings.IndexAny(s, "eE"); at >= 0 {
		mantissa = s[:at]
		exponent, _ = strconv.Atoi(s[at+1:])
	}
	v, behind := 0.0, false
	for _, c := range mantissa {
		switch {
		case c == '.':
			behind = true
		case c != '-':
			v = v*10 + float64(c-'0')
			if behind {
				exponent--
			}
		}
	}
	v *= math.Pow(10, float64(exponent))
	if negative {
		return -v
	}
	return v
}
