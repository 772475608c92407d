package calibration_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/calcheck/calibration"
	"pgregory.net/rapid"
)

func TestRowJSON(t *testing.T) {
	row := mustParse(t, goodLine)
	const want = `{"backend":"cc","digest":"aaaaaaaa/11111111","routine":"mm","label":"matmul bs=64","measured_ms":4,"model_ms":5,"kernels":1,"flops":2000000000,"bytes":3000000,"flops_approx":false,"bytes_approx":false,"opaque":false}`
	got, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	check(t, "JSON", string(got), want)
	row.HasModel = false
	got, err = json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	check(t, "JSON without model", string(got), strings.Replace(want, `"model_ms":5`, `"model_ms":null`, 1))
}

// TestRowJSONRoundTrip: a row that JSON takes comes back whole, but that a stray
// model time is gone; one that it does not take is refused by name.
func TestRowJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := genRow().Draw(t, "row")
		data, err := json.Marshal(row)
		if !utf8.ValidString(row.Backend) || !utf8.ValidString(row.Digest) || !utf8.ValidString(row.Routine) || !utf8.ValidString(row.Label) {
			if !errors.Is(err, calibration.ErrNotUTF8) {
				t.Fatalf("%+v: %s, %v", row, data, err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		var back calibration.Row
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if !row.HasModel {
			row.ModelMS = 0
		}
		if back != row {
			t.Fatalf("%s\n got %+v\nwant %+v", data, back, row)
		}
	})
}

func TestRowJSONErrors(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, row := range []calibration.Row{{MeasuredMS: v}, {ModelMS: v, HasModel: true}} {
			if data, err := json.Marshal(row); !errors.Is(err, calibration.ErrNotFinite) {
				t.Errorf("%+v: %s, %v", row, data, err)
			}
		}
	}
	good, err := json.Marshal(mustParse(t, goodLine))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ old, new, want string }{
		{`"backend":"cc",`, ``, "row without backend"},
		{`"opaque":false`, `"opaque":null`, "row with opaque null"},
		{`"measured_ms":4`, `"measured_ms":null`, "row with measured_ms null"},
		{`"opaque"`, `"opaq"`, "unknown key \"opaq\""},
		{`"opaque"`, `"Opaque"`, "unknown key \"Opaque\""},
		{`"opaque"`, `""`, "unknown key \"\""},
		{`"opaque"`, `"backend":"metal","opaque"`, "key \"backend\" twice"},
		{`"flops":2000000000`, `"flops":2e9`, "flops"},
		{`"flops":2000000000`, `"flops":9223372036854775808`, "flops"},
		{`"kernels":1`, `"kernels":1.5`, "kernels"},
		{`"measured_ms":4`, `"measured_ms":"4"`, "measured_ms"},
		{`"measured_ms":4`, `"measured_ms":1e999`, "measured_ms"},
		{`"cc"`, "\"\xff\"", "not UTF-8"},
		{`"cc"`, `"\ud800"`, "half a surrogate pair"},
		{`"cc"`, `"\udc00\ud800"`, "half a surrogate pair"},
		{`"cc"`, `"\ud800\u0041"`, "half a surrogate pair"},
		{`"cc"`, `"\ud83d\\ude00"`, "half a surrogate pair"},
		{`{`, `[`, ""},
	} {
		row := calibration.Row{Label: "before"}
		data := strings.Replace(string(good), test.old, test.new, 1)
		err := json.Unmarshal([]byte(data), &row)
		if err == nil || !strings.Contains(err.Error(), test.want) || row != (calibration.Row{Label: "before"}) {
			t.Errorf("%s: %v, %+v", data, err, row)
		}
	}
	var row calibration.Row
	if err := row.UnmarshalJSON(append(good, " x"...)); err == nil {
		t.Error("text behind the object was accepted")
	}
	if err := json.Unmarshal([]byte(strings.Replace(string(good), `"model_ms":5,`, ``, 1)), &row); err != nil || row.HasModel {
		t.Errorf("without model_ms: %+v, %v", row, err)
	}
	if err := json.Unmarshal([]byte(strings.Replace(string(good), `"cc"`, `"\ud83d\ude00\ufffd\\ud800"`, 1)), &row); err != nil || row.Backend != "😀\ufffd\\ud800" {
		t.Errorf("escaped text: %q, %v", row.Backend, err)
	}
}

