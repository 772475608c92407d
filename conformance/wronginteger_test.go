package conformance

// The wrong port: model times, integers and flags.

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// modelCell is SPEC.md 3.11.
func (p wrongPort) modelCell(s string) (v float64, has, ok bool) {
	switch p {
	case "model-blank-is-none":
		s = strings.Trim(s, " ")
	case "model-minus-is-none":
		s = strings.TrimPrefix(s, "-")
	case "model-none-is-none":
		if s == "none" {
			s = ""
		}
	case "model-nan-is-none":
		if s == "nan" {
			s = ""
		}
	case "model-bad-is-none":
		if _, good := p.number(s); !good {
			s = ""
		}
	case "model-empty-refused":
		return p.numberAnd(s)
	case "model-empty-is-zero":
		if s == "" {
			return 0, true, true
		}
	case "model-zero-is-none":
		if v, good := p.number(s); good && v == 0 {
			return 0, false, true
		}
	case "model-ignored":
		if _, good := p.number(s); good {
			return 0, false, true
		}
	}
	if s == "" {
		return 0, false, true
	}
	return p.numberAnd(s)
}

func (p wrongPort) numberAnd(s string) (v float64, has, ok bool) {
	v, ok = p.number(s)
	return v, true, ok
}

// integerIn is an integer of kernels, flops or bytes.
func (p wrongPort) integerIn(column int, s string) (int64, bool) {
	n, ok := p.integer(s)
	switch name := []string{"kernels", "flops", "bytes"}[column]; p {
	case "kernels-32-bit":
		ok = ok && (name != "kernels" || int64(int32(n)) == n)
	case "kernels-32-bit-wraps":
		if name == "kernels" {
			n = int64(int32(n))
		}
	case "kernels-unsigned":
		ok = ok && (name != "kernels" || n >= 0)
	case "kernels-float":
		if name == "kernels" {
			n = int64(float64(n))
		}
	case "flops-float":
		if name == "flops" {
			n = int64(float64(n))
		}
	case "bytes-float":
		if name == "bytes" {
			n = int64(float64(n))
		}
	case "flops-empty-is-zero":
		ok = ok || name == "flops" && s == ""
	case "bytes-empty-is-zero":
		ok = ok || name == "bytes" && s == ""
	case "kernels-empty-is-one":
		if name == "kernels" && s == "" {
			return 1, true
		}
	}
	return n, ok
}

