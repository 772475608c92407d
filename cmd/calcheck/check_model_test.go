package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The rules that compare rows, or compare exactly, against a model of their pages: it
// keeps every row, knows texts by themselves and rates as quotients, and looks
// at all pairs it needs to.

// modelCorpus is files, and the flags of their check.
type modelCorpus struct {
	Files              [][]modelRow
	Outlier, Machine   string
	MaxFLOPS, MaxBytes string // empty: not given
	Distinct           int    // -1: not given
}

// modelRow is a line: a row, or what is skipped.
type modelRow struct {
	Skipped string // a blank or malformed line; the rest is empty
	Legacy  bool   // 11 columns
	Backend modelBackend
	Digest, Routine, Label,
	Measured, Model, Kernels, FLOPs, Bytes string
	FLOPsApprox, BytesApprox, Opaque bool

	file, line int // both from 1
}

// modelBackend is a name, and what is left of it without case and blanks around:
// by hand, so that the model knows nothing of how that is found out.
type modelBackend struct{ Name, Plain string }

func (r *modelRow) text() string {
	if r.Skipped != "" {
		return r.Skipped
	}
	return strings.Join(r.cells(), "\t")
}

func (r *modelRow) cells() []string {
	cells := []string{r.Backend.Name, r.Digest, r.Routine, r.Label, r.Measured, r.Model, r.Kernels, r.FLOPs, r.Bytes,
		strconv.FormatBool(r.FLOPsApprox), strconv.FormatBool(r.BytesApprox), strconv.FormatBool(r.Opaque)}
	if r.Legacy {
		cells = slices.Delete(cells, 2, 3)
	}
	return cells
}

// column is where the cell of a column of the schema starts, in characters.
func (r *modelRow) column(n int) int {
	if r.Legacy {
		n--
	}
	return 1 + utf8.RuneCountInString(strings.Join(append(r.cells()[:n-1], ""), "\t"))
}

func (r *modelRow) candidate() string {
	return r.Backend.Name + "\t" + r.Digest + "\t" + r.Routine + "\t" + r.Label
}

// counts is all that a candidate has to have in common, as text: the generator
// writes each count in one way.
func (r *modelRow) counts() string {
	return fmt.Sprint(r.Kernels, r.FLOPs, r.Bytes, r.FLOPsApprox, r.BytesApprox, r.Opaque)
}

// modelNumber is the exact value of the binary64 nearest to a numeral.
func modelNumber(numeral string) *big.Rat {
	v, err := strconv.ParseFloat(numeral, 64)
	if err != nil {
		panic(err)
	}
	return new(big.Rat).SetFloat64(v)
}

// rate is what the row says of a leg, per second: nil if nothing.
func (r *modelRow) rate(leg int) *big.Rat {
	text, approximate := r.FLOPs, r.FLOPsApprox
	if leg == memoryLeg {
		text, approximate = r.Bytes, r.BytesApprox
	}
	count, ok := new(big.Rat).SetString(text) // not by way of binary64
	if !ok {
		panic(text)
	}
	ms := modelNumber(r.Measured)
	if approximate || r.Opaque || ms.Sign() <= 0 || count.Sign() <= 0 {
		return nil
	}
	return count.Mul(count, big.NewRat(1000, 1)).Quo(count, ms)
}

// modelFinding is what the model tells of a finding. Column is of the place, not of the
// other row, which is named by its line.
type modelFinding struct {
	Rule               string
	File, Line, Column int
	Other              [2]int // file and line, or zeros
}

func (r *modelRow) finding(rule *rule, column int, other *modelRow) modelFinding {
	f := modelFinding{Rule: rule.id, File: r.file, Line: r.line, Column: 1}
	if column > 1 {
		f.Column = r.column(column)
	}
	if other != nil {
		f.Other = [2]int{other.file, other.line}
	}
	return f
}

