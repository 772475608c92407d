package main

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestConfig: what a config sets, by section, and what is wrong with it. A want
// of section is written flops/bandwidth, the common section first, if not empty.
func TestConfig(t *testing.T) {
	heading := func(backend string) string {
		first, _, _ := strings.Cut(calibration.Envelope{Backend: backend, Rows: 1}.Report(), "\n")
		return first + "\n"
	}
	const neither = "tuner.conf:1:1: sets neither model_peak_flops nor model_peak_memory_bandwidth: expected a line such as model_peak_flops=1.25e+12"
	const fallBack = "; a tuner may silently use its default instead"
	const expected = ": expected a decimal number above zero, such as 1.25e+12"
	for _, tt := range []struct {
		name, text string
		want       map[string]calibration.Peaks
		faults     []string
	}{
		{"plain", "model_peak_flops=1e12\nmodel_peak_memory_bandwidth=2.5e10\n", map[string]calibration.Peaks{"": {FLOPS: 1e12, MemoryBandwidth: 2.5e10}}, nil},
		{"spelling", "\xef\xbb\xbf# c\r\n\r\n \t ocannl_model-peak-flops \t= 1e12 \t\r\nocannl-model_peak-memory-bandwidth=5.\r\nother=x", map[string]calibration.Peaks{"": {FLOPS: 1e12, MemoryBandwidth: 5}}, nil},
		{"numerals", "model_peak_flops=+.5E+3\nmodel_peak_memory_bandwidth=007\n", map[string]calibration.Peaks{"": {FLOPS: 500, MemoryBandwidth: 7}}, nil},
		{"one leg", "model_peak_flops=1", map[string]calibration.Peaks{"": {FLOPS: 1}}, nil},
		{"extremes", "model_peak_flops=5e-324\nmodel_peak_memory_bandwidth=1.7976931348623157e308\n", map[string]calibration.Peaks{"": {FLOPS: 5e-324, MemoryBandwidth: math.MaxFloat64}}, nil},
		{"other keys", "my_model_peak_flops=x\nmodel_peak_flops_cuda=y\nmodel-peak-flops-x: 1\nabout=model_peak_flops: z\n[cuda]\n#model_peak_flops=nan\nmodel_peak_flops=1\n", map[string]calibration.Peaks{"": {FLOPS: 1}}, nil},
		{"twice the same", "model_peak_flops=1e3\nmodel-peak-flops=1000\n", map[string]calibration.Peaks{"": {FLOPS: 1000}}, nil},
		{
			"sections", heading("cc") + "model_peak_flops=1\nmodel_peak_memory_bandwidth=2\n" + heading("a: 3 timed rows (x") + "model_peak_flops=3\n" + heading("") + "model_peak_flops=4\n" + "# backend short:\nmodel_peak_flops=5\n",
			map[string]calibration.Peaks{"cc": {FLOPS: 1, MemoryBandwidth: 2}, "a: 3 timed rows (x": {FLOPS: 3}, "": {FLOPS: 4}, "short": {FLOPS: 5}}, nil,
		},
		{
			"common and sections", "model_peak_memory_bandwidth=9\n# a comment: of sorts\n" + heading("cc") + "model_peak_flops=1\n" + heading("gpu") + "model_peak_flops=3\nmodel_peak_memory_bandwidth=9.0\n",
			map[string]calibration.Peaks{"cc": {FLOPS: 1, MemoryBandwidth: 9}, "gpu": {FLOPS: 3, MemoryBandwidth: 9}, "other": {MemoryBandwidth: 9}}, nil,
		},
		{"control characters in a backend", heading("a\x01b\xff") + "model_peak_flops=1\n", map[string]calibration.Peaks{"a\x1fb\xff": {FLOPS: 1}}, nil},

		{"empty", "", nil, []string{neither}},
		{"only other keys", "a=b\n\x00\x00\n", nil, []string{neither}},
		{"old Mac line ends", "# a\rmodel_peak_flops=1\r", nil, []string{neither}},
		{"UTF-16", "\xff\xfem\x00o\x00", nil, []string{"tuner.conf:1:1: the config is UTF-16: expected UTF-8 or ASCII"}},
		{"different", "model_peak_flops=1\n\n ocannl_model-peak-flops = 2", nil, []string{"tuner.conf:3:28: model_peak_flops is 2 here and 1 on line 1: expected it once, or in sections of different backends"}},
		{"different in one section", heading("cc") + "model_peak_flops=1\n" + heading("cc") + "model_peak_flops=2", nil, []string{"tuner.conf:4:18: model_peak_flops is 2 here and 1 on line 2: expected it once, or in sections of different backends"}},
		{"different from common", "model_peak_flops=1\n" + heading("cc") + "model_peak_flops=2", nil, []string{"tuner.conf:3:18: model_peak_flops is 2 here and 1 on line 1: expected it once, or in sections of different backends"}},
		{"no value", "é=\nmodel_peak_flops= ", nil, []string{"tuner.conf:2:19: model_peak_flops: no value" + expected + fallBack}},
		{"comment behind", "model_peak_flops=1e12 # measured", nil, []string{`tuner.conf:1:18: model_peak_flops: "1e12 # measured" is not a decimal number` + expected + "; looks like a comment behind it: put it on a line of its own" + fallBack}},
		{"quotes", "model_peak_flops='1e12'", nil, []string{`tuner.conf:1:18: model_peak_flops: "'1e12'" is not a decimal number` + expected + "; looks like a number in quotes: leave them out" + fallBack}},
		{"underscores", "model_peak_flops=1_000", nil, []string{`tuner.conf:1:18: model_peak_flops: "1_000" is not a decimal number` + expected + "; looks like digit separators: leave them out" + fallBack}},
		{"two equals", "model_peak_flops==1", nil, []string{`tuner.conf:1:18: model_peak_flops: "=1" is not a decimal number` + expected + fallBack}},
		{"overflow", "model_peak_flops=1e309", nil, []string{`tuner.conf:1:18: model_peak_flops: "1e309" is too large: expected at most 1.7976931348623157e+308` + fallBack}},
		{"underflow", "model_peak_flops=0.1e-400", nil, []string{`tuner.conf:1:18: model_peak_flops: "0.1e-400" is too small, and reads as zero: expected at least 5e-324` + fallBack}},
		{"each fault", "model_peak_flops=0\nmodel_peak_memory_bandwidth=-1", nil, []string{
			`tuner.conf:1:18: model_peak_flops: "0" is not above zero` + expected + fallBack,
			`tuner.conf:2:29: model_peak_memory_bandwidth: "-1" is not above zero` + expected + fallBack,
		}},
		{"no setting", "model_peak_flops 1e12", nil, []string{`tuner.conf:1:1: "model_peak_flops 1e12" names a constant but does not set it: expected a line such as model_peak_flops=1.25e+12`}},
		{"escapes", "\tmodel-peak-memory-bandwidth: \x1b", nil, []string{`tuner.conf:1:2: "model-peak-memory-bandwidth: \x1b" names a constant but does not set it: expected a line such as model_peak_memory_bandwidth=1.25e+12`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, faults := parseConfig("tuner.conf", []byte(tt.text))
			if diff := cmp.Diff(tt.faults, faults); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			for backend, want := range tt.want {
				if s := g.of(backend); s == nil || s.peaks() != want {
					t.Errorf("backend %q: %+v, want %+v", backend, s, want)
				}
			}
		})
	}
}