// integer is SPEC.md 3.8 and 3.9.
func (p wrongPort) integer(s string) (int64, bool) {
	limit := 1024
	switch p {
	case "integer-limit-none":
		limit = math.MaxInt
	case "integer-limit-1023":
		limit = 1023
	case "integer-limit-1025":
		limit = 1025
	case "integer-limit-20":
		limit = 20
	}
	if len(s) > limit {
		return 0, false
	}
	base := 10
	negative := strings.HasPrefix(s, "-")
	switch p {
	case "integer-plus":
		s = strings.TrimPrefix(s, "+")
	case "integer-underscore":
		s = strings.ReplaceAll(s, "_", "")
	case "integer-hex":
		if rest, found := strings.CutPrefix(s, "0x"); found {
			s, base = rest, 16
		}
	case "integer-octal":
		if rest, found := strings.CutPrefix(s, "0o"); found {
			s, base = rest, 8
		}
	case "integer-leading-zero-octal":
		if len(s) > 1 && s[0] == '0' && strings.Trim(s, "01234567") == "" {
			base = 8
		}
	case "integer-binary":
		if rest, found := strings.CutPrefix(s, "0b"); found {
			s, base = rest, 2
		}
	case "integer-unsigned-prefix":
		s = strings.TrimPrefix(s, "0u")
	case "integer-point-zero":
		s = regexp.MustCompile(`\.0+$`).ReplaceAllString(s, "")
	case "integer-point-truncated":
		s = regexp.MustCompile(`\.[0-9]*$`).ReplaceAllString(s, "")
	case "integer-exponent":
		if v, err := strconv.ParseFloat(s, 64); err == nil && v == math.Trunc(v) && strings.Contains(s, "e") && math.Abs(v) < 1e18 {
			return int64(v), true
		}
	case "integer-blank-before":
		s = strings.TrimLeft(s, " ")
	case "integer-blank-behind":
		s = strings.TrimRight(s, " ")
	case "integer-trimmed":
		s = strings.TrimSpace(s)
	case "integer-cr-behind":
		s = strings.TrimSuffix(s, "\r")
	case "integer-grouped":
		s = strings.ReplaceAll(s, ",", "")
	case "integer-trailing-garbage":
		s = regexp.MustCompile(`^(-?[0-9]+).*$`).ReplaceAllString(s, "$1")
	case "integer-nul-ends-it":
		s, _, _ = strings.Cut(s, "\x00")
	case "integer-unicode-digits":
		s = unicodeDigits.Replace(s)
	case "integer-suffix":
		s = strings.TrimRight(s, "uUlLkKMG")
	case "integer-quoted":
		s = strings.Trim(s, `"`)
	case "integer-empty-is-zero":
		if s == "" {
			s = "0"
		}
	case "integer-minus-only":
		if s == "-" {
			s = "0"
		}
	case "integer-minus-minus":
		s = strings.TrimPrefix(s, "--")
	case "integer-minus-refused":
		if negative {
			return 0, false
		}
	case "integer-minus-zero-refused":
		if s == "-0" {
			return 0, false
		}
	case "integer-leading-zeros-refused":
		if regexp.MustCompile(`^-?0[0-9]`).MatchString(s) {
			return 0, false
		}
	}
	if base == 10 && !allDigits(strings.TrimPrefix(s, "-")) {
		return 0, false
	}
	n, good := new(big.Int).SetString(s, base)
	if !good {
		return 0, false
	}
	low := func() int64 { return int64(new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()) }
	switch p {
	case "integer-wraps":
		return low(), true
	case "integer-unsigned-64":
		return low(), n.IsUint64() || n.IsInt64()
	case "integer-clamped":
		if !n.IsInt64() {
			return map[bool]int64{true: math.MinInt64, false: math.MaxInt64}[negative], true
		}
	case "integer-float":
		v, _ := new(big.Float).SetInt(n).Float64()
		return int64(v), n.IsInt64()
	case "integer-63-bit":
		return n.Int64(), n.IsInt64() && n.Int64()<<1>>1 == n.Int64()
	case "integer-63-bit-wraps":
		return low() << 1 >> 1, true
	case "integer-53-bit":
		return n.Int64(), n.BitLen() <= 53
	case "integer-32-bit":
		return n.Int64(), n.IsInt64() && int64(int32(n.Int64())) == n.Int64()
	case "integer-unsigned-32":
		return n.Int64(), n.IsInt64() && n.Int64() <= math.MaxUint32
	case "integer-least-refused":
		return n.Int64(), n.IsInt64() && n.Int64() != math.MinInt64
	case "integer-18-digits":
		return n.Int64(), n.IsInt64() && len(strings.TrimLeft(s, "-0")) <= 18
	}
	return n.Int64(), n.IsInt64()
}

var flagColumnNames = []string{"flops-approx", "bytes-approx", "opaque"}

// flag is SPEC.md 3.10.
func (p wrongPort) flag(column int, s string) (value, ok bool) {
	if p == wrongPort("flag-other-is-false-"+flagColumnNames[column]) || p == "flag-other-is-false" {
		return s == "true", true
	}
	switch p {
	case "flag-other-is-true":
		return s != "false", true
	case "flag-any-case":
		s = strings.ToLower(s)
	case "flag-capital":
		if s == "True" || s == "False" {
			s = strings.ToLower(s)
		}
	case "flag-digit":
		if s == "0" || s == "1" {
			return s == "1", true
		}
	case "flag-short":
		if s == "t" || s == "f" {
			return s == "t", true
		}
	case "flag-yes-no":
		if s == "yes" || s == "no" {
			return s == "yes", true
		}
	case "flag-empty-is-false":
		if s == "" {
			return false, true
		}
	case "flag-trimmed":
		s = strings.TrimSpace(s)
	case "flag-cr-behind":
		s = strings.TrimSuffix(s, "\r")
	case "flag-prefix-of-cell":
		if strings.HasPrefix(s, "true") || strings.HasPrefix(s, "false") {
			return s[0] == 't', true
		}
	case "flag-prefix-of-word":
		if s != "" && (strings.HasPrefix("true", s) || strings.HasPrefix("false", s)) {
			return s[0] == 't', true
		}
	case "flag-nul-ends-it":
		s, _, _ = strings.Cut(s, "\x00")
	}
	return s == "true", s == "true" || s == "false"
}
