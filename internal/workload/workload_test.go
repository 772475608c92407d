package workload

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
)

// TestSameBytesEverywhere: a change of a workload shows here, and makes what
// was measured before incomparable.
func TestSameBytesEverywhere(t *testing.T) {
	want := map[string]string{
		"realistic":    "7ab2c8a9bb88bf22",
		"frontier":     "e64e4095253e5956",
		"rising":       "5ba15993ab55c9b3",
		"tied":         "9cab4e5cf52c6033",
		"backends":     "e5f65579d7011343",
		"names":        "438294a9913d6985",
		"long":         "96f28f7cdbee1787",
		"noncanonical": "04671c4ce01c2439",
		"malformed":    "13af3c7952e87535",
	}
	for _, w := range All {
		n := uint64(10_000)
		if w.Name == "long" {
			n = 10
		}
		hash := sha256.New()
		if err := w.Write(hash, 1, n); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", hash.Sum(nil)[:8]); got != want[w.Name] {
			t.Errorf("%s: the first lines have the hash %s, want %q", w.Name, got, want[w.Name])
		}
		if w.File(1, 3) == w.File(2, 3) {
			t.Errorf("%s: another seed gives the same lines", w.Name)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, w := range All {
		if got, err := Named(w.Name); err != nil || got.Name != w.Name {
			t.Errorf("Named(%q) = %q, %v", w.Name, got.Name, err)
		}
	}
	if _, err := Named("fast"); err == nil || !strings.Contains(err.Error(), `"fast": expected one of realistic, frontier,`) {
		t.Errorf("an unknown name: %v", err)
	}
}

// TestLinesAreWhatTheySay: each line reads back as its row, and is canonical
// unless its workload is about that.
func TestLinesAreWhatTheySay(t *testing.T) {
	for _, w := range All {
		for i := range uint64(200) {
			line := strings.TrimSuffix(string(w.AppendLine(nil, 1, i)), "\n")
			row, err := calibration.ParseLine(line)
			if w.Name == "malformed" {
				if err == nil {
					t.Fatalf("malformed: accepted %q", line)
				}
				continue
			}
			if err != nil || row != w.Row(1, i) {
				t.Fatalf("%s: line %d is %q, %v", w.Name, i, line, err)
			}
			if err := row.Validate(); err != nil {
				t.Fatalf("%s: line %d: %v", w.Name, i, err)
			}
			canonical, _ := row.Line()
			if (canonical == line) != (w.Name != "noncanonical") {
				t.Fatalf("%s: line %d is %q", w.Name, i, line)
			}
		}
	}
}

func TestRealistic(t *testing.T) {
	const n = 200_000
	var flopsApprox, bytesApprox, multi, model, bytes int
	backends, routines, digests := map[string]int{}, map[string]int{}, map[string]bool{}
	var w = All[0]
	var line []byte
	for i := range uint64(n) {
		row := Realistic(1, i)
		flopsApprox += count(row.FLOPsApprox)
		bytesApprox += count(row.BytesApprox)
		multi += count(row.MultiKernel())
		model += count(row.HasModel)
		backends[row.Backend]++
		routines[row.Routine]++
		digests[row.Digest] = true
		line = w.AppendLine(line[:0], 1, i)
		bytes += len(line)
		if row.Opaque || !row.Timed() || row.Violated() {
			t.Fatalf("row %d: %+v", i, row)
		}
		// 1 TFLOP/s and 100 GB/s, in operations and bytes per millisecond.
		if float64(row.FLOPs) > 1e9*row.MeasuredMS || float64(row.Bytes) > 1e8*row.MeasuredMS {
			t.Fatalf("row %d beats the envelope: %+v", i, row)
		}
	}
	for what, share := range map[string][2]float64{
		"approximate flops": {0.35, float64(flopsApprox) / n},
		"approximate bytes": {0.60, float64(bytesApprox) / n},
		"multi-kernel":      {0.20, float64(multi) / n},
		"a model time":      {0.90, float64(model) / n},
		"of backend metal":  {1. / 3, float64(backends["metal"]) / n},
		"105 bytes":         {1, float64(bytes) / n / 105},
	} {
		if want, got := share[0], share[1]; got < want-0.005 || got > want+0.005 {
			t.Errorf("%s: %.4f of the rows, want %.2f", what, got, want)
		}
	}
	if len(backends) != 3 || len(routines) != 40 || len(digests) != n {
		t.Errorf("%d backends, %d routines, %d digests", len(backends), len(routines), len(digests))
	}
}

// TestRealisticHasFewSuspects: per backend a handful of rows could force slack,
// as on real data, and one does.
func TestRealisticHasFewSuspects(t *testing.T) {
	rows := All[0].Rows(1, 200_000)
	for _, e := range calibration.Fit(rows) {
		if !e.FissionSlack.Some() || !e.PeakFLOPS.Finite() || !e.PeakMemoryBandwidth.Finite() {
			t.Errorf("an unrealistic fit: %+v", e)
		}
		var kept []calibration.Row
		peakFLOPS, peakBytes := e.PeakFLOPS.Value/e.FissionSlack.Value/1000, e.PeakMemoryBandwidth.Value/e.FissionSlack.Value/1000
		for _, r := range rows {
			if r.Backend == e.Backend && r.MultiKernel() && r.FullyExact() &&
				float64(r.FLOPs)/peakFLOPS+float64(r.Bytes)/peakBytes > r.MeasuredMS {
				kept = append(kept, r)
			}
		}
		kept = undominated(kept)
		if len(kept) < 2 || len(kept) > 20 {
			t.Errorf("%s: %d rows could force slack, want 2 to 20", e.Backend, len(kept))
		}
	}
}

// undominated are the rows that no other beats or equals in both rates.
func undominated(rows []calibration.Row) []calibration.Row {
	flops := func(r calibration.Row) float64 { return float64(r.FLOPs) / r.MeasuredMS }
	bytes := func(r calibration.Row) float64 { return float64(r.Bytes) / r.MeasuredMS }
	slices.SortFunc(rows, func(a, b calibration.Row) int {
		if flops(a) > flops(b) {
			return -1
		}
		return 1
	})
	var kept []calibration.Row
	for _, r := range rows {
		if len(kept) == 0 || bytes(r) > bytes(kept[len(kept)-1]) {
			kept = append(kept, r)
		}
	}
	return kept
}

// TestFrontierKeepsEveryRow: in the order of flops, bytes fall, and fall faster
// and faster. So no row dominates another or lies on a line between two, and all
// lie above the line between the ends.
func TestFrontierKeepsEveryRow(t *testing.T) {
	const n = 100_000
	rows := make([]calibration.Row, n)
	for i := range rows {
		rows[i] = Frontier(1, uint64(i))
	}
	if slices.IsSortedFunc(rows, func(a, b calibration.Row) int { return int(a.FLOPs - b.FLOPs) }) {
		t.Error("the rows come in order")
	}
	slices.SortFunc(rows, func(a, b calibration.Row) int { return int(a.FLOPs - b.FLOPs) })
	slope := new(big.Rat)
	for i, r := range rows {
		if r.Backend != "cuda" || r.MeasuredMS != 1000 || !r.MultiKernel() || !r.FullyExact() || r.FLOPs <= 0 || r.Bytes <= 0 {
			t.Fatalf("row %d: %+v", i, r)
		}
		if i == 0 {
			continue
		}
		before := rows[i-1]
		if r.FLOPs == before.FLOPs {
			t.Fatalf("%d flops twice", r.FLOPs)
		}
		s := big.NewRat(r.Bytes-before.Bytes, r.FLOPs-before.FLOPs)
		if s.Cmp(slope) >= 0 {
			t.Fatalf("the slope is %v before %d flops and %v behind", slope, before.FLOPs, s)
		}
		slope = s
	}
}

// TestFrontierDoesNotRepeat: ten million rows are as many points of the curve.
func TestFrontierDoesNotRepeat(t *testing.T) {
	seen := make([]bool, frontierEnd)
	for i := range uint64(FrontierRows) {
		x := frontierPoint(1, i)
		if x < 1 || x >= frontierEnd || seen[x] {
			t.Fatalf("row %d: point %d is out of range or comes again", i, x)
		}
		seen[x] = true
	}
}

func TestRising(t *testing.T) {
	before := Rising(1, 0)
	for i := uint64(1); i < 10_000; i++ {
		r := Rising(1, i)
		if flopsRate(r).Cmp(flopsRate(before)) <= 0 || bytesRate(r).Cmp(bytesRate(before)) <= 0 || !r.FullyExact() || !r.MultiKernel() {
			t.Fatalf("row %d does not beat the one before: %+v", i, r)
		}
		before = r
	}
	if last := Rising(1, 100_000_000); last.FLOPs >= 1e15 || last.FLOPs <= before.FLOPs {
		t.Errorf("after 10^8 rows: %+v", last)
	}
}

func TestTied(t *testing.T) {
	first := Tied(1, 0)
	times := map[float64]bool{}
	for i := range uint64(10_000) {
		r := Tied(1, i)
		if flopsRate(r).Cmp(flopsRate(first)) != 0 || bytesRate(r).Cmp(bytesRate(first)) != 0 || !r.FullyExact() || !r.MultiKernel() {
			t.Fatalf("row %d is not tied: %+v", i, r)
		}
		times[r.MeasuredMS] = true
	}
	if len(times) < 9900 {
		t.Errorf("only %d different times", len(times))
	}
}

func flopsRate(r calibration.Row) *big.Rat { return perMS(r.FLOPs, r) }
func bytesRate(r calibration.Row) *big.Rat { return perMS(r.Bytes, r) }

func perMS(count int64, r calibration.Row) *big.Rat {
	q := new(big.Rat).SetInt64(count)
	return q.Quo(q, new(big.Rat).SetFloat64(r.MeasuredMS))
}

func TestMillions(t *testing.T) {
	seen := make([]bool, 1e6)
	for i := range uint64(1e6) {
		n := million(1, i)
		if n >= 1e6 || seen[n] {
			t.Fatalf("row %d: %d is out of range or comes again", i, n)
		}
		seen[n] = true
	}
	backends, routines, labels := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range uint64(1000) {
		backends[Backends(1, i).Backend] = true
		routines[Names(1, i).Routine] = true
		labels[Names(1, i).Label] = true
	}
	if len(backends) != 1000 || len(routines) != 1000 || len(labels) != 1000 {
		t.Errorf("%d backends, %d routines, %d labels in 1000 rows", len(backends), len(routines), len(labels))
	}
}

func TestLong(t *testing.T) {
	w, err := Named("long")
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(10) {
		if n := len(w.AppendLine(nil, 1, i)); n != calibration.DefaultMaxLine+len("\n") {
			t.Errorf("line %d has %d bytes with its terminator", i, n)
		}
	}
}

// TestNoncanonical: no number is as a writer writes it.
func TestNoncanonical(t *testing.T) {
	w, err := Named("noncanonical")
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(1000) {
		row := w.Row(1, i)
		canonical, _ := row.Line()
		cells := strings.Split(strings.TrimSuffix(string(w.AppendLine(nil, 1, i)), "\n"), "\t")
		for c, cell := range strings.Split(canonical, "\t") {
			number := 4 <= c && c <= 8 && cell != ""
			if (cells[c] == cell) == number {
				t.Fatalf("line %d, column %d: %q for %q", i, c+1, cells[c], cell)
			}
		}
	}
}

// TestMalformed: every kind of error comes, in turn.
func TestMalformed(t *testing.T) {
	w, err := Named("malformed")
	if err != nil {
		t.Fatal(err)
	}
	kinds := []error{
		calibration.ErrFieldCount, calibration.ErrFieldCount, calibration.ErrSyntax,
		calibration.ErrSyntax, calibration.ErrRange, calibration.ErrText,
	}
	for i := range uint64(600) {
		line := strings.TrimSuffix(string(w.AppendLine(nil, 1, i)), "\n")
		if _, err := calibration.ParseLine(line); !errors.Is(err, kinds[i%6]) {
			t.Fatalf("line %d: %q: %v, want %v", i, line, err, kinds[i%6])
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
