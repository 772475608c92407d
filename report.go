package calibration

import (
	"fmt"
	"strconv"
	"strings"
)

// The keys of the tuner's config that a report sets.
const (
	KeyPeakFLOPS           = "model_peak_flops"
	KeyPeakMemoryBandwidth = "model_peak_memory_bandwidth"
)

// printBump is the binary64 nearest to 1.000002. A printed constant is first
// multiplied by it, so that cutting the numeral to seven digits, which takes off
// less than a millionth, cannot land below the constant.
const printBump float64 = 1.000002

// Report returns the envelope's section of the report (spec section 7): comment
// lines that start with '#' and the lines for the tuner's config, each ended by
// LF. Scripts grep these lines; they are an interface.
//
// Control characters in names become spaces, so that no name can start a line
// or drive a terminal.
func (e Envelope) Report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# backend %s: %d timed %s (%d opaque excluded, %d approx-flops / %d approx-bytes excluded per leg, %d multi-kernel), %d recorded bound %s\n",
		printable(e.Backend), e.Rows, plural(e.Rows, "row"), e.Opaque, e.FLOPsApprox, e.BytesApprox, e.MultiKernel,
		e.Violations, plural(e.Violations, "violation"))
	if e.FissionSlack.Finite() {
		fmt.Fprintf(&b, "# fission slack %s applied to both legs, forced by multi-kernel row: %s\n",
			formatConstant(e.FissionSlack.Value), printable(e.FissionSlack.Witness))
	}
	reportLeg(&b, "compute", KeyPeakFLOPS, e.PeakFLOPS)
	reportLeg(&b, "memory", KeyPeakMemoryBandwidth, e.PeakMemoryBandwidth)
	return b.String()
}

func reportLeg(b *strings.Builder, leg, key string, c Constant) {
	if !c.Some() {
		fmt.Fprintf(b, "# no scoreable row constrains %s\n", key)
		return
	}
	witness := printable(c.Witness)
	c.Value *= printBump
	if !c.Finite() {
		fmt.Fprintf(b, "# no finite constant covers %s: %s\n", key, witness)
		return
	}
	fmt.Fprintf(b, "# %s-leg binding row: %s\n%s=%s\n", leg, witness, key, formatConstant(c.Value))
}

// formatConstant prints a finite number above zero: ten significant digits
// rounded to nearest, of which the last three are cut off, and an exponent
// without leading zeros, or none if it is zero.
func formatConstant(v float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 9, 64), "e")
	mantissa = mantissa[:len(mantissa)-3]
	sign := exponent[:1]
	digits := strings.TrimLeft(exponent[1:], "0")
	if digits == "" {
		return mantissa
	}
	return mantissa + "e" + sign + digits
}

// printable replaces each control character, 0x00 to 0x1F and 0x7F, by a space.
func printable(s string) string {
	if strings.IndexFunc(s, isControl) < 0 {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if isControl(rune(c)) {
			b[i] = ' '
		}
	}
	return string(b)
}

// isControl also fits bytes: none of a multi-byte UTF-8 sequence is below 0x80.
func isControl(r rune) bool { return r < ' ' || r == 0x7f }

func plural(n int64, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
