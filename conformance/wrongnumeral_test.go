package conformance

// The wrong port: how a constant is printed.

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// format is SPEC.md 7.7.
func (p wrongPort) format(v float64) string {
	digits := 9
	switch p {
	case "print-rounded-to-seven":
		digits = 6
	case "print-rounded-to-eleven":
		digits = 10
	case "print-rounded-to-sixteen":
		digits = 16
	case "print-g":
		return strconv.FormatFloat(v, 'g', 7, 64)
	case "print-f":
		return strconv.FormatFloat(v, 'f', 6, 64)
	case "print-shortest":
		return strconv.FormatFloat(v, 'g', -1, 64)
	case "print-binary32":
		v = float64(float32(v))
	case "print-engineering":
		s := strconv.FormatFloat(v, 'e', 6, 64)
		return strings.NewReplacer("e+12", "T", "e+09", "G").Replace(s)
	}
	s := strconv.FormatFloat(v, 'e', digits, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	switch p {
	case "print-cut-exactly":
		mantissa, exponent = cutMantissa(v)
	case "print-cut-up":
		up, _ := new(big.Int).SetString(strings.Replace(mantissa, ".", "", 1), 10)
		up.Add(up, big.NewInt(999))
		if t := up.String(); len(t) == 10 {
			mantissa = t[:1] + "." + t[1:7]
		}
	case "print-cut-to-six":
		mantissa = mantissa[:7]
	case "print-cut-to-eight":
		mantissa = mantissa[:9]
	case "print-uncut":
	case "print-rounded-twice":
		short, _ := strconv.ParseFloat(mantissa, 64)
		mantissa = strconv.FormatFloat(short, 'f', 6, 64)
	default:
		mantissa = mantissa[:8]
	}
	n, _ := strconv.Atoi(exponent)
	switch p {
	case "print-zeros-trimmed":
		mantissa = strings.TrimSuffix(strings.TrimRight(mantissa, "0"), ".")
	case "print-comma":
		mantissa = strings.Replace(mantissa, ".", ",", 1)
	}
	if n == 0 && p != "print-exponent-zero-kept" {
		return mantissa
	}
	switch p {
	case "print-exponent-one-left-out":
		if n == 1 {
			return strconv.FormatFloat(v, 'f', 5, 64)
		}
	case "print-exponent-padded":
		return mantissa + "e" + exponent
	case "print-exponent-padded-minus":
		if n < 0 {
			return mantissa + "e" + exponent
		}
	case "print-exponent-three-digits":
		return fmt.Sprintf("%se%+04d", mantissa, n)
	case "print-exponent-capital":
		return fmt.Sprintf("%sE%+d", mantissa, n)
	case "print-exponent-no-plus":
		return fmt.Sprintf("%se%d", mantissa, n)
	case "print-exponent-zeros-trimmed-behind":
		return mantissa + "e" + strings.TrimRight(fmt.Sprintf("%+d", n), "0")
	case "print-exponent-zeros-removed":
		return mantissa + "e" + strings.ReplaceAll(fmt.Sprintf("%+d", n), "0", "")
	case "print-exponent-negative-zero-kept":
		if n < 0 && n > -10 {
			return fmt.Sprintf("%se-0%d", mantissa, -n)
		}
	}
	return fmt.Sprintf("%se%+d", mantissa, n)
}

// cutMantissa cuts the exact value to seven digits, without rounding to ten first.
func cutMantissa(v float64) (mantissa, exponent string) {
	s := strconv.FormatFloat(v, 'e', 800, 64)
	mantissa, exponent, _ = strings.Cut(s, "e")
	return mantissa[:8], exponent
}

// bump is SPEC.md 7.4.
func (p wrongPort) bump(v float64) float64 {
	if math.IsInf(v, 0) {
		return v
	}
	exact := new(big.Rat).Mul(rat(v), big.NewRat(1000002, 1000000))
	product := v * 1.000002
	switch p {
	case "bump-missing":
		return v
	case "bump-twice":
		return product * 1.000002
	case "bump-exact-factor":
		nearest, _ := exact.Float64()
		return nearest
	case "bump-up":
		return wrongPort("").up(new(big.Rat).Mul(rat(v), rat(1.000002)))
	case "bump-down":
		down := wrongPort("").up(new(big.Rat).Mul(rat(v), rat(1.000002)))
		return math.Nextafter(down, 0)
	case "bump-one-millionth":
		return v * 1.000001
	case "bump-ten-millionths":
		return v * 1.00001
	case "bump-two-percent":
		return v * 1.02
	case "bump-added":
		return v + v*0.000002
	case "bump-added-constant":
		return v + 0.000002
	case "bump-binary32-factor":
		return v * float64(float32(1.000002))
	case "bump-divides":
		return v / 1.000002
	case "bump-overflow-clamped":
		return min(product, math.MaxFloat64)
	case "bump-of-slack":
		return product
	}
	return product
}
