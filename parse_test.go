package calibration_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"unsafe"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/naive"
	"pgregory.net/rapid"
)

const goodLine = "cc\taaaaaaaa/11111111\tmm\tmatmul bs=64\t4.000000\t5.000000\t1\t2000000000\t3000000\tfalse\tfalse\tfalse"

// withCell replaces the cell of a schema column in goodLine.
func withCell(field int, cell string) string {
	start, end := calibration.CellSpan(goodLine, field)
	return goodLine[:start] + cell + goodLine[end:]
}

func TestParseErrors(t *testing.T) {
	long := strings.Repeat("0", 1024) + "1"
	for _, test := range []struct {
		line    string
		kind    error
		field   int
		column  int
		message string
	}{
		{"", calibration.ErrFieldCount, 0, 1, "1 column: expected 12 tab-separated columns, or 11 without routine"},
		{goodLine + "\t", calibration.ErrFieldCount, 0, 1, "13 columns: expected 12 tab-separated columns, or 11 without routine"},
		{goodLine + "\t\t\tx", calibration.ErrFieldCount, 0, 1, "15 columns: expected 12"},
		{"a\tb\tc\t1\t\t1\t1\t1\tfalse\tfalse", calibration.ErrFieldCount, 0, 1, "10 columns: expected 12"},
		{"a\tb\tc\t1\t\t1\t1\t1\tfalse", calibration.ErrLegacyRow, 0, 1, "9 columns: a row of the schema before the exactness flags (flops_approx, bytes_approx), which no fit can use: expected 12"},
		{withCell(1, "a\x00"), calibration.ErrText, 1, 1, `column 1 (backend): "a\x00" holds a line feed or NUL byte: expected text without either`},
		{withCell(4, "a\nb"), calibration.ErrText, 4, 25, `column 4 (label): "a\nb" holds`},
		{withCell(5, "1,5"), calibration.ErrSyntax, 5, 38, `column 5 (measured_ms): "1,5" is not a number: expected decimal digits such as 1.250000`},
		{withCell(5, ""), calibration.ErrSyntax, 5, 38, `column 5 (measured_ms): "" is not a number`},
		{withCell(5, "1e309"), calibration.ErrRange, 5, 38, `column 5 (measured_ms): "1e309" is out of range: expected a number below 1.8e308 in magnitude (binary64)`},
		{withCell(5, long), calibration.ErrRange, 5, 38, `... (1025 bytes) is out of range: expected at most 1024 bytes`},
		{withCell(6, "nan"), calibration.ErrSyntax, 6, 47, `column 6 (model_ms): "nan" is not a number: expected decimal digits such as 1.250000, or nothing`},
		{withCell(7, "1.0"), calibration.ErrSyntax, 7, 56, `column 7 (kernels): "1.0" is not an integer: expected decimal digits such as 1024`},
		{withCell(8, "9223372036854775808"), calibration.ErrRange, 8, 58, `column 8 (flops): "9223372036854775808" is out of range: expected an integer from -9223372036854775808 to 9223372036854775807`},
		{withCell(9, long), calibration.ErrRange, 9, 69, `is out of range: expected at most 1024 bytes`},
		{withCell(10, "True"), calibration.ErrSyntax, 10, 77, `column 10 (flops_approx): "True" is not a flag: expected true or false`},
		{withCell(12, "false\r"), calibration.ErrSyntax, 12, 89, `column 12 (opaque): "false\r" is not a flag`},
		// The first bad column is the one named, in the schema's numbering.
		{"a\tb\tc\t1\tx\ty\t1\t1\tfalse\tfalse\tfalse", calibration.ErrSyntax, 6, 9, `column 6 (model_ms): "x" is`},
		{"a\x00\tb\tc\tx\t\t1\t1\t1\tfalse\tfalse\tfalse", calibration.ErrText, 1, 1, `column 1 (backend)`},
	} {
		row, err := calibration.ParseLine(test.line)
		var e *calibration.ParseError
		if !errors.As(err, &e) || row != (calibration.Row{}) {
			t.Errorf("ParseLine(%q) = %+v, %v", test.line, row, err)
			continue
		}
		if !errors.Is(err, test.kind) || e.Field != test.field || e.Column != test.column || !strings.Contains(err.Error(), test.message) {
			t.Errorf("ParseLine(%q): %v (kind %v, field %d, column %d)\nwant %s (kind %v, field %d, column %d)",
				test.line, err, e.Err, e.Field, e.Column, test.message, test.kind, test.field, test.column)
		}
		if e.Line != 0 || e.File != "" || e.Unterminated {
			t.Errorf("ParseLine(%q) knows a file: %#v", test.line, e)
		}
	}
	if !errors.Is(calibration.ErrLegacyRow, calibration.ErrFieldCount) {
		t.Error("ErrLegacyRow is not an ErrFieldCount")
	}
}

