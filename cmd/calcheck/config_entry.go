package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/lazy"
)

// entry reads a line that is neither blank nor a comment: a setting of one of
// the two constants, or something else, which is the tuner's business.
func (p *configParser) entry(number int, line string) {
	left, right, isSetting := strings.Cut(line, "=")
	name := strings.Trim(left, configBlanks)
	key := canonicalKey(name)
	if !isSetting || key != calibration.KeyPeakFLOPS && key != calibration.KeyPeakMemoryBandwidth {
		if mention().MatchString(left) {
			start := len(line) - len(strings.TrimLeft(line, configBlanks))
			p.fault(number, characterColumn(line, start+1), "%s names a constant but does not set it: expected a line such as %s=1.25e+12",
				quoteShort(strings.Trim(line, configBlanks)), keyIn(left))
		}
		return
	}
	text := strings.Trim(right, configBlanks)
	start := len(line) - len(strings.TrimLeft(right, configBlanks))
	column := characterColumn(line, start+1)
	value, err := parseConstant(text)
	if err != nil {
		p.fault(number, column, "%s: %v; a tuner may silently use its default instead", key, err)
		return
	}
	p.set(key, setting{value, text, number, column})
}

// canonicalKey is a key as a report spells it.
func canonicalKey(name string) string {
	return strings.TrimPrefix(strings.ReplaceAll(name, "-", "_"), "ocannl_")
}

// mention finds one of the keys, in any case, as a word of its own: what is no
// setting in this form might be one to the tuner, or be meant as one.
var mention = lazy.Regexp(`(?i)(?:^|[^a-z0-9_-])-*(?:ocannl[-_])?(model[-_]peak[-_](?:flops|memory[-_]bandwidth))(?:$|[^a-z0-9_-])`)

// keyIn is the key that is mentioned.
func keyIn(text string) string {
	return strings.ToLower(canonicalKey(mention().FindStringSubmatch(text)[1]))
}

// decimal is what practically every parser of numbers reads, and as the same
// number: wider than the grammar of the format by "5.", ".5" and "+5".
var decimal = lazy.Regexp(`^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$`)

// parseConstant reads a constant: a decimal number that binary64 holds as a
// finite one above zero. No tuner's parser need read hexadecimal, nan, inf or
// digit separators, and one that does not may fall back to a default.
func parseConstant(text string) (float64, error) {
	const expected = "expected a decimal number above zero, such as 1.25e+12"
	if text == "" {
		return 0, errors.New("no value: " + expected)
	}
	if !decimal().MatchString(text) {
		return 0, fmt.Errorf("%s is not a decimal number: %s%s", quoteShort(text), expected, constantHint(text))
	}
	v, err := strconv.ParseFloat(text, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	switch {
	case err != nil && v > 0:
		return 0, fmt.Errorf("%s is too large: expected at most %v", quoteShort(text), math.MaxFloat64)
	case v > 0:
		return v, nil
	case v == 0 && !strings.HasPrefix(text, "-") && strings.ContainsAny(mantissa, "123456789"):
		return 0, fmt.Errorf("%s is too small, and reads as zero: expected at least %v", quoteShort(text), math.SmallestNonzeroFloat64)
	default:
		return 0, fmt.Errorf("%s is not above zero: %s", quoteShort(text), expected)
	}
}

// constantHint says what a value looks like that is no number, if that can be told.
func constantHint(text string) string {
	before, _, _ := strings.Cut(text, "#")
	unquoted := strings.Trim(text, `"'`)
	switch {
	case decimal().MatchString(strings.TrimRight(before, configBlanks)):
		return "; looks like a comment behind it: put it on a line of its own"
	case decimal().MatchString(unquoted):
		return "; looks like a number in quotes: leave them out"
	case decimal().MatchString(strings.ReplaceAll(text, "_", "")):
		return "; looks like digit separators: leave them out"
	default:
		return ""
	}
}

// constantFlag is a constant given on the command line; zero if it is not.
type constantFlag float64

func (f *constantFlag) Set(s string) error {
	v, err := parseConstant(s)
	if err == nil {
		*f = constantFlag(v)
	}
	return err
}

func (f *constantFlag) String() string {
	if *f == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*f), 'g', -1, 64)
}

// Type is what help calls the value.
func (f *constantFlag) Type() string { return "number" }
