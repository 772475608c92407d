package main

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"pgregory.net/rapid"
)

// TestFormatRatio: seven digits, and never 1, because a violation's ratio is above.
func TestFormatRatio(t *testing.T) {
	for _, tt := range []struct {
		value float64
		want  string
	}{
		{1.25, "1.25"}, {1.3, "1.3"}, {math.Nextafter(1, 2), "1.000001"}, {1.0000004, "1.000001"}, {1.0000006, "1.000001"}, {1.0000014, "1.000001"},
		{9.9999999, "10"}, {12345678, "1.234568e+7"}, {math.MaxFloat64, "1.797693e+308"}, {math.Inf(1), "beyond binary64"},
	} {
		if got := formatRatio(tt.value); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.value, got, tt.want)
		}
	}
}

// TestRoundUp: what is written is the least of seven significant digits that is
// not below the value.
func TestRoundUp(t *testing.T) {
	for _, tt := range []struct {
		value float64
		want  string
	}{
		{1, "1"}, {1.25, "1.25"}, {math.Nextafter(1, 2), "1.000001"}, {9.5, "9.5"}, {math.Nextafter(9.9999999, 0), "10"},
		{999999.95, "1000000"}, {1234567, "1234567"}, {1234567.5, "1234568"}, {9999999.5, "1e+7"}, {1.25e7, "1.25e+7"}, {123456789, "1.234568e+8"},
		{math.MaxFloat64, "1.797694e+308"},
	} {
		if got := roundUp(new(big.Rat).SetFloat64(tt.value)); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.value, got, tt.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		q := new(big.Rat).SetFloat64(rapid.OneOf(rapid.Float64Range(1, 2), rapid.Float64Range(1, 1e9), rapid.Float64Range(1, math.MaxFloat64)).Draw(t, "value"))
		text := roundUp(q)
		v, _ := new(big.Rat).SetString(text)
		step := new(big.Rat).SetFrac64(1, 1_000_000) // in the last of seven digits, at most a tenth of this relative to v
		below := new(big.Rat).Sub(v, new(big.Rat).Mul(v, step))
		digits := strings.TrimLeft(strings.Replace(strings.Split(text, "e")[0], ".", "", 1), "0")
		if v.Cmp(q) < 0 || below.Cmp(q) >= 0 || len(digits) > 7 {
			t.Fatalf("%v rounds up to %s", q, text)
		}
	})
}

// TestMarginReallyClears: the factors that an audit prints leave no certain
// violation, and none at all: multiplied exactly, rounded up, or as anybody
// multiplies.
func TestMarginReallyClears(t *testing.T) {
	violated := 0
	rapid.Check(t, func(t *rapid.T) {
		peak := rapid.OneOf(rapid.Float64Range(1, 1e13), rapid.Map(rapid.IntRange(0, 40), func(n int) float64 { return math.Ldexp(1, n) }), rapid.Float64Range(1e3, 1e4))
		p := calibration.Peaks{FLOPS: peak.Draw(t, "peak"), MemoryBandwidth: peak.Draw(t, "bandwidth")}
		count := rapid.OneOf(rapid.Int64Range(0, 12), rapid.Int64Range(0, math.MaxInt64))
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) calibration.Row {
			return calibration.Row{
				MeasuredMS: rapid.OneOf(rapid.SampledFrom([]float64{1e-6, 0.5, 1, 3}), rapid.Float64Range(1e-6, 1e6)).Draw(t, "measured"),
				Kernels:    rapid.Int64Range(1, 2).Draw(t, "kernels"), FLOPs: count.Draw(t, "flops"), Bytes: count.Draw(t, "bytes"),
			}
		}), 1, 5).Draw(t, "rows")
		var most, sum float64
		for _, r := range rows {
			a := p.Audit(r)
			if a.Certain() || a.Possible() {
				most, sum = max(most, a.Max), max(sum, a.Sum)
			}
		}
		clears := func(kind string, greatest float64, broken func(calibration.Audit) bool) {
			if greatest <= 1 {
				return
			}
			violated++
			text, ok := marginOver(greatest)
			if !ok {
				t.Fatalf("no margin over %v", greatest)
			}
			exact, _ := new(big.Rat).SetString(text)
			if exact.Cmp(new(big.Rat).SetFloat64(greatest)) < 0 {
				t.Fatalf("margin %s is below the ratio %v", text, greatest) // so constants times it, exactly, violate nothing
			}
			m, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			e := calibration.Envelope{PeakFLOPS: calibration.Constant{Value: p.FLOPS}, PeakMemoryBandwidth: calibration.Constant{Value: p.MemoryBandwidth}}
			for how, raised := range map[string]calibration.Peaks{
				"rounded up": factor(m).raise(e).Peaks(),
				"plain":      {FLOPS: p.FLOPS * m, MemoryBandwidth: p.MemoryBandwidth * m},
			} {
				for _, r := range rows {
					if a := raised.Audit(r); broken(a) {
						t.Fatalf("%s: %+v under %+v, raised by %s (%s): %+v", kind, r, p, text, how, a)
					}
				}
			}
		}
		clears("certain", most, calibration.Audit.Certain)
		clears("all", sum, func(a calibration.Audit) bool { return a.Sum > 1 })
	})
	if violated < 20 {
		t.Errorf("%d violations, want at least 20", violated)
	}
}

// TestAuditListsTheWorst: whatever the number listed, the list is the beginning of
// the whole one, worst first, and the counts and margins are the same.
func TestAuditListsTheWorst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 30).Draw(t, "rows")
		most := rapid.IntRange(0, 12).Draw(t, "most")
		var file strings.Builder
		for i := range n {
			fmt.Fprintf(&file, "cc\td%d\tr\tl\t%d\t\t%d\t%d\t%d\tfalse\tfalse\tfalse\n", i, rapid.IntRange(1, 3).Draw(t, "ms"),
				rapid.IntRange(1, 2).Draw(t, "kernels"), rapid.IntRange(0, 5).Draw(t, "flops"), rapid.IntRange(0, 5).Draw(t, "bytes"))
		}
		list := func(most int) (listed, rest []string) {
			_, stdout, _ := runWith([]string{"audit", "--allow-empty", "--peak-flops", "1000", "--peak-memory-bandwidth", "1000", "--max", strconv.Itoa(most), "-"}, file.String())
			for line := range strings.Lines(stdout) {
				switch {
				case strings.HasPrefix(line, "<stdin>:"):
					listed = append(listed, line)
				case !strings.HasPrefix(line, "+"):
					rest = append(rest, line)
				}
			}
			return listed, rest
		}
		all, summary := list(1000)
		cut, sameSummary := list(most)
		if strings.Join(cut, "") != strings.Join(all[:min(most, len(all))], "") || strings.Join(summary, "") != strings.Join(sameSummary, "") {
			t.Fatalf("all:\n%s%s\n%d at most:\n%s%s", all, summary, most, cut, sameSummary)
		}
		key := func(line string) (certain bool, ratio float64) {
			ratio, err := strconv.ParseFloat(strings.TrimSpace(line[strings.LastIndex(line, " "):]), 64)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Contains(line, ": error: "), ratio
		}
		for i := 1; i < len(all); i++ {
			c1, r1 := key(all[i-1])
			c2, r2 := key(all[i])
			if !c1 && c2 || c1 == c2 && r1 < r2 {
				t.Fatalf("out of order:\n%s%s", all[i-1], all[i])
			}
		}
	})
}
