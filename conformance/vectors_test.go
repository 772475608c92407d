package conformance

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/calcheck/calibration/internal/naive"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the vector files: canonical form, answers of the naive implementation")

// answer is the right answer to a vector, from the naive implementation.
func answer(v Vector) string {
	switch v.Mode() {
	case Parse:
		return naive.AnswerParse(v.Input)
	case Emit:
		return naive.AnswerEmit(v.Input)
	default:
		return naive.AnswerFit(v.Input)
	}
}

// TestVectorsAreRight regenerates every answer, and holds the files to their
// canonical form.
func TestVectorsAreRight(t *testing.T) {
	for _, category := range Categories {
		file := filepath.Join("vectors", category+".txt")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		vectors, err := decodeVectors(category, string(text))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for i := range vectors {
			vectors[i].Want = answer(vectors[i])
		}
		want := encodeVectors(vectors)
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(string(text), "\n")); diff != "" {
			t.Errorf("%s (-want +got; go test ./conformance -update rewrites it):\n%s", file, diff)
		}
	}
}

// TestVectorsAreSound is the lint of the vectors.
func TestVectorsAreSound(t *testing.T) {
	slug := regexp.MustCompile(`\A[a-z0-9]+(-[a-z0-9]+)*\z`)
	clause := regexp.MustCompile(`\A([0-9]+|B)\.[0-9]+\z`)
	departures := []string{"floor-above", "number-grammar", "refloor-drift", "rounded-peak", "rounded-slack", "unclean-names"}
	byID := map[string]Vector{}
	inputs := map[[2]string]string{}
	perCategory := map[string]int{}
	for _, v := range Vectors() {
		if !slug.MatchString(v.ID) {
			t.Errorf("%s: the id is no slug", v.ID)
		}
		if _, twice := byID[v.ID]; twice {
			t.Errorf("%s: the id comes twice", v.ID)
		}
		byID[v.ID] = v
		perCategory[v.Category]++
		key := [2]string{string(v.Mode()), v.Input}
		if other, twice := inputs[key]; twice {
			t.Errorf("%s: the same input as %s", v.ID, other)
		}
		inputs[key] = v.ID
		if v.Reason == "" || len(v.Reason) > 120 {
			t.Errorf("%s: reason of %d bytes", v.ID, len(v.Reason))
		}
		if len(v.Spec) == 0 {
			t.Errorf("%s: cites no clause", v.ID)
		}
		for _, s := range v.Spec {
			if !clause.MatchString(s) {
				t.Errorf("%s: cites %q", v.ID, s)
			}
		}
		if v.Departure != "" && !slices.Contains(departures, v.Departure) {
			t.Errorf("%s: unknown departure %s", v.ID, v.Departure)
		}
		if v.Mode() != Fit && strings.Contains(v.Input, "\n") {
			t.Errorf("%s: a request holds a LF", v.ID)
		}
		switch accepted := strings.HasPrefix(v.Want, "ok\t"); v.Category {
		case "parse-accept", "emit":
			if !accepted {
				t.Errorf("%s: %q is no acceptance", v.ID, v.Want)
			}
		case "parse-reject":
			if v.Want != "error" {
				t.Errorf("%s: %q is no rejection", v.ID, v.Want)
			}
		}
	}
	for _, category := range Categories {
		if perCategory[category] < 40 {
			t.Errorf("%s: %d vectors", category, perCategory[category])
		}
	}
	if diff := cmp.Diff(departures, Departures(Vectors())); diff != "" {
		t.Errorf("departures with vectors:\n%s", diff)
	}

	// A rejection proves something only beside an acceptance that lacks the fault.
	for _, v := range byID {
		if v.Category != "parse-reject" {
			continue
		}
		near, ok := byID[v.Near]
		if !ok || near.Category != "parse-accept" {
			t.Errorf("%s: no accepted vector is near (%q)", v.ID, v.Near)
			continue
		}
		if !oneChange(v.Input, near.Input) {
			t.Errorf("%s differs from %s in more than one place", v.ID, near.ID)
		}
	}
}

// oneChange reports whether a differs from b in one stretch that is at most two
// cells wide, or in the number of its columns, or in being blank.
func oneChange(a, b string) bool {
	tabs := strings.Count(a, "\t")
	if tabs != 10 && tabs != 11 || strings.Trim(a, "\t") == "" {
		return true
	}
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	changed := strings.Count(a[start:len(a)-end], "\t")
	return changed <= 1
}

// clausesWithoutVector are those of sections 3 to 7 that no answer of a port can
// show: they explain, define, or bind libraries, checkers and appending writers.
var clausesWithoutVector = map[string]string{
	"3.1":  "what the section is about",
	"3.14": "the errors of a library",
	"4.4":  "no request can hold a time that is not finite",
	"4.8":  "the validation of a library",
	"5.4":  "line numbers of messages",
	"5.9":  "errors of input and output",
	"5.11": "appending", "5.12": "appending", "5.13": "appending", "5.14": "appending",
	"6.10": "the margin is no part of the protocol",
	"6.12": "merging is no part of the protocol",
	"6.13": "an explanation",
	"6.14": "bounds are no part of the protocol", "6.15": "bounds are no part of the protocol", "6.16": "audits are no part of the protocol",
}

// TestClausesAreCited: every clause of SPEC.md on reading, writing, files, fit
// and report is cited by a vector, or listed above with the reason why not, and
// every clause that is cited exists.
func TestClausesAreCited(t *testing.T) {
	spec, err := os.ReadFile("../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	exists := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\*\*(([0-9]+|B)\.[0-9]+)`).FindAllStringSubmatch(string(spec), -1) {
		exists[m[1]] = true
	}
	cited := map[string]bool{}
	for _, v := range Vectors() {
		for _, s := range v.Spec {
			cited[s] = true
			if !exists[s] {
				t.Errorf("%s cites %s, which SPEC.md does not have", v.ID, s)
			}
		}
	}
	for _, s := range slices.Sorted(maps.Keys(exists)) {
		if !strings.Contains("34567", s[:1]) || s[1] != '.' {
			continue
		}
		_, excused := clausesWithoutVector[s]
		if excused == cited[s] {
			t.Errorf("clause %s: cited by a vector %v, listed as one without %v", s, cited[s], excused)
		}
	}
	for s := range clausesWithoutVector {
		if !exists[s] {
			t.Errorf("clause %s is listed, but SPEC.md does not have it", s)
		}
	}
}

func TestEncodeDecode(t *testing.T) {
	for _, s := range []string{"", "a", "\n", "a\nb", "\x00\xff\t\r\"\\", strings.Repeat("x", 39), strings.Repeat("x", 41), "a" + strings.Repeat("\t", 500) + "\n" + strings.Repeat("\x00", 50)} {
		var back string
		for _, line := range encodeBytes(s) {
			piece, err := decodeBytes(line)
			if err != nil {
				t.Fatal(err)
			}
			back += piece
		}
		if back != s {
			t.Errorf("%q comes back as %q", s, back)
		}
	}
	for _, bad := range []string{`x`, `"x`, `"x"*`, `"x"*-1`, `"x"*9x`, `"\q"`} {
		if s, err := decodeBytes(bad); err == nil {
			t.Errorf("%s is read as %q", bad, s)
		}
	}
}
