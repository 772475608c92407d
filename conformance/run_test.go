package conformance

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// someVectors are the first few of each category that answer with something.
func someVectors(n int) []Vector {
	var some []Vector
	count := map[string]int{}
	for _, v := range Vectors() {
		if count[v.Category] < n && v.Want != "" {
			count[v.Category]++
			some = append(some, v)
		}
	}
	return some
}

// portFunc is a port in this process.
type portFunc func(mode Mode, input string) (string, error)

func (f portFunc) Answer(_ context.Context, mode Mode, input string) (string, error) {
	return f(mode, input)
}

// answerRight is the answer of the reference.
func answerRight(mode Mode, input string) (string, error) {
	return Reference{}.Answer(context.Background(), mode, input)
}

// failed are the ids of what failed, with the kinds.
func failed(r *Report) map[string]Kind {
	ids := map[string]Kind{}
	for _, result := range r.Results {
		if result.Verdict == Failed {
			ids[result.ID] = result.Kind
		}
	}
	return ids
}

// TestIsolation: what one request does to a run is charged to it alone.
func TestIsolation(t *testing.T) {
	const culprit = "number-nan"
	var request string
	for _, v := range Vectors() {
		if v.ID == culprit {
			request = v.Input + "\n"
		}
	}
	hit := func(mode Mode, input string) bool {
		return mode == Parse && strings.Contains("\n"+input, "\n"+request)
	}
	for _, tt := range []struct {
		name string
		kind Kind
		do   func(right string) (string, error)
	}{
		{"crash", Crash, func(string) (string, error) { return "", &CrashError{Status: "exit status 2"} }},
		{"crash-after-answers", Crash, func(right string) (string, error) { return right, &CrashError{Status: "exit status 2"} }},
		{"hang", Timeout, func(string) (string, error) { return "", ErrTimeout }},
		{"too-much", TooMuch, func(right string) (string, error) { return right, ErrTooMuch }},
		{"two-lines", LineCount, func(right string) (string, error) { return right + "error\n", nil }},
		{"no-line", LineCount, func(right string) (string, error) { return right[strings.Index(right, "\n")+1:], nil }},
	} {
		for _, jobs := range []int{1, 4} {
			report, err := Run(t.Context(), portFunc(func(mode Mode, input string) (string, error) {
				right, _ := answerRight(mode, input)
				if hit(mode, input) {
					return tt.do(right)
				}
				return right, nil
			}), Vectors(), Options{Jobs: jobs})
			if err != nil {
				t.Fatal(err)
			}
			if got := failed(report); len(got) != 1 || got[culprit] != tt.kind {
				t.Errorf("%s, %d jobs: %v", tt.name, jobs, got)
			}
		}
	}
}

