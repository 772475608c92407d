package main

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/calcheck/calibration"
)

// differ is a sink that prints what changes as a unified diff. All that is not
// printable, but for tabs, is shown escaped, a carriage return as \r: the diff is
// for people, and may come from a file that nobody trusts.
//
// Formatting takes each line to one line, so no line has to be looked for, and
// nothing is held but the lines of one hunk.
type differ struct {
	w    *bufio.Writer
	name string

	headed bool       // the header is printed
	line   diffLine   // read so far
	hunk   []diffLine // the next hunk, or before its first change only what leads up to it
	first  int        // number of the hunk's first line, less one
	size   int        // bytes in the hunk
	active int        // lines of the hunk up to the last changed one
}

// diffLine is a line before and after, with its terminators. After is nothing where the
// line was only a byte order mark.
type diffLine struct {
	before, after lineText
	changed       bool
}

// size is the memory that the line takes.
func (l *diffLine) size() int { return len(l.before.kept) + len(l.after.kept) }

const (
	// diffContext is how many unchanged lines are shown around changed ones.
	diffContext = 3
	// maxHunk bounds the bytes in a hunk. One that comes to more goes out in several,
	// without unchanged lines between them.
	maxHunk = 4 << 20
)

// lineText is a line, of which a start is kept if it is too long to hold.
type lineText struct {
	kept   []byte
	length int
}

func (t *lineText) add(piece []byte) {
	const most = calibration.DefaultMaxLine + len(markUTF8+"\r\n")
	t.length += len(piece)
	t.kept = append(t.kept, piece[:min(len(piece), most-len(t.kept))]...)
}

func (d *differ) same(piece []byte) error {
	d.line.before.add(piece)
	d.line.after.add(piece)
	return d.endLine(piece)
}

func (d *differ) changed(old, piece []byte) error {
	d.line.before.add(old)
	d.line.after.add(piece)
	d.line.changed = true
	return d.endLine(piece)
}

// endLine takes the line into the hunk if the piece just added was its end.
func (d *differ) endLine(piece []byte) error {
	if !bytes.HasSuffix(piece, []byte("\n")) {
		return nil
	}
	return d.take()
}

func (d *differ) take() error {
	d.hunk = append(d.hunk, d.line)
	d.size += d.line.size()
	if d.line.changed {
		d.active = len(d.hunk)
	}
	d.line = diffLine{}
	switch quiet := len(d.hunk) - d.active; {
	case d.active == 0 && quiet > diffContext:
		d.drop(1)
	case d.active > 0 && quiet > 2*diffContext:
		return d.print(d.active+diffContext, diffContext)
	case d.active > 0 && d.size > maxHunk:
		return d.print(len(d.hunk), 0)
	}
	return nil
}

// end prints what is left at the end of the file.
func (d *differ) end() error {
	if d.line.before.length > 0 {
		if err := d.take(); err != nil {
			return err
		}
	}
	if d.active == 0 {
		return nil
	}
	return d.print(min(len(d.hunk), d.active+diffContext), 0)
}

// drop takes the first n lines out of the hunk.
func (d *differ) drop(n int) {
	for _, l := range d.hunk[:n] {
		d.size -= l.size()
	}
	d.hunk = append(d.hunk[:0], d.hunk[n:]...)
	d.first += n
	d.active = max(0, d.active-n)
}

// print prints the first n lines as a hunk, and keeps the last few for the next.
func (d *differ) print(n, keep int) error {
	if !d.headed {
		d.headed = true
		fmt.Fprintf(d.w, "--- %s\n+++ %s\n", d.name, d.name)
	}
	lines := d.hunk[:n]
	after := n
	if lines[n-1].after.length == 0 {
		after--
	}
	fmt.Fprintf(d.w, "@@ -%s +%s @@\n", diffRange(d.first, n), diffRange(d.first, after))
	for len(lines) > 0 {
		run := 0
		for run < len(lines) && lines[run].changed {
			run++
		}
		for i := range run {
			d.printLine('-', &lines[i].before)
		}
		for i := range run {
			d.printLine('+', &lines[i].after)
		}
		if run == 0 {
			d.printLine(' ', &lines[0].before)
			run = 1
		}
		lines = lines[run:]
	}
	d.drop(len(d.hunk) - keep)
	_, err := d.w.Write(nil) // the first error of all
	return err
}

// diffRange is what a hunk's header says of n lines behind the first few.
func diffRange(before, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", before)
	case 1:
		return fmt.Sprint(before + 1)
	default:
		return fmt.Sprintf("%d,%d", before+1, n)
	}
}

func (d *differ) printLine(sign byte, t *lineText) {
	if t.length == 0 {
		return
	}
	d.w.WriteByte(sign)
	text, terminated := strings.CutSuffix(string(t.kept), "\n")
	for i, cell := range strings.Split(text, "\t") {
		if i > 0 {
			d.w.WriteByte('\t')
		}
		d.w.WriteString(visible(cell))
	}
	if t.length > len(t.kept) {
		fmt.Fprintf(d.w, "... (%d bytes)\n", t.length)
		return
	}
	d.w.WriteByte('\n')
	if !terminated {
		d.w.WriteString("\\ No newline at end of file\n")
	}
}
