// Package conformance holds the vectors that tell a right port of the calibration
// format from a wrong one, and the runner that puts them to a port.
//
// A port is any program that answers the protocol in README.md beside this
// package (SPEC.md appendix B). [Vectors] are the cases, [Run] puts them to a
// [Port], and [Random] compares a port with this library on random input. The
// command `calcheck conform` is all of this on a command line.
package conformance

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

// SuiteVersion is the version of the vectors, apart from that of the library: a
// new patch mends a vector, a minor one adds some, a major one changes a verdict.
const SuiteVersion = "1.0.0"

// A Mode is what a port is asked to do: the last argument of its command.
type Mode string

// The modes of the protocol.
const (
	Parse Mode = "parse" // a line in, its canonical form or a rejection out
	Emit  Mode = "emit"  // a row in, the line that stores it out
	Fit   Mode = "fit"   // a file in, the report of its fit out
)

// Modes are all modes, in the order they are run.
var Modes = []Mode{Parse, Emit, Fit}

// Vector is one case: one fault that a port may have.
type Vector struct {
	ID        string   // immutable, never reused
	Category  string   // parse-accept, parse-reject, emit, fit, report or file
	Spec      []string // the clauses of SPEC.md that decide it
	Reason    string   // one line: what a port that fails gets wrong
	Departure string   // the name in SPEC.md section 8, if the original fails it
	Near      string   // parse-reject: the accepted vector from which it differs by its fault alone
	Input     string   // a request without its LF, or in fit mode a file
	Want      string   // the answer without its LF, or the report
}

// Mode is the mode that the vector is for.
func (v Vector) Mode() Mode {
	switch v.Category {
	case "parse-accept", "parse-reject":
		return Parse
	case "emit":
		return Emit
	default:
		return Fit
	}
}

// Categories are all categories, in the order of the vectors.
var Categories = []string{"parse-accept", "parse-reject", "emit", "fit", "report", "file"}

//go:embed vectors/*.txt
var files embed.FS

// Vectors returns all vectors, by category, in the order of their files.
func Vectors() []Vector {
	var all []Vector
	for _, category := range Categories {
		text, err := files.ReadFile(path.Join("vectors", category+".txt"))
		if err != nil {
			panic(err) // embedded, and read by every test
		}
		vectors, err := decodeVectors(category, string(text))
		if err != nil {
			panic(fmt.Sprintf("vectors/%s.txt: %v", category, err))
		}
		all = append(all, vectors...)
	}
	return all
}

// Departures are the names of SPEC.md section 8 that vectors bear, sorted.
func Departures(vectors []Vector) []string {
	var names []string
	for _, v := range vectors {
		if v.Departure != "" && !slices.Contains(names, v.Departure) {
			names = append(names, v.Departure)
		}
	}
	slices.SortFunc(names, strings.Compare)
	return names
}
