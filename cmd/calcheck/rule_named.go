package main

import (
	"fmt"
	"slices"
	"strings"
)

// ruleNamed returns the rule with an id, or an error that names those which may
// be meant.
func ruleNamed(id string) (*rule, error) {
	var similar []string
	for _, r := range rules {
		if r.id == id {
			return r, nil
		}
		if similarIDs(r.id, id) {
			similar = append(similar, r.id)
		}
	}
	hint := "calcheck rules lists them"
	if len(similar) > 0 {
		hint = "did you mean " + strings.Join(similar, " or ") + "?"
	}
	return nil, fmt.Errorf("unknown rule %q; %s", id, hint)
}

// similarIDs reports whether what was typed may be meant as id: by a few wrong
// letters, or by a word that both hold.
func similarIDs(id, typed string) bool {
	const leastWord = 3 // letters
	wrongLetters := min(2, len(id)/3)
	typed = strings.ToLower(typed)
	if len(typed) > 2*len(id) {
		return false // which also bounds the work
	}
	if len(typed) >= leastWord && strings.Contains(id, typed) || editDistance(id, typed) <= wrongLetters {
		return true
	}
	separator := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	return slices.ContainsFunc(strings.FieldsFunc(typed, separator), func(word string) bool {
		return len(word) > leastWord && slices.Contains(strings.Split(id, "-"), word)
	})
}

// editDistance is how many bytes must be changed, added or taken away to make a
// text of another.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1) // of a[:i] to b[:j], by j
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := diagonal
			if a[i] != b[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
