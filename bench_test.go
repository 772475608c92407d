package calibration_test

import (
	"strings"
	"testing"

	"github.com/calcheck/calibration"
)

func realisticRows(n uint64) []calibration.Row {
	rows := make([]calibration.Row, n)
	for i := range rows {
		rows[i] = realistic(uint64(i))
	}
	return rows
}

func realisticFile(n uint64) string {
	var b []byte
	for i := range n {
		b, _ = realistic(i).AppendText(b)
		b = append(b, '\n')
	}
	return string(b)
}

func BenchmarkParseLine(b *testing.B) {
	lines := strings.Split(strings.TrimSuffix(realisticFile(1000), "\n"), "\n")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := calibration.ParseLine(lines[i%len(lines)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendText(b *testing.B) {
	rows, buf := realisticRows(1000), make([]byte, 0, 1024)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := rows[i%len(rows)].AppendText(buf); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReader(b *testing.B) {
	file := realisticFile(10_000)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range calibration.NewReader(strings.NewReader(file)).Rows() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkFitterAdd(b *testing.B) {
	for name, rows := range map[string][]calibration.Row{
		"realistic": realisticRows(100_000),
		"rising":    rising(100_000),      // every row binds both legs
		"tied":      tied(100_000),        // every comparison needs the exact path
		"frontier":  undominated(100_000), // every row stays
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var f calibration.Fitter
				for i := range rows {
					f.Add(rows[i])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(rows)), "ns/row")
		})
	}
}

func rising(n int64) []calibration.Row {
	var rows []calibration.Row
	for i := range n {
		rows = append(rows, calibration.Row{MeasuredMS: 1, Kernels: 2, FLOPs: i + 1, Bytes: i + 1})
	}
	return rows
}

func tied(n int64) []calibration.Row {
	var rows []calibration.Row
	for i := range n {
		rows = append(rows, calibration.Row{MeasuredMS: float64(i%100 + 1), Kernels: 1, FLOPs: 3 * (i%100 + 1), Bytes: 7 * (i%100 + 1)})
	}
	return rows
}

func undominated(n int64) []calibration.Row {
	rows := []calibration.Row{
		{MeasuredMS: 1, Kernels: 1, FLOPs: n + 1},
		{MeasuredMS: 1, Kernels: 1, Bytes: n + 1},
	}
	for i := range n {
		x := (i*7919 + 1) % n
		rows = append(rows, calibration.Row{MeasuredMS: 1, Kernels: 2, FLOPs: x + 1, Bytes: n - x + 1})
	}
	return rows
}

func BenchmarkFit(b *testing.B) {
	rows := realisticRows(10_000)
	b.ReportAllocs()
	for b.Loop() {
		calibration.Fit(rows)
	}
}

func BenchmarkReport(b *testing.B) {
	e := calibration.Fit(realisticRows(1000))[0]
	b.ReportAllocs()
	for b.Loop() {
		_ = e.Report()
	}
}

func BenchmarkBoundMS(b *testing.B) {
	e := calibration.Fit(realisticRows(1000))[0]
	b.ReportAllocs()
	for b.Loop() {
		e.BoundMS(2_000_000_000, 3_000_000)
	}
}
