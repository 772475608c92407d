package main

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"github.com/calcheck/calibration/internal/workload"
)

// The commands over realistic rows, in memory and on one core. `make pgo`
// takes the profile from here that the compiler works by.

func benchmarkCommand(b *testing.B, run func(*cli, []input)) {
	w, err := workload.Named("realistic")
	if err != nil {
		b.Fatal(err)
	}
	const rows = 200_000
	file := w.File(1, rows)
	inputs := []input{{name: "f.tsv", raw: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(file)), nil
	}}}
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		run(&cli{stdout: bufio.NewWriter(io.Discard), stderr: io.Discard}, inputs)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/row")
}

func BenchmarkFit(b *testing.B) {
	benchmarkCommand(b, func(c *cli, inputs []input) {
		c.fit(inputs, fitOptions{margin: 1, format: formatText, jobs: 1})
	})
}

func BenchmarkCheck(b *testing.B) {
	benchmarkCommand(b, func(c *cli, inputs []input) {
		if err := c.check(inputs, checkOptions{thresholds: defaultThresholds, jobs: 1}); err != nil {
			b.Fatal(err)
		}
	})
}
