package calibration_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/calcheck/calibration"
)

// appendEnv makes the test binary an appending process of its own: its value is
// file, writer and number of rows.
const appendEnv = "CALIBRATION_TEST_APPEND"

func TestMain(m *testing.M) {
	if job := os.Getenv(appendEnv); job != "" {
		if err := appendJob(job); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func appendJob(job string) error {
	parts := strings.Split(job, "\x1f")
	n, err := strconv.Atoi(parts[2])
	if err != nil {
		return err
	}
	for i := range n {
		if err := calibration.AppendFile(parts[0], appendedRow(parts[1], i)); err != nil {
			return err
		}
	}
	return nil
}

func appendedRow(writer string, i int) calibration.Row {
	return calibration.Row{
		Backend: writer, Digest: strconv.Itoa(i), Label: strings.Repeat("x", i%300),
		MeasuredMS: 1, Kernels: 1, FLOPs: int64(i), Bytes: 1,
	}
}

// TestProcessesAppendTogether: two processes append ten thousand rows each to a
// file that starts with a torn line; no row is lost, doubled, mixed with another
// or out of its writer's order.
func TestProcessesAppendTogether(t *testing.T) {
	const rows = 10_000
	file := filepath.Join(t.TempDir(), "cal.tsv")
	writeFile(t, file, goodLine[:50])
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for _, writer := range []string{"a", "b"} {
		cmd := exec.Command(executable)
		cmd.Env = append(os.Environ(), appendEnv+"="+strings.Join([]string{file, writer, strconv.Itoa(rows)}, "\x1f"))
		wait.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("writer %s: %v\n%s", writer, err, out)
			}
		})
	}
	wait.Wait()

	next := map[string]int{}
	malformed := 0
	for row, err := range calibration.NewReader(strings.NewReader(readFile(t, file))).Rows() {
		if err != nil {
			malformed++
			continue
		}
		if row != appendedRow(row.Backend, next[row.Backend]) {
			t.Fatalf("%+v is not row %d of its writer", row, next[row.Backend])
		}
		next[row.Backend]++
	}
	if malformed != 1 || next["a"] != rows || next["b"] != rows {
		t.Errorf("%d malformed lines, rows %v", malformed, next)
	}
}

func writeFile(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestAppendFile(t *testing.T) {
	row := mustParse(t, goodLine)
	marked := row
	marked.Backend = "\xef\xbb\xbfcc"
	markedLine := mustLine(t, marked)
	utf16 := row
	utf16.Backend = "\xff\xfecc"
	for _, test := range []struct {
		name, before string
		rows         []calibration.Row
		after        string
	}{
		{"nothing to append", "x", nil, "x"},
		{"to an empty file", "", []calibration.Row{row}, goodLine + "\n"},
		{"several", "", []calibration.Row{row, row}, goodLine + "\n" + goodLine + "\n"},
		{"to whole lines", goodLine + "\n", []calibration.Row{row}, goodLine + "\n" + goodLine + "\n"},
		{"to CRLF lines", goodLine + "\r\n", []calibration.Row{row}, goodLine + "\r\n" + goodLine + "\n"},
		{"to a last line without LF", goodLine, []calibration.Row{row}, goodLine + "\n" + goodLine + "\n"},
		{"to a last line ending in CR", goodLine + "\r", []calibration.Row{row}, goodLine + "\r\n" + goodLine + "\n"},
		{"to a torn line", "x\ncc\t1", []calibration.Row{row, row}, "x\ncc\t1\n" + goodLine + "\n" + goodLine + "\n"},
		{"to a zero-filled tail", "\x00\x00", []calibration.Row{row}, "\x00\x00\n" + goodLine + "\n"},
		{"a mark at the start", "", []calibration.Row{marked}, "\n" + markedLine + "\n"},
		{"a UTF-16 mark at the start", "", []calibration.Row{utf16}, "\n" + mustLine(t, utf16) + "\n"},
		{"a mark later", "x\n", []calibration.Row{marked}, "x\n" + markedLine + "\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "cal.tsv")
			writeFile(t, file, test.before)
			if err := calibration.AppendFile(file, test.rows...); err != nil {
				t.Fatal(err)
			}
			check(t, "file", readFile(t, file), test.after)
			rows := readRows(t, readFile(t, file))
			if n := len(test.rows); n > 0 && (len(rows) < n || rows[len(rows)-1] != test.rows[n-1]) {
				t.Errorf("read back %+v", rows)
			}
		})
	}
}

func TestAppendFileCreates(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cal.tsv")
	if err := calibration.AppendFile(file); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("appending nothing made a file: %v", err)
	}
	if err := calibration.AppendFile(file, mustParse(t, goodLine)); err != nil {
		t.Fatal(err)
	}
	check(t, "file", readFile(t, file), goodLine+"\n")
}

// TestAppendFileRefuses: a row that no reader would give back is refused, with
// the whole call, before the file is touched.
func TestAppendFileRefuses(t *testing.T) {
	good := mustParse(t, goodLine)
	long, longest := good, good
	longest.Label = strings.Repeat("x", calibration.DefaultMaxLine-len(goodLine)+len(good.Label))
	long.Label = longest.Label + "x"
	endless := good
	endless.MeasuredMS = math.Inf(1)
	for _, test := range []struct {
		row  calibration.Row
		kind error
	}{{long, calibration.ErrLineTooLong}, {endless, calibration.ErrNotFinite}} {
		file := filepath.Join(t.TempDir(), "cal.tsv")
		err := calibration.AppendFile(file, good, test.row)
		if !errors.Is(err, test.kind) || !strings.Contains(err.Error(), "row 2 of 2") || len(err.Error()) > 300 {
			t.Errorf("%v, want %v", err, test.kind)
		}
		if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the file was touched: %v", err)
		}
	}
	file := filepath.Join(t.TempDir(), "cal.tsv")
	if err := calibration.AppendFile(file, longest); err != nil {
		t.Errorf("the longest line: %v", err)
	}
	if rows := readRows(t, readFile(t, file)); len(rows) != 1 || rows[0] != longest {
		t.Errorf("the longest line does not read back: %d rows", len(rows))
	}
	if err := calibration.AppendFile(t.TempDir(), good); err == nil {
		t.Error("a directory was appended to")
	}
}