func TestEnvelopeJSON(t *testing.T) {
	e := calibration.Fit([]calibration.Row{mustParse(t, goodLine)})[0]
	got, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	check(t, "JSON", string(got), `{"backend":"cc","rows":1,"opaque":0,"flops_approx":0,"bytes_approx":0,"multi_kernel":0,"violations":1,"fission_slack":null,`+
		`"peak_flops":{"value":500000000000,"witness":"mm/matmul bs=64 (aaaaaaaa/11111111)"},"peak_memory_bandwidth":{"value":750000000,"witness":"mm/matmul bs=64 (aaaaaaaa/11111111)"}}`)

	e.PeakFLOPS.Value = math.Inf(1)
	got, err = json.Marshal(e)
	if err != nil || !strings.Contains(string(got), `"peak_flops":null`) {
		t.Errorf("an infinite constant: %s, %v", got, err)
	}
	for _, change := range []func(*calibration.Envelope){
		func(e *calibration.Envelope) { e.Backend = "\xff" },
		func(e *calibration.Envelope) { e.FissionSlack.Witness = "\xff" },
		func(e *calibration.Envelope) { e.PeakFLOPS.Witness = "\xff" },
		func(e *calibration.Envelope) { e.PeakMemoryBandwidth.Witness = "\xff" },
	} {
		e := e
		change(&e)
		if got, err := json.Marshal(e); !errors.Is(err, calibration.ErrNotUTF8) {
			t.Errorf("text that is not UTF-8: %s, %v", got, err)
		}
	}
	// The bits survive.
	rapid.Check(t, func(t *rapid.T) {
		for _, e := range calibration.Fit(genRows().Draw(t, "rows")) {
			data, err := json.Marshal(e)
			if errors.Is(err, calibration.ErrNotUTF8) {
				continue
			}
			var back struct {
				FissionSlack, PeakFLOPS *calibration.Constant
				PeakMemoryBandwidth     *calibration.Constant
			}
			renamed := strings.NewReplacer("fission_slack", "FissionSlack", "peak_flops", "PeakFLOPS", "peak_memory_bandwidth", "PeakMemoryBandwidth")
			if err := json.Unmarshal([]byte(renamed.Replace(string(data))), &back); err != nil {
				t.Fatal(err)
			}
			for i, c := range []*calibration.Constant{back.FissionSlack, back.PeakFLOPS, back.PeakMemoryBandwidth} {
				want := constants(e)[i]
				if c == nil != !want.Finite() || c != nil && c.Value != want.Value {
					t.Fatalf("%s: %+v, want %+v", data, c, want)
				}
			}
		}
	})
}

func TestSexp(t *testing.T) {
	for _, test := range []struct {
		e    calibration.Envelope
		want string
	}{
		{calibration.Envelope{}, `((fit_backend"")(fit_rows 0)(fit_opaque 0)(fit_flops_approx 0)(fit_bytes_approx 0)(fit_multi_kernel 0)(fit_violations 0)(fit_fission_slack())(fit_peak_flops())(fit_peak_memory_bandwidth()))`},
		{
			calibration.Envelope{
				Backend: "a\n\t\r\b\x01\x7f\xff\\\"", Rows: -1,
				FissionSlack:        calibration.Constant{Value: 1.5, Witness: "w"},
				PeakFLOPS:           calibration.Constant{Value: math.Inf(1), Witness: "a|#"},
				PeakMemoryBandwidth: calibration.Constant{Value: math.Nextafter(0.3, 1), Witness: "a|b#c"},
			},
			`((fit_backend"a\n\t\r\b\001\127\255\\\"")(fit_rows -1)(fit_opaque 0)(fit_flops_approx 0)(fit_bytes_approx 0)(fit_multi_kernel 0)(fit_violations 0)(fit_fission_slack((1.5 w)))(fit_peak_flops((INF"a|#")))(fit_peak_memory_bandwidth((0.30000000000000004 a|b#c))))`,
		},
	} {
		check(t, "envelope", test.e.Sexp(), test.want)
	}
	if got := (calibration.Row{Backend: "\x7f", Digest: " ", Label: "\x80"}).Sexp(); !strings.HasPrefix(got, `((backend"\127")(digest" ")(routine"")(label"\128")`) {
		t.Errorf("quoting: %s", got)
	}
	for v, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "-0", 1: "1", 100000: "100000", 123456789012345: "123456789012345", 1e15: "1E+15",
		0.0001: "0.0001", 0.00001: "1E-05", 0.1: "0.1", 1e100: "1E+100", 5e-324: "4.94065645841247E-324", math.MaxFloat64: "1.7976931348623157E+308",
		math.Inf(1): "INF", math.Inf(-1): "-INF", -1.25: "-1.25", 1234567890123456: "1234567890123456",
	} {
		got := calibration.Row{MeasuredMS: v}.Sexp()
		if !strings.Contains(got, "(measured_ms "+want+")") {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	if got := (calibration.Row{MeasuredMS: math.NaN()}).Sexp(); !strings.Contains(got, "(measured_ms NAN)") {
		t.Errorf("not a number: %s", got)
	}
}
