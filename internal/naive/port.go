package naive

import (
	"fmt"
	"strings"

	"github.com/calcheck/calibration"
)

// Line is spec section 4.
func Line(r calibration.Row) string {
	model := ""
	if r.HasModel {
		model = Numeral(r.ModelMS)
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%t\t%t\t%t",
		dirty.Replace(r.Backend), dirty.Replace(r.Digest), dirty.Replace(r.Routine), dirty.Replace(r.Label),
		Numeral(r.MeasuredMS), model, r.Kernels, r.FLOPs, r.Bytes, r.FLOPsApprox, r.BytesApprox, r.Opaque)
}

// AnswerParse is what a port answers to a line in parse mode (spec B.2).
func AnswerParse(line string) string {
	r, ok := Parse(line)
	if !ok {
		return "error"
	}
	return "ok\t" + Line(r)
}

// AnswerEmit is what a port answers to a request in emit mode (spec B.4).
func AnswerEmit(request string) string {
	cells := strings.Split(request, "\t")
	if len(cells) != 12 {
		return "error"
	}
	texts := make([]string, 4)
	unescape := strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\r`, "\r", `\0`, "\x00", `\\`, `\`)
	for i := range texts {
		texts[i], cells[i] = unescape.Replace(cells[i]), ""
	}
	r, ok := Parse(strings.Join(cells, "\t"))
	if !ok {
		return "error"
	}
	r.Backend, r.Digest, r.Routine, r.Label = texts[0], texts[1], texts[2], texts[3]
	return "ok\t" + Line(r)
}

// AnswerFit is what a port answers to a file in fit mode (spec B.3).
func AnswerFit(file string) string {
	rows, _ := Read(file, calibration.DefaultMaxLine)
	var report strings.Builder
	for _, e := range Fit(rows) {
		report.WriteString(Report(e))
	}
	return report.String()
}