func TestParseErrorPosition(t *testing.T) {
	e := calibration.ParseError{File: "a.tsv", Line: 7, Column: 38, Field: 5, Name: "measured_ms", Cell: "x", Err: calibration.ErrSyntax}
	if got, want := e.Error(), "a.tsv:7:38: column 5 (measured_ms): wrong syntax: \"x\""; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	e = calibration.ParseError{Line: 7, Err: calibration.ErrFieldCount}
	if got, want := e.Error(), "7: wrong number of columns: \"\""; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
}

// TestNumbersOfAllLengths compares the number fast path with strconv on numerals
// of every number of digits before and behind the point.
func TestNumbersOfAllLengths(t *testing.T) {
	digits := []string{"9999999999999999999999999", "9007199254740993123456789", "1000000000000000000000001", "0000000000000000000000001", "1844674407370955161718446"}
	for _, d := range digits {
		for whole := 1; whole <= 22; whole++ {
			for places := 0; places <= 25; places++ {
				s := d[:whole]
				if places > 0 {
					s += "." + strings.Repeat(d, 2)[whole:whole+places]
				}
				checkNumber(t, s)
				checkNumber(t, "-"+s)
			}
		}
	}
}

func TestNumbersAgreeWithStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkNumber(t, genNumeral().Draw(t, "cell")) })
}

func checkNumber(t rapid.TB, s string) {
	r, err := calibration.ParseLine(withCell(5, s))
	want, ok := naive.Number(s)
	if (err == nil) != ok || math.Float64bits(r.MeasuredMS) != math.Float64bits(want) {
		t.Fatalf("%q reads as %v, %v; want %v, %v", s, r.MeasuredMS, err, want, ok)
	}
}

// TestNumbersAreNearest holds reading to the definition: no binary64 is nearer
// to the numeral's exact value, and of two as near the even one is taken.
func TestNumbersAreNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := genNumeral().Draw(t, "cell")
		r, err := calibration.ParseLine(withCell(5, s))
		if _, exponent, ok := strings.Cut(strings.ToLower(s), "e"); err != nil || ok && len(exponent) > 4 {
			return
		}
		q, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatalf("%q is accepted but no rational", s)
		}
		distance := func(v float64) *big.Rat {
			d := new(big.Rat).Sub(naive.Rat(v), q)
			return d.Abs(d)
		}
		for _, other := range []float64{math.Nextafter(r.MeasuredMS, math.Inf(1)), math.Nextafter(r.MeasuredMS, math.Inf(-1))} {
			if math.IsInf(other, 0) {
				continue
			}
			order := distance(other).Cmp(distance(r.MeasuredMS))
			if order < 0 || order == 0 && math.Float64bits(r.MeasuredMS)&1 != 0 {
				t.Fatalf("%q reads as %v, but %v is nearer", s, r.MeasuredMS, other)
			}
		}
	})
}

