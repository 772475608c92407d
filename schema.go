package calibration

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Row is one timed candidate: one line of a calibration file (spec section 2).
//
// Rows are plain values without pointers and compare with ==. The zero Row is
// a row of the backend named "", untimed, with no counts and no model time; it
// is also what the parsing functions return beside an error.
//
// The text fields may hold any bytes and need not be UTF-8; writing turns tab,
// LF, CR and NUL into spaces. Counts are meant to be non-negative and Kernels
// at least 1; other values are representable, feed no leg of the fit and are
// named by [Row.Validate].
type Row struct {
	Backend string // device backend; fits are per backend, names compared byte for byte
	Digest  string // the candidate's short digest, such as bb10a2e2/92cf47ec
	Routine string // the tuned computation; empty when unknown (rows of the older schema)
	Label   string // the candidate within the routine

	MeasuredMS float64 // measured time, milliseconds; a row is timed only if this is > 0
	ModelMS    float64 // the model's bound when the row was recorded, milliseconds; meaningful only if HasModel
	HasModel   bool    // whether the model had an answer for this candidate

	Kernels int64 // kernels the candidate launches
	FLOPs   int64 // operations, summed over the kernels
	Bytes   int64 // bytes moved, summed over the kernels

	FLOPsApprox bool // FLOPs is an upper bound, not exact
	BytesApprox bool // Bytes is an upper bound, not exact
	Opaque      bool // the code was opaque to the model: counts may under-estimate
}

// NumColumns is the number of columns of a line; LegacyColumns is that of the
// schema before the routine column existed, which is still read.
const (
	NumColumns    = 12
	LegacyColumns = NumColumns - 1
)

// legacyNoFlags is the column count of the schema before the exactness flags:
// recognised, so that the message can say so, but never read.
const legacyNoFlags = 9

// Schema column numbers, 1-based, as ParseError.Field and FieldError.Field
// count them.
const (
	colBackend = 1 + iota
	colDigest
	colRoutine
	colLabel
	colMeasured
	colModel
	colKernels
	colFLOPs
	colBytes
	colFLOPsApprox
	colBytesApprox
	colOpaque
)

var columnNames = [1 + NumColumns]string{
	colBackend:     "backend",
	colDigest:      "digest",
	colRoutine:     "routine",
	colLabel:       "label",
	colMeasured:    "measured_ms",
	colModel:       "model_ms",
	colKernels:     "kernels",
	colFLOPs:       "flops",
	colBytes:       "bytes",
	colFLOPsApprox: "flops_approx",
	colBytesApprox: "bytes_approx",
	colOpaque:      "opaque",
}

// ColumnName returns the name of the schema's column number field, 1 to
// NumColumns, and "" for any other number.
func ColumnName(field int) string {
	if field < 1 || field > NumColumns {
		return ""
	}
	return columnNames[field]
}

// Timed is [Numbers.Timed].
func (r Row) Timed() bool { n := r.Numbers(); return n.Timed() }

// FullyExact is [Numbers.FullyExact].
func (r Row) FullyExact() bool { return !r.FLOPsApprox && !r.BytesApprox }

// MultiKernel is [Numbers.MultiKernel].
func (r Row) MultiKernel() bool { return r.Kernels > 1 }

// Violated is [Numbers.Violated].
func (r Row) Violated() bool { n := r.Numbers(); return n.Violated() }

// Name is the row's name in reports: routine/label, or the label alone when
// the routine is unknown.
func (r Row) Name() string { return Qualified(r.Routine, r.Label) }

// Qualified joins a routine and a label as [Row.Name] does.
func Qualified(routine, label string) string {
	if routine == "" {
		return label
	}
	return routine + "/" + label
}

// Witness is how a report names the row that binds a constant: name (digest).
func (r Row) Witness() string { return string(r.appendWitness(nil)) }

func (r *Row) appendWitness(b []byte) []byte {
	return appendWitness(b, r.Routine, r.Label, r.Digest)
}

