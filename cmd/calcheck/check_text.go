package main

import (
	"bufio"
	"fmt"
)

// textFindings writes a finding per line, for people and editors.
type textFindings struct {
	w     *bufio.Writer
	color bool
}

func (t *textFindings) write(f printedFinding) {
	line := f.String()
	if t.color {
		line = f.colored()
	}
	t.w.WriteString(line)
	t.w.WriteByte('\n')
}

func (t *textFindings) end(s *summary) error {
	if s.unprinted > 0 {
		fmt.Fprintf(t.w, "+%d more\n", s.unprinted)
	}
	return nil
}