func TestCellSpan(t *testing.T) {
	twelve := "a\tb\tc\td\te\tf\tg\th\ti\tj\tk\tl"
	eleven := "a\tb\td\te\tf\tg\th\ti\tj\tk\tl"
	for field := 1; field <= calibration.NumColumns; field++ {
		want := string(rune('a' + field - 1))
		if start, end := calibration.CellSpan(twelve, field); twelve[start:end] != want {
			t.Errorf("column %d of 12: %q, want %q", field, twelve[start:end], want)
		}
		if field == 3 {
			want = ""
		}
		if start, end := calibration.CellSpan(eleven, field); eleven[start:end] != want {
			t.Errorf("column %d of 11: %q, want %q", field, eleven[start:end], want)
		}
	}
	if start, end := calibration.CellSpan("a\tb", 5); start != 3 || end != 3 {
		t.Errorf("column 5 of 2: %d, %d", start, end)
	}
}

func TestColumnName(t *testing.T) {
	want := strings.Fields("backend digest routine label measured_ms model_ms kernels flops bytes flops_approx bytes_approx opaque")
	for i, name := range want {
		if got := calibration.ColumnName(i + 1); got != name {
			t.Errorf("ColumnName(%d) = %q, want %q", i+1, got, name)
		}
	}
	for _, field := range []int{-1, 0, 13} {
		if got := calibration.ColumnName(field); got != "" {
			t.Errorf("ColumnName(%d) = %q", field, got)
		}
	}
}

func TestParseLineDoesNotAllocate(t *testing.T) {
	for _, line := range []string{goodLine, strings.Replace(goodLine, "\tmm\t", "\t", 1), withCell(5, "123456789012345678901.5e-3")} {
		if n := testing.AllocsPerRun(100, func() {
			if _, err := calibration.ParseLine(line); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("ParseLine(%q): %v allocations", line, n)
		}
	}
}

func TestAppendTextDoesNotAllocate(t *testing.T) {
	r, b := mustParse(t, goodLine), make([]byte, 0, 256)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := r.AppendText(b); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("AppendText: %v allocations", n)
	}
}

func TestNonFiniteTimesAreNotWritten(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for field, r := range map[int]calibration.Row{
			5: {MeasuredMS: v},
			6: {MeasuredMS: 1, ModelMS: v, HasModel: true},
		} {
			line, err := r.Line()
			var e *calibration.FieldError
			if line != "" || !errors.Is(err, calibration.ErrNotFinite) || !errors.As(err, &e) || e.Field != field {
				t.Errorf("Line of %+v = %q, %v", r, line, err)
			}
			if b, err := r.AppendText([]byte("before")); string(b) != "before" || err == nil {
				t.Errorf("AppendText of %+v = %q, %v", r, b, err)
			}
		}
		// A model time that is not there is not written, whatever it is.
		if _, err := (calibration.Row{ModelMS: v}).Line(); err != nil {
			t.Errorf("stray model time %v: %v", v, err)
		}
	}
}

func TestUnmarshalText(t *testing.T) {
	var r calibration.Row
	if err := r.UnmarshalText([]byte(goodLine)); err != nil || r != mustParse(t, goodLine) {
		t.Errorf("UnmarshalText: %+v, %v", r, err)
	}
	before := r
	if err := r.UnmarshalText([]byte("bad")); !errors.Is(err, calibration.ErrFieldCount) || r != before {
		t.Errorf("UnmarshalText of a bad line: %+v, %v", r, err)
	}
	text, err := r.MarshalText()
	if err != nil || string(text) != goodLine {
		t.Errorf("MarshalText = %q, %v", text, err)
	}
}

