package main

import (
	"bufio"
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/calcheck/calibration/internal/workload"
)

// pieces is a reader that returns at most a few hundred bytes at a time, so that
// a small file comes in many parts.
type pieces struct {
	data   string
	random *rand.Rand
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.data == "" {
		return 0, io.EOF
	}
	n := copy(b, p.data[:min(len(p.data), 1+p.random.IntN(600))])
	p.data = p.data[n:]
	return n, nil
}

// TestFitAtAnyJobs: the report, with its constants to the last bit, its witnesses
// and what is said of malformed lines, is the same at any number of jobs, and the
// library's of the rows one by one.
func TestFitAtAnyJobs(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		var file strings.Builder
		var rows []calibration.Row
		for i := range 50 + random.Uint64N(400) {
			row := workload.Realistic(seed, i)
			if random.IntN(2) == 0 { // ties and frontiers
				row.MeasuredMS, row.FLOPs, row.Bytes = 1+float64(random.IntN(2)), 1+random.Int64N(20), 1+random.Int64N(20)
				row.FLOPsApprox, row.BytesApprox = false, false
				row.Kernels = 2
			}
			line, err := row.Line()
			if err != nil {
				t.Fatal(err)
			}
			if random.IntN(10) == 0 {
				file.WriteString("bad line\n\n")
			}
			file.WriteString(line + "\n")
			rows = append(rows, row)
		}
		var want []byte
		for i, e := range calibration.Fit(rows) {
			object, err := e.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				want = append(want, ",\n"...)
			}
			want = append(want, object...)
		}
		want = append(append([]byte("[\n"), want...), "\n]\n"...)

		var told string
		for _, jobs := range []jobs{1, 2, 7} {
			in := input{name: "f.tsv", raw: func() (io.ReadCloser, error) {
				return io.NopCloser(&pieces{file.String(), rand.New(rand.NewPCG(seed, 2))}), nil
			}}
			var stdout, stderr bytes.Buffer
			c := &cli{stdout: bufio.NewWriter(&stdout), stderr: &stderr}
			c.fit([]input{in}, fitOptions{margin: 1, format: formatJSON, jobs: jobs})
			c.stdout.Flush()
			if !bytes.Equal(stdout.Bytes(), want) {
				t.Fatalf("seed %d, %d jobs:\n%s\nwant\n%s", seed, jobs, stdout.Bytes(), want)
			}
			if jobs == 1 {
				told = stderr.String()
			} else if told != stderr.String() {
				t.Fatalf("seed %d, %d jobs tell\n%s\nand one tells\n%s", seed, jobs, stderr.String(), told)
			}
		}
	}
}

// TestAuditAtAnyJobs: so is an audit, its worst rows and their order included.
func TestAuditAtAnyJobs(t *testing.T) {
	w, err := workload.Named("realistic")
	if err != nil {
		t.Fatal(err)
	}
	file := w.File(1, 3000) + "bad line\n"
	var want string
	for _, jobs := range []jobs{1, 2, 7} {
		in := input{name: "f.tsv", raw: func() (io.ReadCloser, error) {
			return io.NopCloser(&pieces{file, rand.New(rand.NewPCG(1, 2))}), nil
		}}
		var stdout, stderr bytes.Buffer
		c := &cli{stdout: bufio.NewWriter(&stdout), stderr: &stderr}
		c.audit([]input{in}, auditOptions{flops: 1e11, bandwidth: 1e10, max: 20, format: formatText, jobs: jobs})
		c.stdout.Flush()
		switch got := stdout.String() + stderr.String(); {
		case jobs == 1:
			want = got
		case got != want:
			t.Errorf("%d jobs:\n%s\nand one\n%s", jobs, got, want)
		}
	}
	if strings.Count(want, "f.tsv:") < 20 {
		t.Errorf("too few violations:\n%s", want)
	}
}
