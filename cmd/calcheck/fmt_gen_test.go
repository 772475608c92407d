package main

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"pgregory.net/rapid"
)

// genCells draws the twelve cells of a line: most of them well-formed, all of
// them in more than one form.
func genCells(t *rapid.T) []string {
	text := rapid.SampledFrom([]string{
		"", "cc", "cc", "metal", "mm", "ядро", "a b", "\r", "a\rb", "x\x00", "\x1b[31m", "1.5", "1", "true", "\xff\xfe", markUTF8, markUTF8 + "cc", magicGzip,
	})
	digits := rapid.StringMatching(`-?[0-9]{1,12}(\.[0-9]{1,9})?([eE][+-]?[0-9]{1,2})?`)
	number := rapid.OneOf(digits, digits, rapid.SampledFrom([]string{
		"1.000000", "2.500000", "0.000249", "1", "1.5", "1e3", "00.5", "-0", "-0.0", "0", "-1.5", "0.0000015", "0.0000005", "1.9999959999999999",
		"8589934591.9999999", "8589934592.1", "1e22", "1e300", "1.7976931348623157e308", "1e309", "1e-400", "nan", "1,5", "5.", "", strings.Repeat("0", 1020) + "1.5",
	}))
	whole := rapid.StringMatching(`-?[0-9]{1,18}`)
	count := rapid.OneOf(whole, whole, rapid.SampledFrom([]string{
		"0", "1", "2", "007", "-0", "-00", "10", "20", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1.0", "", "+1",
	}))
	flag := rapid.OneOf(rapid.Map(rapid.Bool(), strconv.FormatBool), rapid.SampledFrom([]string{"false", "false", "false", "true", "true", "False", ""}))
	cells := []string{
		text.Draw(t, "backend"), text.Draw(t, "digest"), text.Draw(t, "routine"), text.Draw(t, "label"),
		number.Draw(t, "measured"), rapid.OneOf(rapid.Just(""), number).Draw(t, "model"),
		count.Draw(t, "kernels"), count.Draw(t, "flops"), count.Draw(t, "bytes"),
		flag.Draw(t, "flops approx"), flag.Draw(t, "bytes approx"), flag.Draw(t, "opaque"),
	}
	switch rapid.IntRange(0, 9).Draw(t, "columns") {
	case 0, 1:
		return slices.Delete(cells, 2, 3)
	case 2:
		return cells[:rapid.IntRange(0, 12).Draw(t, "kept")]
	}
	return cells
}

// genFmtFile draws files as they come: rows in and out of canonical form, damage,
// marks, every terminator, torn ends; a few with a line about as long as a line may be.
func genFmtFile() *rapid.Generator[string] {
	line := rapid.Custom(func(t *rapid.T) string {
		switch rapid.IntRange(0, 5).Draw(t, "kind of line") {
		case 0:
			return rapid.SampledFrom([]string{"", " ", "\t\t", strings.Repeat("\t", 11), "\r", "# comment", "\x00\x00", "x"}).Draw(t, "other line")
		case 1:
			cells := genCells(t)
			row, err := calibration.ParseLine(strings.Join(cells, "\t"))
			if canonical, e := row.Line(); err == nil && e == nil {
				return canonical
			}
		}
		return strings.Join(genCells(t), "\t")
	})
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString(rapid.SampledFrom([]string{"", "", "", "", "", markUTF8, markUTF8, markUTF8 + markUTF8, markUTF16LE, markUTF16BE, "\xef\xbb"}).Draw(t, "mark"))
		if rapid.IntRange(0, 14).Draw(t, "long line") == 0 {
			long := genLongLine(t)
			b.WriteString(long + rapid.SampledFrom([]string{"", "\n", "\r\n", "\r", "\r\r\n"}).Draw(t, "end of the long line"))
		}
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			b.WriteString(line.Draw(t, "line"))
			b.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "\r\n", "\n\n", "\r\r\n"}).Draw(t, "end"))
		}
		if rapid.Bool().Draw(t, "unterminated") {
			b.WriteString(line.Draw(t, "last line"))
			b.WriteString(rapid.SampledFrom([]string{"", "\r"}).Draw(t, "last end"))
		}
		file := []byte(b.String())
		for range rapid.IntRange(0, 2).Draw(t, "damage") {
			if len(file) == 0 {
				break
			}
			at := rapid.IntRange(0, min(len(file)-1, 4000)).Draw(t, "at")
			switch rapid.IntRange(0, 2).Draw(t, "kind of damage") {
			case 0:
				file = slices.Delete(file, at, at+1)
			case 1:
				file = slices.Insert(file, at, rapid.SampledFrom([]byte("\t\r\n\x00019.e-")).Draw(t, "byte"))
			case 2:
				file[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
			}
		}
		return string(file)
	})
}

// genLongLine draws a line of about the greatest length, or a blank one.
func genLongLine(t *rapid.T) string {
	length := calibration.DefaultMaxLine + rapid.IntRange(-9, 5).Draw(t, "length")
	if rapid.IntRange(0, 4).Draw(t, "blank") == 0 {
		return strings.Repeat(" ", length)
	}
	line := strings.Join(genCells(t), "\t")
	return strings.Repeat("x", max(0, length-len(line))) + line // a longer backend
}

// TestFormatReachesTheEdges holds the generator to what the properties need.
func TestFormatReachesTheEdges(t *testing.T) {
	const draws = 1000
	seen := map[string]int{}
	files := genFmtFile()
	for seed := range draws {
		file := files.Example(seed)
		got := formatInMemory(t, file, strings.NewReader(file), false)
		upgraded := formatInMemory(t, file, strings.NewReader(file), true)
		all := strings.Join(got.reports, "\n")
		for name, reached := range map[string]bool{
			"changed":             got.changed,
			"unchanged, not bare": !got.changed && len(file) > 100,
			"upgrade matters":     upgraded.text != got.text,
			"mark dropped":        strings.HasPrefix(file, markUTF8) && !strings.HasPrefix(got.text, markUTF8),
			"mark kept":           strings.HasPrefix(got.text, markUTF8),
			"UTF-16":              strings.Contains(all, "little-endian"),
			"like UTF-16":         strings.Contains(all, "might be taken for UTF-16"),
			"would raise a peak":  strings.Contains(all, "could raise a peak"),
			"would be untimed":    strings.Contains(all, "untimed"),
			"model kept":          strings.Contains(all, "(model_ms)") && strings.Contains(all, "left as it is"),
			"malformed":           strings.Contains(all, "expected"),
			"long line":           strings.Contains(all, "a line of 1048"),
			"long when formatted": strings.Contains(all, "formatted, the line would have"),
			"final LF added":      strings.HasSuffix(got.text, "\n") && !strings.HasSuffix(file, "\n"),
			"torn end kept":       got.text != "" && !strings.HasSuffix(got.text, "\n"),
			"CR CR LF":            strings.Contains(got.text, "\r\r\n"),
		} {
			if reached {
				seen[name]++
			} else {
				seen[name] += 0
			}
		}
	}
	for name, n := range seen {
		if n < 3 {
			t.Errorf("%s: reached %d times, want at least 3", name, n)
		}
	}
}
