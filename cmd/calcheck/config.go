package main

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/lazy"
)

// config is what a tuner's config says about the two constants. A report of
// calcheck fit is a config too: its sections hold for the rows of their backend.
type config struct {
	name     string // as messages show it
	common   *section
	sections []*section          // in order
	byName   map[string]*section // by backend, as a report prints it
}

// section is the constants of one backend, or those that stand before any
// heading and hold for all.
type section struct {
	backend          string // as a report prints it
	line             int    // of the heading; 0 for those before any
	flops, bandwidth setting
}

// setting is a constant and where it is set. The zero setting is that of a key
// that is not there.
type setting struct {
	value        float64
	text         string // the numeral, as it stands there
	line, column int    // of the numeral; the column in characters
}

func (s setting) given() bool { return s.line > 0 }

// short is the numeral, cut where nobody writes one as long.
func (s setting) short() string {
	const most = 30
	if len(s.text) > most {
		return s.text[:most] + "..."
	}
	return s.text
}

func (s *section) empty() bool { return !s.flops.given() && !s.bandwidth.given() }

func (s *section) peaks() calibration.Peaks {
	return calibration.Peaks{FLOPS: s.flops.value, MemoryBandwidth: s.bandwidth.value}
}

// at is the setting of one of the two keys.
func (s *section) at(key string) *setting {
	if key == calibration.KeyPeakFLOPS {
		return &s.flops
	}
	return &s.bandwidth
}

// peakKeys are the keys of a config, in the order of a report.
var peakKeys = []string{calibration.KeyPeakFLOPS, calibration.KeyPeakMemoryBandwidth}

// of returns the constants for the rows of a backend: those of its section,
// else those before any heading, else nil.
func (g *config) of(backend string) *section {
	if s, ok := g.byName[asReported(backend)]; ok {
		return s
	}
	if g.common.empty() {
		return nil
	}
	return g.common
}

// empty reports whether the config sets no constant at all.
func (g *config) empty() bool {
	return g.common.empty() && !slices.ContainsFunc(g.sections, func(s *section) bool { return !s.empty() })
}

// setsNeither is what is wrong with a config that is empty.
var setsNeither = fmt.Sprintf("sets neither %s nor %s: expected a line such as %[1]s=1.25e+12", peakKeys[0], peakKeys[1])

// names lists the backends of the sections, quoted.
func (g *config) names() string {
	var names nameList
	for _, s := range g.sections {
		names.add(s.backend)
	}
	return names.String()
}

// asReported is a backend as the heading of its section in a report has it:
// control characters are spaces there (SPEC.md 7.3).
func asReported(backend string) string {
	if strings.IndexFunc(backend, isControl) < 0 {
		return backend
	}
	b := []byte(backend)
	for i, c := range b {
		if isControl(rune(c)) {
			b[i] = ' '
		}
	}
	return string(b)
}

// largestConfig is the most that is read of a config, in bytes: enough for the
// report of ten thousand backends, and an end to what has none.
const largestConfig = 4 << 20

// readConfig reads the config that a flag names; - is standard input. What is
// wrong with it is told on standard error, and then ok is false: under half a
// config nothing can be held.
func (c *cli) readConfig(path string) (g *config, ok bool) {
	in := fileInput(path)
	if path == "-" {
		in = c.standardInput()
	}
	text, err := in.readUpTo(largestConfig)
	if err != nil {
		c.complain("%v", err)
		c.worsen(couldNotRun)
		return nil, false
	}
	g, faults := parseConfig(in.name, text)
	c.complainOfSome(faults)
	if len(faults) > 0 {
		c.worsen(findings)
	}
	return g, len(faults) == 0
}

// complainOfSome complains of the first few of possibly very many things.
func (c *cli) complainOfSome(messages []string) {
	for i, message := range messages {
		if i == namedLines {
			c.complain("... and %d more", len(messages)-i)
			return
		}
		c.complain("%s", message)
	}
}

// readUpTo returns all of an input; more than most bytes are an error.
func (in input) readUpTo(most int64) ([]byte, error) {
	file, err := in.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("%s: more than %d bytes: expected a tuner's config, or a report of calcheck fit", in.name, most)
	}
	return text, nil
}

// parseConfig reads a config. The faults are messages with their position.
func parseConfig(name string, text []byte) (g *config, faults []string) {
	p := configParser{config: &config{name: name, common: &section{}, byName: map[string]*section{}}}
	p.current = p.common
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		p.fault(1, 1, "the config is UTF-16: expected UTF-8 or ASCII")
		return p.config, p.faults
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		p.line(number, strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
	}
	p.finish()
	return p.config, p.faults
}

type configParser struct {
	*config
	current *section
	faults  []string
}

// fault notes what is wrong at a place; the column is counted in characters.
func (p *configParser) fault(line, column int, format string, args ...any) {
	p.faults = append(p.faults, fmt.Sprintf("%s:%d:%d: %s", p.name, line, column, fmt.Sprintf(format, args...)))
}

const configBlanks = " \t"

func (p *configParser) line(number int, line string) {
	text := strings.Trim(line, configBlanks)
	switch {
	case text == "":
	case text[0] == '#':
		if backend, ok := headingOf(text); ok {
			p.enter(number, backend)
		}
	default:
		p.entry(number, line)
	}
}

var (
	// reportHeading is the first line of a section of a report (SPEC.md 7.2).
	reportHeading = lazy.Regexp(`^# backend (.*): [0-9]+ timed rows? \([0-9]+ opaque excluded, [0-9]+ approx-flops / [0-9]+ approx-bytes excluded per leg, [0-9]+ multi-kernel\), [0-9]+ recorded bound violations?$`)
	shortHeading  = lazy.Regexp(`^# backend (.*):$`)
)

// headingOf is the backend that a comment names as that of the lines below: a
// report's heading, or one cut down to the name and its colon.
func headingOf(comment string) (backend string, ok bool) {
	for _, heading := range []*regexp.Regexp{reportHeading(), shortHeading()} {
		if m := heading.FindStringSubmatch(comment); m != nil {
			return m[1], true
		}
	}
	return "", false
}

// enter begins the section of a backend, or goes on with it.
func (p *configParser) enter(line int, backend string) {
	backend = asReported(backend)
	s, ok := p.byName[backend]
	if !ok {
		s = &section{backend: backend, line: line}
		p.byName[backend] = s
		p.sections = append(p.sections, s)
	}
	p.current = s
}

// set takes a constant into the current section. Which of two different ones a
// tuner would use cannot be told.
func (p *configParser) set(key string, new setting) {
	for _, s := range []*section{p.common, p.current} {
		if old := s.at(key); old.given() && old.value != new.value {
			p.fault(new.line, new.column, "%s is %s here and %s on line %d: expected it once, or in sections of different backends",
				key, new.short(), old.short(), old.line)
			return
		}
	}
	if place := p.current.at(key); !place.given() {
		*place = new
	}
}

// finish hands the constants before any heading to the sections that do not set
// them, and refuses a config that sets none at all. A report may well set none: its
// headings show that it is one.
func (p *configParser) finish() {
	for _, s := range p.sections {
		for _, key := range peakKeys {
			if place := s.at(key); !place.given() {
				*place = *p.common.at(key)
			}
		}
	}
	if p.common.empty() && len(p.sections) == 0 && len(p.faults) == 0 {
		p.fault(1, 1, "%s", setsNeither)
	}
}
