package main

import (
	"errors"
	"math"
	"strconv"

	"github.com/calcheck/calibration"
)

// factor is the value of flags such as --margin: a finite factor of at least 1.
type factor float64

func (f *factor) Set(s string) error {
	v, ok := plainNumber(s)
	if !ok || v < 1 {
		return errors.New("expected a finite decimal number of at least 1, such as 1.05")
	}
	*f = factor(v)
	return nil
}

func (f *factor) String() string { return strconv.FormatFloat(float64(*f), 'g', -1, 64) }

// Type is what help calls the value.
func (f *factor) Type() string { return "factor" }

// raise raises both constants of an envelope.
func (f factor) raise(e calibration.Envelope) calibration.Envelope {
	raised, err := e.WithMargin(float64(f))
	if err != nil {
		panic(err) // Set lets no factor through that WithMargin refuses
	}
	return raised
}

// ceiling is the value of flags such as --max-flops: a finite rate per second above
// zero, or zero for none.
type ceiling float64

func (c *ceiling) Set(s string) error {
	v, ok := plainNumber(s)
	if !ok || v <= 0 {
		return errors.New("expected a finite decimal number above zero, such as 1.2e13")
	}
	*c = ceiling(v)
	return nil
}

func (c *ceiling) String() string { return strconv.FormatFloat(float64(*c), 'g', -1, 64) }

// Type is what help calls the value.
func (c *ceiling) Type() string { return "rate" }

// plainNumber reads a plain decimal number, as the format has it. strconv alone
// would also read nan, hexadecimal and underscores, which are slips here.
func plainNumber(s string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && isNumber(s) && math.Abs(v) <= math.MaxFloat64
}