// ofRows are the findings at single rows, and ofData those of all together.
func (c *modelCorpus) findings() (ofRows, ofData []modelFinding) {
	var rows []*modelRow
	for i, file := range c.Files {
		for j := range file {
			if row := &file[j]; row.Skipped == "" {
				row.file, row.line = i+1, j+1
				rows = append(rows, row)
			}
		}
	}
	ofRows = append(c.repeated(rows), c.impossible(rows)...)

	byBackend := map[string][]*modelRow{}
	var order []*modelRow // the first of each backend
	for _, row := range rows {
		if byBackend[row.Backend.Name] == nil {
			order = append(order, row)
		}
		byBackend[row.Backend.Name] = append(byBackend[row.Backend.Name], row)
	}
	for i, first := range order {
		if j := slices.IndexFunc(order, func(r *modelRow) bool { return r.Backend.Plain == first.Backend.Plain }); j < i {
			ofData = append(ofData, first.finding(lookalikeBackend, 1, order[j]))
		}
		for leg := range legs {
			ofData = append(ofData, c.doubtful(byBackend[first.Backend.Name], leg)...)
		}
	}
	return ofRows, ofData
}

// repeated is duplicate-row and digest-conflict.
func (c *modelCorpus) repeated(rows []*modelRow) (found []modelFinding) {
	lines, candidates := map[string]*modelRow{}, map[string]*modelRow{}
	for _, row := range rows {
		if same := lines[row.text()]; same != nil {
			found = append(found, row.finding(duplicateRow, 1, same))
			continue
		}
		if len(lines) == c.Distinct {
			return found
		}
		lines[row.text()] = row
		switch first := candidates[row.candidate()]; {
		case first == nil:
			candidates[row.candidate()] = row
		case first.counts() != row.counts():
			found = append(found, row.finding(digestConflict, 1, first))
		}
	}
	return found
}

// impossible is bound-violation and above-ceiling.
func (c *modelCorpus) impossible(rows []*modelRow) (found []modelFinding) {
	for _, row := range rows {
		exact := !row.FLOPsApprox && !row.BytesApprox && !row.Opaque
		if exact && row.Model != "" && modelNumber(row.Model).Cmp(modelNumber(row.Measured)) > 0 {
			found = append(found, row.finding(boundViolation, 6, nil))
		}
		for leg, ceiling := range []string{c.MaxFLOPS, c.MaxBytes} {
			if rate := row.rate(leg); ceiling != "" && rate != nil && rate.Cmp(modelNumber(ceiling)) > 0 {
				found = append(found, row.finding(aboveCeiling, 8+leg, nil))
			}
		}
	}
	return found
}

// doubtful is unconstrained-leg, outlier-peak and mixed-machines of one backend.
func (c *modelCorpus) doubtful(rows []*modelRow, leg int) (found []modelFinding) {
	best := fastest(rows, leg, func(*modelRow) bool { return true })
	if best == nil {
		return []modelFinding{rows[0].finding(unconstrainedLeg, 1, nil)}
	}
	above := func(a, b *modelRow, factor string) bool {
		limit := modelNumber(factor)
		return a.rate(leg).Cmp(limit.Mul(limit, b.rate(leg))) > 0
	}
	others := fastest(rows, leg, func(r *modelRow) bool { return r.candidate() != best.candidate() })
	if others != nil && above(best, others, c.Outlier) {
		found = append(found, best.finding(outlierPeak, 8+leg, others))
	}
	var slow, fast *modelRow
	for file := range c.Files {
		top := fastest(rows, leg, func(r *modelRow) bool { return r.file == file+1 })
		if top == nil {
			continue
		}
		if slow == nil || top.rate(leg).Cmp(slow.rate(leg)) < 0 {
			slow = top
		}
		if fast == nil || top.rate(leg).Cmp(fast.rate(leg)) > 0 {
			fast = top
		}
	}
	if above(fast, slow, c.Machine) {
		found = append(found, fast.finding(mixedMachines, 8+leg, slow))
	}
	return found
}

