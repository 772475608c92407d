package main

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// roundUp writes a factor q >= 1 as the least decimal of seven significant
// digits that is not below it.
func roundUp(q *big.Rat) string { return sevenDigits(q, true) }

// sevenDigits writes q >= 1 with seven significant digits, rounded up or to
// nearest.
func sevenDigits(q *big.Rat, up bool) string {
	const digits = 7
	text := new(big.Float).SetPrec(128).SetRat(q).Text('e', digits-1)
	mantissa, exponent, _ := strings.Cut(text, "e")
	numeral := strings.Replace(mantissa, ".", "", 1)
	power, err := strconv.Atoi(exponent)
	if err != nil {
		panic(err) // big.Float writes integers there
	}
	if v, _ := new(big.Rat).SetString(text); up && v.Cmp(q) < 0 {
		n, _ := strconv.Atoi(numeral)
		numeral = strconv.Itoa(n + 1)
		power += len(numeral) - digits // where all were nines
	}
	if power >= digits {
		return trimZeros(numeral[:1]+"."+numeral[1:]) + fmt.Sprintf("e+%d", power)
	}
	return trimZeros(numeral[:power+1] + "." + numeral[power+1:])
}

func trimZeros(decimal string) string {
	return strings.TrimSuffix(strings.TrimRight(decimal, "0"), ".")
}

// formatRatio writes a ratio of an audit, above 1, rounded to nearest, though
// never to 1.
func formatRatio(ratio float64) string {
	if math.IsInf(ratio, 1) {
		return "beyond binary64"
	}
	q := new(big.Rat).SetFloat64(ratio)
	if text := sevenDigits(q, false); text != "1" {
		return text
	}
	return roundUp(q)
}

// marginOver writes the factor by which constants must rise to clear a ratio of
// at least 1, of seven digits; ok is false if no finite binary64 does. It is a
// little more than the ratio, so that it suffices even where constant*factor is
// computed in binary64 and rounded down, which with the rounding of the factor
// costs less than a relative 2^-51.
func marginOver(ratio float64) (text string, ok bool) {
	if math.IsInf(ratio, 1) {
		return "", false
	}
	q := new(big.Rat).SetFloat64(ratio)
	text = roundUp(q.Add(q, new(big.Rat).Quo(q, big.NewRat(1<<51, 1))))
	_, err := strconv.ParseFloat(text, 64)
	return text, err == nil
}
