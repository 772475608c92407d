package calibration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// jsonRow has the columns as keys, in their order.
type jsonRow struct {
	Backend     string   `json:"backend"`
	Digest      string   `json:"digest"`
	Routine     string   `json:"routine"`
	Label       string   `json:"label"`
	MeasuredMS  float64  `json:"measured_ms"`
	ModelMS     *float64 `json:"model_ms"`
	Kernels     int64    `json:"kernels"`
	FLOPs       int64    `json:"flops"`
	Bytes       int64    `json:"bytes"`
	FLOPsApprox bool     `json:"flops_approx"`
	BytesApprox bool     `json:"bytes_approx"`
	Opaque      bool     `json:"opaque"`
}

// value is where the value of a schema column goes.
func (j *jsonRow) value(field int) any {
	return [...]any{
		colBackend: &j.Backend, colDigest: &j.Digest, colRoutine: &j.Routine, colLabel: &j.Label,
		colMeasured: &j.MeasuredMS, colModel: &j.ModelMS, colKernels: &j.Kernels, colFLOPs: &j.FLOPs, colBytes: &j.Bytes,
		colFLOPsApprox: &j.FLOPsApprox, colBytesApprox: &j.BytesApprox, colOpaque: &j.Opaque,
	}[field]
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
		r.Backend, r.Digest, r.Routine, r.Label, r.MeasuredMS, nil, r.Kernels, r.FLOPs, r.Bytes,
		r.FLOPsApprox, r.BytesApprox, r.Opaque,
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
// model_ms, which may be null or missing. Unknown keys, keys that come twice,
// values of another type and text that is not UTF-8 are errors, and leave the row
// as it was.
func (r *Row) UnmarshalJSON(data []byte) error {
	if !utf8.Valid(data) {
		return ErrNotUTF8
	}
	if !json.Valid(data) {
		return json.Unmarshal(data, new(any)) // which says what is wrong
	}
	if loneSurrogate(data) {
		return fmt.Errorf("%w: a \\u escape of half a surrogate pair", ErrNotUTF8)
	}
	var j jsonRow
	if err := j.decode(data); err != nil {
		return err
	}
	*r = Row{
		Backend: j.Backend, Digest: j.Digest, Routine: j.Routine, Label: j.Label,
		MeasuredMS: j.MeasuredMS, Kernels: j.Kernels, FLOPs: j.FLOPs, Bytes: j.Bytes,
		FLOPsApprox: j.FLOPsApprox, BytesApprox: j.BytesApprox, Opaque: j.Opaque,
	}
	if j.ModelMS != nil {
		r.ModelMS, r.HasModel = *j.ModelMS, true
	}
	return nil
}

// decode reads a valid JSON text key by key. Decoding into the struct as a whole
// would take keys of another case and the last of several, and null for zero.
func (j *jsonRow) decode(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if open, err := decoder.Token(); err != nil || open != json.Delim('{') {
		return errors.New("a row is a JSON object")
	}
	var seen [1 + NumColumns]bool
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return err
		}
		field := slices.Index(columnNames[:], key.(string))
		switch {
		case field < 1:
			return fmt.Errorf("row with unknown key %q", key)
		case seen[field]:
			return fmt.Errorf("row with key %q twice", key)
		}
		seen[field] = true
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		if string(value) == "null" && field != colModel {
			return fmt.Errorf("row with %s null", key)
		}
		if err := json.Unmarshal(value, j.value(field)); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	for field := 1; field <= NumColumns; field++ {
		if !seen[field] && field != colModel {
			return fmt.Errorf("row without %s", columnNames[field])
		}
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
			i += 6 // to the other half
		}
		i++ // what is escaped starts no escape of its own
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
