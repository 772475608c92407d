package main

import (
	"bufio"
	"fmt"
)

// jsonFindings writes one object: a finding per line, as they come, and at the
// end the summary, so that line tools can work on it too.
type jsonFindings struct {
	w     *bufio.Writer
	begun bool
}

// jsonFinding is a finding as JSON has it. The names are an interface.
type jsonFinding struct {
	jsonPlace
	Rule        string     `json:"rule"`
	Severity    severity   `json:"severity"`
	Message     string     `json:"message"`
	Other       *jsonPlace `json:"other,omitempty"` // the other row, where the finding is about two
	Fingerprint string     `json:"fingerprint"`     // the same as long as rule, file and line are
}

type jsonPlace struct {
	File   string `json:"file"` // as in text: what is not printable is escaped
	Line   int    `json:"line"`
	Column int    `json:"column"` // in characters
}

// jsonSummary is the summary as JSON has it.
type jsonSummary struct {
	Files      int              `json:"files"`
	Unreadable []jsonUnreadable `json:"unreadable"`
	Rows       int64            `json:"rows"`
	Errors     int64            `json:"errors"`
	Warnings   int64            `json:"warnings"`
	Notes      int64            `json:"notes"`
	Rules      map[string]int64 `json:"rules"` // findings by rule
	Known      int64            `json:"known"` // findings left out, as the baseline knows them
	Stale      int64            `json:"stale"` // findings that the baseline knows and that are gone
	Unprinted  int64            `json:"unprinted"`
}

type jsonUnreadable struct {
	File    string `json:"file"`
	Message string `json:"message"`
}

func newJSONPlace(p place) jsonPlace { return jsonPlace{p.in.name, p.line, p.column} }

func (j *jsonFindings) write(f printedFinding) {
	object := jsonFinding{
		jsonPlace: newJSONPlace(f.place), Rule: f.rule.id, Severity: f.rule.severity,
		Message: f.message, Fingerprint: f.fingerprint,
	}
	if f.other != nil {
		other := newJSONPlace(*f.other)
		object.Other = &other
	}
	j.separate()
	j.w.WriteString(inJSON(object))
}

// separate writes what comes before a finding.
func (j *jsonFindings) separate() {
	if j.begun {
		j.w.WriteString(",\n")
		return
	}
	j.begun = true
	j.w.WriteString("{\"findings\":[\n")
}

func (j *jsonFindings) end(s *summary) error {
	if j.begun {
		j.w.WriteString("\n],")
	} else {
		j.w.WriteString(`{"findings":[],`)
	}
	object := jsonSummary{
		Files: s.files, Unreadable: []jsonUnreadable{}, Rows: s.rows,
		Errors: s.counts[severityError], Warnings: s.counts[severityWarning], Notes: s.counts[severityNote],
		Rules: map[string]int64{}, Known: s.known, Stale: s.stale, Unprinted: s.unprinted,
	}
	for r, n := range s.rules {
		object.Rules[r.id] = n
	}
	for in, err := range s.failures() {
		object.Unreadable = append(object.Unreadable, jsonUnreadable{in.name, visible(err.Error())})
	}
	fmt.Fprintf(j.w, "\"summary\":%s}\n", inJSON(object))
	return nil
}
