package main

import (
	"slices"
	"strings"
)

// nameList is the first few of the distinct names added: of very many, as in a
// file whose columns are mixed up, the rest is only told to exist.
type nameList struct {
	names []string
	more  bool
}

func (l *nameList) add(name string) {
	const most = 20
	switch {
	case slices.Contains(l.names, name):
	case len(l.names) == most:
		l.more = true
	default:
		l.names = append(l.names, strings.Clone(name))
	}
}

// merge adds the names that a later list holds.
func (l *nameList) merge(later *nameList) {
	for _, name := range later.names {
		l.add(name)
	}
	l.more = l.more || later.more
}

// String lists the names, quoted.
func (l *nameList) String() string {
	var quoted []string
	for _, name := range l.names {
		quoted = append(quoted, quoteNear(name, 0))
	}
	if l.more {
		quoted = append(quoted, "and more")
	}
	return strings.Join(quoted, ", ")
}
