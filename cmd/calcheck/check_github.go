package main

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"strings"
)

// githubFindings writes the first findings as workflow commands, which GitHub
// shows beside the lines, and on standard output all of them as text.
//
// A runner obeys commands in whatever a step prints: ::error:: at the start of a
// line, and, as older ones did, ##[error] anywhere in it. The text holds names
// from files, and whoever writes a file must not command the runner. So it stands
// between ::stop-commands::TOKEN and ::TOKEN::, with a token that nobody can know
// beforehand; and no annotation, which must stand outside, holds ##[.
type githubFindings struct {
	w    *bufio.Writer
	text *textFindings // nil: annotations only
	root string

	token string                // that ends the text; empty before it
	kept  map[severity][]string // the annotations
}

// mostAnnotations is how many annotations of a kind GitHub shows of a step.
const mostAnnotations = 10

// githubKinds are the severities, worst first, and what GitHub calls them.
var githubKinds = []struct {
	severity severity
	command  string
}{
	{severityError, "error"},
	{severityWarning, "warning"},
	{severityNote, "notice"},
}

func (g *githubFindings) write(f printedFinding) {
	if g.text != nil {
		g.stopCommands()
		g.text.write(f)
	}
	g.keep(f.rule.severity, g.annotation(f.place, f.rule.id, f.message))
}

// keep keeps an annotation, unless there are as many as are shown.
func (g *githubFindings) keep(s severity, annotation string) {
	if g.kept == nil {
		g.kept = map[severity][]string{}
	}
	if kept := g.kept[s]; len(kept) < mostAnnotations {
		g.kept[s] = append(kept, annotation)
	}
}

func (g *githubFindings) end(s *summary) error {
	if g.text != nil {
		if s.unprinted > 0 {
			g.stopCommands()
		}
		g.text.end(s)
		if g.token != "" {
			fmt.Fprintf(g.w, "::%s::\n", g.token)
		}
	}
	for in, err := range s.failures() {
		g.keep(severityError, g.annotation(place{in, 1, 1}, "could not be read", visible(err.Error())))
	}
	more := s.found() + int64(s.unreadable)
	for _, kept := range g.kept {
		more -= int64(len(kept))
	}
	if notes := g.kept[severityNote]; more > 0 && len(notes) == mostAnnotations {
		// That there are more is a notice too, and the last that is shown.
		g.kept[severityNote] = notes[:mostAnnotations-1]
		more++
	}
	for _, kind := range githubKinds {
		for _, annotation := range g.kept[kind.severity] {
			fmt.Fprintf(g.w, "::%s %s\n", kind.command, annotation)
		}
	}
	if more > 0 {
		fmt.Fprintf(g.w, "::notice title=calcheck::+%d more\n", more)
	}
	return nil
}

// stopCommands begins the text.
func (g *githubFindings) stopCommands() {
	if g.token == "" {
		g.token = rand.Text()
		fmt.Fprintf(g.w, "::stop-commands::%s\n", g.token)
	}
}

// annotation is the workflow command but for its name.
func (g *githubFindings) annotation(at place, title, message string) string {
	where := ""
	if at.in.name != stdinName {
		path, _ := fromRoot(g.root, at.in.name)
		where = fmt.Sprintf("file=%s,line=%d,col=%d,", githubProperty(path), at.line, at.column)
	}
	return fmt.Sprintf("%stitle=%s::%s", where, githubProperty("calcheck "+title), githubData(message))
}

// notForRunners keeps what a file is called from commanding a runner of GitHub,
// which obeys ##[ anywhere in a line.
var notForRunners = strings.NewReplacer("##[", "## [")

var (
	githubDataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", "##[", "## [")
	githubPropertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C", "##[", "## [")
)

func githubData(s string) string     { return githubDataEscapes.Replace(s) }
func githubProperty(s string) string { return githubPropertyEscapes.Replace(s) }
