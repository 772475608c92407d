package conformance

import (
	"context"
	"strings"

	"github.com/calcheck/calibration"
)

// Reference is the library as a port, in this process: the reference end of the
// protocol.
type Reference struct{}

// Answer never fails.
func (Reference) Answer(_ context.Context, mode Mode, input string) (string, error) {
	var b strings.Builder
	if mode == Fit {
		var fitter calibration.Fitter
		for row, err := range calibration.NewReader(strings.NewReader(input)).Rows() {
			if err == nil {
				fitter.Add(row)
			}
		}
		for _, e := range fitter.Envelopes() {
			b.WriteString(e.Report())
		}
		return b.String(), nil
	}
	for line := range strings.Lines(input) {
		b.WriteString(AnswerLine(mode, strings.TrimSuffix(line, "\n")))
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// AnswerLine answers one request of [Parse] or [Emit], given and returned without
// its LF.
func AnswerLine(mode Mode, request string) string {
	read := calibration.ParseLine
	if mode == Emit {
		read = parseEmit
	}
	row, err := read(request)
	if err != nil {
		return "error"
	}
	canonical, err := row.Line()
	if err != nil {
		return "error"
	}
	return "ok\t" + canonical
}
