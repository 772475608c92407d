package calibration_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/workload"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestPartsAreTheFile: the lines of a file's parts, each part read for itself
// and after the later ones, are what Rows yields; and adding them to one Fitter a
// part, merged in order, is the fit of the rows.
func TestPartsAreTheFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file := genFile().Draw(t, "file")
		maxLine := calibration.DefaultMaxLine
		if rapid.Bool().Draw(t, "limited") {
			maxLine = rapid.IntRange(1, 80).Draw(t, "limit")
		}
		cuts := rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "cuts")
		open := func() *calibration.Reader {
			return calibration.NewReader(&chunks{data: file, cuts: cuts}, calibration.WithMaxLine(maxLine), calibration.WithFile("f"))
		}

		var want []lineRead
		var rows []calibration.Row
		reader := open()
		for row, err := range reader.Rows() {
			want = append(want, lineRead{reader.Line(), reader.Text(), row, message(err)})
			if err == nil {
				rows = append(rows, row)
			}
		}

		var parts []*calibration.Part
		reader, lines := open(), 0
		for {
			p := new(calibration.Part)
			if err := reader.NextPart(p); err != nil {
				if err != io.EOF || reader.NextPart(p) != io.EOF {
					t.Fatal(err)
				}
				break
			}
			parts = append(parts, p)
			lines += p.Lines()
		}
		got := make([][]lineRead, len(parts))
		fitters := make([]calibration.Fitter, len(parts))
		for i := len(parts) - 1; i >= 0; i-- {
			var l calibration.Line
			for parts[i].NextLine(&l) {
				got[i] = append(got[i], lineRead{l.Number, string(l.Text), l.Row(), message(l.Err)})
				fitters[i].AddLine(&l)
				if l.Err != nil {
					continue
				}
				row := l.Row()
				if string(l.Backend()) != row.Backend {
					t.Fatalf("backend %q of %+v", l.Backend(), row)
				}
				line, _ := row.Line()
				if l.Canonical() != (line == string(l.Text)) || l.Ordinary() && !l.Canonical() {
					t.Fatalf("%q: canonical %v, ordinary %v", l.Text, l.Canonical(), l.Ordinary())
				}
				names := []string{row.Backend, row.Digest, row.Routine, row.Label}
				if l.Legacy() {
					names = slices.Delete(names, 2, 3)
				}
				if l.Legacy() != (strings.Count(string(l.Text), "\t") == 10) || string(l.Names()) != strings.Join(names, "\t") {
					t.Fatalf("%q: legacy %v, names %q", l.Text, l.Legacy(), l.Names())
				}
			}
		}
		var all []lineRead
		var fitter calibration.Fitter
		for i := range parts {
			all = append(all, got[i]...)
			fitter.Merge(&fitters[i])
		}
		if diff := cmp.Diff(want, all); diff != "" {
			t.Fatalf("lines (-Rows +parts):\n%s", diff)
		}
		if diff := cmp.Diff(calibration.Fit(rows), fitter.Envelopes()); diff != "" {
			t.Fatalf("fit (-rows +parts):\n%s", diff)
		}
		if len(want) > 0 && lines < want[len(want)-1].Number {
			t.Fatalf("parts of %d lines, and a line number %d", lines, want[len(want)-1].Number)
		}
	})
}

type lineRead struct {
	Number int
	Text   string
	Row    calibration.Row
	Err    string
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestPartsOnTwoCores reads parts at the same time, each worker reusing its own,
// which the race detector watches.
func TestPartsOnTwoCores(t *testing.T) {
	file := realisticFile(30_000) + "bad\n"
	reader := calibration.NewReader(strings.NewReader(file))
	var mu sync.Mutex
	var workers sync.WaitGroup
	rows, malformed := 0, 0
	for range 4 {
		workers.Go(func() {
			var p calibration.Part
			var l calibration.Line
			for {
				mu.Lock()
				err := reader.NextPart(&p)
				mu.Unlock()
				if err != nil {
					return
				}
				good, bad := 0, 0
				for p.NextLine(&l) {
					if l.Err != nil {
						bad++
					} else if l.Row().Backend != "" {
						good++
					}
				}
				mu.Lock()
				rows, malformed = rows+good, malformed+bad
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if rows != 30_000 || malformed != 1 {
		t.Errorf("%d rows and %d malformed lines", rows, malformed)
	}
}

// TestRowsOfAPartStay: a row stays valid when its part is filled again, a line's
// text need not.
func TestRowsOfAPartStay(t *testing.T) {
	reader := calibration.NewReader(strings.NewReader(realisticFile(50_000)))
	var p calibration.Part
	var l calibration.Line
	var rows []calibration.Row
	for reader.NextPart(&p) == nil {
		for p.NextLine(&l) {
			rows = append(rows, l.Row())
		}
	}
	if diff := cmp.Diff(storedRows(50_000), rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func storedRows(n uint64) (rows []calibration.Row) {
	for row, err := range calibration.NewReader(strings.NewReader(realisticFile(n))).Rows() {
		if err == nil {
			rows = append(rows, row.Clone())
		}
	}
	return rows
}

// TestNextPartEndsWithTheReader: an error of the underlying reader comes after the
// whole lines before it, again and again.
func TestNextPartEndsWithTheReader(t *testing.T) {
	broken := errors.New("broken")
	src := io.MultiReader(strings.NewReader(goodLine+"\n"+goodLine), errorReader{broken})
	reader := calibration.NewReader(src)
	var p calibration.Part
	if err := reader.NextPart(&p); err != nil || p.Lines() != 1 {
		t.Fatalf("%v, %d lines", err, p.Lines())
	}
	for range 2 {
		if err := reader.NextPart(&p); !errors.Is(err, broken) || p.Lines() != 0 || p.NextLine(new(calibration.Line)) {
			t.Errorf("%v, %d lines", err, p.Lines())
		}
	}
}

// Two goroutines fit one file: each parses the part that comes next into a Fitter
// of its own, and the Fitters are merged in the order of the parts.
func ExampleReader_NextPart() {
	file, err := os.Open("testdata/golden/slack_tie.tsv")
	if err != nil {
		log.Fatal(err)
	}
	reader := calibration.NewReader(file)
	var next sync.Mutex
	var fitters []*calibration.Fitter
	work := func() {
		var part calibration.Part
		var line calibration.Line
		for {
			next.Lock()
			err := reader.NextPart(&part)
			fitter := new(calibration.Fitter)
			if err == nil {
				fitters = append(fitters, fitter)
			}
			next.Unlock()
			if err != nil {
				return // io.EOF, or what the file failed with
			}
			for part.NextLine(&line) {
				if line.Err != nil {
					log.Print(line.Err)
				}
				fitter.AddLine(&line)
			}
		}
	}
	var workers sync.WaitGroup
	workers.Go(work)
	workers.Go(work)
	workers.Wait()

	var whole calibration.Fitter
	for _, fitter := range fitters {
		whole.Merge(fitter)
	}
	for _, envelope := range whole.Envelopes() {
		fmt.Println(envelope.Backend, envelope.Rows, envelope.FissionSlack.Value)
	}
	// Output: cc 3 2
}

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

func realisticFile(n uint64) string {
	w, err := workload.Named("realistic")
	if err != nil {
		panic(err)
	}
	return w.File(1, n)
}
