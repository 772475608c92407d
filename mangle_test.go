package calibration_test

import (
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/naive"
)

// goodLines are what TestMangling damages: canonical, legacy, and full of edges.
var goodLines = []string{
	"cc\taaaaaaaa/11111111\tmm\tmatmul bs=64\t4.000000\t5.000000\t1\t2000000000\t3000000\tfalse\tfalse\tfalse",
	"\t\t\t\t0.000249\t\t2\t0\t9223372036854775807\ttrue\tfalse\tfalse",
	"metal\td\tядро\t#1\t-1.5e-3\t12\t-3\t-9223372036854775808\t0\tfalse\ttrue\ttrue",
	"cc\td\tmm\t1.5\t4.000000\t\t1\t10\t20\tfalse\tfalse\tfalse",
	"cc\td\told\t2.5\t0.1\t14\t1000\t500\tfalse\tfalse\ttrue",
}

// TestMangling damages good lines by every deletion of a byte, every insertion of a
// significant one and every flip of a bit. The result is malformed, or
// differs from the original in no other columns than those that were touched.
func TestMangling(t *testing.T) {
	accepted, rejected := 0, 0
	for _, line := range goodLines {
		original := mustParse(t, line)
		hold := func(at int, mangled string) {
			t.Helper()
			checkParse(t, mangled)
			row, err := calibration.ParseLine(mangled)
			if err != nil {
				rejected++
				return
			}
			accepted++
			touched := touchedColumn(line, at)
			moved := strings.Count(mangled, "\t") != strings.Count(line, "\t")
			numericLabel := isNumber(row.Label) || isNumber(original.Label)
			for field := 1; field <= calibration.NumColumns; field++ {
				if field == touched || moved && (field <= lastName || field <= lastCount && numericLabel) {
					continue
				}
				if cell(row, field) != cell(original, field) {
					t.Fatalf("%q mangled in column %d to %q changes column %d", line, touched, mangled, field)
				}
			}
		}
		for i := range len(line) {
			hold(i, line[:i]+line[i+1:])
			for bit := range 8 {
				hold(i, line[:i]+string([]byte{line[i] ^ 1<<bit})+line[i+1:])
			}
		}
		for i := range len(line) + 1 {
			for _, c := range "\t\r\n\x000123456789" {
				hold(i, line[:i]+string(c)+line[i:])
			}
		}
	}
	if accepted < 500 || rejected < 500 {
		t.Errorf("%d mangled lines accepted, %d rejected: the test no longer reaches both", accepted, rejected)
	}
}

// The schema columns of the label and of bytes.
const (
	lastName  = 4
	lastCount = 9
)

func isNumber(s string) bool {
	_, ok := naive.Number(s)
	return ok
}

// touchedColumn is the schema column that byte at of line belongs to. The tab
// behind a cell, or an insertion there, touches that cell.
func touchedColumn(line string, at int) int {
	field := 1 + strings.Count(line[:at], "\t")
	if strings.Count(line, "\t") == calibration.LegacyColumns-1 && field > 2 {
		field++
	}
	return field
}

// cell is the canonical text of one column of a row.
func cell(r calibration.Row, field int) string {
	line, err := r.Line()
	if err != nil {
		return err.Error()
	}
	start, end := calibration.CellSpan(line, field)
	return line[start:end]
}

// TestManglingNumbers does the same inside the numbers with all bytes, so that
// no lenient reading of a numeral passes.
func TestManglingNumbers(t *testing.T) {
	for _, line := range goodLines {
		first, _ := calibration.CellSpan(line, 5)
		_, last := calibration.CellSpan(line, 9)
		for i := first; i <= last; i++ {
			for c := range 256 {
				checkParse(t, line[:i]+string([]byte{byte(c)})+line[i:])
				checkParse(t, line[:i]+string([]byte{byte(c)})+line[min(i+1, len(line)):])
			}
		}
	}
}
