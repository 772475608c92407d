package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/calcheck/calibration/conformance"
)

// jsonText is a JSON string; where it is not UTF-8, an object with its base64.
type jsonText string

func (t jsonText) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return marshalPlain(string(t))
	}
	return json.Marshal(map[string][]byte{"base64": []byte(t)})
}

// jsonResult is a [conformance.Result] as JSON has it.
type jsonResult struct {
	ID        string              `json:"id"`
	Category  string              `json:"category"`
	Mode      conformance.Mode    `json:"mode"`
	Spec      []string            `json:"spec"`
	Reason    string              `json:"reason"`
	Departure string              `json:"departure,omitempty"`
	Verdict   conformance.Verdict `json:"verdict"`
	Kind      conformance.Kind    `json:"kind,omitempty"`
	Detail    jsonText            `json:"detail,omitempty"`
	Input     jsonText            `json:"input"`
	Want      jsonText            `json:"want"`
	Got       jsonText            `json:"got"`
	GotBytes  int                 `json:"got_bytes,omitempty"` // where got was cut: how many there were
}

// mostGot is how much of an answer JSON holds: what a port prints without end is
// of no use in full.
const mostGot = 1 << 20

// json is the result for programs: the counts, and one line per vector.
func (r conformResult) json() string {
	port := make([]jsonText, len(r.port))
	for i, arg := range r.port {
		port[i] = jsonText(arg)
	}
	unjustified := make([]jsonText, len(r.Unjustified))
	for i, name := range r.Unjustified {
		unjustified[i] = jsonText(name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "{\"suite\":%s,\"port\":%s,\"passed\":%d,\"failed\":%d,\"declared\":%d,\"skipped\":%d,\"unjustified\":%s,\"results\":[",
		inJSON(conformance.SuiteVersion), inJSON(port),
		r.Count(conformance.Passed), r.Count(conformance.Failed), r.Count(conformance.Declared), r.Count(conformance.Skipped),
		inJSON(unjustified))
	separator := "\n"
	for _, result := range r.Results {
		j := jsonResult{
			result.ID, result.Category, result.Mode(), result.Spec, result.Reason, result.Departure,
			result.Verdict, result.Kind, jsonText(result.Detail), jsonText(result.Input), jsonText(result.Want), jsonText(result.Got), 0,
		}
		if len(result.Got) > mostGot {
			j.Got, j.GotBytes = jsonText(result.Got[:mostGot]), len(result.Got)
		}
		b.WriteString(separator + inJSON(j))
		separator = ",\n"
	}
	b.WriteString("\n]}\n")
	return b.String()
}

// inJSON is JSON that is printable: control characters beyond those that JSON
// itself forbids are escaped too.
func inJSON(v any) string {
	text, err := marshalPlain(v)
	if err != nil {
		panic(err) // all of it is text and numbers
	}
	var b strings.Builder
	for _, r := range string(text) {
		switch {
		case r < 0x7f || strconv.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// marshalPlain is json.Marshal that leaves < and & readable.
func marshalPlain(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
