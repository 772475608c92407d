package conformance

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/calcheck/calibration"
)

// Difference is an input to which a port and the library answer differently,
// shrunk as far as the difference stays.
type Difference struct {
	Mode      Mode
	Case      int    // the number of the random case it was found in
	Input     string // a request without its LF, or in fit mode a file
	Want, Got string
	Kind      Kind
	Detail    string
}

// Random compares a port with the library on random input: files of a few rows
// and batches of request lines, most near the edges of the format. Case i of a
// seed is always the same. It goes on until cases have been tried (all cases from
// first on if cases is 0) or ctx is done, and stops at the first difference. It
// returns the number of cases tried, and nil if they all agree.
func Random(ctx context.Context, port Port, seed uint64, first, cases int) (tried int, diff *Difference, err error) {
	for i := first; (cases == 0 || tried < cases) && ctx.Err() == nil; i++ {
		mode, input := randomCase(seed, i)
		diff, err := compare(ctx, port, mode, input)
		if ctx.Err() != nil {
			break // cut off: neither equal nor different, and no fault
		}
		if err != nil {
			return tried, nil, err
		}
		tried++
		if diff != nil {
			diff.Case = i
			return tried, shrink(ctx, port, diff), nil
		}
	}
	return tried, nil, nil
}

// compare puts one input to the port; in the line modes the difference is that of
// the first line that differs, alone if it differs alone.
func compare(ctx context.Context, port Port, mode Mode, input string) (*Difference, error) {
	var vectors []Vector
	if mode == Fit {
		want, _ := Reference{}.Answer(ctx, mode, input)
		vectors = []Vector{{Category: "fit", Input: input, Want: want}}
	} else {
		category := map[Mode]string{Parse: "parse-accept", Emit: "emit"}[mode]
		for line := range strings.Lines(input) {
			request := strings.TrimSuffix(line, "\n")
			vectors = append(vectors, Vector{Category: category, Input: request, Want: AnswerLine(mode, request)})
		}
	}
	report, err := Run(ctx, port, vectors, Options{Jobs: 1})
	if err != nil {
		return nil, err
	}
	for _, r := range report.Results {
		if r.Verdict == Failed {
			return &Difference{Mode: mode, Input: r.Input, Want: r.Want, Got: r.Got, Kind: r.Kind, Detail: r.Detail}, nil
		}
	}
	return nil, nil
}

// shrink takes out lines of a file, then cells' characters of what is left, as
// long as the answers still differ, in halves first and then in ever smaller pieces.
func shrink(ctx context.Context, port Port, diff *Difference) *Difference {
	if diff.Mode == Fit {
		diff = shrinkPieces(ctx, port, diff, func(s string) []string { return strings.SplitAfter(s, "\n") }, "")
	}
	return shrinkPieces(ctx, port, diff, func(s string) []string { return strings.SplitAfter(s, "") }, "")
}

// shrinkTime bounds the search for a smaller input.
const shrinkTime = time.Minute

func shrinkPieces(ctx context.Context, port Port, diff *Difference, split func(string) []string, sep string) *Difference {
	ctx, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	pieces := split(diff.Input)
	for size := (len(pieces) + 1) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(pieces) && ctx.Err() == nil; {
			fewer := append(append([]string(nil), pieces[:at]...), pieces[at+size:]...)
			smaller, err := compare(ctx, port, diff.Mode, strings.Join(fewer, sep)+lineEnd(diff.Mode))
			if err != nil || smaller == nil || smaller.Kind != diff.Kind || ctx.Err() != nil {
				at += size
				continue
			}
			smaller.Case = diff.Case
			diff, pieces = smaller, fewer
		}
	}
	return diff
}

// lineEnd is what ends a request in the line modes.
func lineEnd(mode Mode) string {
	if mode == Fit {
		return ""
	}
	return "\n"
}

