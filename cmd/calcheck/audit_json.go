package main

import (
	"encoding/json"

	"github.com/calcheck/calibration"
)

// auditJSON is the result of an audit for programs. Text that is not UTF-8 is an
// object with its base64.
type auditJSON struct {
	Constants []constantsJSON `json:"constants"` // those that rows were held against
	Rows      int             `json:"rows"`
	Idle      idleJSON        `json:"constrain_nothing"`
	Certain   int             `json:"certain"`
	Possible  int             `json:"possible"`
	// The factors by which constants must rise to leave no certain violation, and
	// none at all; 1 if there is none, null if no finite factor does.
	CertainMargin *json.Number    `json:"certain_margin"`
	Margin        *json.Number    `json:"margin"`
	Listed        []violationJSON `json:"listed"` // the worst, worst first
}

type constantsJSON struct {
	Backend         *jsonText `json:"backend"` // null: all backends without a section
	FLOPS           *float64  `json:"peak_flops"`
	MemoryBandwidth *float64  `json:"peak_memory_bandwidth"`
}

type idleJSON struct {
	Opaque    int `json:"opaque"`
	Untimed   int `json:"untimed"`
	Unbounded int `json:"unbounded"`
}

type violationJSON struct {
	File       string   `json:"file"`
	Line       int      `json:"line"`
	Column     int      `json:"column"`
	Verdict    string   `json:"verdict"` // certain or possible
	Ratio      *float64 `json:"ratio"`   // the least binary64 not below it; null beyond binary64
	Backend    jsonText `json:"backend"`
	Name       jsonText `json:"name"`
	Digest     jsonText `json:"digest"`
	MeasuredMS float64  `json:"measured_ms"`
	ComputeMS  *float64 `json:"compute_ms"` // bound of the leg; null if it does not bound, or beyond binary64
	MemoryMS   *float64 `json:"memory_ms"`
	Kernels    int64    `json:"kernels"`
}

func (a *auditor) printJSON() {
	result := auditJSON{
		Constants: []constantsJSON{},
		Rows:      a.rows,
		Idle:      idleJSON{a.opaque, a.untimed, a.unbounded},
		Certain:   a.certain, Possible: a.possible,
		CertainMargin: marginJSON(a.greatestMax), Margin: marginJSON(a.greatestSum),
		Listed: []violationJSON{},
	}
	for _, s := range append([]*section{a.constants.common}, a.constants.sections...) {
		if a.used[s] {
			result.Constants = append(result.Constants, s.json(s != a.constants.common))
		}
	}
	listed := a.worst.list()
	for i := range listed {
		result.Listed = append(result.Listed, listed[i].json())
	}
	a.stdout.WriteString(inJSON(result) + "\n")
}

// marginJSON is the margin that clears the greatest ratio of violations; there
// are some just if it is above 1.
func marginJSON(greatest float64) *json.Number {
	if greatest <= 1 {
		one := json.Number("1")
		return &one
	}
	text, ok := marginOver(greatest)
	if !ok {
		return nil
	}
	number := json.Number(text)
	return &number
}

func (s *section) json(ofBackend bool) constantsJSON {
	j := constantsJSON{FLOPS: someJSON(s.flops.value), MemoryBandwidth: someJSON(s.bandwidth.value)}
	if ofBackend {
		backend := jsonText(s.backend)
		j.Backend = &backend
	}
	return j
}

// someJSON is a finite number above zero, or null.
func someJSON(v float64) *float64 {
	if !(calibration.Constant{Value: v}).Finite() {
		return nil
	}
	return &v
}

func (v *violation) json() violationJSON {
	compute, memory := v.legs()
	verdict := "possible"
	if v.audit.Certain() {
		verdict = "certain"
	}
	return violationJSON{
		File: v.file, Line: v.line, Column: v.column, Verdict: verdict, Ratio: someJSON(v.ratio()),
		Backend: jsonText(v.row.Backend), Name: jsonText(v.row.Name()), Digest: jsonText(v.row.Digest),
		MeasuredMS: v.row.MeasuredMS, ComputeMS: someJSON(compute.ms), MemoryMS: someJSON(memory.ms),
		Kernels: v.row.Kernels,
	}
}
