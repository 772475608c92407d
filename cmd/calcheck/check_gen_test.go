package main

import (
	"testing"

	"pgregory.net/rapid"
)

var modelBackends = []modelBackend{
	{"cc", "cc"}, {"cc", "cc"}, {"cc", "cc"}, {"CC", "cc"}, {" cC ", "cc"}, {"c c", "c c"},
	{"ГПУ", "гпу"}, {"гпу", "гпу"}, {"", ""}, {"  ", ""},
	{"gpu\xe8", "gpu\xe8"}, {"gpu\xe9", "gpu\xe9"}, {"GPU\xe9", "gpu\xe9"}, {"\ufffd", "\ufffd"}, {"\xff", "\xff"},
}

// genCorpus draws few names, times and counts, so that rows meet: the same rate in
// other numbers, factors and ceilings reached exactly, neighbours of 2^63.
func genCorpus() *rapid.Generator[*modelCorpus] {
	one := func(of ...string) *rapid.Generator[string] { return rapid.SampledFrom(of) }
	count := one("10", "10", "20", "30", "31", "60", "0", "-5", "9223372036854775807", "9223372036854775806", "-9223372036854775808")
	flag := rapid.SampledFrom([]bool{false, false, false, true})
	row := rapid.Custom(func(t *rapid.T) modelRow {
		if rapid.IntRange(0, 11).Draw(t, "skipped") == 0 {
			return modelRow{Skipped: one("\t", "x", "cc\td1\tmm\ta\tnan\t\t1\t1\t1\tfalse\tfalse\tfalse").Draw(t, "line")}
		}
		r := modelRow{
			Legacy:   rapid.IntRange(0, 4).Draw(t, "legacy") == 0,
			Backend:  rapid.SampledFrom(modelBackends).Draw(t, "backend"),
			Digest:   one("d1", "d1", "d2", "д3").Draw(t, "digest"),
			Label:    one("a", "a", "é\xff", "").Draw(t, "label"),
			Measured: one("1.000000", "1.000000", "1", "2.000000", "3.000000", "0.100000", "1.0000000000000002", "0.000000", "-1.000000", "1e300", "5e-324").Draw(t, "measured"),
			Model:    one("", "", "1.000000", "1.0000000000000002", "-1.000000", "0.000000").Draw(t, "model"),
			Kernels:  one("1", "1", "2", "0").Draw(t, "kernels"),
			FLOPs:    count.Draw(t, "flops"), Bytes: count.Draw(t, "bytes"),
			FLOPsApprox: flag.Draw(t, "flops approx"), BytesApprox: flag.Draw(t, "bytes approx"), Opaque: flag.Draw(t, "opaque"),
		}
		if !r.Legacy {
			r.Routine = one("", "", "mm").Draw(t, "routine")
		}
		return r
	})
	return rapid.Custom(func(t *rapid.T) *modelCorpus {
		factors := one("1", "1.5", "2", "3", "3.1", "1e300", "1.0000000000000002")
		ceilings := one("", "", "1e4", "2e4", "10000.000000000001", "9223372036854775807000")
		c := &modelCorpus{
			Outlier: factors.Draw(t, "outlier"), Machine: factors.Draw(t, "machine"),
			MaxFLOPS: ceilings.Draw(t, "max flops"), MaxBytes: ceilings.Draw(t, "max bandwidth"),
			Distinct: rapid.OneOf(rapid.Just(-1), rapid.IntRange(0, 20)).Draw(t, "distinct"),
		}
		var earlier []modelRow
		for range rapid.IntRange(1, 4).Draw(t, "files") {
			var file []modelRow
			for range rapid.IntRange(0, 12).Draw(t, "lines") {
				r := row.Draw(t, "line")
				if len(earlier) > 0 && rapid.IntRange(0, 5).Draw(t, "again") == 0 {
					r = rapid.SampledFrom(earlier).Draw(t, "earlier")
				}
				earlier = append(earlier, r)
				file = append(file, r)
			}
			c.Files = append(c.Files, file)
		}
		return c
	})
}

// TestCorpusReachesEveryRule holds the generator to what the model is for.
func TestCorpusReachesEveryRule(t *testing.T) {
	seen := map[string]int{}
	corpora := genCorpus()
	for seed := range 300 {
		c := corpora.Example(seed)
		ofRows, ofData := c.findings()
		for _, f := range append(ofRows, ofData...) {
			seen[f.Rule]++
			if f.Other[0] > 0 && f.Other[0] != f.File {
				seen[f.Rule+" of two files"]++
			}
		}
	}
	for _, r := range modelRules {
		if seen[r.id] == 0 {
			t.Errorf("%s: never reached", r.id)
		}
	}
	for _, r := range []*rule{duplicateRow, digestConflict, outlierPeak, lookalikeBackend, mixedMachines} {
		if seen[r.id+" of two files"] == 0 {
			t.Errorf("%s: never reached by rows of two files", r.id)
		}
	}
}
