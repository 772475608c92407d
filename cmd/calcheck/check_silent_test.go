package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/calcheck/calibration/internal/workload"
)

// lineStream is a reader of lines that are made as they are read.
type lineStream struct {
	line    func(b []byte, i uint64) []byte // appends line number i, from 0
	next, n uint64
	buf     []byte // made
	unread  []byte // of it
}

func (s *lineStream) Read(b []byte) (int, error) {
	if len(s.unread) == 0 {
		if s.next == s.n {
			return 0, io.EOF
		}
		s.buf = s.buf[:0]
		for ; s.next < s.n && len(s.buf) < 64<<10; s.next++ {
			s.buf = s.line(s.buf, s.next)
		}
		s.unread = s.buf
	}
	n := copy(b, s.unread)
	s.unread = s.unread[n:]
	return n, nil
}

// TestSilence: of a million rows as a tuner writes them, not one is doubtful: a
// checker that cries wolf is switched off. That it is not deaf shows in
// the same rows with one of them again, and another a little too fast.
func TestSilence(t *testing.T) {
	w, err := workload.Named("realistic")
	if err != nil {
		t.Fatal(err)
	}
	rows := uint64(defaultThresholds.distinct) // so that all are compared, and not one more could be
	if testing.Short() {
		rows /= 10
	}
	check := func(n uint64, line func(b []byte, i uint64) []byte) (s status, stdout, stderr string) {
		var out, trouble strings.Builder
		code := run([]string{"check", "--fail-on", "warning", "-"}, &lineStream{line: line, n: n}, &out, &trouble)
		return status(code), out.String(), trouble.String()
	}

	status, stdout, stderr := check(rows, func(b []byte, i uint64) []byte { return w.AppendLine(b, 1, i) })
	if status != clean || stdout != "" {
		t.Errorf("exit status %d, and %d findings, first of all\n%.1000s", status, strings.Count(stdout, "\n"), stdout)
	}
	if want := fmt.Sprintf("calcheck: 1 file, %d rows, 0 errors, 0 warnings\n", rows); stderr != want {
		t.Errorf("summary %q, want %q", stderr, want)
	}

	again := rows / 2
	fast := rows / 4 * 3
	status, stdout, stderr = check(rows, func(b []byte, i uint64) []byte {
		switch i {
		case again:
			i = 7
		case fast:
			row := w.Row(1, i)
			row.Opaque, row.FLOPsApprox, row.BytesApprox = false, false, true
			row.MeasuredMS, row.FLOPs, row.HasModel = 0.5, 16e8, false // 3.2 times what the others can reach
			line, err := row.Line()
			if err != nil {
				panic(err)
			}
			return append(append(b, line...), '\n')
		}
		return w.AppendLine(b, 1, i)
	})
	wantFirst := fmt.Sprintf("<stdin>:%d:1: warning: the line is the same as line 8: was it appended twice? [duplicate-row]\n<stdin>:%d:", again+1, fast+1)
	if status != findings || strings.Count(stdout, "\n") != 2 || !strings.HasPrefix(stdout, wantFirst) || !strings.HasSuffix(stdout, " [outlier-peak]\n") {
		t.Errorf("with two doubtful rows: exit status %d, and\n%.1000s", status, stdout)
	}
	if want := fmt.Sprintf("calcheck: 1 file, %d rows, 0 errors, 2 warnings\n", rows); stderr != want {
		t.Errorf("summary %q, want %q", stderr, want)
	}
}
