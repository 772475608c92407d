//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/calcheck/calibration"
)

const (
	unformatted = "cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\ncc\td\tr\tl\t1.5\t\t1\t10\t20\tfalse\tfalse\tfalse\r\n"
	inForm      = "cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\ncc\td\tr\tl\t1.500000\t\t1\t10\t20\tfalse\tfalse\tfalse\n"
)

var old = time.Unix(1_000_000_000, 0)

// replaceAfter formats a file in place, and lets meanwhile run when all is read but nothing
// put in its place.
func replaceAfter(ctx context.Context, name string, meanwhile func()) (bool, error) {
	r, err := openReplacement(name)
	if err != nil {
		return false, err
	}
	defer r.close()
	f := formatter{out: r, report: func(int, int, string) {}}
	if err := f.format(r.reader(ctx)); err != nil {
		return false, err
	}
	meanwhile()
	return r.commit(ctx)
}

// TestReplaceRefusesChangedFiles: what another program does to the file between
// its reading and its replacing is never undone.
func TestReplaceRefusesChangedFiles(t *testing.T) {
	row := calibration.Row{Backend: "cc", MeasuredMS: 1, Kernels: 1}
	for _, tt := range []struct {
		name      string
		meanwhile func(file string) error
		want      string
	}{
		{"a row appended", func(file string) error { return calibration.AppendFile(file, row) }, unformatted + "cc\t\t\t\t1.000000\t\t1\t0\t0\tfalse\tfalse\tfalse\n"},
		{"a row appended, and the time set back", func(file string) error {
			return errors.Join(calibration.AppendFile(file, row), os.Chtimes(file, old, old))
		}, unformatted + "cc\t\t\t\t1.000000\t\t1\t0\t0\tfalse\tfalse\tfalse\n"},
		{"truncated", func(file string) error { return os.Truncate(file, 5) }, unformatted[:5]},
		{"written over, of the same length", func(file string) error {
			return os.WriteFile(file, []byte(strings.ToUpper(unformatted)), 0o666)
		}, strings.ToUpper(unformatted)},
		{"replaced", func(file string) error {
			if err := os.WriteFile(file+".new", []byte(inForm), 0o666); err != nil {
				return err
			}
			return os.Rename(file+".new", file)
		}, inForm},
		{"gone", os.Remove, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "a.tsv")
			writeFile(t, file, unformatted)
			// Long ago, so that no clock is too coarse to tell a write from it.
			if err := os.Chtimes(file, old, old); err != nil {
				t.Fatal(err)
			}
			replaced, err := replaceAfter(t.Context(), file, func() {
				if err := tt.meanwhile(file); err != nil {
					t.Fatal(err)
				}
			})
			if replaced || !errors.Is(err, errChanged) {
				t.Errorf("replaced: %v, error %v", replaced, err)
			}
			if content, _ := os.ReadFile(file); string(content) != tt.want {
				t.Errorf("the file holds %q, want %q", content, tt.want)
			}
			checkNoTemporary(t, dir)
		})
	}
}

// TestReplaceLeavesFormattedFiles: a file without changes is not touched, and need
// not be writable.
func TestReplaceLeavesFormattedFiles(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"a.tsv": inForm, "empty.tsv": "", "torn.tsv": inForm + "cc\td"} {
		file := filepath.Join(dir, name)
		writeFile(t, file, content)
		before := stat(t, file)
		if replaced, err := replaceAfter(t.Context(), file, func() {}); replaced || err != nil {
			t.Errorf("%s: replaced: %v, error %v", name, replaced, err)
		}
		after := stat(t, file)
		if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) || readFile(t, file) != content {
			t.Errorf("%s was touched", name)
		}
	}
	checkNoTemporary(t, dir)
}

func stat(t *testing.T, name string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// TestReplaceInterrupted: an interrupt while reading or before the rename leaves the file and
// its directory as they were.
func TestReplaceInterrupted(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.tsv")
	writeFile(t, file, unformatted)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	for range 2 { // the second time before anything is read
		if replaced, err := replaceAfter(ctx, file, interrupt); replaced || !errors.Is(err, errInterrupted) {
			t.Errorf("replaced: %v, error %v", replaced, err)
		}
	}
	if got := readFile(t, file); got != unformatted {
		t.Errorf("the file holds %q", got)
	}
	checkNoTemporary(t, dir)
}

// TestReplaceShrunkFile: a file cut short before its first change is reached is no
// longer the one read.
func TestReplaceShrunkFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.tsv")
	writeFile(t, file, unformatted)
	r, err := openReplacement(file)
	if err != nil {
		t.Fatal(err)
	}
	f := formatter{out: r, report: func(int, int, string) {}}
	all, _ := io.ReadAll(r.file)
	if err := os.Truncate(file, 10); err != nil {
		t.Fatal(err)
	}
	if err := f.format(strings.NewReader(string(all))); !errors.Is(err, errChanged) {
		t.Errorf("error %v", err)
	}
	r.close()
	checkNoTemporary(t, dir)
}

