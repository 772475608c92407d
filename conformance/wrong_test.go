package conformance

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// leftOpen are faults that no vector shows, on purpose: SPEC.md decides them only
// to bound memory, and a port that is more generous is no worse.
var leftOpen = []string{
	"limit-counts-mark",
	"parse-line-limit",
	"utf16-window-after-mark",
	"utf16-window-none",
	"utf16-window-one-more",
}

// TestWrongPortsFail: every fault of wrongPort fails some vector. A fault that
// survives is a vector that is missing. With -v it lists the vectors of each.
func TestWrongPortsFail(t *testing.T) {
	vectors := Vectors()
	small := func(v Vector) bool { return len(v.Input) < 10_000 }
	large := func(v Vector) bool { return !small(v) }

	// failures are the ids of the vectors that a fault fails: in the large ones only
	// if no small one does, as they take their time.
	failures := func(slug string) (ids []string) {
		for _, which := range []func(Vector) bool{small, large} {
			report, err := Run(t.Context(), wrongPort(slug), vectors, Options{Select: which, Jobs: 1})
			if err != nil {
				t.Errorf("%s: %v", slug, err)
				return nil
			}
			for _, result := range report.Results {
				if result.Verdict == Failed {
					ids = append(ids, result.ID)
				}
			}
			if len(ids) > 0 {
				break
			}
		}
		return ids
	}

	wrongs := wrongPorts()
	failed := make([][]string, len(wrongs))
	var wait sync.WaitGroup
	next := make(chan int)
	for range 4 {
		wait.Go(func() {
			for i := range next {
				failed[i] = failures(wrongs[i].slug)
			}
		})
	}
	for i := range wrongs {
		next <- i
	}
	close(next)
	wait.Wait()

	for i, w := range wrongs {
		switch survived, open := len(failed[i]) == 0, slices.Contains(leftOpen, w.slug); {
		case survived && !open:
			t.Errorf("no vector shows %s: a port that %s", w.slug, w.does)
		case !survived && open:
			t.Errorf("%s waits for a vector no longer: %s", w.slug, strings.Join(failed[i], " "))
		case testing.Verbose():
			t.Logf("%s: %s: %s", w.slug, w.does, strings.Join(failed[i], " "))
		}
	}
}

// TestRightPortPasses: without a fault the same port is right, so that what the
// vectors show is the fault.
func TestRightPortPasses(t *testing.T) {
	report, err := Run(t.Context(), wrongPort(""), Vectors(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range report.Results {
		if result.Verdict != Passed {
			t.Errorf("%s: %s: got %.300q", result.ID, result.Detail, result.Got)
		}
	}
	const cases = 300
	tried, diff, err := Random(t.Context(), wrongPort(""), 1, 0, cases)
	if err != nil || diff != nil || tried != cases {
		t.Errorf("%d random cases, %v, %+v", tried, err, diff)
	}
}

// TestWrongTable holds the table to the port: no slug comes twice, each has its
// sentence, and every slug that the port knows is in the table.
func TestWrongTable(t *testing.T) {
	slug := regexp.MustCompile(`\A[a-z0-9]+(-[a-z0-9]+)+\z`)
	known := map[string]bool{}
	for _, w := range wrongPorts() {
		if !slug.MatchString(w.slug) || w.does == "" || known[w.slug] {
			t.Errorf("%q %q: no slug, no sentence, or twice", w.slug, w.does)
		}
		known[w.slug] = true
	}
	for _, name := range leftOpen {
		if !known[name] {
			t.Errorf("%s waits for a vector, but is no fault", name)
		}
	}
	names, err := filepath.Glob("wrong*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var source []byte
	for _, name := range names {
		if name == "wrong_test.go" || name == "wrongtable_test.go" {
			continue
		}
		part, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, part...)
	}
	// Slugs are compared with p, or are among the cases of a switch over it.
	uses := regexp.MustCompile(`p [=!]= ("[a-z0-9-]+")|\bcase ("[a-z0-9-]+"(?:, "[a-z0-9-]+")*):`)
	for _, m := range uses.FindAllStringSubmatch(string(source), -1) {
		for name := range strings.SplitSeq(m[1]+m[2], ", ") {
			if name = strings.Trim(name, `"`); name != "" && !known[name] {
				t.Errorf("the port knows %s, the table does not", name)
			}
		}
	}
}

// departing are faults of the wrong port that model what SPEC.md section 8 says of
// the original.
var departing = []string{
	"floor-with-float",
	"rate-float", "rate-float-product-first", "rate-float-product-last", "rate-count-float", "up-nearest", "leg-compared-in-float", "slack-product-nearest",
	"slack-float", "slack-float-terms", "slack-float-product", "slack-nearest-legs", "slack-nearest", "slack-compared-in-float",
	"number-nan", "number-inf", "number-infinity", "number-hex", "number-hex-float", "number-plus", "number-point-start", "number-point-end", "number-underscore",
	"integer-hex", "integer-binary", "integer-octal", "integer-unsigned-prefix", "integer-plus", "integer-underscore", "integer-63-bit", "integer-63-bit-wraps",
}

// TestDeparturesAreMarked: whatever a port fails because it departs as the original
// does bears one of the six names, so that declaring them is enough.
func TestDeparturesAreMarked(t *testing.T) {
	for _, slug := range departing {
		report, err := Run(t.Context(), wrongPort(slug), Vectors(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, result := range report.Results {
			if result.Verdict == Failed && result.Departure == "" {
				t.Errorf("%s fails %s, which bears no departure", slug, result.ID)
			}
		}
	}
}
