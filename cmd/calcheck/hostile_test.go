package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// unpacked is how much a hostile input holds, in bytes.
const unpacked = 128 << 20

// writeBomb writes a file that unpacks to a text repeated until it has so many
// bytes. Members of gzip follow each other, so that one is packed only once.
func writeBomb(t *testing.T, text string, size int) string {
	t.Helper()
	const each = 4 << 20
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	if _, err := io.WriteString(w, strings.Repeat(text, each/len(text))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "bomb.tsv")
	writeFile(t, name, strings.Repeat(member.String(), size/each))
	return name
}

// TestMemoryOfHostileInput: whatever unpacks to much, or has a line of any length,
// costs only a small part of that in memory, even if none were ever freed.
func TestMemoryOfHostileInput(t *testing.T) {
	line := writeBomb(t, "\x00", unpacked)
	for _, args := range [][]string{
		{"check"},
		{"check", "-f", "junit"},
		{"fit"},
		{"audit", "--peak-flops", "1"},
		{"fmt"},
		{"fmt", "--check"},
		{"fmt", "--diff"},
	} {
		if got := allocatedBy(t, append(args, line), nil, findings); got > unpacked/8 {
			t.Errorf("%q: a line of %d MiB, packed: %d MiB", args, unpacked>>20, got>>20)
		}
		if got := allocatedBy(t, append(args, "-"), io.LimitReader(zeros{}, unpacked), findings); got > unpacked/8 {
			t.Errorf("%q: a line of %d MiB: %d MiB", args, unpacked>>20, got>>20)
		}
	}
	const size = unpacked / 4 // rows take longer than a line that is skipped
	rows := writeBomb(t, "cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n", size)
	if got := allocatedBy(t, []string{"fit", rows}, nil, clean); got > size/2 {
		t.Errorf("fit: %d MiB of rows, packed: %d MiB", size>>20, got>>20)
	}
}

// allocatedBy returns how many bytes a run of calcheck asks for in all.
func allocatedBy(t *testing.T, args []string, stdin io.Reader, want status) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var stderr strings.Builder
	if got := run(args, stdin, io.Discard, &stderr); status(got) != want {
		t.Errorf("%q: exit status %d, want %d\n%s", args, got, want, &stderr)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// zeros is an endless file of NUL bytes.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}
