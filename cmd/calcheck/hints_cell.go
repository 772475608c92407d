package main

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/lazy"
)

// longestCell is the longest number or flag that hints look at.
const longestCell = 100

// badNumber reports whether what is malformed is a cell where a number is due.
func (m *malformed) badNumber() bool {
	return columnMeasured <= m.Field && m.Field <= columnBytes &&
		errors.Is(m.Err, calibration.ErrSyntax) && len(m.Cell) <= longestCell
}

func (m *malformed) badFlag() bool {
	return m.Field >= columnFLOPsApprox && len(m.Cell) <= longestCell
}

// wantsInteger reports whether the bad number is one of the counts.
func (m *malformed) wantsInteger() bool { return m.Field >= columnKernels }

// fits reports whether cell would be right where the bad one stands.
func (m *malformed) fits(cell string) bool {
	switch {
	case m.Field >= columnFLOPsApprox:
		return cell == "true" || cell == "false"
	case m.wantsInteger():
		return isNumber(cell) && !strings.ContainsAny(cell, ".eE")
	default:
		return isNumber(cell)
	}
}

// isNumber reports whether s is a number in the grammar of the format, of any size.
func isNumber(s string) bool {
	mantissa, exponent := s, "0"
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i+1:]
		if exponent != "" && exponent[0] == '+' {
			exponent = exponent[1:]
		} else {
			exponent = strings.TrimPrefix(exponent, "-")
		}
	}
	whole, part, pointed := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	return areDigits(whole) && areDigits(exponent) && (!pointed || areDigits(part))
}

// areDigits reports whether s is one ASCII digit or more.
func areDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// isNumberLike reports whether s could be meant as a number or as its absence.
func isNumberLike(s string) bool {
	return s == "" || strings.IndexFunc(s, unicode.IsDigit) >= 0 ||
		notFinite().MatchString(s) || missingValue().MatchString(s)
}

// quoteShort quotes text from the file, cut when long.
func quoteShort(s string) string {
	const most = 30
	if len(s) > most {
		return strconv.Quote(s[:most]) + "..."
	}
	return strconv.Quote(s)
}

func blanksHint(m *malformed) string {
	if !m.badNumber() && !m.badFlag() {
		return ""
	}
	switch value := strings.TrimSpace(m.Cell); {
	case value == "" && value != m.Cell && m.Field == columnModel:
		return "looks like an empty cell with blanks in it: leave them out"
	case m.fits(value): // never so without blanks: the cell itself does not fit
		return "looks like blanks around the value: leave them out"
	default:
		return ""
	}
}

func quotesHint(m *malformed) string {
	if (m.badNumber() || m.badFlag()) && m.fits(strings.Trim(m.Cell, `"'`)) {
		return "looks like quotes around the value: the format has none"
	}
	return ""
}

// flagHint: how other languages and people write true and false.
func flagHint(m *malformed) string {
	if !m.badFlag() {
		return ""
	}
	switch strings.ToLower(strings.Trim(m.Cell, ` "'`)) {
	case "true", "t", "yes", "y", "1", "on":
		return "looks like true in another spelling"
	case "false", "f", "no", "n", "0", "off":
		return "looks like false in another spelling"
	}
	return ""
}

// notFinite is how C, Python, OCaml and Windows print what is no finite number.
var notFinite = lazy.Regexp(`(?i)^[-+]?(nan(\(.*\))?|inf(inity)?|1\.#[a-z]+[0-9]*)$`)

func notFiniteHint(m *malformed) string {
	switch {
	case !m.badNumber() || !notFinite().MatchString(m.Cell):
		return ""
	case m.Field == columnMeasured:
		return "the timer failed? drop the row"
	case m.Field == columnModel:
		return "no model time? leave the cell empty"
	default:
		return "looks like a computation that failed: a count is a whole number"
	}
}

var missingValue = lazy.Regexp(`(?i)^(null|nil|none|n/?a|-+|\?+)$`)

func missingValueHint(m *malformed) string {
	switch {
	case !m.badNumber() || !missingValue().MatchString(m.Cell):
		return ""
	case m.Field == columnModel:
		return "no model time? leave the cell empty"
	default:
		return "looks like a missing value, which only model_ms may be"
	}
}

var otherBase = lazy.Regexp(`(?i)^[-+]?0(x[0-9a-f]*\.?[0-9a-f]+\.?(p[-+]?[0-9]+)?|o[0-7]+|b[01]+)$`)

func baseHint(m *malformed) string {
	if !m.badNumber() || !otherBase().MatchString(m.Cell) {
		return ""
	}
	switch strings.ToLower(strings.TrimLeft(m.Cell, "-+"))[1] {
	case 'x':
		return "looks like hexadecimal: write it in decimal"
	case 'o':
		return "looks like octal: write it in decimal"
	default:
		return "looks like binary: write it in decimal"
	}
}

