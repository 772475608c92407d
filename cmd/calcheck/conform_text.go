package main

import (
	"fmt"
	"strings"

	"github.com/calcheck/calibration/conformance"
)

// mostBlocks is how many failures are printed unless all are asked for, and
// mostAlike how many are named in the block of another.
const (
	mostBlocks = 20
	mostAlike  = 5
)

// text is the result for people: a block per failure, what was declared for
// nothing, and the summary.
func (r conformResult) text() string {
	var b strings.Builder
	groups := r.failures()
	shown := len(groups)
	if !r.all {
		shown = min(shown, mostBlocks)
	}
	for _, group := range groups[:shown] {
		writeFailure(&b, group)
		b.WriteByte('\n')
	}
	if hidden := groups[shown:]; len(hidden) > 0 {
		n, byCategory := 0, map[string]int{}
		for _, group := range hidden {
			n += len(group)
			byCategory[group[0].Category] += len(group)
		}
		var parts []string
		for _, category := range conformance.Categories {
			if byCategory[category] > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", byCategory[category], category))
			}
		}
		fmt.Fprintf(&b, "%s not shown (%s); --all shows every one\n\n", counted(n, "more failure"), strings.Join(parts, ", "))
	}
	for _, name := range r.Unjustified {
		fmt.Fprintf(&b, "declared for nothing: %s (%s)\n", visible(name), r.unjustified(name))
	}
	fmt.Fprintln(&b, r.summary())
	return b.String()
}

// failures are the failures, each alone or as a group of those like it, in order,
// but first those where the port did not answer: they may be the cause of others.
// Unless all are asked for, these are one group per kind and category, so that a
// port that always crashes does not flood the rest.
func (r conformResult) failures() [][]conformance.Result {
	type key struct {
		kind     conformance.Kind
		category string
	}
	var unanswered, answered [][]conformance.Result
	at := map[key]int{}
	for _, result := range r.Results {
		if result.Verdict != conformance.Failed {
			continue
		}
		k := key{result.Kind, result.Category}
		i, more := at[k]
		switch {
		case result.Kind == conformance.WrongLine || result.Kind == conformance.WrongValue || result.Kind == conformance.WrongBytes:
			answered = append(answered, []conformance.Result{result})
		case more && !r.all:
			unanswered[i] = append(unanswered[i], result)
		default:
			at[k] = len(unanswered)
			unanswered = append(unanswered, []conformance.Result{result})
		}
	}
	return append(unanswered, answered...)
}

// writeFailure writes the block of a failure, and the names of those like it.
func writeFailure(b *strings.Builder, group []conformance.Result) {
	result := group[0]
	fmt.Fprintf(b, "FAIL %s [%s] (SPEC.md %s%s)\n", result.ID, result.Category, strings.Join(result.Spec, " "), departure(result.Vector))
	fmt.Fprintf(b, "  %s\n", visible(result.Reason))
	writeDifference(b, result.Mode(), result.Kind, result.Detail, result.Input, result.Want, result.Got)
	alike := group[1:]
	for i, other := range alike {
		if i == mostAlike {
			fmt.Fprintf(b, "  and %d more\n", len(alike)-i)
			break
		}
		fmt.Fprintf(b, "  so too %s: %s\n", other.ID, shortDetail(other.Detail))
	}
}

func departure(v conformance.Vector) string {
	if v.Departure == "" {
		return ""
	}
	return "; departure " + v.Departure
}

// shortDetail is a detail that may hold anything, and any amount, that a port has
// printed.
func shortDetail(detail string) string {
	const most = 400
	if len(detail) > most {
		return visible(detail[:most]) + "..."
	}
	return visible(detail)
}

// writeDifference writes what the port was given, what it should have answered,
// and what it did.
func writeDifference(b *strings.Builder, mode conformance.Mode, kind conformance.Kind, detail, input, want, got string) {
	fmt.Fprintf(b, "  %s: %s\n", kind, shortDetail(detail))
	if mode != conformance.Fit {
		differ := commonPrefix(want, got)
		fmt.Fprintf(b, "  input     %s\n", quoteNear(input, commonPrefix(input, strings.TrimPrefix(got, "ok\t"))))
		fmt.Fprintf(b, "  expected  %s\n", quoteNear(want, differ))
		fmt.Fprintf(b, "  actual    %s\n", quoteNear(got, differ))
		return
	}
	writeLines(b, "input", input, -1, "")
	if kind == conformance.Crash || kind == conformance.Timeout {
		writeLines(b, "expected", want, -1, "")
		writeLines(b, "actual", got, -1, "")
		return
	}
	differ := strings.Count(want[:commonPrefix(want, got)], "\n")
	writeLines(b, "expected", want, differ, got)
	writeLines(b, "actual", got, differ, want)
}

// writeLines writes a text line by line, the line at the index marked marked with
// a >, and only those near it of very many.
func writeLines(b *strings.Builder, title, text string, marked int, other string) {
	if text == "" {
		fmt.Fprintf(b, "  %s: nothing\n", title)
		return
	}
	lines, others := strings.SplitAfter(text, "\n"), strings.SplitAfter(other, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	fmt.Fprintf(b, "  %s, %s:\n", title, counted(len(lines), "line"))
	const before, most = 6, 16
	start := 0
	if len(lines) > most {
		start = max(0, min(marked-before, len(lines)-most))
	}
	end := min(start+most, len(lines))
	if start > 0 {
		fmt.Fprintf(b, "           ... %s ...\n", counted(start, "line"))
	}
	for i := start; i < end; i++ {
		mark, differ := ' ', 0
		if i == marked {
			mark = '>'
			if i < len(others) {
				differ = commonPrefix(lines[i], others[i])
			}
		}
		fmt.Fprintf(b, "    %c %4d  %s\n", mark, i+1, quoteNear(lines[i], differ))
	}
	if end < len(lines) {
		fmt.Fprintf(b, "           ... %s ...\n", counted(len(lines)-end, "line"))
	}
}
