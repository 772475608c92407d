package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/calcheck/calibration"
)

// A rule is a kind of finding.
type rule struct {
	id       string // as in [id] at the end of a finding
	severity string // error, warning or note
	summary  string
}

var (
	columnCount   = &rule{"column-count", "error", "a line has neither 12 columns nor the 11 of the schema without routine"}
	legacyNoFlags = &rule{"legacy-9-column", "error", "a line has the 9 columns of the schema before the exactness flags"}
	numberSyntax  = &rule{"number-syntax", "error", "a cell is not a decimal number, or not an integer, where one is due"}
	numberRange   = &rule{"number-range", "error", "a number does not fit binary64, or an integer 64 bits"}
	boolSyntax    = &rule{"bool-syntax", "error", "a flag is neither true nor false"}
	encodingRule  = &rule{"encoding", "error", "the file is UTF-16, or text holds a NUL byte"}
	longLine      = &rule{"long-line", "error", "a line is longer than any row should be"}
	tornLine      = &rule{"torn-line", "error", "the last line is the start of a row, and ends without a line feed"}
	negativeTime  = &rule{"negative-time", "error", "a time is negative"}
	negativeCount = &rule{"negative-count", "error", "a count of operations or bytes is negative"}
	kernelCount   = &rule{"kernel-count", "error", "a candidate launches less than one kernel"}
	noRows        = &rule{"no-rows", "error", "a file has no well-formed row"}
)

// rules is every rule of `calcheck check`, as its help lists them.
var rules = []*rule{
	columnCount, legacyNoFlags, numberSyntax, numberRange, boolSyntax, encodingRule, longLine, tornLine,
	negativeTime, negativeCount, kernelCount, noRows,
}

// rulesHelp is the part of the help that says what a finding's [rule] means.
func rulesHelp() string {
	var b strings.Builder
	b.WriteString("Rules:\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "  %-15s  %-7s  %s\n", r.id, r.severity, r.summary)
	}
	return b.String()
}

// ruleOf is the rule that a malformed line breaks.
func ruleOf(m *malformed) *rule {
	is := func(kind error) bool { return errors.Is(m.Err, kind) }
	switch {
	case m.torn():
		return tornLine
	case is(calibration.ErrLegacyRow):
		return legacyNoFlags
	case is(calibration.ErrFieldCount):
		return columnCount
	case is(calibration.ErrText), is(calibration.ErrEncoding):
		return encodingRule
	case is(calibration.ErrLineTooLong):
		return longLine
	case is(calibration.ErrRange):
		return numberRange
	case m.Field >= columnFLOPsApprox:
		return boolSyntax
	default:
		return numberSyntax
	}
}

// invalidValue returns the rule that a problem of a well-formed row breaks, and
// what it means for the fit. It returns nil for problems that are none of this
// command's yet: a byte order mark or a CR in text, times below a nanosecond,
// and those that only a row not read from a file can have.
func invalidValue(p *calibration.FieldError) (r *rule, message string) {
	switch {
	case errors.Is(p, calibration.ErrKernels):
		return kernelCount, p.Error()
	case !errors.Is(p, calibration.ErrNegative):
		return nil, ""
	case p.Field == columnMeasured:
		return negativeTime, fmt.Sprintf("%v: expected a time above zero; no fit can use the row", p)
	case p.Field == columnModel:
		return negativeTime, fmt.Sprintf("%v: expected a time of zero or more, or nothing", p)
	default:
		return negativeCount, fmt.Sprintf("%v: expected zero or more; the fit takes no rate from it", p)
	}
}
