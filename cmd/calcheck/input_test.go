package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
)

// growingFile is a file to which somebody appends as fast as it is read. It fails
// the test if the reader has not had enough after many times what there was.
type growingFile struct {
	io.ReadCloser
	t     *testing.T
	name  string
	reads int
}

const growth = 64 << 10

func (g *growingFile) Read(b []byte) (int, error) {
	g.reads++
	if g.reads > 100 {
		g.t.Error("the reader follows the writer")
		return 0, io.EOF
	}
	f, err := os.OpenFile(g.name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		g.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(strings.Repeat("more\n", growth/len("more\n"))); err != nil {
		g.t.Fatal(err)
	}
	return g.ReadCloser.Read(b[:min(len(b), growth/2)])
}

// TestGrowingFile: a file is read as far as it reached when it was opened, so that
// no writer that never stops keeps the command from its answer.
func TestGrowingFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cal.tsv")
	row := "cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n"
	const rows = 10_000
	writeFile(t, name, strings.Repeat(row, rows))
	in := fileInput(name)
	raw := in.raw
	in.raw = func() (io.ReadCloser, error) {
		file, err := raw()
		return &growingFile{ReadCloser: file, t: t, name: name}, err
	}
	var got, malformed int
	err := in.scan(1, func(p *calibration.Part, _ *turn) bool {
		for line := (calibration.Line{}); p.NextLine(&line); {
			if line.Err != nil {
				malformed++
			} else {
				got++
			}
		}
		return true
	})
	if err != nil || got != rows || malformed > 0 {
		t.Errorf("%d rows, %d malformed lines, %v; want the %d rows that there were", got, malformed, err, rows)
	}
}

// TestGrowingFileInPlace: one that grows while fmt -w reads it is refused, and not
// read forever.
func TestGrowingFileInPlace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cal.tsv")
	writeFile(t, name, strings.Repeat("cc\td\tr\tl\t1\t\t1\t10\t20\tfalse\tfalse\tfalse\n", 10_000))
	r, err := openReplacement(name)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	growing := &growingFile{ReadCloser: io.NopCloser(r.reader(t.Context())), t: t, name: name}
	f := formatter{out: r, report: func(line, _ int, _ string) { t.Errorf("line %d is not one of the first", line) }}
	if err := f.format(growing); err != nil {
		t.Fatal(err)
	}
	if replaced, err := r.commit(t.Context()); replaced || err != errChanged {
		t.Errorf("commit: %v, %v, want %v", replaced, err, errChanged)
	}
}