// TestReplaceKeepsPermissions: those of the file, and those of nobody else: a file
// that runs as its owner must not come to run as another.
func TestReplaceKeepsPermissions(t *testing.T) {
	for mode, want := range map[os.FileMode]os.FileMode{
		0o644: 0o644, 0o600: 0o600, 0o777: 0o777, 0o640: 0o640, 0o666: 0o666, 0o755 | os.ModeSetuid | os.ModeSetgid: 0o755,
	} {
		file := filepath.Join(t.TempDir(), "a.tsv")
		writeFile(t, file, unformatted)
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		if replaced, err := replaceAfter(t.Context(), file, func() {}); !replaced || err != nil {
			t.Fatalf("replaced: %v, error %v", replaced, err)
		}
		if info := stat(t, file); info.Mode() != want || readFile(t, file) != inForm {
			t.Errorf("%v becomes %v, want %v, and holds %q", mode, info.Mode(), want, readFile(t, file))
		}
	}
}

// TestReplaceWaitsForTheLock: who holds the lock that appending takes is waited for,
// and what was appended under it is seen.
func TestReplaceWaitsForTheLock(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.tsv")
	writeFile(t, file, unformatted)
	if err := os.Chtimes(file, old, old); err != nil {
		t.Fatal(err)
	}
	holder, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(holder.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := replaceAfter(t.Context(), file, func() {})
		done <- err
	}()
	// Too short a pause can only let a missing lock pass, never fail a present one.
	time.Sleep(100 * time.Millisecond)
	if got := readFile(t, file); got != unformatted {
		t.Errorf("written while the lock was held: %q", got)
	}
	if _, err := holder.WriteString(inForm); err != nil {
		t.Fatal(err)
	}
	holder.Close()
	if err := <-done; err != errChanged {
		t.Errorf("error %v, want that the file changed", err)
	}
	if got := readFile(t, file); got != unformatted+inForm {
		t.Errorf("the file holds %q", got)
	}
	checkNoTemporary(t, dir)
}

// TestReplaceHoldsTheLock: as long as the old file may be renamed over, nobody appends to it.
func TestReplaceHoldsTheLock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.tsv")
	writeFile(t, file, unformatted)
	r, err := openReplacement(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	f := formatter{out: r, report: func(int, int, string) {}}
	if err := f.format(r.reader(t.Context())); err != nil {
		t.Fatal(err)
	}
	appender, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer appender.Close()
	if replaced, err := r.commit(t.Context()); !replaced || err != nil {
		t.Fatalf("replaced: %v, error %v", replaced, err)
	}
	if locked, err := tryLock(appender); locked || err != nil {
		t.Errorf("locked by another after the rename: %v, %v", locked, err)
	}
	r.close()
	if locked, err := tryLock(appender); !locked || err != nil {
		t.Errorf("not free at the end: %v, %v", locked, err)
	}
}

// TestReplaceLocksWhatItRead: a lock that was taken on another file, which had the
// name for a while, is worth nothing.
func TestReplaceLocksWhatItRead(t *testing.T) {
	dir := t.TempDir()
	file, away, other := filepath.Join(dir, "a.tsv"), filepath.Join(dir, "away"), filepath.Join(dir, "other")
	writeFile(t, file, unformatted)
	writeFile(t, other, unformatted)
	for _, name := range []string{file, other} {
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	r, err := openReplacement(file)
	if err != nil {
		t.Fatal(err)
	}
	f := formatter{out: r, report: func(int, int, string) {}}
	if err := errors.Join(os.Rename(file, away), os.Rename(other, file), f.format(r.reader(t.Context())), os.Rename(away, file)); err != nil {
		t.Fatal(err)
	}
	if replaced, err := r.commit(t.Context()); replaced || err != errChanged {
		t.Errorf("replaced: %v, error %v", replaced, err)
	}
	r.close()
	checkNoTemporary(t, dir)
}

func checkNoTemporary(t *testing.T, dir string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