// randomCase is case i of a seed: every other a file, the rest batches of lines.
func randomCase(seed uint64, i int) (Mode, string) {
	g := generator{rand.New(rand.NewPCG(seed, uint64(i)))}
	mode := CaseMode(i)
	switch mode {
	case Parse:
		return mode, g.requests(200, g.line)
	case Emit:
		return mode, g.requests(200, g.emitRequest)
	default:
		return mode, g.file()
	}
}

// CaseMode is the mode of random case i, of any seed.
func CaseMode(i int) Mode {
	switch i % 4 {
	case 1:
		return Parse
	case 3:
		return Emit
	default:
		return Fit
	}
}

// generator draws from few values that meet, so that ties, domination and near
// misses are common, and from the edges of every type.
type generator struct{ *rand.Rand }

func pick[T any](g generator, from ...T) T { return from[g.IntN(len(from))] }

// oneIn is true once in n times.
func (g generator) oneIn(n int) bool { return g.IntN(n) == 0 }

func (g generator) requests(n int, one func() string) string {
	var b strings.Builder
	for range n {
		b.WriteString(strings.ReplaceAll(one(), "\n", " ") + "\n")
	}
	return b.String()
}

func (g generator) text() string {
	switch g.IntN(5) {
	case 0:
		return pick(g, "", " ", "/", "#", "a=b", "日本", "ядро", "\xff\x80", "\xef\xbb\xbf", "1.5", "\x1b[31m", "\x7f", "a\rb", "model_peak_flops=1", "\u0085\u2028")
	case 1:
		b := make([]byte, g.IntN(6))
		for i := range b {
			b[i] = byte(g.IntN(256))
		}
		return strings.NewReplacer("\t", "", "\n", "", "\x00", "").Replace(string(b))
	default:
		return pick(g, "mm", "copy", "l1", "l2", "bs=64", "8e2f/11aa")
	}
}

// time is a time in milliseconds, any finite binary64.
func (g generator) time() float64 {
	var v float64
	switch g.IntN(8) {
	case 0, 1:
		v = float64(1 + g.IntN(6))
	case 2:
		v = float64(g.Int64N(1<<20)) / 1e6
	case 3:
		v = math.Nextafter(float64(g.Int64N(1<<53))/1e6, pick(g, math.Inf(1), math.Inf(-1)))
	case 4:
		v = float64(2*g.Int64N(1<<30)+1) / 128
	case 5:
		v = pick(g, 0, 5e-324, 1e-300, 1e300, math.MaxFloat64, 1e-6, 9.999999999999999e-7, 0.000249, 1<<33, 1<<33+0.0078125, 4294967296.0000007)
	case 6:
		v = math.Float64frombits(g.Uint64() &^ (1 << 63))
	case 7:
		v = math.Abs(g.NormFloat64())
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = math.MaxFloat64
	}
	if g.oneIn(15) {
		v = -v
	}
	return v
}

func (g generator) count() int64 {
	switch g.IntN(8) {
	case 0:
		return pick[int64](g, 0, -1, math.MinInt64, math.MaxInt64, math.MaxInt64-1, 1<<53+1, 1<<53, 1<<62)
	case 1:
		return g.Int64N(1e13)
	default:
		return g.Int64N(12)
	}
}

// row is a row with clean text, its times anywhere.
func (g generator) row() calibration.Row {
	r := calibration.Row{
		Backend: pick(g, "cc", "cc", "gpu", g.text()), Digest: g.text(), Routine: g.text(), Label: g.text(),
		MeasuredMS: g.time(), Kernels: pick(g, 1, 1, 2, 2, 3, g.count()), FLOPs: g.count(), Bytes: g.count(),
		FLOPsApprox: g.oneIn(6), BytesApprox: g.oneIn(6), Opaque: g.oneIn(12),
	}
	if g.oneIn(2) { // proportional rows, whose rates tie
		k := 1 + g.Int64N(4)
		r.MeasuredMS, r.FLOPs, r.Bytes = float64(k), k*(1+g.Int64N(6)), k*(1+g.Int64N(6))
	}
	switch g.IntN(4) {
	case 0:
		r.ModelMS, r.HasModel = g.time(), true
	case 1:
		r.ModelMS, r.HasModel = math.Nextafter(r.MeasuredMS, pick(g, 0, 1e300)), true
	}
	return r
}