func appendWitness[T text](b []byte, routine, label, digest T) []byte {
	if len(routine) > 0 {
		b = append(b, routine...)
		b = append(b, '/')
	}
	b = append(b, label...)
	b = append(b, " ("...)
	b = append(b, digest...)
	return append(b, ')')
}

// Clone returns the row with text of its own. Rows from [ParseLine] and
// [Reader] hold substrings of what they were parsed from and keep all of it
// alive; clone what outlives the loop.
func (r Row) Clone() Row {
	r.Backend = strings.Clone(r.Backend)
	r.Digest = strings.Clone(r.Digest)
	r.Routine = strings.Clone(r.Routine)
	r.Label = strings.Clone(r.Label)
	return r
}

// What [Row.Validate] can find, for errors.Is. Writing refuses ErrNotFinite
// (spec section 4); the others are well-formed, but no careful writer means them.
var (
	ErrNotFinite  = errors.New("is not finite")
	ErrNegative   = errors.New("is negative")
	ErrUnderNano  = errors.New("is below 0.000001 ms (one nanosecond): it would be stored as zero and make the row untimed")
	ErrKernels    = errors.New("is below 1: a candidate launches at least one kernel")
	ErrUnclean    = errors.New("holds a tab, line feed, carriage return or NUL, which writing turns into a space")
	ErrMark       = errors.New("starts with a byte order mark, which a reader would not take for text at the start of a file")
	ErrStrayModel = errors.New("is set, but HasModel is not: writing drops it")
)

// FieldError says what is wrong with one well-formed field of a row. Err is
// one of the sentinels above.
type FieldError struct {
	Field int    // the schema's column number, 1 to NumColumns
	Name  string // the column's name
	Value string // the field's value, text quoted
	Err   error
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("column %d (%s): %s %v", e.Field, e.Name, e.Value, e.Err)
}

func (e *FieldError) Unwrap() error { return e.Err }

// Problems lists what a well-meant row should not have, in the order of the
// columns: non-finite or negative times, a measured time above zero that would
// be stored as zero, negative counts, fewer than one kernel, text that writing
// would change, a backend that starts with a byte order mark, and a model time
// without HasModel. A row without problems gives nil.
func (r Row) Problems() []*FieldError {
	var found []*FieldError
	add := func(field int, value any, err error) {
		found = append(found, &FieldError{field, columnNames[field], fmt.Sprint(value), err})
	}
	text := func(field int, s string) {
		if strings.ContainsAny(s, unclean) {
			add(field, quote(s), ErrUnclean)
		}
	}
	time := func(field int, ms float64) {
		switch {
		case math.IsNaN(ms) || math.IsInf(ms, 0):
			add(field, ms, ErrNotFinite)
		case ms < 0:
			add(field, ms, ErrNegative)
		}
	}
	count := func(field int, n int64) {
		if n < 0 {
			add(field, n, ErrNegative)
		}
	}

	text(colBackend, r.Backend)
	if startsWithMark(r.Backend) {
		add(colBackend, quote(r.Backend), ErrMark)
	}
	text(colDigest, r.Digest)
	text(colRoutine, r.Routine)
	text(colLabel, r.Label)
	time(colMeasured, r.MeasuredMS)
	if 0 < r.MeasuredMS && r.MeasuredMS < 1e-6 {
		add(colMeasured, r.MeasuredMS, ErrUnderNano)
	}
	if r.HasModel {
		time(colModel, r.ModelMS)
	} else if r.ModelMS != 0 {
		add(colModel, r.ModelMS, ErrStrayModel)
	}
	if r.Kernels < 1 {
		add(colKernels, r.Kernels, ErrKernels)
	}
	count(colFLOPs, r.FLOPs)
	count(colBytes, r.Bytes)
	return found
}

// Validate returns nil for a row without [Row.Problems], and otherwise an
// error that joins all of them.
func (r Row) Validate() error {
	var errs []error
	for _, p := range r.Problems() {
		errs = append(errs, p)
	}
	return errors.Join(errs...)
}
