package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/workload"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// dirtyFile is a file with something of every kind that check tells of.
type dirtyFile struct {
	name, text string
	fails      bool // reading ends in an error
}

// dirtyFiles makes a few files, of so few candidates that rows repeat and conflict across them.
func dirtyFiles(random *rand.Rand, lines int) (files []dirtyFile) {
	for i := range 1 + random.IntN(3) {
		var b strings.Builder
		if random.IntN(4) == 0 {
			b.WriteString(markUTF8)
		}
		end := "\n"
		for range random.IntN(lines) {
			b.WriteString(dirtyLine(random) + end)
			end = []string{"\n", "\n", "\n", "\n", "\n", "\n", "\r\n", "\n\n", "\n \n"}[random.IntN(9)]
		}
		if random.IntN(12) == 0 { // longer than a part, and than a reader accepts
			b.WriteString(strings.Repeat("x", calibration.DefaultMaxLine+random.IntN(3)) + "\n")
		}
		if random.IntN(2) == 0 {
			line := dirtyLine(random)
			if random.IntN(2) == 0 {
				line = line[:random.IntN(len(line))]
			}
			b.WriteString(line)
		}
		files = append(files, dirtyFile{fmt.Sprintf("%d.tsv", i), b.String(), random.IntN(8) == 0})
	}
	return files
}

func dirtyLine(random *rand.Rand) string {
	row := workload.Realistic(1, random.Uint64N(4))
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	row.Backend = pick("cc", "cc", "cc", "CC", "metal", markUTF8+"cc", "ядро\x1b", "gpu"+strconv.Itoa(random.IntN(20)))
	row.MeasuredMS = float64(1+random.IntN(3)) * []float64{1, 1, 1, 1, 1e-5, 0, -1}[random.IntN(7)]
	row.FLOPs, row.Bytes = 1+random.Int64N(10), random.Int64N(10)-1
	row.Opaque = random.IntN(5) == 0
	row.Kernels = random.Int64N(3)
	line, err := row.Line()
	if err != nil {
		panic(err)
	}
	switch random.IntN(12) {
	case 0:
		cells := strings.Split(line, "\t")
		cells[random.IntN(len(cells))] = pick("nan", "1e999", "x\x00", "1.5", "007", "99999999999999999999", "-0")
		return strings.Join(cells, "\t")
	case 1:
		return line[:random.IntN(len(line))]
	case 2:
		cells := strings.Split(line, "\t")
		return strings.Join(append(cells[:2], cells[3:]...), "\t")
	case 3:
		return pick("# comment", "bad", "cc\td\tl\t1.000000\t\t1\t10\t20\tfalse", strings.Repeat("\t", 11))
	}
	return line
}

// checkOf checks files. In pieces, they come in many parts; else, as they are shorter
// than a part, mostly in one.
func checkOf(t *testing.T, files []dirtyFile, inPieces bool, flags ...string) (s status, stdout, stderr string) {
	t.Helper()
	var options checkOptions
	set := pflag.NewFlagSet("check", pflag.ContinueOnError)
	options.register(set)
	if err := set.Parse(flags); err != nil {
		t.Fatal(err)
	}
	var inputs []input
	for i, f := range files {
		var r io.Reader = strings.NewReader(f.text)
		if inPieces {
			r = &pieces{f.text, rand.New(rand.NewPCG(uint64(i), 2))}
		}
		if f.fails {
			r = io.MultiReader(r, failingReader{})
		}
		inputs = append(inputs, input{name: f.name, raw: func() (io.ReadCloser, error) { return io.NopCloser(r), nil }})
	}
	var out, trouble strings.Builder
	c := &cli{stdout: bufio.NewWriter(&out), stderr: &trouble, out: &out}
	if err := c.check(inputs, options); err != nil {
		t.Fatal(err)
	}
	c.stdout.Flush()
	return c.status, out.String(), trouble.String()
}