// numeral writes a time in one of the ways that the grammar allows.
func (g generator) numeral(v float64) string {
	switch g.IntN(6) {
	case 0:
		return strconv.FormatFloat(v, 'e', -1, 64)
	case 1:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case 2:
		return strconv.FormatFloat(v, 'E', g.IntN(25), 64)
	default:
		return strconv.FormatFloat(v, 'f', 6, 64)
	}
}

// cells are the cells of a row, its numbers written in any way.
func (g generator) cells(r calibration.Row) []string {
	model := ""
	if r.HasModel {
		model = g.numeral(r.ModelMS)
	}
	return []string{
		r.Backend, r.Digest, r.Routine, r.Label, g.numeral(r.MeasuredMS), model,
		strconv.FormatInt(r.Kernels, 10), strconv.FormatInt(r.FLOPs, 10), strconv.FormatInt(r.Bytes, 10),
		strconv.FormatBool(r.FLOPsApprox), strconv.FormatBool(r.BytesApprox), strconv.FormatBool(r.Opaque),
	}
}

// line is a line that may be malformed: of another number of columns, or with a
// bad cell, or with a byte more, less or other.
func (g generator) line() string {
	cells := g.cells(g.row())
	switch g.IntN(8) {
	case 0:
		cells = append(cells[:2], cells[3:]...)
	case 1:
		at := 4 + g.IntN(8)
		cells[at] = pick(g, "", " ", "nan", "inf", "+1", ".5", "5.", "1_0", "0x1", "1e309", "1e-400", "-0", "--1", "1e", "1,5", "١", "True", "0",
			"9223372036854775808", "-9223372036854775809", "1.0", "1e3", " 1", "1 ", strings.Repeat("0", 1023)+"1", strings.Repeat("0", 1024)+"1",
			"9007199254740993", "0."+strings.Repeat("0", 300)+"1e301")
	case 2:
		cells = cells[:1+g.IntN(12)]
	case 3:
		cells = append(cells, g.text())
	}
	line := strings.Join(cells, "\t")
	if g.oneIn(6) && line != "" {
		at := g.IntN(len(line))
		switch g.IntN(3) {
		case 0:
			line = line[:at] + line[at+1:]
		case 1:
			line = line[:at] + pick(g, "\t", "\r", "\x00", "0", "-", ".", "e") + line[at:]
		case 2:
			line = line[:at] + string([]byte{line[at] ^ 1<<g.IntN(8)}) + line[at+1:]
		}
	}
	return line
}

// emitRequest is a row whose text may hold anything.
func (g generator) emitRequest() string {
	cells := g.cells(g.row())
	for i := range textColumns {
		if g.oneIn(3) {
			cells[i] += pick(g, "\t", "\n", "\r", "\x00", `\`, `\t`, "\r\n") + g.text()
		}
		cells[i] = escapeText(cells[i])
	}
	return strings.Join(cells, "\t")
}

// file is a file of up to a few dozen lines, most of them rows.
func (g generator) file() string {
	var b strings.Builder
	if g.oneIn(12) {
		b.WriteString(pick(g, "\xef\xbb\xbf", "\xff\xfe", "\xef\xbb", "\n"))
	}
	bad := g.oneIn(3)
	for range 1 + g.IntN(30) {
		line := strings.Join(g.cells(g.row()), "\t")
		if bad && g.oneIn(4) {
			line = pick(g, g.line(), "", " \t", "\r", "# comment", "\x00\x00")
		}
		b.WriteString(line)
		b.WriteString(pick(g, "\n", "\n", "\n", "\n", "\r\n"))
	}
	if g.oneIn(4) {
		fmt.Fprint(&b, g.line(), pick(g, "", "\r"))
	}
	return b.String()
}