func TestProblems(t *testing.T) {
	good := mustParse(t, goodLine)
	if err := good.Validate(); err != nil || good.Problems() != nil {
		t.Errorf("a good row: %v", err)
	}
	below := math.Nextafter(1e-6, 0)
	for _, test := range []struct {
		change func(*calibration.Row)
		field  int
		kind   error
	}{
		{func(r *calibration.Row) { r.MeasuredMS = math.NaN() }, 5, calibration.ErrNotFinite},
		{func(r *calibration.Row) { r.MeasuredMS = math.Inf(-1) }, 5, calibration.ErrNotFinite},
		{func(r *calibration.Row) { r.MeasuredMS = -1 }, 5, calibration.ErrNegative},
		{func(r *calibration.Row) { r.MeasuredMS = below }, 5, calibration.ErrUnderNano},
		{func(r *calibration.Row) { r.MeasuredMS = 5e-324 }, 5, calibration.ErrUnderNano},
		{func(r *calibration.Row) { r.ModelMS = math.Inf(1) }, 6, calibration.ErrNotFinite},
		{func(r *calibration.Row) { r.ModelMS = -1 }, 6, calibration.ErrNegative},
		{func(r *calibration.Row) { r.HasModel = false }, 6, calibration.ErrStrayModel},
		{func(r *calibration.Row) { r.HasModel = false; r.ModelMS = math.NaN() }, 6, calibration.ErrStrayModel},
		{func(r *calibration.Row) { r.Kernels = 0 }, 7, calibration.ErrKernels},
		{func(r *calibration.Row) { r.Kernels = math.MinInt64 }, 7, calibration.ErrKernels},
		{func(r *calibration.Row) { r.FLOPs = -1 }, 8, calibration.ErrNegative},
		{func(r *calibration.Row) { r.Bytes = -1 }, 9, calibration.ErrNegative},
		{func(r *calibration.Row) { r.Backend = "a\tb" }, 1, calibration.ErrUnclean},
		{func(r *calibration.Row) { r.Backend = "\xef\xbb\xbfcc" }, 1, calibration.ErrMark},
		{func(r *calibration.Row) { r.Backend = "\xff\xfecc" }, 1, calibration.ErrMark},
		{func(r *calibration.Row) { r.Backend = "\xfe\xffcc" }, 1, calibration.ErrMark},
		{func(r *calibration.Row) { r.Digest = "a\nb" }, 2, calibration.ErrUnclean},
		{func(r *calibration.Row) { r.Routine = "a\rb" }, 3, calibration.ErrUnclean},
		{func(r *calibration.Row) { r.Label = "a\x00b" }, 4, calibration.ErrUnclean},
	} {
		r := good
		test.change(&r)
		problems := r.Problems()
		if len(problems) != 1 || problems[0].Field != test.field || problems[0].Name != calibration.ColumnName(test.field) || problems[0].Err != test.kind {
			t.Errorf("%+v: %v, want column %d: %v", r, problems, test.field, test.kind)
			continue
		}
		if err := r.Validate(); !errors.Is(err, test.kind) {
			t.Errorf("%+v: Validate: %v", r, err)
		}
		if strings.ContainsAny(problems[0].Error(), "\t\n\r\x00") {
			t.Errorf("%+v: message %q", r, problems[0].Error())
		}
	}
	for _, fine := range []func(*calibration.Row){
		func(r *calibration.Row) { r.MeasuredMS = 1e-6 },
		func(r *calibration.Row) { r.MeasuredMS = 0 },
		func(r *calibration.Row) { r.MeasuredMS = math.Copysign(0, -1) },
		func(r *calibration.Row) { r.ModelMS = 1e-9 },
		func(r *calibration.Row) { r.Label = "\x7f\x1b" },
		func(r *calibration.Row) { r.Label = "\xef\xbb\xbf" },
		func(r *calibration.Row) { r.Backend = "" },
	} {
		r := good
		fine(&r)
		if err := r.Validate(); err != nil {
			t.Errorf("%+v: %v", r, err)
		}
	}
	bad := calibration.Row{MeasuredMS: -1, FLOPs: -1, Bytes: -1}
	if n := len(bad.Problems()); n != 4 {
		t.Errorf("%d problems of %+v, want 4", n, bad)
	}
	// A row that validates reads back but for the floored times.
	rapid.Check(t, func(t *rapid.T) {
		r := genRow().Draw(t, "row")
		if r.Validate() != nil {
			return
		}
		want := r
		want.MeasuredMS, want.ModelMS = naive.Floor(r.MeasuredMS), naive.Floor(r.ModelMS)
		if got := mustParse(t, mustLine(t, r)); got != want || r.Timed() != got.Timed() {
			t.Fatalf("%+v validates, but reads back as %+v", r, got)
		}
	})
}

