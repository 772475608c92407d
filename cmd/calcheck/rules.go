package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/calcheck/calibration"
)

// A rule is a kind of finding. Each has a page, rules/ID.md: what it is, why it
// matters for the fit, and a failing and a passing example.
type rule struct {
	id       string // as in [id] at the end of a finding; never changed, never used again
	severity severity
	summary  string
}

// severity is how bad a finding is.
type severity string

const (
	severityError   severity = "error"   // the file is not what its writer meant
	severityWarning severity = "warning" // the fit may not be what its reader thinks
	severityNote    severity = "note"    // correct, and could be tidier
)

// Lines that are no rows, and files without any.
var (
	columnCount   = &rule{"column-count", severityError, "a line has neither 12 columns nor the 11 of the schema without routine"}
	legacyNoFlags = &rule{"legacy-9-column", severityError, "a line has the 9 columns of the schema before the exactness flags"}
	numberSyntax  = &rule{"number-syntax", severityError, "a cell is not a decimal number, or not an integer, where one is due"}
	numberRange   = &rule{"number-range", severityError, "a number does not fit binary64, or an integer 64 bits"}
	boolSyntax    = &rule{"bool-syntax", severityError, "a flag is neither true nor false"}
	encodingRule  = &rule{"encoding", severityError, "the file is UTF-16, or text holds a NUL byte"}
	longLine      = &rule{"long-line", severityError, "a line is longer than any row should be"}
	tornLine      = &rule{"torn-line", severityError, "the last line is the start of a row, and ends without a line feed"}
	noRows        = &rule{"no-rows", severityError, "a file has no well-formed row"}
)

// Rows with values that no careful writer means.
var (
	negativeTime  = &rule{"negative-time", severityError, "a time is negative"}
	negativeCount = &rule{"negative-count", severityError, "a count of operations or bytes is negative"}
	kernelCount   = &rule{"kernel-count", severityError, "a candidate launches less than one kernel"}
	aboveCeiling  = &rule{"above-ceiling", severityError, "a row is faster than the hardware is said to be (--max-flops, --max-bandwidth)"}

	boundViolation   = &rule{"bound-violation", severityWarning, "a row, fully exact, is faster than the model's bound when it was recorded"}
	untimedRow       = &rule{"untimed-row", severityWarning, "a row has a measured time of zero: no fit can use it"}
	modelOnOpaque    = &rule{"model-on-opaque-row", severityWarning, "a row is opaque to the model and has a model time all the same"}
	nearResolution   = &rule{"near-resolution", severityWarning, "a time is so short that storing it, to the nanosecond, can move its rate by more than 0.1 %"}
	duplicateRow     = &rule{"duplicate-row", severityWarning, "a line is the same as an earlier one"}
	digestConflict   = &rule{"digest-conflict", severityWarning, "one candidate, by backend, routine, label and digest, has different counts or flags"}
	bomRule          = &rule{"bom", severityWarning, "a byte order mark: at the start of a file skipped, elsewhere part of a name"}
	controlCharacter = &rule{"control-character", severityWarning, "text holds a control character"}
	finalNewline     = &rule{"final-newline", severityWarning, "the last line of a file has no line feed"}
)

// Files whose fit is doubtful.
var (
	outlierPeak      = &rule{"outlier-peak", severityWarning, "the row that binds a leg is faster, by a factor, than the best of any other candidate"}
	unconstrainedLeg = &rule{"unconstrained-leg", severityWarning, "a backend has rows, and none constrains one of the legs"}
	lookalikeBackend = &rule{"lookalike-backend", severityWarning, "names of backends differ only in case or surrounding blanks"}
	mixedMachines    = &rule{"mixed-machines", severityWarning, "the fits of the files, each for itself, disagree by more than a factor"}
)

// What is correct and could be tidier.
var (
	legacyNoRoutine = &rule{"legacy-11-column", severityNote, "a row has the 11 columns of the schema without routine"}
	notCanonical    = &rule{"not-canonical", severityNote, "writing a row again would change its bytes"}
)

// rules is every rule, as help and `calcheck rules` list them.
var rules = []*rule{
	columnCount, legacyNoFlags, numberSyntax, numberRange, boolSyntax, encodingRule, longLine, tornLine, noRows,
	negativeTime, negativeCount, kernelCount, aboveCeiling,
	boundViolation, untimedRow, modelOnOpaque, nearResolution, duplicateRow, digestConflict, bomRule, controlCharacter, finalNewline,
	outlierPeak, unconstrainedLeg, lookalikeBackend, mixedMachines,
	legacyNoRoutine, notCanonical,
}

// rulesHelp is the part of the help that says what a finding's [rule] means.
func rulesHelp() string {
	var b strings.Builder
	b.WriteString("Rules:\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "  %-20s  %-7s  %s\n", r.id, r.severity, r.summary)
	}
	return b.String()
}

// ruleOf is the rule that a malformed line breaks.
func ruleOf(m *malformed) *rule {
	is := func(kind error) bool { return errors.Is(m.Err, kind) }
	switch {
	case m.torn():
		return tornLine
	case is(calibration.ErrLegacyRow) && !m.brokenOffAtNine():
		return legacyNoFlags
	case is(calibration.ErrLegacyRow), is(calibration.ErrFieldCount):
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