// fastest returns the first of the rows asked for with the greatest rate, if any
// has one.
func fastest(rows []*modelRow, leg int, asked func(*modelRow) bool) (best *modelRow) {
	for _, row := range rows {
		if asked(row) && row.rate(leg) != nil && (best == nil || row.rate(leg).Cmp(best.rate(leg)) > 0) {
			best = row
		}
	}
	return best
}

// modelRules are the rules of the model.
var modelRules = []*rule{duplicateRow, digestConflict, boundViolation, aboveCeiling, outlierPeak, unconstrainedLeg, lookalikeBackend, mixedMachines}

// checkCorpus writes the files and returns the findings of check, as the model
// has them, those of single rows and of all apart.
func checkCorpus(t rapid.TB, c *modelCorpus, dir string) (ofRows, ofData []modelFinding) {
	args := []string{"check", "-f", "json", "--fail-on", "never", "--allow-empty", "--outlier-factor", c.Outlier, "--machine-factor", c.Machine}
	for _, r := range modelRules {
		args = append(args, "--select", r.id)
	}
	if c.Distinct >= 0 {
		args = append(args, "--max-distinct", strconv.Itoa(c.Distinct))
	}
	if c.MaxFLOPS != "" {
		args = append(args, "--max-flops", c.MaxFLOPS)
	}
	if c.MaxBytes != "" {
		args = append(args, "--max-bandwidth", c.MaxBytes)
	}
	number := map[string]int{}
	for i, file := range c.Files {
		var b strings.Builder
		for _, row := range file {
			b.WriteString(row.text() + "\n")
		}
		name := filepath.Join(dir, fmt.Sprintf("%d.tsv", i+1))
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatalf("%v", err)
		}
		number[name] = i + 1
		args = append(args, name)
	}
	status, stdout, stderr := runWith(args, "")
	if status != clean {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	var printed struct{ Findings []jsonFinding }
	if err := json.Unmarshal([]byte(stdout), &printed); err != nil {
		t.Fatalf("%v", err)
	}
	for _, f := range printed.Findings {
		m := modelFinding{Rule: f.Rule, File: number[f.File], Line: f.Line, Column: f.Column}
		if f.Other != nil {
			m.Other = [2]int{number[f.Other.File], f.Other.Line}
		}
		if r, err := ruleNamed(f.Rule); err == nil && slices.Index(modelRules, r) < slices.Index(modelRules, outlierPeak) {
			if len(ofData) > 0 {
				t.Fatalf("%v after the findings of all rows", m)
			}
			ofRows = append(ofRows, m)
		} else {
			ofData = append(ofData, m)
		}
	}
	return ofRows, ofData
}

func (f modelFinding) comparePlace(g modelFinding) int {
	return cmp.Or(cmp.Compare(f.File, g.File), cmp.Compare(f.Line, g.Line), cmp.Compare(f.Column, g.Column))
}

// sortedFindings puts findings in an order that does not depend on how they came.
func sortedFindings(found []modelFinding) []modelFinding {
	return slices.SortedFunc(slices.Values(found), func(f, g modelFinding) int {
		return cmp.Or(f.comparePlace(g), cmp.Compare(f.Rule, g.Rule), slices.Compare(f.Other[:], g.Other[:]))
	})
}

// TestCheckAgainstModel: check finds what the model does, at the same places and
// with the same other rows, and in order.
func TestCheckAgainstModel(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		c := genCorpus().Draw(t, "corpus")
		wantOfRows, wantOfData := c.findings()
		ofRows, ofData := checkCorpus(t, c, dir)
		for _, part := range []struct {
			name      string
			want, got []modelFinding
		}{{"rows", wantOfRows, ofRows}, {"data", wantOfData, ofData}} {
			if diff := gocmp.Diff(sortedFindings(part.want), sortedFindings(part.got)); diff != "" {
				t.Fatalf("findings of %s (-model +check):\n%s", part.name, diff)
			}
			if !slices.IsSortedFunc(part.got, modelFinding.comparePlace) {
				t.Fatalf("findings of %s out of order: %v", part.name, part.got)
			}
		}
	})
}
