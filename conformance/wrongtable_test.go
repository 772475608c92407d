package conformance

import (
	_ "embed"
	"fmt"
	"strings"
)

// wrongTable lists the faults of wrongPort: a slug, two blanks, and what a porter in a
// hurry does. Faults of one kind in several columns, legs or counters are in wrongPorts.
//
//go:embed testdata/wrong.txt
var wrongTable string

// A wrong is a fault of wrongPort.
type wrong struct{ slug, does string }

// wrongPorts are all faults.
func wrongPorts() (wrongs []wrong) {
	for line := range strings.Lines(wrongTable) {
		if line = strings.TrimSpace(line); line != "" {
			slug, does, _ := strings.Cut(line, "  ")
			wrongs = append(wrongs, wrong{slug, does})
		}
	}
	add := func(does, slug string, names ...string) {
		for _, name := range names {
			wrongs = append(wrongs, wrong{fmt.Sprintf(slug, name), fmt.Sprintf(does, name)})
		}
	}
	for _, column := range textColumnNames {
		add("forgets to clean "+strings.ReplaceAll(column, "%", "%%")+" of %s", "clean-"+column+"-%s-kept", "tab", "lf", "cr", "nul")
	}
	add("lets NUL through in %s", "text-nul-accepted-in-%s", textColumnNames...)
	add("takes whatever is not true for false in %s", "flag-other-is-false-%s", flagColumnNames...)
	legs := []string{"compute", "memory"}
	add("feeds approximate counts to the %s leg", "leg-approx-%s", legs...)
	add("feeds fully exact rows only to the %s leg", "leg-fully-exact-%s", legs...)
	add("feeds opaque rows to the %s leg", "leg-opaque-%s", legs...)
	add("feeds untimed rows to the %s leg", "leg-untimed-%s", legs...)
	add("feeds no multi-kernel rows to the %s leg", "leg-multi-kernel-not-%s", legs...)
	add("has >= 0 for the count of the %s leg", "leg-zero-count-%s", legs...)
	add("has != 0 for the count of the %s leg", "leg-negative-count-%s", legs...)
	add("wants both counts for the %s leg", "leg-other-count-needed-%s", legs...)
	add("prints the witness of the %s leg as it is", "report-%s-uncleaned", legs...)
	counters := []string{"rows", "multi", "flops-approx", "bytes-approx"}
	add("counts untimed rows in %s", "count-untimed-%s", counters...)
	add("counts opaque rows in %s", "count-opaque-%s", counters...)
	nouns := []string{"rows", "violations"}
	add("always prints the s of %s", "report-plural-%s-always", nouns...)
	add("never prints the s of %s", "report-plural-%s-never", nouns...)
	add("prints no s of %s for zero", "report-plural-%s-not-zero", nouns...)
	add("prints (s) for %s", "report-plural-%s-parentheses", nouns...)
	return wrongs
}
