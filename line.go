package calibration

import (
	"encoding"
	"math"
	"strconv"
	"strings"
)

var (
	_ encoding.TextAppender    = Row{}
	_ encoding.TextMarshaler   = Row{}
	_ encoding.TextUnmarshaler = (*Row)(nil)
)

// unclean are the bytes that writing turns into spaces: those that end a cell
// or a line, and NUL, which no reader accepts.
const unclean = "\t\n\r\x00"

// Line returns the row's canonical line, without terminator (spec section 4):
// 12 columns, times floored to six decimals, text cleaned. The only error is
// a *[FieldError] with ErrNotFinite, for a time that is NaN or infinite.
func (r Row) Line() (string, error) {
	b, err := r.AppendText(nil)
	return string(b), err
}

// MarshalText is [Row.Line] as bytes.
func (r Row) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText is [ParseLine] into r, which on error is left as it was.
func (r *Row) UnmarshalText(text []byte) error {
	row, err := ParseLine(string(text))
	if err == nil {
		*r = row
	}
	return err
}

// AppendText appends the row's canonical line to b, without terminator. On
// error, as for [Row.Line], it returns b as it was.
func (r Row) AppendText(b []byte) ([]byte, error) {
	if err := finite(colMeasured, r.MeasuredMS); err != nil {
		return b, err
	}
	if r.HasModel {
		if err := finite(colModel, r.ModelMS); err != nil {
			return b, err
		}
	}
	b = append(appendClean(b, r.Backend), '\t')
	b = append(appendClean(b, r.Digest), '\t')
	b = append(appendClean(b, r.Routine), '\t')
	b = append(appendClean(b, r.Label), '\t')
	b = append(appendTime(b, r.MeasuredMS), '\t')
	if r.HasModel {
		b = appendTime(b, r.ModelMS)
	}
	b = append(b, '\t')
	b = append(strconv.AppendInt(b, r.Kernels, 10), '\t')
	b = append(strconv.AppendInt(b, r.FLOPs, 10), '\t')
	b = append(strconv.AppendInt(b, r.Bytes, 10), '\t')
	b = append(strconv.AppendBool(b, r.FLOPsApprox), '\t')
	b = append(strconv.AppendBool(b, r.BytesApprox), '\t')
	return strconv.AppendBool(b, r.Opaque), nil
}

func finite(field int, ms float64) error {
	if math.IsNaN(ms) || math.IsInf(ms, 0) {
		return &FieldError{field, columnNames[field], strconv.FormatFloat(ms, 'g', -1, 64), ErrNotFinite}
	}
	return nil
}

func appendClean(b []byte, s string) []byte {
	start := len(b)
	b = append(b, s...)
	for i, c := range b[start:] {
		if c <= '\r' && strings.IndexByte(unclean, c) >= 0 {
			b[start+i] = ' '
		}
	}
	return b
}

// FloorMS returns ms as a stored row reads back: rounded down to six decimals
// of a millisecond, that is to a whole nanosecond. From 2^33 ms on (99 days),
// where doubles are coarser than that, and for NaN and infinities, it returns
// ms itself.
func FloorMS(ms float64) float64 {
	if !(math.Abs(ms) < fineLimit) {
		return ms
	}
	return numeralMS(floorNanos(ms))
}

// fineLimit bounds the milliseconds where doubles are finer than a nanosecond.
// Below it the six-decimal numeral of n nanoseconds has |n| < 2^53.
const fineLimit = 1 << 33

// appendTime appends the six-decimal numeral of a finite time, floored.
func appendTime(b []byte, ms float64) []byte {
	if math.Abs(ms) >= fineLimit {
		// Doubles are at least two nanoseconds apart here, so the nearest numeral
		// reads back as ms itself: there is nothing to floor.
		return strconv.AppendFloat(b, ms, 'f', 6, 64)
	}
	n := floorNanos(ms)
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	b = strconv.AppendInt(b, n/1e6, 10)
	b = append(b, '.')
	for unit := int64(1e5); unit > 0; unit /= 10 {
		b = append(b, byte('0'+n/unit%10))
	}
	return b
}

// floorNanos returns the greatest n whose numeral n/10^6 reads back as no more
// than ms, for |ms| < fineLimit. Searching for it by reading numerals back,
// near a guess that may be off by a few, is what makes a canonical line re-emit
// as itself, which flooring the value alone does not.
func floorNanos(ms float64) int64 {
	n := int64(math.Floor(ms * 1e6))
	for numeralMS(n+1) <= ms {
		n++
	}
	for numeralMS(n) > ms {
		n--
	}
	return n
}

// numeralMS is what the six-decimal numeral of n nanoseconds reads back as, in
// milliseconds: n and 10^6 are exact for |n| <= 2^53, and the division rounds once.
func numeralMS(n int64) float64 { return float64(n) / 1e6 }
