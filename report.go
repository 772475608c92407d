package calibration

import (
	"bytes"
	"strconv"
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
func (e Envelope) Report() string { return string(e.AppendReport(make([]byte, 0, 512))) }

// AppendReport appends what [Envelope.Report] returns.
func (e Envelope) AppendReport(b []byte) []byte {
	b = append(b, "# backend "...)
	b = appendPrintable(b, e.Backend)
	b = appendCount(b, ": ", e.Rows, " timed row", " timed rows")
	b = appendCount(b, " (", e.Opaque, " opaque excluded")
	b = appendCount(b, ", ", e.FLOPsApprox, " approx-flops")
	b = appendCount(b, " / ", e.BytesApprox, " approx-bytes excluded per leg")
	b = appendCount(b, ", ", e.MultiKernel, " multi-kernel)")
	b = appendCount(b, ", ", e.Violations, " recorded bound violation", " recorded bound violations")
	b = append(b, '\n')
	if e.FissionSlack.Finite() {
		b = append(b, "# fission slack "...)
		b = appendConstant(b, e.FissionSlack.Value)
		b = append(b, " applied to both legs, forced by multi-kernel row: "...)
		b = appendPrintable(b, e.FissionSlack.Witness)
		b = append(b, '\n')
	}
	b = appendLeg(b, "compute", KeyPeakFLOPS, e.PeakFLOPS)
	return appendLeg(b, "memory", KeyPeakMemoryBandwidth, e.PeakMemoryBandwidth)
}

func appendLeg(b []byte, leg, key string, c Constant) []byte {
	c.Value *= printBump
	switch {
	case !c.Some():
		b = append(append(b, "# no scoreable row constrains "...), key...)
	case !c.Finite():
		b = append(append(b, "# no finite constant covers "...), key...)
		b = appendPrintable(append(b, ": "...), c.Witness)
	default:
		b = append(append(b, "# "...), leg...)
		b = appendPrintable(append(b, "-leg binding row: "...), c.Witness)
		b = append(append(append(b, '\n'), key...), '=')
		b = appendConstant(b, c.Value)
	}
	return append(b, '\n')
}

// appendCount appends a number and what is counted, in the last form if it is not one.
func appendCount(b []byte, before string, n int64, what ...string) []byte {
	b = strconv.AppendInt(append(b, before...), n, 10)
	if n == 1 {
		return append(b, what[0]...)
	}
	return append(b, what[len(what)-1]...)
}

// appendConstant prints a finite number above zero: ten significant digits
// rounded to nearest, of which the last three are cut off, and an exponent
// without leading zeros, or none if it is zero.
func appendConstant(b []byte, v float64) []byte {
	var room [24]byte
	mantissa, exponent, _ := bytes.Cut(strconv.AppendFloat(room[:0], v, 'e', 9, 64), []byte("e"))
	b = append(b, mantissa[:len(mantissa)-3]...)
	sign := exponent[0]
	if digits := bytes.TrimLeft(exponent[1:], "0"); len(digits) > 0 {
		b = append(append(b, 'e', sign), digits...)
	}
	return b
}

// appendPrintable appends text with a space for each control character, 0x00 to 0x1F
// and 0x7F.
func appendPrintable(b []byte, s string) []byte {
	start := len(b)
	b = append(b, s...)
	for i, c := range b[start:] {
		if isControl(c) {
			b[start+i] = ' '
		}
	}
	return b
}

// isControl tells bytes: none of a longer sequence of UTF-8 is below 0x80.
func isControl(c byte) bool { return c < ' ' || c == 0x7f }
