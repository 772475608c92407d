//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package calibration_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/calcheck/calibration"
)

// TestAppendFileWaitsForTheLock: while another holds the advisory lock nothing is
// written, and once it lets go the row is.
func TestAppendFileWaitsForTheLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cal.tsv")
	writeFile(t, name, "")
	holder, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(holder.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- calibration.AppendFile(name, calibration.Row{MeasuredMS: 1}) }()
	// Too short a pause can only let a missing lock pass, never fail a present one.
	time.Sleep(100 * time.Millisecond)
	if content := readFile(t, name); content != "" {
		t.Errorf("written while the lock was held: %q", content)
	}
	if err := holder.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if rows := readRows(t, readFile(t, name)); len(rows) != 1 {
		t.Errorf("%d rows after the lock was free", len(rows))
	}
}

// TestAppendFileFollowsTheName: a row that waited for the lock of a file which the
// holder has replaced goes to the new one.
func TestAppendFileFollowsTheName(t *testing.T) {
	dir := t.TempDir()
	name, fresh := filepath.Join(dir, "cal.tsv"), filepath.Join(dir, "new.tsv")
	writeFile(t, name, "")
	holder, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(holder.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- calibration.AppendFile(name, calibration.Row{MeasuredMS: 1}) }()
	// Too short a pause can only let a missing check pass, never fail a present one.
	time.Sleep(100 * time.Millisecond)
	writeFile(t, fresh, "")
	if err := os.Rename(fresh, name); err != nil {
		t.Fatal(err)
	}
	if err := holder.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if rows := readRows(t, readFile(t, name)); len(rows) != 1 {
		t.Errorf("%d rows in the file of that name", len(rows))
	}
}