// TestOnlyTogether: a port that fails a run of many requests, each of which it
// answers alone, does not pass.
func TestOnlyTogether(t *testing.T) {
	report, err := Run(t.Context(), portFunc(func(mode Mode, input string) (string, error) {
		if mode == Emit && strings.Count(input, "\n") > 10 {
			return "", &CrashError{Status: "exit status 2"}
		}
		return answerRight(mode, input)
	}), Vectors(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(failed(report)) == 0 {
		t.Error("passed")
	}
	for _, r := range report.Results {
		if r.Verdict == Failed && (r.Kind != Crash || !strings.HasPrefix(r.Detail, "only when ")) {
			t.Errorf("%s: %s: %s", r.ID, r.Kind, r.Detail)
		}
	}
}

// TestPatience: a port that always hangs is given up, in one mode without harm to
// the others.
func TestPatience(t *testing.T) {
	for _, hangs := range [][]Mode{Modes, {Fit}, {Parse}} {
		const jobs = 4
		var tried atomic.Int32
		report, err := Run(t.Context(), portFunc(func(mode Mode, input string) (string, error) {
			if !slices.Contains(hangs, mode) {
				return answerRight(mode, input)
			}
			tried.Add(1)
			return "", ErrTimeout
		}), Vectors(), Options{Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		if most := int32(len(hangs) * (patience + jobs)); tried.Load() > most {
			t.Errorf("%v: %d runs, want at most %d", hangs, tried.Load(), most)
		}
		for _, r := range report.Results {
			if hung := slices.Contains(hangs, r.Mode()); hung != (r.Kind == Timeout) || hung != (r.Verdict == Failed) {
				t.Errorf("%v: %s: %s %s", hangs, r.ID, r.Verdict, r.Kind)
			}
		}
	}
}

// TestJobs: no more runs at a time than asked for.
func TestJobs(t *testing.T) {
	var now, most atomic.Int32
	_, err := Run(t.Context(), portFunc(func(mode Mode, input string) (string, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		runtime.Gosched()
		return "", &CrashError{Status: "exit status 2"}
	}), Vectors(), Options{Jobs: 3})
	if err != nil || most.Load() > 3 {
		t.Errorf("%d at a time, %v", most.Load(), err)
	}
}

// TestDeviations: strict both ways, but only as far as vectors were run.
func TestDeviations(t *testing.T) {
	nan := portFunc(func(mode Mode, input string) (string, error) {
		right, err := answerRight(mode, input)
		if mode == Parse {
			lines := strings.SplitAfter(right, "\n")
			for i, request := range strings.Split(input, "\n") {
				if strings.Contains(request, "\tnan\t") {
					lines[i] = "ok\t" + request + "\n"
				}
			}
			right = strings.Join(lines, "")
		}
		return right, err
	})
	only := func(id string) func(Vector) bool { return func(v Vector) bool { return v.ID == id } }
	for _, tt := range []struct {
		name             string
		declare          []string
		run              func(Vector) bool
		ok               bool
		failed, declared bool
		unjustified      []string
	}{
		{"nothing", nil, nil, false, true, false, nil},
		{"name", []string{"number-grammar"}, nil, true, false, true, nil},
		{"ids", []string{"number-nan", "model-nan"}, nil, true, false, true, nil},
		{"one id", []string{"number-nan"}, nil, false, true, true, nil},
		{"name that passes", []string{"number-grammar", "refloor-drift"}, nil, false, false, true, []string{"refloor-drift"}},
		{"id that passes", []string{"number-grammar", "plain"}, nil, false, false, true, []string{"plain"}},
		{"unknown", []string{"number-grammar", "nope"}, nil, false, false, true, []string{"nope"}},
		{"partly run", []string{"number-grammar"}, only("number-underscore"), true, false, false, nil},
		{"not run", []string{"refloor-drift"}, only("plain"), true, false, false, nil},
		{"nothing run", nil, func(Vector) bool { return false }, false, false, false, nil},
	} {
		report, err := Run(t.Context(), nan, Vectors(), Options{Deviations: tt.declare, Select: tt.run})
		if err != nil {
			t.Fatal(err)
		}
		if report.OK() != tt.ok || (report.Count(Failed) > 0) != tt.failed || (report.Count(Declared) > 0) != tt.declared ||
			!slices.Equal(report.Unjustified, tt.unjustified) {
			t.Errorf("%s: OK %v, %d failed, %d declared, unjustified %q", tt.name, report.OK(), report.Count(Failed), report.Count(Declared), report.Unjustified)
		}
		if !tt.failed && !tt.declared {
			continue
		}
		if got := report.Deviations(); !slices.Equal(got, []string{"number-grammar"}) {
			t.Errorf("%s: to be declared: %q", tt.name, got)
		}
	}
}

func TestReadDeviations(t *testing.T) {
	got, err := ReadDeviations(strings.NewReader("# ours\r\nnumber-grammar\r\n\n  number-nan # see #12\nlast"))
	if want := []string{"number-grammar", "number-nan", "last"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

// TestRandomFinds: a fault that shows in few files is found and shrunk to the rows
// that show it, the same each time.
func TestRandomFinds(t *testing.T) {
	port := portFunc(func(mode Mode, input string) (string, error) {
		right, err := answerRight(mode, input)
		return strings.ReplaceAll(right, "1 recorded bound violation\n", "1 recorded bound violations\n"), err
	})
	tried, diff, err := Random(t.Context(), port, 1, 0, 1000)
	if err != nil || diff == nil {
		t.Fatalf("%d tried, %v, %v", tried, diff, err)
	}
	if diff.Mode != Fit || diff.Kind != WrongBytes || strings.Count(diff.Input, "\n") > 1 || diff.Case != tried-1 {
		t.Errorf("%+v", diff)
	}
	_, again, err := Random(t.Context(), port, 1, diff.Case, 1)
	if err != nil || again == nil || *again != *diff {
		t.Errorf("again: %+v, %v", again, err)
	}
}