// TestConfigRefusesWhatIsNoConstant: every value a tuner's parser may balk at or
// read differently, and every line it may or may not take for a setting.
func TestConfigRefusesWhatIsNoConstant(t *testing.T) {
	for _, value := range []string{
		"", "0", "-0", "0.0", "0e5", "-1", "-1e400", "-1e-400", "1e400", "1e-400", "nan", "NaN", "-nan", "inf", "+inf", "Infinity", "0x1p40", "0X10", "0x",
		"1_000", "1,5", "1.5.5", "1e", "1e+", "e5", ".", "+", "-", "+-1", "1 2", "1\x00", "\x00", "1e12FLOP/s", "1T", "1e12;", "\"1\"", "1e١٢", "٣", "1\u00a0",
		"true", "none", "${PEAK}", "1e1e1", "1f", "1d", "1.5e3.0", "1/2", strings.Repeat("9", 400), "0." + strings.Repeat("0", 400) + "1",
	} {
		if _, faults := parseConfig("c", []byte("model_peak_flops="+value+"\nmodel_peak_memory_bandwidth=1\n")); len(faults) != 1 || !strings.HasPrefix(faults[0], "c:1:18: model_peak_flops: ") {
			t.Errorf("value %q: faults %q, want one at 1:18", value, faults)
		}
		var f constantFlag
		if err := f.Set(value); err == nil {
			t.Errorf("flag %q: read as %v", value, f)
		}
	}
	for _, line := range []string{
		"model_peak_flops", "model_peak_flops: 1", "model_peak_flops 1", "model_peak_flops:=1", "MODEL_PEAK_FLOPS=1", "Model-Peak-FLOPS=1",
		"OCANNL_MODEL_PEAK_FLOPS=1", "export model_peak_flops=1", "--model_peak_flops=1", "-ocannl-model-peak-flops=1", "set model_peak_flops=1",
		`"model_peak_flops": 1,`, "'model_peak_flops'=1", "; model_peak_flops=1", "// model_peak_flops=1", "cuda.model_peak_flops=1",
		"model_peak_flops[0]=1", "model_peak_flops\x00=1", "\x00model_peak_flops=1", "\u00a0model_peak_flops=1", "\u200bmodel_peak_flops=1", "model_peak_flops\u00a0=1",
	} {
		if _, faults := parseConfig("c", []byte(line+"\nmodel_peak_memory_bandwidth=1\n")); len(faults) != 1 || !strings.HasPrefix(faults[0], "c:1:1: ") {
			t.Errorf("line %q: faults %q, want one at 1:1", line, faults)
		}
	}
}