// TestCheckAtAnyJobs: findings, their order, the summary and the status are the same
// at any number of jobs, and however a file is cut into parts; so is where the
// comparison of rows stops, be it in the middle of a part.
func TestCheckAtAnyJobs(t *testing.T) {
	stopped, found := 0, map[string]int{}
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		files := dirtyFiles(random, 20<<(seed%7))
		flags := []string{"--max-flops", "9000", "--outlier-factor", "1.2", "--machine-factor", "1.2", "--format", []string{"text", "json"}[seed%2]}
		if seed%3 > 0 {
			flags = append(flags, "--max-distinct", strconv.Itoa(random.IntN(300)))
		}
		status, stdout, stderr := checkOf(t, files, false, append(flags, "--jobs", "1")...)
		for _, jobs := range []string{"1", "2", "7"} {
			gotStatus, gotOut, gotErr := checkOf(t, files, true, append(flags, "--jobs", jobs)...)
			if gotStatus != status || gotErr != stderr {
				t.Fatalf("seed %d, %s jobs: exit status %d and\n%s\nin one part %d and\n%s", seed, jobs, gotStatus, gotErr, status, stderr)
			}
			if gotOut != stdout {
				t.Fatalf("seed %d, %s jobs (-in one part +in many):\n%s", seed, jobs, cmp.Diff(strings.Split(stdout, "\n"), strings.Split(gotOut, "\n")))
			}
		}
		if strings.Contains(stderr, "--max-distinct") {
			stopped++
		}
		for _, r := range rules {
			found[r.id] += strings.Count(stdout, " ["+r.id+"]\n") + strings.Count(stdout, `"rule":"`+r.id+`"`)
		}
	}
	if stopped < 5 {
		t.Errorf("the limit of rows was reached %d times", stopped)
	}
	for _, r := range rules {
		if found[r.id] == 0 && r != noRows {
			t.Errorf("%s: not found in any file", r.id)
		}
	}
}

// TestFullPartsAtAnyJobs: a part of so many bad lines that their findings do not
// wait for its end tells the same, in the same order, as one whose findings do.
func TestFullPartsAtAnyJobs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	for b.Len() < 5<<19 { // two parts and a half
		b.WriteString([]string{"bad\n", "x\t\n", "\n", "bad\r\n", dirtyLine(random) + "\r\n"}[random.IntN(5)])
	}
	files := []dirtyFile{{name: "f.tsv", text: b.String()}}
	_, want, told := checkOf(t, files, true, "--jobs", "1", "--max-distinct", "40000")
	for _, jobs := range []string{"1", "2", "7"} {
		_, stdout, stderr := checkOf(t, files, false, "--jobs", jobs, "--max-distinct", "40000")
		if stderr != told {
			t.Fatalf("%s jobs tell\n%s\nin small parts\n%s", jobs, stderr, told)
		}
		if stdout != want {
			t.Fatalf("%s jobs, large parts and small ones, find different things: %d and %d bytes", jobs, len(stdout), len(want))
		}
	}
	if n := strings.Count(want, "\n"); n < 100*mostFound || strings.Contains(told, "--max-distinct") {
		t.Errorf("%d findings, %s", n, told)
	}
}

// TestMaxFindingsIsExact: what is not printed is counted like what is: but for how
// much is left out, the summaries of a cut check are those of the whole one, in text
// and in JSON, and what is printed is its start.
func TestMaxFindingsIsExact(t *testing.T) {
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 3))
		files := dirtyFiles(random, 200)
		status, stdout, stderr := checkOf(t, files, true)
		lines := strings.SplitAfter(strings.TrimSuffix(stdout, "\n"), "\n")
		lines[len(lines)-1] += "\n"
		whole := checkedJSON(t, files, status, stderr)
		for _, most := range []int{1, 1 + random.IntN(len(lines)), len(lines) - 1, len(lines), len(lines) + 1} {
			want := stdout
			if left := len(lines) - most; most > 0 && left > 0 {
				want = strings.Join(lines[:most], "") + fmt.Sprintf("+%d more\n", left)
			}
			flags := []string{"--jobs", "2", "--max-findings", strconv.Itoa(most)}
			gotStatus, got, told := checkOf(t, files, true, flags...)
			if gotStatus != status || told != stderr {
				t.Errorf("seed %d, %d of %d: exit status %d and %q, of all %d and %q", seed, most, len(lines), gotStatus, told, status, stderr)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("seed %d, %d of %d (-want +got):\n%s", seed, most, len(lines), diff)
			}
			cut := whole
			if most > 0 && most < len(lines) {
				cut.Findings = whole.Findings[:most]
				cut.Summary.Unprinted = int64(len(lines) - most)
			}
			if diff := cmp.Diff(cut, checkedJSON(t, files, status, stderr, flags...)); diff != "" {
				t.Errorf("seed %d, %d of %d, JSON (-want +got):\n%s", seed, most, len(lines), diff)
			}
		}
	}
}

type checkedFiles struct {
	Findings []any
	Summary  jsonSummary
}

// checkedJSON is what check tells of files in JSON, beside a status and a summary
// that are the same as in text.
func checkedJSON(t *testing.T, files []dirtyFile, wantStatus status, wantErr string, flags ...string) (c checkedFiles) {
	t.Helper()
	status, stdout, stderr := checkOf(t, files, true, append(flags, "--format", "json")...)
	if status != wantStatus || stderr != wantErr {
		t.Errorf("JSON: exit status %d and %q, text %d and %q", status, stderr, wantStatus, wantErr)
	}
	if err := json.Unmarshal([]byte(stdout), &c); err != nil {
		t.Fatal(err)
	}
	return c
}
