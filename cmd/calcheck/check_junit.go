package main

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"strings"
)

// junitFindings writes a test suite per file: a case per finding, or one that
// passes. Findings that make the command fail are failures; the others are
// skipped cases, which every viewer shows and none fails for.
//
// A suite starts with its counts, and findings of a file may come after those of
// another. So the cases wait in a temporary file, and memory only holds where.
type junitFindings struct {
	w     *bufio.Writer
	fails func(severity) bool

	spool  *os.File // nil before the first case
	cases  *bufio.Writer
	length int64 // of the spool
	err    error // the first one of it
	suites map[*input]*junitFile
	counts map[severity]int64 // of what is written
}

// junitFile is what is known of a file's suite.
type junitFile struct {
	tests, failures, errors, skipped int64
	pieces                           []junitPiece
}

// junitPiece is a part of the spool: cases of one file that came in a row.
type junitPiece struct{ start, end int64 }

func (j *junitFindings) write(f printedFinding) {
	test := junitCase{
		Class: f.in.name,
		Name:  fmt.Sprintf("%s at %d:%d", f.rule.id, f.line, f.column),
	}
	message := junitMessage{Message: f.message, Type: f.rule.id, Text: f.String()}
	if j.counts == nil {
		j.counts = map[severity]int64{}
	}
	j.counts[f.rule.severity]++
	if j.failing(f.rule.severity) {
		test.Failure = &message
	} else {
		test.Skipped = &junitMessage{Message: string(f.rule.severity) + ": " + f.message}
	}
	j.add(f.in, test)
}

func (j *junitFindings) failing(s severity) bool {
	if j.fails == nil {
		return s == severityError
	}
	return j.fails(s)
}

// add adds a case to the suite of a file, nil for the run itself.
func (j *junitFindings) add(in *input, test junitCase) {
	if j.suites == nil {
		j.suites = map[*input]*junitFile{}
	}
	suite := j.suites[in]
	if suite == nil {
		suite = &junitFile{}
		j.suites[in] = suite
	}
	suite.tests++
	switch {
	case test.Failure != nil:
		suite.failures++
	case test.Error != nil:
		suite.errors++
	case test.Skipped != nil:
		suite.skipped++
	}
	text, err := xml.MarshalIndent(test, "    ", "  ")
	if err != nil {
		panic(err) // all of it is text
	}
	start := j.length
	j.toSpool(append(text, '\n'))
	if last := len(suite.pieces) - 1; last >= 0 && suite.pieces[last].end == start {
		suite.pieces[last].end = j.length
	} else {
		suite.pieces = append(suite.pieces, junitPiece{start, j.length})
	}
}

func (j *junitFindings) toSpool(text []byte) {
	if j.spool == nil && j.err == nil {
		if j.spool, j.err = os.CreateTemp("", "calcheck-*.xml"); j.err == nil {
			os.Remove(j.spool.Name()) // where the system can: else at the end
			j.cases = bufio.NewWriterSize(j.spool, 64<<10)
		}
	}
	if j.err == nil {
		_, j.err = j.cases.Write(text)
		j.length += int64(len(text))
	}
}

func (j *junitFindings) end(s *summary) error {
	for in, err := range s.failures() {
		j.add(in, junitCase{Class: in.name, Name: "readable", Error: &junitMessage{Message: visible(err.Error()), Type: "unreadable"}})
	}
	for i := range s.inputs {
		if in := &s.inputs[i]; j.suites[in] == nil {
			j.add(in, junitCase{Class: in.name, Name: "clean"})
		}
	}
	if s.unprinted > 0 {
		j.addUnprinted(s)
	}
	if j.spool != nil {
		defer discard(j.spool)
		if err := j.cases.Flush(); j.err == nil {
			j.err = err
		}
	}
	j.w.WriteString(xml.Header + "<testsuites>\n")
	for i := range s.inputs {
		j.writeSuite(s.inputs[i].name, j.suites[&s.inputs[i]])
	}
	if rest := j.suites[nil]; rest != nil {
		j.writeSuite("calcheck check", rest)
	}
	j.w.WriteString("</testsuites>\n")
	return j.err
}

// addUnprinted adds a case for what is beyond --max-findings. It fails if any of
// that does.
func (j *junitFindings) addUnprinted(s *summary) {
	test := junitCase{Class: "calcheck check", Name: "findings beyond --max-findings"}
	message := &junitMessage{Message: fmt.Sprintf("+%d more", s.unprinted)}
	test.Skipped = message
	for severity, found := range s.counts {
		if found > j.counts[severity] && j.failing(severity) {
			test.Skipped, test.Failure = nil, message
		}
	}
	j.add(nil, test)
}

func (j *junitFindings) writeSuite(name string, suite *junitFile) {
	var escaped strings.Builder
	xml.EscapeText(&escaped, []byte(name))
	fmt.Fprintf(j.w, "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n",
		escaped.String(), suite.tests, suite.failures, suite.errors, suite.skipped)
	for _, piece := range suite.pieces {
		if j.err != nil {
			break
		}
		_, err := io.Copy(j.w, io.NewSectionReader(j.spool, piece.start, piece.end-piece.start))
		if _, writeErr := j.w.Write(nil); writeErr == nil {
			j.err = err // of the spool; those of the output are known
		}
	}
	j.w.WriteString("  </testsuite>\n")
}
