package conformance

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/calcheck/calibration/internal/lazy"
)

// compareReports says how a report differs from the one wanted: first by what it
// says, its counters, witnesses and constants, and only then by how it is printed.
func compareReports(want, got string) (Kind, string) {
	wantValues, gotValues := reportValues(want), reportValues(got)
	for i, w := range wantValues {
		if i >= len(gotValues) {
			return WrongValue, fmt.Sprintf("%s is missing", w.describe())
		}
		if g := gotValues[i]; g.backend != w.backend || g.name != w.name || g.value != w.value {
			if g.name != w.name || g.backend != w.backend {
				return WrongValue, fmt.Sprintf("expected %s, got %s", w.describe(), g.describe())
			}
			return WrongValue, fmt.Sprintf("%s is %s, expected %s", w.where(), g.printed, w.printed)
		}
	}
	if len(gotValues) > len(wantValues) {
		return WrongValue, fmt.Sprintf("%s is too much", gotValues[len(wantValues)].describe())
	}

	wantLines, _ := splitAnswers(want)
	gotLines, whole := splitAnswers(got)
	if textMode(gotLines) {
		return TextMode, textModeDetail
	}
	for i, line := range gotLines {
		if i < len(wantLines) && line != wantLines[i] {
			return WrongBytes, fmt.Sprintf("line %d is printed otherwise, with the right values", i+1)
		}
	}
	if !whole {
		return WrongBytes, "the last line does not end in LF"
	}
	return WrongBytes, fmt.Sprintf("%d lines, expected %d, with the right values", len(gotLines), len(wantLines))
}

// reportValue is one thing that a report says.
type reportValue struct {
	backend string // quoted
	name    string
	value   string // equal for equal numbers, however they are printed
	printed string // as the report has it
}

func (v reportValue) where() string {
	if v.backend == "" {
		return v.name
	}
	return fmt.Sprintf("backend %s: %s", v.backend, v.name)
}

func (v reportValue) describe() string { return fmt.Sprintf("%s %s", v.where(), v.printed) }

// The lines of a report, read leniently, so that a difference in what they say is
// told from one in how they say it.
var (
	headerLine   = lazy.Regexp(`(?s)^#\s*backend (.*): (\S+) timed rows? \((\S+) opaque excluded, (\S+) approx-flops / (\S+) approx-bytes excluded per leg, (\S+) multi-kernel\), (\S+) recorded bound violations?$`)
	slackLine    = lazy.Regexp(`(?s)^#\s*fission slack (\S+) applied to both legs, forced by multi-kernel row: (.*)$`)
	witnessLine  = lazy.Regexp(`(?s)^#\s*(compute|memory)-leg binding row: (.*)$`)
	infiniteLine = lazy.Regexp(`(?s)^#\s*no finite constant covers (\S+): (.*)$`)
	noneLine     = lazy.Regexp(`^#\s*no scoreable row constrains (\S+)$`)
	settingLine  = lazy.Regexp(`^(\w+)\s*=\s*(\S+)$`)
)

func reportValues(report string) []reportValue {
	var values []reportValue
	backend := ""
	say := func(name, printed string) {
		values = append(values, reportValue{backend, name, number(printed), printed})
	}
	lines, _ := splitAnswers(report)
	for _, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		if m := headerLine().FindStringSubmatch(line); m != nil {
			backend = strconv.Quote(m[1])
			for i, name := range []string{"timed rows", "opaque rows", "approx-flops rows", "approx-bytes rows", "multi-kernel rows", "bound violations"} {
				say(name, m[2+i])
			}
		} else if m := slackLine().FindStringSubmatch(line); m != nil {
			say("fission slack", m[1])
			say("the witness of the slack", strconv.Quote(m[2]))
		} else if m := witnessLine().FindStringSubmatch(line); m != nil {
			say("the witness of the "+m[1]+" leg", strconv.Quote(m[2]))
		} else if m := infiniteLine().FindStringSubmatch(line); m != nil {
			say(m[1], "not finite, bound by "+strconv.Quote(m[2]))
		} else if m := noneLine().FindStringSubmatch(line); m != nil {
			say(m[1], "not constrained")
		} else if m := settingLine().FindStringSubmatch(line); m != nil {
			say(m[1], m[2])
		} else if line != "" {
			say("the line", strconv.Quote(line))
		}
	}
	return values
}

// number gives equal numerals of any format one form.
func number(numeral string) string {
	if v, err := strconv.ParseFloat(numeral, 64); err == nil {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	return numeral
}
