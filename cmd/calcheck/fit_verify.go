package main

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/calcheck/calibration"
)

// verify holds a committed config against the fit: its constants must be those
// that the report prints, as values. It prints a line for each that is not, and
// the count.
func (c *cli) verify(committed *config, envelopes []calibration.Envelope, oneBackend bool, m factor) {
	pairs, ok := c.pairUp(committed, envelopes, oneBackend)
	if !ok {
		c.worsen(findings)
		return
	}
	constants, wrong := 0, 0
	for _, p := range pairs {
		printed := printedConstants(m.raise(p.fitted))
		for _, key := range peakKeys {
			set := p.committed.at(key)
			if !set.given() && printed[key] == "" {
				continue
			}
			constants++
			if message := p.compare(key, printed[key]); message != "" {
				wrong++
				line, column := max(p.committed.line, 1), 1
				if set.given() {
					line, column = set.line, set.column
				}
				fmt.Fprintf(c.stdout, "%s:%d:%d: error: %s\n", committed.name, line, column, message)
			}
		}
	}
	if wrong == 0 {
		fmt.Fprintf(c.stdout, "%s: %s checked: as the fit has it\n", committed.name, counted(constants, "constant"))
		return
	}
	fmt.Fprintf(c.stdout, "%s: %s checked, %d not the fit's\n", committed.name, counted(constants, "constant"), wrong)
	c.worsen(findings)
}

// pair is the committed and the fitted constants of one backend. Either may have
// none.
type pair struct {
	committed *section
	fitted    calibration.Envelope // without margin
}

// pairUp finds for each backend of the rows its constants in the config, and adds
// the sections of which there are no rows, unless one backend was asked for.
func (c *cli) pairUp(committed *config, envelopes []calibration.Envelope, oneBackend bool) (pairs []pair, ok bool) {
	paired := map[*section]bool{}
	for _, e := range envelopes {
		s := committed.of(e.Backend)
		if s == nil {
			s = &section{backend: e.Backend}
		}
		if s == committed.common && paired[s] {
			c.complain("nothing verified: the rows are of several backends, and %s has constants of one (--backend selects; there are %s)",
				committed.name, backendNames(envelopes))
			return nil, false
		}
		paired[s] = true
		pairs = append(pairs, pair{s, e})
	}
	if len(committed.sections) == 0 && len(envelopes) == 0 {
		return []pair{{committed.common, calibration.Envelope{}}}, true
	}
	for _, s := range committed.sections {
		if !paired[s] && !oneBackend {
			pairs = append(pairs, pair{s, calibration.Envelope{Backend: s.backend}})
		}
	}
	return pairs, true
}

// printedConstants are the constants of a report, as it prints them.
func printedConstants(e calibration.Envelope) map[string]string {
	printed := map[string]string{}
	for line := range strings.Lines(e.Report()) {
		if key, numeral, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "="); ok && !strings.HasPrefix(line, "#") {
			printed[key] = numeral
		}
	}
	return printed
}

// compare says what is wrong with the committed constant of a key, if anything,
// given the numeral that the report has for it, or none.
func (p *pair) compare(key, printed string) string {
	set := p.committed.at(key)
	needed := p.fitted.PeakFLOPS
	if key == calibration.KeyPeakMemoryBandwidth {
		needed = p.fitted.PeakMemoryBandwidth
	}
	fit := fmt.Sprintf("the fit of backend %s gives %s, bound by %s", quoteNear(p.fitted.Backend, 0), printed, quoteNear(needed.Witness, 0))
	if slack := p.fitted.FissionSlack; slack.Some() {
		fit += ", with slack forced by " + quoteNear(slack.Witness, 0)
	}
	setting := key + "=" + set.short()
	switch {
	case !set.given():
		return fmt.Sprintf("%s is missing: %s", key, fit)
	case printed == "" && !needed.Some():
		if p.committed.backend == "" && p.fitted.Backend == "" { // there may be no rows at all
			return setting + " is not the fit's: no row constrains it"
		}
		return fmt.Sprintf("%s is not the fit's: no row of backend %s constrains it", setting, quoteNear(p.fitted.Backend, 0))
	case printed == "":
		return fmt.Sprintf("%s is not the fit's: no finite constant covers %s of backend %s",
			setting, quoteNear(needed.Witness, 0), quoteNear(p.fitted.Backend, 0))
	}
	value, err := strconv.ParseFloat(printed, 64)
	if err != nil {
		panic(err) // a report prints numerals that read as finite numbers
	}
	switch {
	case set.value == value:
		return ""
	case set.value > value:
		return fmt.Sprintf("%s is higher than needed by a factor of %s, which is safe, but stale: it prunes less; %s",
			setting, factorBetween(value, set.value), fit)
	case set.value < needed.Value:
		return fmt.Sprintf("%s is too low by a factor of %s: the tuner may discard good candidates; %s",
			setting, factorBetween(set.value, value), fit)
	default:
		return fmt.Sprintf("%s is lower than the report's by a factor of %s, though not lower than the rows need; %s",
			setting, factorBetween(set.value, value), fit)
	}
}

// factorBetween is greater/less, rounded up.
func factorBetween(less, greater float64) string {
	q := new(big.Rat).SetFloat64(greater)
	return roundUp(q.Quo(q, new(big.Rat).SetFloat64(less)))
}
