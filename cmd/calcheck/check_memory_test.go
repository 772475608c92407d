package main

import (
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/workload"
)

// heapWatch looks, every so many bytes that are read and written, how much memory is in
// use. A run does both while it holds what it must.
type heapWatch struct {
	every int

	mu          sync.Mutex
	since       int
	first, most uint64
}

func watchHeap(every int) *heapWatch {
	runtime.GC() // what pools hold goes at the second time
	return &heapWatch{every: every, first: heapInUse()}
}

func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func (w *heapWatch) passed(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.since += n; w.since >= w.every {
		w.since = 0
		w.most = max(w.most, heapInUse())
	}
}

// held is the most that was in use beyond what was at first.
func (w *heapWatch) held() int64 { return int64(w.most) - int64(w.first) }

func (w *heapWatch) Write(b []byte) (int, error) {
	w.passed(len(b))
	return len(b), nil
}

type watchedReader struct {
	io.Reader
	watch *heapWatch
}

func (r watchedReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.watch.passed(n)
	return n, err
}

// heldByCheck is the most memory that a check of some lines holds at a time.
func heldByCheck(t *testing.T, lines *lineStream, every int, flags ...string) int64 {
	t.Helper()
	watch := watchHeap(every)
	var stderr strings.Builder
	got := run(append([]string{"check", "--fail-on", "warning", "-"}, flags...), watchedReader{lines, watch}, watch, &stderr)
	if status(got) > findings || !strings.HasPrefix(stderr.String(), "calcheck: 1 file, ") {
		t.Errorf("%q: exit status %d, %s", flags, got, &stderr)
	}
	return watch.held()
}

// TestMemoryOfMalformedLines: any number of malformed lines, printed or not, costs no
// more memory than some parts of the file and the findings that wait for their turn;
// short lines, of which a part holds most, neither.
func TestMemoryOfMalformedLines(t *testing.T) {
	w, err := workload.Named("malformed")
	if err != nil {
		t.Fatal(err)
	}
	every := func(b []byte, i uint64) []byte { return w.AppendLine(b, 1, i) }
	short := func(b []byte, _ uint64) []byte { return append(b, "x\n"...) }
	for name, lines := range map[string]lineStream{
		"of every kind": {line: every, n: 100_000},
		"short":         {line: short, n: 400_000},
	} {
		for _, flags := range [][]string{{"--max-findings", "10"}, {}} {
			for _, jobs := range []int{1, 7} {
				held := heldByCheck(t, &lineStream{line: lines.line, n: lines.n}, 1<<20, append(flags, "--jobs", strconv.Itoa(jobs))...)
				if held > int64(2+2*jobs)<<20 {
					t.Errorf("lines %s, %q, %d jobs: %d KiB", name, flags, jobs, held>>10)
				}
			}
		}
	}
}

// TestMemoryOfLongLines: of lines that are as long as they may be, or longer, a check
// holds those of its parts and the few that bind a leg, whatever is wrong with them.
func TestMemoryOfLongLines(t *testing.T) {
	filled := func(start, fill, end string) func([]byte, uint64) []byte {
		text := strings.Repeat(fill, calibration.DefaultMaxLine-100)
		return func(b []byte, i uint64) []byte {
			b = fmt.Appendf(b, start, i)
			b = append(b, text...)
			return fmt.Appendf(b, end+"\n", i+1) // each row binds both legs
		}
	}
	const lines = 64 // of a MiB
	const end = "\t1.5\t\t1\t%d\t20\tfalse\tfalse\tfalse"
	for name, line := range map[string]func([]byte, uint64) []byte{
		"rows":               filled("cc\td%d\tmm\t", "x", end),
		"11 columns":         filled("cc\td%d\t", "x", end),
		"control characters": filled("cc\td%d\tmm\t", "\x1b", end),
		"malformed":          filled("cc\td%d\tmm\t", "x", "\t1,5"+end),
		"tabs":               filled("cc\td%d", "\t", end),
		"too long":           filled("cc\td%d\tmm\t", "x", strings.Repeat(end, 3)),
		"the same":           func(b []byte, _ uint64) []byte { return filled("cc\td%d\tmm\t", "x", end)(b, 1) },
	} {
		for _, jobs := range []int{1, 2} {
			if held := heldByCheck(t, &lineStream{line: line, n: lines}, 4<<20, "--jobs", strconv.Itoa(jobs)); held > int64(8+12*jobs)<<20 {
				t.Errorf("%s, %d jobs: %d KiB of %d MiB", name, jobs, held>>10, lines)
			}
		}
	}
}
