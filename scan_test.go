package calibration_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"pgregory.net/rapid"
)

// checkScan holds the fast path to the plain one: where it answers, both accept the line
// and read the same bits. It reports whether the fast path answered.
func checkScan(t rapid.TB, line string) bool {
	got, ok := calibration.ScanLine(line)
	if !ok {
		return false
	}
	want, err := calibration.ParsePlain(line)
	if err != nil {
		t.Fatalf("%q is read as %+v: %v", line, got, err)
	}
	if line != mustLine(t, want) {
		t.Fatalf("%q is read fast, and is not canonical", line)
	}
	if strings.ContainsFunc(line, func(r rune) bool { return r < 0x20 && r != '\t' || r == 0x7f }) {
		t.Fatalf("%q is read fast, and has a control character", line)
	}
	if got != want || math.Signbit(got.MeasuredMS) != math.Signbit(want.MeasuredMS) || math.Signbit(got.ModelMS) != math.Signbit(want.ModelMS) {
		t.Fatalf("%q is read as %+v, want %+v", line, got, want)
	}
	return true
}

// scannable are lines of every shape that the fast path knows: counts of 1 to 15
// digits, times of 1 to 7 and six decimals, text of every length modulo 8 and of
// one, two and four times the 64 bytes that are looked at together, all
// combinations of flags, with and without a model time.
func scannable() (lines []string) {
	const digits = "123456789012345"
	for n := 1; n <= len(digits); n++ {
		whole := digits[:min(n, 7)]
		text := strings.Repeat("x", n)
		model := ""
		if n%2 == 0 {
			model = whole + ".987654"
		}
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%s\t%s.000001\t%s\t%s\t%s\t%s\t%t\t%t\t%t",
			text, text[1:], text[n/2:], text+text, whole, model, digits[:n], digits[:n], strings.Repeat("9", n), n&1 == 0, n&2 == 0, n&4 == 0))
	}
	for _, label := range []int{57, 58, 59, 122, 250} { // the last tab is the 63rd to 65th, 128th, 256th byte
		lines = append(lines, fmt.Sprintf("a\t\tb\t%s\t1.000000\t\t1\t0\t8\ttrue\ttrue\tfalse", strings.Repeat("é", label/2)+strings.Repeat("y", label%2)))
	}
	return lines
}

// TestScanLineKnowsTheUsualForm: the fast path answers for what writers write.
// Without this, the tests that compare it with the plain one would pass if it
// never answered.
func TestScanLineKnowsTheUsualForm(t *testing.T) {
	for _, line := range scannable() {
		if !checkScan(t, line) {
			t.Errorf("not read fast: %q", line)
		}
	}
	for n := range 200 { // each tab at every place among 64
		for field := range 4 {
			text := []string{"\t", "\t", "\t", "\t"}
			text[field] = strings.Repeat("z", n) + "\t"
			line := strings.Join(text, "") + "0.000000\t1.000000\t1\t0\t8\ttrue\ttrue\tfalse"
			if !checkScan(t, line) {
				t.Errorf("not read fast: %q", line)
			}
		}
	}
	for line := range strings.Lines(realisticFile(10_000)) {
		if line = strings.TrimSuffix(line, "\n"); !checkScan(t, line) {
			t.Errorf("not read fast: %q", line)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		row := calibration.Row{
			Backend:     genTidyText().Draw(t, "backend"),
			Digest:      genTidyText().Draw(t, "digest"),
			Routine:     genTidyText().Draw(t, "routine"),
			Label:       genTidyText().Draw(t, "label"),
			MeasuredMS:  rapid.Float64Range(0, 1e7-1).Draw(t, "measured"),
			HasModel:    rapid.Bool().Draw(t, "has model"),
			Kernels:     rapid.Int64Range(0, 1e15-1).Draw(t, "kernels"),
			FLOPs:       rapid.Int64Range(0, 1e15-1).Draw(t, "flops"),
			Bytes:       rapid.Int64Range(0, 1e15-1).Draw(t, "bytes"),
			FLOPsApprox: rapid.Bool().Draw(t, "flops approx"),
			BytesApprox: rapid.Bool().Draw(t, "bytes approx"),
			Opaque:      rapid.Bool().Draw(t, "opaque"),
		}
		if row.HasModel {
			row.ModelMS = rapid.Float64Range(0, 1e7-1).Draw(t, "model")
		}
		if line := mustLine(t, row); !checkScan(t, line) {
			t.Fatalf("not read fast: %q", line)
		}
	})
}

// TestScanLineByteForByte puts every byte at every place of every scannable
// line, and takes every byte away: no column goes unchecked.
func TestScanLineByteForByte(t *testing.T) {
	answered := 0
	check := func(line string) {
		if checkScan(t, line) {
			answered++
		}
	}
	for _, line := range scannable() {
		changed := []byte(line)
		for i := range changed {
			for c := range 256 {
				changed[i] = byte(c)
				check(string(changed))
			}
			changed[i] = line[i]
			check(line[:i] + line[i+1:])
			check(line[:i])
			check(line[:i] + line[i:i+1] + line[i:])
		}
	}
	if answered < 10_000 {
		t.Errorf("the fast path answered only %d times", answered)
	}
}

// TestScanLineNumbers: the numerals that the fast path reads, at every length,
// around the powers of ten and with every digit in every place, read as strconv
// reads them, which is what the plain path does.
func TestScanLineNumbers(t *testing.T) {
	check := func(time, count string) {
		line := fmt.Sprintf("cc\td\tmm\tl\t%s\t%s\t%s\t%s\t%s\tfalse\ttrue\tfalse", time, time, count, count, count)
		if !checkScan(t, line) {
			t.Errorf("not read fast: %q", line)
		}
	}
	for n := 1; n <= 15; n++ {
		whole := min(n, 7)
		for place := range n {
			for digit := range 10 {
				for _, rest := range []string{"0", "9"} {
					count := []byte(strings.Repeat(rest, n))
					count[place] = byte('0' + digit)
					decimals := []byte(strings.Repeat(rest, 6))
					decimals[place%6] = byte('0' + digit)
					check(trimZeros(string(count[n-whole:]))+"."+string(decimals), trimZeros(string(count)))
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		whole := trimZeros(rapid.StringMatching(`[0-9]{1,7}`).Draw(t, "whole"))
		check(whole+rapid.StringMatching(`\.[0-9]{6}`).Draw(t, "decimals"), trimZeros(rapid.StringMatching(`[0-9]{1,15}`).Draw(t, "count")))
	})
}

// trimZeros removes the leading zeros that a canonical count does not have.
func trimZeros(digits string) string {
	if trimmed := strings.TrimLeft(digits, "0"); trimmed != "" {
		return trimmed
	}
	return "0"
}
