package calibration_test

import (
	"math"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/naive"
	"pgregory.net/rapid"
)

// The generators draw from small pools beside wide ranges: ties, domination and
// near misses need values that meet. TestGeneratorsReachTheEdges holds them to it.

func genText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"", "mm", "a", "/", " ", "#", "=", "  spaces  ", "日本", "ядро", "1.5", "true",
			"model_peak_flops=1", "\nmodel_peak_flops=1", "# backend", "\x1b[31m", "\x7f", "\r", "\x00", "a\tb", "a\r\nb",
			"\xff\xfe", "\xef\xbb\xbf", "\xef\xbb\xbfcc", "\xe6", "|#", `"\`, strings.Repeat("x", 300),
		}),
		rapid.StringN(0, 12, 40),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 12), func(b []byte) string { return string(b) }),
	)
}

// genTidyText is text that a file can hold and JSON too.
func genTidyText() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"", "mm", "a", "B", "stream", "8e2f/11aa", "日本", "#", "l 1"})
}

func genBackend() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom([]string{"cc", "metal", "CC", "cc ", ""}), genText())
}

// neighbour moves a value by up to two units in the last place.
func neighbour(t *rapid.T, v float64) float64 {
	switch rapid.IntRange(-2, 2).Draw(t, "ulps") {
	case -2:
		return math.Nextafter(math.Nextafter(v, math.Inf(-1)), math.Inf(-1))
	case -1:
		return math.Nextafter(v, math.Inf(-1))
	case 1:
		return math.Nextafter(v, math.Inf(1))
	case 2:
		return math.Nextafter(math.Nextafter(v, math.Inf(1)), math.Inf(1))
	}
	return v
}

// genFinite draws finite times of any sign and size, most near the edges of
// flooring.
func genFinite() *rapid.Generator[float64] {
	return rapid.Custom(func(t *rapid.T) float64 {
		var v float64
		switch rapid.IntRange(0, 7).Draw(t, "kind of time") {
		case 0: // a few whole milliseconds, so that rates tie
			v = float64(rapid.IntRange(1, 6).Draw(t, "ms"))
		case 1: // around a whole number of nanoseconds, some few and some many
			v = neighbour(t, float64(rapid.Int64Range(0, 5).Draw(t, "ns"))/1e6)
		case 2:
			v = neighbour(t, float64(rapid.Int64Range(0, 1<<53).Draw(t, "ns"))/1e6)
		case 3: // exact ties of the rounding at six decimals: odd multiples of 1/128
			v = float64(2*rapid.Int64Range(0, 1<<30).Draw(t, "128ths")+1) / 128
		case 4: // where doubles become coarser than a nanosecond
			v = neighbour(t, rapid.SampledFrom([]float64{1 << 32, 1 << 33, 1 << 34, 1 << 53, 1<<33 - 1}).Draw(t, "power"))
			v -= float64(rapid.IntRange(0, 3).Draw(t, "ns below")) / 1e6
		case 5:
			v = rapid.SampledFrom([]float64{
				0, math.Copysign(0, -1), 5e-324, 1e-308, 2.2250738585072014e-308, math.MaxFloat64, 4.9e-287, 1e22, 1e300,
				0.000249, 1.9999959999999999, 380.340545, 1e-6, 9.999999999999999e-7, 5e-7, 1.5e-6,
			}).Draw(t, "special")
		case 6:
			v = rapid.Float64Range(0, 1e4).Draw(t, "ordinary")
		case 7:
			v = rapid.Float64().Draw(t, "any")
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			v = math.MaxFloat64
		}
		if rapid.IntRange(0, 9).Draw(t, "negative") == 0 {
			v = -v
		}
		return v
	})
}

func genCount() *rapid.Generator[int64] {
	return rapid.OneOf(
		rapid.Int64Range(0, 12),
		rapid.Int64Range(-3, 0),
		rapid.Map(rapid.Int64Range(-2, 2), func(d int64) int64 { return 1<<53 + d }),
		rapid.SampledFrom([]int64{math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, 1 << 62, 3350435219596}),
		rapid.Int64Range(1, 1e15),
	)
}

// genRow draws any row with finite times, clean or not.
func genRow() *rapid.Generator[calibration.Row] {
	return rapid.Custom(func(t *rapid.T) calibration.Row {
		r := calibration.Row{
			Backend:     genBackend().Draw(t, "backend"),
			Digest:      genText().Draw(t, "digest"),
			Routine:     genText().Draw(t, "routine"),
			Label:       genText().Draw(t, "label"),
			MeasuredMS:  genFinite().Draw(t, "measured"),
			Kernels:     genCount().Draw(t, "kernels"),
			FLOPs:       genCount().Draw(t, "flops"),
			Bytes:       genCount().Draw(t, "bytes"),
			FLOPsApprox: rapid.Bool().Draw(t, "flops approx"),
			BytesApprox: rapid.Bool().Draw(t, "bytes approx"),
			Opaque:      rapid.IntRange(0, 5).Draw(t, "opaque") == 0,
		}
		genModel(t, &r)
		return r
	})
}

func genModel(t *rapid.T, r *calibration.Row) {
	switch rapid.IntRange(0, 3).Draw(t, "model") {
	case 1:
		r.ModelMS, r.HasModel = neighbour(t, r.MeasuredMS), true
		if math.IsInf(r.ModelMS, 0) {
			r.ModelMS = r.MeasuredMS
		}
	case 2:
		r.ModelMS, r.HasModel = genFinite().Draw(t, "model time"), true
	case 3:
		r.ModelMS = genFinite().Draw(t, "stray model time")
	}
}

// genRows draws rows for the fit: few backends, few distinct rates, mostly
// exact, many multi-kernel, so that legs tie and slack is forced and contested.
func genRows() *rapid.Generator[[]calibration.Row] {
	row := rapid.Custom(func(t *rapid.T) calibration.Row {
		if rapid.IntRange(0, 9).Draw(t, "any row") == 0 {
			return genRow().Draw(t, "row")
		}
		r := calibration.Row{
			Backend:     rapid.SampledFrom([]string{"cc", "cc", "metal"}).Draw(t, "backend"),
			Digest:      "d",
			Label:       rapid.StringMatching(`[a-z]{1,3}`).Draw(t, "label"),
			MeasuredMS:  rapid.OneOf(rapid.SampledFrom([]float64{1, 2, 3, 0.5, 0.1, 0.000001}), genFinite()).Draw(t, "measured"),
			Kernels:     rapid.Int64Range(1, 3).Draw(t, "kernels"),
			FLOPs:       rapid.OneOf(rapid.Int64Range(0, 12), genCount()).Draw(t, "flops"),
			Bytes:       rapid.OneOf(rapid.Int64Range(0, 12), genCount()).Draw(t, "bytes"),
			FLOPsApprox: rapid.IntRange(0, 5).Draw(t, "flops approx") == 0,
			BytesApprox: rapid.IntRange(0, 5).Draw(t, "bytes approx") == 0,
			Opaque:      rapid.IntRange(0, 9).Draw(t, "opaque") == 0,
		}
		if rapid.IntRange(0, 1).Draw(t, "proportional") == 0 {
			// The same rates at another scale: exact ties between unequal rows.
			k := rapid.Int64Range(1, 4).Draw(t, "scale")
			r.MeasuredMS = float64(k)
			r.FLOPs = k * rapid.Int64Range(1, 6).Draw(t, "flops per ms")
			r.Bytes = k * rapid.Int64Range(1, 6).Draw(t, "bytes per ms")
		}
		genModel(t, &r)
		return r
	})
	return rapid.Custom(func(t *rapid.T) []calibration.Row {
		if rapid.IntRange(0, 3).Draw(t, "frontier") == 0 {
			return genFrontier().Draw(t, "rows")
		}
		return rapid.SliceOfN(row, 0, 40).Draw(t, "rows")
	})
}

// genFrontier draws many multi-kernel rows on or near one line between the two
// legs, a hundred or more, so that the frontier is compacted and its rows tie.
func genFrontier() *rapid.Generator[[]calibration.Row] {
	return rapid.Custom(func(t *rapid.T) []calibration.Row {
		n := rapid.Int64Range(1, 200).Draw(t, "points")
		bend := rapid.Int64Range(0, 2).Draw(t, "bend") // 0: collinear, else a curve or a dent
		rows := make([]calibration.Row, 0, n)
		for range n {
			x := rapid.Int64Range(1, 199).Draw(t, "x")
			y := 200 - x
			switch bend {
			case 1:
				y = 200 - x*x/200
			case 2:
				y = (200 - x) * (200 - x) / 200
			}
			k := rapid.Int64Range(1, 3).Draw(t, "scale")
			rows = append(rows, calibration.Row{
				Backend: "cc", Label: rapid.StringMatching(`[a-z]{2}`).Draw(t, "label"), MeasuredMS: float64(k),
				Kernels: 2, FLOPs: k * x, Bytes: k * max(y, 1),
			})
		}
		return rows
	})
}

// genNumeral draws cells that a number parser may take or must not.
func genNumeral() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.Map(genFinite(), naive.Numeral),
		rapid.SampledFrom([]string{
			"0", "-0", "-0.0", "1e5", "1E+5", "1e-400", "1e309", "-1e309", "1.7976931348623159e308", "1.7976931348623158e308",
			"nan", "inf", "-inf", "NaN", "infinity", "0x1p3", "1_000", "+1", "5.", ".5", "-", "", "1e", "1e+", "--1", "1,5", " 1", "1 ",
			"1.0.0", "1e5.5", "00012.500", "9007199254740993", "9007199254740992.5", "0.1", "2.2250738585072011e-308", "٣",
			strings.Repeat("9", 400), strings.Repeat("0", 1023) + "1", strings.Repeat("0", 1024) + "1", "1e99999999999999999999",
			"0e99999999999999999999", "0." + strings.Repeat("0", 400) + "1e400",
		}),
		rapid.StringMatching(`-?[0-9]{1,25}(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?`),
		rapid.StringMatching(`[-+0-9.eE_x ]{0,8}`),
	)
}

func genInteger() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`-?[0-9]{1,20}`),
		rapid.SampledFrom([]string{
			"0", "-0", "1", "007", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
			"4611686018427387904", "99999999999999999999x", "+1", "1.0", "1e3", "0x10", "0o7", "0b1", "1_000", "", "-", "--1", " 1",
			strings.Repeat("0", 1023) + "7", strings.Repeat("0", 1024) + "7",
		}),
	)
}

// genLine draws lines, most of them accepted, in and out of canonical form.
func genLine() *rapid.Generator[string] {
	text := rapid.OneOf(genTidyText(), genText())
	number := rapid.OneOf(rapid.SampledFrom([]string{"1.000000", "2.5", "0"}), genNumeral())
	integer := rapid.OneOf(rapid.SampledFrom([]string{"1", "2", "0"}), genInteger())
	flag := rapid.SampledFrom([]string{"true", "false", "false", "true", "false", "false", "True", "", "1", "false ", "fals"})
	return rapid.Custom(func(t *rapid.T) string {
		cells := []string{
			text.Draw(t, "backend"), text.Draw(t, "digest"), text.Draw(t, "routine"), text.Draw(t, "label"),
			number.Draw(t, "measured"), rapid.OneOf(rapid.Just(""), number).Draw(t, "model"),
			integer.Draw(t, "kernels"), integer.Draw(t, "flops"), integer.Draw(t, "bytes"),
			flag.Draw(t, "flops approx"), flag.Draw(t, "bytes approx"), flag.Draw(t, "opaque"),
		}
		switch rapid.IntRange(0, 9).Draw(t, "columns") {
		case 0:
			cells = append(cells[:2], cells[3:]...) // the schema before routine
		case 1:
			cells = cells[:rapid.IntRange(0, 12).Draw(t, "kept")]
		case 2:
			cells = append(cells, "more")
		}
		return strings.Join(cells, "\t")
	})
}

// genFile draws whole files: good lines, bad lines, blank lines, all terminators,
// marks, torn ends.
func genFile() *rapid.Generator[string] {
	good := rapid.Map(genRow(), func(r calibration.Row) string {
		line, _ := r.Line()
		return line
	})
	line := rapid.OneOf(good, good, genLine(), rapid.SampledFrom([]string{"", " ", "\t\t", "\r", "# comment", "\x00\x00"}))
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString(rapid.SampledFrom([]string{"", "", "", "\xef\xbb\xbf", "\xff\xfe", "\xfe\xff", "\xef\xbb", "\xff"}).Draw(t, "mark"))
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			b.WriteString(line.Draw(t, "line"))
			b.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\n\n", "\r\r\n"}).Draw(t, "end"))
		}
		if rapid.Bool().Draw(t, "unterminated") {
			b.WriteString(line.Draw(t, "last line"))
			b.WriteString(rapid.SampledFrom([]string{"", "\r"}).Draw(t, "last end"))
		}
		return b.String()
	})
}

// TestGeneratorsReachTheEdges holds the generators to what the properties need
// to mean anything.
func TestGeneratorsReachTheEdges(t *testing.T) {
	const draws = 3000
	seen := map[string]int{}
	note := func(name string, reached bool) {
		if reached {
			seen[name]++
		} else {
			seen[name] += 0
		}
	}

	times := genFinite()
	for seed := range draws {
		v := times.Example(seed)
		floor := naive.Floor(v)
		numeral := naive.Numeral(v)
		note("time: six decimals exactly", floor == v && math.Abs(v) < 1<<33)
		note("time: one ulp below a six-decimal value", math.Abs(v) < 1<<33 && naive.ReadBack(naive.StepNumeral(numeral, 1)) == math.Nextafter(v, math.Inf(1)))
		note("time: one ulp above a six-decimal value", v > 0 && math.Nextafter(v, 0) == floor)
		note("time: 1 ns", floor == 1e-6)
		note("time: stored as zero", v > 0 && floor == 0)
		note("time: negative", v < 0)
		note("time: negative zero", v == 0 && math.Signbit(v))
		note("time: 2^33 and more", math.Abs(v) >= 1<<33)
		note("time: just below 2^33", v < 1<<33 && v > 1<<33-1)
		note("time: subnormal", v > 0 && v < 2.3e-308)
	}

	fits := genRows()
	for seed := range draws {
		rows := fits.Example(seed)
		e := naive.Fit(rows)
		for _, e := range e {
			note("fit: slack", e.FissionSlack.Value > 1)
			note("fit: slack of 2", e.FissionSlack.Value == 2)
			note("fit: both legs and no slack", e.FissionSlack.Value == 0 && e.PeakFLOPS.Value > 0 && e.PeakMemoryBandwidth.Value > 0)
			note("fit: no compute leg", e.PeakFLOPS.Value == 0)
			note("fit: no memory leg", e.PeakMemoryBandwidth.Value == 0)
			note("fit: infinite constant", math.IsInf(e.PeakFLOPS.Value, 1))
			note("fit: violations", e.Violations > 0)
			note("fit: several timed rows", e.Rows > 5)
		}
		note("fit: several backends", len(e) > 1)
		note("fit: frontier compacted", len(rows) > 64)
		_, groups := naive.ByBackend(rows)
		for _, group := range groups {
			e := naive.Legs("", group)
			note("fit: legs tie", tiedLeg(group))
			greatest, first := naive.Ratio(group, e.PeakFLOPS.Value, e.PeakMemoryBandwidth.Value)
			ties := 0
			if greatest != nil && greatest.Cmp(naive.Int(1)) > 0 {
				for _, r := range group {
					ratio, _ := naive.Ratio([]calibration.Row{r}, e.PeakFLOPS.Value, e.PeakMemoryBandwidth.Value)
					if ratio != nil && ratio.Cmp(greatest) == 0 && r != first {
						ties++
					}
				}
			}
			note("fit: slack tied between different rows", ties > 0)
		}
		for _, r := range rows {
			note("row: opaque", r.Opaque)
			note("row: untimed", !naive.Timed(r))
			note("row: count zero or below", r.FLOPs <= 0)
			note("row: count beyond 2^53", r.FLOPs > 1<<53)
			note("row: greatest count", r.FLOPs == math.MaxInt64)
			for i, flags := range [4][2]bool{{}, {true, false}, {false, true}, {true, true}} {
				note("row: flags "+string(rune('0'+i)), [2]bool{r.FLOPsApprox, r.BytesApprox} == flags)
			}
		}
	}

	lines := genLine()
	for seed := range draws {
		line := lines.Example(seed)
		row, ok := naive.Parse(line)
		note("line: accepted", ok)
		note("line: rejected", !ok)
		canonical, err := row.Line()
		note("line: accepted, not canonical", ok && err == nil && canonical != line)
		note("line: 11 columns accepted", ok && strings.Count(line, "\t") == 10)
	}

	files := genFile()
	for seed := range draws {
		file := files.Example(seed)
		rows, malformed := naive.Read(file, calibration.DefaultMaxLine)
		note("file: rows and malformed lines", len(rows) > 0 && len(malformed) > 0)
		note("file: mark", strings.HasPrefix(file, "\xef\xbb\xbf"))
		note("file: UTF-16", strings.HasPrefix(file, "\xff\xfe") && strings.Contains(file, "\x00"))
		note("file: UTF-16 mark without NUL", strings.HasPrefix(file, "\xff\xfe") && !strings.Contains(file, "\x00"))
		note("file: last line without LF", file != "" && !strings.HasSuffix(file, "\n"))
		note("file: last line ends in CR", strings.HasSuffix(file, "\r"))
		note("file: CRLF", strings.Contains(file, "\r\n"))
	}

	for name, n := range seen {
		if n < 10 {
			t.Errorf("%s: reached %d times, want at least 10", name, n)
		}
	}
}

// tiedLeg reports whether two rows of different content reach the greatest
// compute rate.
func tiedLeg(rows []calibration.Row) bool {
	var best []calibration.Row
	for _, r := range rows {
		if !naive.Timed(r) || r.FLOPsApprox || r.FLOPs <= 0 {
			continue
		}
		if len(best) > 0 {
			switch naive.Quo(naive.Int(r.FLOPs), naive.Seconds(r)).Cmp(naive.Quo(naive.Int(best[0].FLOPs), naive.Seconds(best[0]))) {
			case -1:
				continue
			case 1:
				best = best[:0]
			}
		}
		best = append(best, r)
	}
	for _, r := range best {
		if r != best[0] {
			return true
		}
	}
	return false
}