func TestNames(t *testing.T) {
	for _, test := range []struct{ routine, label, name, witness string }{
		{"mm", "l", "mm/l", "mm/l (d)"},
		{"", "l", "l", "l (d)"},
		{"mm", "", "mm/", "mm/ (d)"},
		{"", "", "", " (d)"},
	} {
		r := calibration.Row{Routine: test.routine, Label: test.label, Digest: "d"}
		if r.Name() != test.name || r.Witness() != test.witness || calibration.Qualified(test.routine, test.label) != test.name {
			t.Errorf("%+v: name %q, witness %q", r, r.Name(), r.Witness())
		}
	}
}

// TestClone: a clone is equal, and shares no text with the line.
func TestClone(t *testing.T) {
	r := mustParse(t, goodLine)
	c := r.Clone()
	if c != r {
		t.Errorf("clone %+v of %+v", c, r)
	}
	for _, pair := range [][2]string{{r.Backend, c.Backend}, {r.Digest, c.Digest}, {r.Routine, c.Routine}, {r.Label, c.Label}} {
		if unsafe.StringData(pair[0]) == unsafe.StringData(pair[1]) {
			t.Errorf("%q is shared", pair[0])
		}
	}
}

func TestViolated(t *testing.T) {
	violating := calibration.Row{MeasuredMS: 1, ModelMS: 2, HasModel: true}
	if !violating.Violated() {
		t.Errorf("%+v is no violation", violating)
	}
	for _, change := range []func(*calibration.Row){
		func(r *calibration.Row) { r.Opaque = true },
		func(r *calibration.Row) { r.FLOPsApprox = true },
		func(r *calibration.Row) { r.BytesApprox = true },
		func(r *calibration.Row) { r.HasModel = false },
		func(r *calibration.Row) { r.ModelMS = 1 },
		func(r *calibration.Row) { r.ModelMS = math.NaN() },
	} {
		r := violating
		change(&r)
		if r.Violated() {
			t.Errorf("%+v is a violation", r)
		}
	}
}

func TestFloorMS(t *testing.T) {
	for v, want := range map[float64]string{
		4294967296.000030517578125: "4294967296.000030", // the nearest numeral reads back above it
		8589934592.0078125:         "8589934592.007812",
		1.9999959999999999:         "1.999995",
		0.000249:                   "0.000249",
		-5e-324:                    "-0.000001",
	} {
		line := mustLine(t, calibration.Row{MeasuredMS: v})
		if got := strings.Split(line, "\t")[4]; got != want || calibration.FloorMS(v) != naive.ReadBack(want) {
			t.Errorf("%v stores as %s and floors to %v, want %s", v, got, calibration.FloorMS(v), want)
		}
	}
	if !math.IsNaN(calibration.FloorMS(math.NaN())) {
		t.Error("FloorMS(NaN) is a number")
	}
	for _, v := range []float64{math.Inf(1), math.Inf(-1), 1 << 33, -1 << 33, math.MaxFloat64, 1<<33 + 0.5} {
		if got := calibration.FloorMS(v); got != v {
			t.Errorf("FloorMS(%v) = %v", v, got)
		}
	}
}

// TestMessagesAreBounded: a message quotes the start of a long cell, not all of it.
func TestMessagesAreBounded(t *testing.T) {
	_, err := calibration.ParseLine(withCell(5, strings.Repeat("x", 1<<20)))
	if n := len(err.Error()); n > 300 {
		t.Errorf("message of %d bytes", n)
	}
}

func ExampleParseLine() {
	row, err := calibration.ParseLine("cc\tbb10a2e2/92cf47ec\tmm\tW_preset[bs=512]\t4.000000\t\t1\t2000000000\t3000000\tfalse\tfalse\tfalse")
	fmt.Println(row.Witness(), row.MeasuredMS, row.FLOPs, err)
	_, err = calibration.ParseLine("cc\tbb10a2e2/92cf47ec\tmm\tW_preset[bs=512]\t4,0\t\t1\t2000000000\t3000000\tfalse\tfalse\tfalse")
	fmt.Println(err)
	// Output:
	// mm/W_preset[bs=512] (bb10a2e2/92cf47ec) 4 2000000000 <nil>
	// column 5 (measured_ms): "4,0" is not a number: expected decimal digits such as 1.250000
}