func plusHint(m *malformed) string {
	if plain, ok := strings.CutPrefix(m.Cell, "+"); ok && m.badNumber() && m.fits(plain) {
		return "looks like a leading plus sign, which the format does not have"
	}
	return ""
}

var lonePoint = lazy.Regexp(`^[-+]?([0-9]+\.|\.[0-9]+)([eE][-+]?[0-9]+)?$`)

func pointHint(m *malformed) string {
	switch {
	case !m.badNumber() || !lonePoint().MatchString(m.Cell):
		return ""
	case m.wantsInteger():
		return "looks like a floating-point number: a count is written in digits alone"
	case strings.HasPrefix(strings.TrimLeft(m.Cell, "-+"), "."):
		return "looks like a number without the zero in front of its point"
	default:
		return "looks like a number without digits behind its point"
	}
}

var (
	oneComma = lazy.Regexp(`^-?[0-9]+,[0-9]+([eE][-+]?[0-9]+)?$`)
	// either is a comma that can be a decimal comma as well as digit grouping.
	either = lazy.Regexp(`^-?[1-9][0-9]{0,2},[0-9]{3}$`)
	// grouped digits, with any of the marks in use; the decimal mark may follow.
	grouped = lazy.Regexp(`^-?[0-9]{1,3}(([,' \x{a0}\x{2009}\x{202f}\x{2019}][0-9]{3})+(\.[0-9]+)?|(\.[0-9]{3})+,[0-9]+|(\.[0-9]{3}){2,})$|` +
		`^-?[0-9]+(_[0-9]+)+(\.[0-9]+)?$`)
)

func commaHint(m *malformed) string {
	switch {
	case !m.badNumber() || !oneComma().MatchString(m.Cell):
		return ""
	case either().MatchString(m.Cell) && m.wantsInteger():
		return "" // that is grouping
	case either().MatchString(m.Cell):
		return "looks like a decimal comma, or digits in groups"
	default:
		return "looks like a decimal comma: write a point"
	}
}

func groupingHint(m *malformed) string {
	switch {
	case !m.badNumber() || !grouped().MatchString(m.Cell):
		return ""
	case strings.Contains(m.Cell, ".") && strings.LastIndex(m.Cell, ",") > strings.LastIndex(m.Cell, "."):
		return "looks like digits in groups and a decimal comma: write a point for the comma, and nothing between the digits"
	default:
		return "looks like digits in groups: write them without separator"
	}
}

func wholeNumberHint(m *malformed) string {
	if m.badNumber() && m.wantsInteger() && isNumber(m.Cell) {
		return "looks like a floating-point number: a count is written in digits alone"
	}
	return ""
}

var (
	timeUnit  = lazy.Regexp(`(?i)^(.*[0-9])\s*(ns|us|µs|μs|ms|s|secs?|seconds?|msecs?|min)$`)
	countUnit = lazy.Regexp(`(?i)^(.*[0-9])\s*([kmgt]i?|([kmgt]i?)?(b|bytes?|flops?|ops?))$`)
)

func unitHint(m *malformed) string {
	if !m.badNumber() {
		return ""
	}
	if m.wantsInteger() {
		if parts := countUnit().FindStringSubmatch(m.Cell); parts != nil && isNumber(parts[1]) {
			return "looks like a unit: write all digits of the count, without one"
		}
	} else if parts := timeUnit().FindStringSubmatch(m.Cell); parts != nil && isNumber(parts[1]) {
		return "looks like a unit: write milliseconds, without one"
	}
	return ""
}

func minusHint(m *malformed) string {
	if !m.badNumber() || isASCII(m.Cell) {
		return ""
	}
	const minuses = "\u2212\u2013\u2010\u2011\uff0d\ufe63" // minus, dash, hyphens, fullwidth, small
	ascii := strings.Map(func(r rune) rune {
		if strings.ContainsRune(minuses, r) {
			return '-'
		}
		return r
	}, m.Cell)
	if m.fits(ascii) {
		return "looks like a minus sign that is not ASCII"
	}
	return ""
}

func digitsHint(m *malformed) string {
	if !m.badNumber() || isASCII(m.Cell) {
		return ""
	}
	ascii := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '0' // which digit does not matter
		case r == '\uff0e' || r == '\u066b': // fullwidth full stop, Arabic decimal separator
			return '.'
		}
		return r
	}, m.Cell)
	if m.fits(ascii) {
		return "looks like digits that are not ASCII"
	}
	return ""
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
