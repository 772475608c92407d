package main

import "fmt"

// finding is one thing wrong at one place.
type finding struct {
	file    string
	line    int // 1-based
	column  int // 1-based, in characters
	rule    *rule
	message string
}

// String is the finding as a line of text, the form that editors and CI systems
// take apart.
func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s [%s]", f.file, f.line, f.column, f.rule.severity, f.message, f.rule.id)
}
