package main

import (
	"fmt"

	"github.com/spf13/pflag"
)

type checkOutput struct{}

func (o *checkOutput) register(*pflag.FlagSet) {}

type findingSink struct {
	c   *cli
	sum summary
}

func (c *cli) openFindings(*checkOutput) (*findingSink, error) {
	return &findingSink{c: c, sum: summary{counts: map[severity]int64{}}}, nil
}
func (s *findingSink) report(f finding) bool {
	s.sum.counts[f.rule.severity]++
	_, err := fmt.Fprintln(s.c.stdout, f)
	return err == nil
}
func (s *findingSink) close(sum *summary) {
	s.c.stdout.Flush()
	sum.counts = s.sum.counts
	unreadable := ""
	if sum.unreadable > 0 {
		unreadable = fmt.Sprintf(" (%d unreadable)", sum.unreadable)
	}
	s.c.complain("%s%s, %s, %s, %s", counted(sum.files, "file"), unreadable, counted(int(sum.rows), "row"), counted(int(sum.counts["error"]), "error"), counted(int(sum.counts["warning"]), "warning"))
}
