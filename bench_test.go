package calibration_test

import (
	"strings"
	"testing"
	"time"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/workload"
)

// Benchmarks that loop over rows report ns/row. docs/performance.md tells what
// they are held against.

// bench is the workload of that name.
func bench(b *testing.B, name string) workload.Workload {
	w, err := workload.Named(name)
	if err != nil {
		b.Fatal(err)
	}
	return w
}

func realisticRows(n uint64) []calibration.Row {
	rows := make([]calibration.Row, n)
	for i := range rows {
		rows[i] = workload.Realistic(1, uint64(i))
	}
	return rows
}

// perRow reports the time since the timer started as ns/row.
func perRow(b *testing.B, rows int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/row")
}

func BenchmarkParseLine(b *testing.B) {
	for _, name := range []string{"realistic", "noncanonical", "malformed"} {
		b.Run(name, func(b *testing.B) {
			lines := strings.Split(bench(b, name).File(1, 1000), "\n")[:1000]
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := calibration.ParseLine(lines[i%len(lines)]); (err != nil) != (name == "malformed") {
					b.Fatal(err)
				}
			}
			perRow(b, 1)
		})
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
	perRow(b, 1)
}

func BenchmarkReader(b *testing.B) {
	for _, name := range []string{"realistic", "noncanonical", "malformed"} {
		b.Run(name, func(b *testing.B) {
			const rows = 10_000
			file := bench(b, name).File(1, rows)
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				for _, err := range calibration.NewReader(strings.NewReader(file)).Rows() {
					if (err != nil) != (name == "malformed") {
						b.Fatal(err)
					}
				}
			}
			perRow(b, rows)
		})
	}
}

// BenchmarkFitterAdd includes what a new Fitter costs, once in 100,000 rows.
func BenchmarkFitterAdd(b *testing.B) {
	for _, name := range []string{"realistic", "frontier", "rising", "tied", "backends"} {
		b.Run(name, func(b *testing.B) {
			rows := bench(b, name).Rows(1, 100_000)
			b.ReportAllocs()
			for b.Loop() {
				var f calibration.Fitter
				for i := range rows {
					f.Add(rows[i])
				}
			}
			perRow(b, len(rows))
		})
	}
}

// BenchmarkMerge is the price of fitting in parts: a hundred, of a thousand rows
// each, as a block of a file holds. Of its metrics only merge-ns/block and
// merge-ns/row leave out the fits of the parts, which merging uses up.
func BenchmarkMerge(b *testing.B) {
	for _, name := range []string{"realistic", "frontier", "rising", "tied", "backends"} {
		b.Run(name, func(b *testing.B) {
			const blocks, size = 100, 1000
			rows := bench(b, name).Rows(1, blocks*size)
			var merging time.Duration
			b.ReportAllocs()
			for b.Loop() {
				var parts [blocks]calibration.Fitter
				for i := range rows {
					parts[i/size].Add(rows[i])
				}
				start := time.Now()
				for i := range parts[1:] {
					parts[0].Merge(&parts[1+i])
				}
				merging += time.Since(start)
			}
			merges := float64(b.N * (blocks - 1))
			b.ReportMetric(float64(merging.Nanoseconds())/merges, "merge-ns/block")
			b.ReportMetric(float64(merging.Nanoseconds())/merges/size, "merge-ns/row")
		})
	}
}

// BenchmarkFit is the whole of a fit, constants included; under frontier they
// are sought among all rows.
func BenchmarkFit(b *testing.B) {
	for _, name := range []string{"realistic", "frontier"} {
		b.Run(name, func(b *testing.B) {
			rows := bench(b, name).Rows(1, 10_000)
			b.ReportAllocs()
			for b.Loop() {
				calibration.Fit(rows)
			}
			perRow(b, len(rows))
		})
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
