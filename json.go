package calibration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

var (
	_ json.Marshaler   = Row{}
	_ json.Unmarshaler = (*Row)(nil)
	_ json.Marshaler   = Envelope{}
)

// ErrNotUTF8 is the error of the JSON functions for text that JSON cannot hold
// without changing it.
var ErrNotUTF8 = errors.New("text is not UTF-8, which JSON needs")

// jsonRow has the columns as keys, in their order; pointers tell a missing key
// from a zero value.
type jsonRow struct {
	Backend     *string  `json:"backend"`
	Digest      *string  `json:"digest"`
	Routine     *string  `json:"routine"`
	Label       *string  `json:"label"`
	MeasuredMS  *float64 `json:"measured_ms"`
	ModelMS     *float64 `json:"model_ms"`
	Kernels     *int64   `json:"kernels"`
	FLOPs       *int64   `json:"flops"`
	Bytes       *int64   `json:"bytes"`
	FLOPsApprox *bool    `json:"flops_approx"`
	BytesApprox *bool    `json:"bytes_approx"`
	Opaque      *bool    `json:"opaque"`
}

// missing returns the key of a value that is not there; model_ms may be.
func (j *jsonRow) missing() (key string) {
	for field, present := range [...]bool{
		colBackend: j.Backend != nil, colDigest: j.Digest != nil, colRoutine: j.Routine != nil, colLabel: j.Label != nil,
		colMeasured: j.MeasuredMS != nil, colModel: true, colKernels: j.Kernels != nil,
		colFLOPs: j.FLOPs != nil, colBytes: j.Bytes != nil,
		colFLOPsApprox: j.FLOPsApprox != nil, colBytesApprox: j.BytesApprox != nil, colOpaque: j.Opaque != nil,
	} {
		if field > 0 && !present {
			return columnNames[field]
		}
	}
	return ""
}

// MarshalJSON encodes the row as an object with the columns as keys, in their
// order. model_ms is null when absent. Numbers are in shortest round-trip form:
// unlike [Row.Line], JSON does not floor times. A time that is not finite is a
// *[FieldError] with ErrNotFinite; text that is not UTF-8 is ErrNotUTF8.
func (r Row) MarshalJSON() ([]byte, error) {
	if err := finite(colMeasured, r.MeasuredMS); err != nil {
		return nil, err
	}
	j := jsonRow{
		&r.Backend, &r.Digest, &r.Routine, &r.Label, &r.MeasuredMS, nil, &r.Kernels, &r.FLOPs, &r.Bytes,
		&r.FLOPsApprox, &r.BytesApprox, &r.Opaque,
	}
	if r.HasModel {
		if err := finite(colModel, r.ModelMS); err != nil {
			return nil, err
		}
		j.ModelMS = &r.ModelMS
	}
	if err := utf8Text(r.Backend, r.Digest, r.Routine, r.Label); err != nil {
		return nil, err
	}
	return json.Marshal(j)
}

// UnmarshalJSON is the reverse of [Row.MarshalJSON]. All keys are required but
// model_ms, which may be null or missing; unknown keys, values of another type
// and text that is not UTF-8 are errors, and leave the row as it was.
func (r *Row) UnmarshalJSON(data []byte) error {
	if !utf8.Valid(data) {
		return ErrNotUTF8
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var j jsonRow
	if err := decoder.Decode(&j); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("text behind the row's object")
	}
	if loneSurrogate(data) {
		return fmt.Errorf("%w: a \\u escape of half a surrogate pair", ErrNotUTF8)
	}
	if key := j.missing(); key != "" {
		return fmt.Errorf("row without %s", key)
	}
	*r = Row{
		Backend: *j.Backend, Digest: *j.Digest, Routine: *j.Routine, Label: *j.Label,
		MeasuredMS: *j.MeasuredMS, Kernels: *j.Kernels, FLOPs: *j.FLOPs, Bytes: *j.Bytes,
		FLOPsApprox: *j.FLOPsApprox, BytesApprox: *j.BytesApprox, Opaque: *j.Opaque,
	}
	if j.ModelMS != nil {
		r.ModelMS, r.HasModel = *j.ModelMS, true
	}
	return nil
}

// loneSurrogate reports whether a JSON text, known to be valid, escapes half a
// surrogate pair: the decoder replaces it without a word.
func loneSurrogate(data []byte) bool {
	unit := func(i int) rune { // of the \uXXXX at data[i]
		if i+6 > len(data) || data[i] != '\\' || data[i+1] != 'u' {
			return -1
		}
		n, err := strconv.ParseUint(string(data[i+2:i+6]), 16, 16)
		if err != nil {
			return -1
		}
		return rune(n)
	}
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		if first := unit(i); utf16.IsSurrogate(first) {
			if utf16.DecodeRune(first, unit(i+6)) == utf8.RuneError {
				return true
			}
			i += 6 + 4
		}
		i++ // the escaped character is no backslash of its own
	}
	return false
}

// MarshalJSON encodes the envelope as an object. fission_slack, peak_flops and
// peak_memory_bandwidth are {"value", "witness"}, or null without a constant or
// without a finite one; values are in shortest round-trip form, without the
// margin that printing a report adds. Text that is not UTF-8 is ErrNotUTF8.
func (e Envelope) MarshalJSON() ([]byte, error) {
	err := utf8Text(e.Backend, e.FissionSlack.Witness, e.PeakFLOPS.Witness, e.PeakMemoryBandwidth.Witness)
	if err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		Backend             string        `json:"backend"`
		Rows                int64         `json:"rows"`
		Opaque              int64         `json:"opaque"`
		FLOPsApprox         int64         `json:"flops_approx"`
		BytesApprox         int64         `json:"bytes_approx"`
		MultiKernel         int64         `json:"multi_kernel"`
		Violations          int64         `json:"violations"`
		FissionSlack        *jsonConstant `json:"fission_slack"`
		PeakFLOPS           *jsonConstant `json:"peak_flops"`
		PeakMemoryBandwidth *jsonConstant `json:"peak_memory_bandwidth"`
	}{
		e.Backend, e.Rows, e.Opaque, e.FLOPsApprox, e.BytesApprox, e.MultiKernel, e.Violations,
		newJSONConstant(e.FissionSlack), newJSONConstant(e.PeakFLOPS), newJSONConstant(e.PeakMemoryBandwidth),
	})
}

type jsonConstant struct {
	Value   float64 `json:"value"`
	Witness string  `json:"witness"`
}

func newJSONConstant(c Constant) *jsonConstant {
	if !c.Finite() {
		return nil
	}
	return &jsonConstant{c.Value, c.Witness}
}

func utf8Text(texts ...string) error {
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return fmt.Errorf("%w: %s", ErrNotUTF8, quote(s))
		}
	}
	return nil
}
