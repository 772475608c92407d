package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/calcheck/calibration/internal/workload"
)

// TestMain makes the test's executable the programs that it measures.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "gen":
		main()
	case "count":
		n, _ := io.Copy(io.Discard, os.Stdin)
		if n != 3*105 {
			fmt.Fprintf(os.Stderr, "%d bytes\n", n)
			os.Exit(2)
		}
	case "fail":
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(1)
	default:
		os.Exit(m.Run())
	}
}

func TestInTurn(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, make([]byte, 3*105), 0o666); err != nil {
		t.Fatal(err)
	}
	results, err := inTurn(t.Context(), 3, []program{
		{name: "fails", args: []string{self, "fail"}},
		{name: "finds", args: []string{self, "fail"}, finds: true},
		{name: "file", args: []string{self, "count"}, stdin: file},
		{name: "pipe", args: []string{self, "count"}, feed: []string{"cat", file}},
		{name: "feed fails", args: []string{self, "fail"}, finds: true, feed: []string{self, "fail"}},
		{name: "no such feed", args: []string{self, "count"}, feed: []string{filepath.Join(t.TempDir(), "none")}},
		{name: "no such program", args: []string{filepath.Join(t.TempDir(), "none")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range results {
		failed := map[string]string{
			"fails":           "exit status 1\n\tout of luck",
			"feed fails":      self + " fail: exit status 1\n\tout of luck",
			"no such feed":    "none",
			"no such program": "none",
		}[m.name]
		switch {
		case failed == "" && (m.err != nil || len(m.times) != 3 || m.median() <= 0):
			t.Errorf("%s: %v, %v", m.name, m.times, m.err)
		case failed != "" && (m.err == nil || !strings.Contains(m.err.Error(), failed) || len(m.times) != 0):
			t.Errorf("%s: %v, %v", m.name, m.times, m.err)
		}
	}

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := inTurn(cancelled, 1, []program{{name: "finds", args: []string{self, "fail"}, finds: true}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestMedian(t *testing.T) {
	m := measured{times: []time.Duration{5, 1, 9, 3}}
	if m.median() != 3 || m.greatest() != 9 {
		t.Errorf("median %d, greatest %d of %v", m.median(), m.greatest(), m.times)
	}
	if m := (measured{}); m.median() != 0 || m.greatest() != 0 {
		t.Errorf("of nothing: %d, %d", m.median(), m.greatest())
	}
}

func TestTable(t *testing.T) {
	var b strings.Builder
	tab := table{{"", "ns/row"}}
	tab.add("`÷`", nanos(12.34))
	tab.add("fit", ratio(1, 0))
	tab.print(&b, "%d rows", 3)
	const want = "\n3 rows:\n\n" +
		"|     | ns/row |\n" +
		"|-----|-------:|\n" +
		"| `÷` |   12.3 |\n" +
		"| fit |      – |\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
	if got := grouped(1_000_234_000); got != "1,000,234,000" {
		t.Errorf("grouped: %s", got)
	}
}

// TestGenReuse: a file is left alone only if it is the one asked for.
func TestGenReuse(t *testing.T) {
	w, err := workload.Named("realistic")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cal.tsv")
	want := w.File(1, 2000)
	old := time.Now().Add(-time.Hour)
	for name, content := range map[string]string{
		"the same":       want,
		"short":          w.File(1, 1999),
		"long":           w.File(1, 2001),
		"torn":           want[:len(want)-1],
		"of another row": w.File(1, 999) + w.File(2, 1001),
		"empty":          "",
	} {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		if err := gen([]string{"-rows", "2000", "-reuse", "-o", path}, io.Discard); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if reused := info.ModTime().Before(time.Now().Add(-time.Minute)); reused != (name == "the same") {
			t.Errorf("%s: reused is %v", name, reused)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: the file is not what was asked for, %v", name, err)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range []string{"", "fast", "gen -workload none", "gen more", "gen -rows x", "ratios -rows 10", "ratios -rounds 0", "ratios -parts speed,none"} {
		if err := run(t.Context(), strings.Fields(args), io.Discard); !errors.As(err, new(usageError)) {
			t.Errorf("bench %s: %v", args, err)
		}
	}
}

// TestRatios prints every table, on files so small that no number in them means
// anything.
func TestRatios(t *testing.T) {
	if _, err := exec.LookPath("wc"); err != nil || testing.Short() {
		t.Skip("needs wc, and builds two programs")
	}
	var b strings.Builder
	if err := run(t.Context(), []string{"ratios", "-rows", "10000", "-rounds", "1", "-large", "-dir", t.TempDir()}, &b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Speed, 1,000 rows", "Speed, 10,000 rows", "| `wc -l` ", "| encoding/csv",
		"Memory over", "| 100,000 |", "Worst cases", "| malformed ", "A file of 100 rows",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
	if strings.Contains(b.String(), none) {
		t.Errorf("something was not measured:\n%s", &b)
	}
}