// TestConfigReadsEveryReport: the report of any fit gives back its constants, by
// backend, whatever the names.
func TestConfigReadsEveryReport(t *testing.T) {
	names := rapid.OneOf(
		rapid.SampledFrom([]string{"", " ", "cc", "a\tb", ": 1 timed row (", "x\n# backend y:", "\xff", "\xef\xbb\xbf", "cc:", "\nmodel_peak_flops=7"}),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) string { return string(b) }),
	)
	peak := rapid.OneOf(rapid.SampledFrom([]float64{0, math.Inf(1)}), rapid.Float64Range(1e-300, 1e300))
	rapid.Check(t, func(t *rapid.T) {
		envelopes := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) calibration.Envelope {
			return calibration.Envelope{
				Backend: names.Draw(t, "backend"), Rows: rapid.Int64Range(0, 2).Draw(t, "rows"),
				PeakFLOPS:           calibration.Constant{Value: peak.Draw(t, "peak"), Witness: names.Draw(t, "witness")},
				PeakMemoryBandwidth: calibration.Constant{Value: peak.Draw(t, "bandwidth"), Witness: names.Draw(t, "witness")},
			}
		}), 1, 4, func(e calibration.Envelope) string { return asReported(e.Backend) }).Draw(t, "envelopes")
		report := ""
		given := false
		for _, e := range envelopes {
			report += e.Report()
			given = given || e.PeakFLOPS.Finite() || e.PeakMemoryBandwidth.Finite()
		}
		g, faults := parseConfig("report", []byte(report))
		if len(faults) > 0 || g.empty() == given {
			t.Fatalf("%q: %q, empty: %v", report, faults, g.empty())
		}
		for _, e := range envelopes {
			s := g.of(e.Backend)
			if s == nil {
				t.Fatalf("%q: no section of %q", report, e.Backend)
			}
			for i, c := range []calibration.Constant{e.PeakFLOPS, e.PeakMemoryBandwidth} {
				got, want := s.at(peakKeys[i]), printedConstants(e)[peakKeys[i]]
				value, _ := strconv.ParseFloat(want, 64)
				if got.given() != c.Finite() || got.text != want || got.value != value || got.value < c.Value && got.given() {
					t.Fatalf("%q: %s of %q is %+v, want %v", report, peakKeys[i], e.Backend, got, c.Value)
				}
			}
		}
	})
}
