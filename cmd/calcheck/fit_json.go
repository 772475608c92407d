package main

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/calcheck/calibration"
)

// printEnvelopesJSON prints the envelopes as a JSON array, one object per line,
// so that line tools can work on it too.
func (c *cli) printEnvelopesJSON(envelopes []calibration.Envelope) {
	if len(envelopes) == 0 {
		c.stdout.WriteString("[]\n")
		return
	}
	replaced := false
	separator := "[\n"
	for _, e := range envelopes {
		for _, text := range []*string{&e.Backend, &e.FissionSlack.Witness, &e.PeakFLOPS.Witness, &e.PeakMemoryBandwidth.Witness} {
			if !utf8.ValidString(*text) {
				*text = string([]rune(*text)) // one U+FFFD for each byte that is not UTF-8
				replaced = true
			}
		}
		object, err := json.Marshal(e)
		if err != nil {
			panic(err) // its one cause is text that is not UTF-8
		}
		c.stdout.WriteString(separator)
		c.stdout.Write(object)
		separator = ",\n"
	}
	c.stdout.WriteString("\n]\n")
	if replaced {
		c.complain("warning: some names are not UTF-8, which JSON needs: U+FFFD stands for each such byte")
	}
}
