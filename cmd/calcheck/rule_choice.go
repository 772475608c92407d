package main

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"
)

// ruleChoice is which rules are reported: --select and --ignore.
type ruleChoice struct{ selected, ignored ruleSet }

func (c *ruleChoice) register(flags *pflag.FlagSet) {
	flags.Var(&c.selected, "select", "report only these `rules`, by id, commas between")
	flags.Var(&c.ignored, "ignore", "do not report these `rules`, even of those selected")
}

func (c *ruleChoice) chosen(r *rule) bool {
	return (c.selected == nil || c.selected[r]) && !c.ignored[r]
}

// ruleSet is some rules, the value of a flag that may be repeated.
type ruleSet map[*rule]bool

func (s *ruleSet) Set(list string) error {
	for id := range strings.SplitSeq(list, ",") {
		r, err := ruleNamed(strings.TrimSpace(id))
		if err != nil {
			return err
		}
		if *s == nil {
			*s = ruleSet{}
		}
		(*s)[r] = true
	}
	return nil
}

func (s *ruleSet) String() string {
	var ids []string
	for _, r := range rules {
		if (*s)[r] {
			ids = append(ids, r.id)
		}
	}
	return strings.Join(ids, ",")
}

// Type is what help calls the value.
func (s *ruleSet) Type() string { return "rules" }

// failOn is the value of --fail-on: the least severity that makes the exit
// status 1. The zero value is error.
type failOn struct{ least severity }

// never is the value of --fail-on with which no finding changes the exit status.
const never severity = "never"

func (f *failOn) register(flags *pflag.FlagSet) {
	flags.Var(f, "fail-on", "the least `severity` that makes the exit status 1: error, warning, or never")
}

func (f *failOn) Set(s string) error {
	switch s := severity(s); s {
	case severityError, severityWarning, never:
		f.least = s
		return nil
	}
	return errors.New("expected error, warning or never")
}

func (f *failOn) String() string {
	if f.least == "" {
		return string(severityError)
	}
	return string(f.least)
}

// Type is what help calls the value.
func (f *failOn) Type() string { return "severity" }

// fails reports whether what was found makes the exit status 1.
func (f *failOn) fails(s *summary) bool {
	switch f.least {
	case never:
		return false
	case severityWarning:
		return s.counts[severityError]+s.counts[severityWarning] > 0
	default:
		return s.counts[severityError] > 0
	}
}
