package main

import (
	"encoding/xml"
	"strings"

	"github.com/calcheck/calibration/conformance"
)

// junit is the result for CI systems. It fails exactly if the command does: what
// was declared for nothing is a case, and so is that nothing was tested.
func (r conformResult) junit() string {
	suite := junitSuite{
		Name: "calcheck conform",
		Properties: []junitProperty{
			{"suite", conformance.SuiteVersion},
			{"port", visible(shellQuote(r.port))},
		},
	}
	fail := func(class, name string, failure junitMessage) {
		suite.Failures++
		suite.Cases = append(suite.Cases, junitCase{Class: class, Name: name, Failure: &failure})
	}
	for _, result := range r.Results {
		test := junitCase{Class: result.Category, Name: result.ID}
		switch result.Verdict {
		case conformance.Failed:
			var block strings.Builder
			writeFailure(&block, []conformance.Result{result})
			fail(test.Class, test.Name, junitMessage{string(result.Kind) + ": " + shortDetail(result.Detail), string(result.Kind), block.String()})
			continue
		case conformance.Declared:
			test.Skipped = &junitMessage{Message: "declared: " + string(result.Kind) + ": " + shortDetail(result.Detail)}
		case conformance.Skipped:
			test.Skipped = &junitMessage{Message: "not put to the port"}
		}
		if test.Skipped != nil {
			suite.Skipped++
		}
		suite.Cases = append(suite.Cases, test)
	}
	for _, name := range r.Unjustified {
		fail("deviations", visible(name), junitMessage{Message: "declared for nothing: " + r.unjustified(name), Type: "deviation"})
	}
	if r.Count(conformance.Skipped) == len(r.Results) {
		fail("suite", "executed", junitMessage{Message: "nothing was put to the port", Type: "empty"})
	}
	suite.Tests = len(suite.Cases)
	text, err := xml.MarshalIndent(junitSuites{Suites: []junitSuite{suite}}, "", "  ")
	if err != nil {
		panic(err) // all of it is text and numbers
	}
	return xml.Header + string(text) + "\n"
}
