package main

import (
	"errors"
	"math"
	"strconv"

	"github.com/calcheck/calibration"
)

// margin is the value of --margin: a finite factor of at least 1.
type margin float64

// Set reads a plain decimal number, as the format has it. strconv alone would
// also read nan, hexadecimal and underscores, which are slips here.
func (m *margin) Set(s string) error {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !isNumber(s) || !(v >= 1 && v <= math.MaxFloat64) {
		return errors.New("expected a finite decimal number of at least 1, such as 1.05")
	}
	*m = margin(v)
	return nil
}

func (m *margin) String() string { return strconv.FormatFloat(float64(*m), 'g', -1, 64) }

// Type is what help calls the value.
func (m *margin) Type() string { return "factor" }

// raise raises both constants of an envelope.
func (m margin) raise(e calibration.Envelope) calibration.Envelope {
	raised, err := e.WithMargin(float64(m))
	if err != nil {
		panic(err) // Set lets no margin through that WithMargin refuses
	}
	return raised
}
