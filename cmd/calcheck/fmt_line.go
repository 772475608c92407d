package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/calcheck/calibration"
)

// A formatter brings calibration files into canonical form as far as that
// changes no value: a reader gets the same rows from the output, the same malformed
// lines under the same numbers, and so the same fit, bit for bit.
//
// What it changes is the form of numbers, terminators other than LF, a missing
// one at the end, and a byte order mark at the start. Every line stays a line.
// What it must leave as it is although it is not canonical, it reports.
type formatter struct {
	upgrade bool // write rows of 11 columns with an empty routine, as 12
	out     sink
	report  func(line, column int, message string) // column in characters, as place.column

	number            int    // of the line at hand, 1-based
	canonical, output []byte // reused from line to line
}

// A sink takes the formatted file, piece by piece, in order. A piece is a line with
// its terminator or, where that is too long to hold, or is the file's byte order
// mark, a part of one. No piece may be kept.
type sink interface {
	same(piece []byte) error         // a piece of the input that stays as it is
	changed(old, piece []byte) error // a piece that takes the place of old
}

const (
	markUTF8    = "\xef\xbb\xbf"
	markUTF16LE = "\xff\xfe"
	markUTF16BE = "\xfe\xff"
)

// startsSpecially reports whether readers would not take the start of a file for
// plain text.
func startsSpecially(b []byte) bool {
	for _, special := range []string{markUTF8, markUTF16LE, markUTF16BE, magicGzip} {
		if bytes.HasPrefix(b, []byte(special)) {
			return true
		}
	}
	return false
}

// format formats one file. The error is one of src or of the sink; the incomplete
// line before a read error is not a line, and is not handed on.
func (f *formatter) format(src io.Reader) error {
	f.number = 0
	in := bufio.NewReaderSize(src, calibration.DefaultMaxLine+len("\r\n"))
	start, _ := in.Peek(len(markUTF8)) // its error comes again below
	if bytes.HasPrefix(start, []byte(markUTF16LE)) || bytes.HasPrefix(start, []byte(markUTF16BE)) {
		return f.leave(in)
	}
	if bytes.HasPrefix(start, []byte(markUTF8)) {
		if err := f.mark(in); err != nil {
			return err
		}
	}
	for {
		raw, err := in.ReadSlice('\n')
		switch {
		case err == bufio.ErrBufferFull:
			err = f.longLine(in, raw)
		case len(raw) > 0 && (err == nil || err == io.EOF):
			if e := f.line(raw); e != nil {
				return e
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// mark drops the byte order mark, but not one that hides another: without it,
// readers would take the first bytes of a name for the mark of the file.
func (f *formatter) mark(in *bufio.Reader) error {
	start, _ := in.Peek(len(markUTF8) + len(markUTF8))
	mark := start[:len(markUTF8)]
	emit := func() error { return f.out.changed(mark, nil) }
	if startsSpecially(start[len(mark):]) {
		f.report(1, 1, "the byte order mark is left as it is: the bytes behind it would be taken for another, or for gzip")
		emit = func() error { return f.out.same(mark) }
	}
	if err := emit(); err != nil {
		return err
	}
	_, err := in.Discard(len(mark))
	return err
}

// leave hands on, as it is, a file that starts with a byte order mark of UTF-16.
// Even one that is not UTF-16: what makes it so for a reader is a NUL among its
// first bytes, and formatting could bring one there.
func (f *formatter) leave(in *bufio.Reader) error {
	message := "the file starts with a byte order mark of UTF-16: expected none; left as it is, since formatted it might be taken for UTF-16"
	// A reader looks no further than this buffer reaches.
	start, _ := in.Peek(in.Size())
	for _, err := range calibration.NewReader(bytes.NewReader(start)).Rows() {
		if e := (*calibration.ParseError)(nil); errors.As(err, &e) && errors.Is(e, calibration.ErrEncoding) {
			message = e.Message() + "; left as it is"
		}
		break
	}
	f.report(1, 1, message)
	_, err := io.Copy(sameWriter{f.out}, in)
	return err
}

// sameWriter writes to a sink what stays as it is.
type sameWriter struct{ sink }

func (w sameWriter) Write(b []byte) (int, error) { return len(b), w.same(b) }

// line formats one line, given with its terminator. A malformed one keeps all its bytes, even
// the terminator: a CR in it may be damage, and a missing LF tells that it is torn.
func (f *formatter) line(raw []byte) error {
	f.number++
	line := trimTerminator(raw)
	if len(line) > calibration.DefaultMaxLine {
		f.reportLong(line, len(line))
		return f.out.same(raw)
	}
	formatted := line
	if len(bytes.Trim(line, " \t")) > 0 {
		text := string(line)
		row, err := calibration.ParseLine(text)
		if err != nil {
			f.reportMalformed(err.(*calibration.ParseError), text, raw)
			return f.out.same(raw)
		}
		formatted = f.row(text, row)
	}
	if bytes.Equal(formatted, line) && string(raw[len(line):]) == "\n" {
		return f.out.same(raw)
	}
	f.output = append(append(f.output[:0], formatted...), '\n')
	return f.out.changed(raw, f.output)
}

// trimTerminator returns a line without LF, CRLF or, at the end of a file, CR.
func trimTerminator(raw []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
}

// row returns the formatted line of a row: its text cells as they are, and each
// number in canonical form unless that is another value. A negative zero counts
// as zero: the two compare equal, so no leg, counter or bound tells them apart.
func (f *formatter) row(line string, row calibration.Row) []byte {
	// What was read from a file is finite, so there is no error.
	f.canonical, _ = row.AppendText(f.canonical[:0])
	if string(f.canonical) == line {
		return f.canonical
	}
	canonical := string(f.canonical)
	out, copied := f.output[:0], 0 // line[:copied] is in out
	if f.upgrade && strings.Count(line, "\t") == calibration.LegacyColumns-1 {
		copied, _ = calibration.CellSpan(line, columnRoutine)
		out = append(append(out, line[:copied]...), '\t')
	}
	start, _ := calibration.CellSpan(line, columnMeasured)
	from, _ := calibration.CellSpan(canonical, columnMeasured)
	for field := columnMeasured; field <= columnBytes; field++ {
		cell, _, _ := strings.Cut(line[start:], "\t")
		numeral, _, _ := strings.Cut(canonical[from:], "\t")
		switch {
		case cell == numeral:
		case !sameValue(row, field):
			f.reportCell(line, start, field, cell, numeral, row)
		default:
			out = append(append(out, line[copied:start]...), numeral...)
			copied = start + len(cell)
		}
		start += len(cell) + len("\t")
		from += len(numeral) + len("\t")
	}
	out = append(out, line[copied:]...)
	f.output = out
	if len(out) > calibration.DefaultMaxLine {
		f.report(f.number, 1, fmt.Sprintf("left as it is: formatted, the line would have %d bytes: expected at most %d",
			len(out), calibration.DefaultMaxLine))
		f.output = append(out[:0], line...)
	}
	return f.output
}

// columnRoutine is the schema column that rows of 11 columns do not have.
const columnRoutine = 3

// sameValue reports whether the canonical numeral of a column reads back as the
// row's value. That of an integer always does.
func sameValue(row calibration.Row, field int) bool {
	switch field {
	case columnMeasured:
		return calibration.FloorMS(row.MeasuredMS) == row.MeasuredMS
	case columnModel:
		return calibration.FloorMS(row.ModelMS) == row.ModelMS
	default:
		return true
	}
}

// reportCell tells that a time is left as it is because it has no canonical
// numeral, only a lesser one.
func (f *formatter) reportCell(line string, start, field int, cell, numeral string, row calibration.Row) {
	consequence := ""
	switch floor := calibration.FloorMS(row.MeasuredMS); {
	case field != columnMeasured || row.MeasuredMS <= 0 || row.Opaque:
	case floor == 0:
		consequence = ", and would make the row untimed"
	default:
		consequence = ", and could raise a peak"
	}
	f.report(f.number, characterColumn(line, start+1), fmt.Sprintf("column %d (%s): %s is left as it is: in canonical form, %s, it would be less%s",
		field, calibration.ColumnName(field), quoteNear(cell, 0), numeral, consequence))
}

func (f *formatter) reportMalformed(e *calibration.ParseError, line string, raw []byte) {
	e.Line, e.Unterminated = f.number, !bytes.HasSuffix(raw, []byte("\n"))
	m := newMalformed(e, line)
	f.report(m.Line, m.characterColumn(), m.message())
}

// longLine hands on, as it is, a line that is too long to hold, of which start has
// been read. The error is io.EOF if the file ends with the line.
func (f *formatter) longLine(in *bufio.Reader, start []byte) error {
	f.number++
	shown := append([]byte(nil), start[:shownOfLongLine]...)
	length, end := 0, []byte(nil) // end is the last two bytes
	piece, err := start, bufio.ErrBufferFull
	for {
		if err != nil && err != bufio.ErrBufferFull && err != io.EOF {
			return err
		}
		if e := f.out.same(piece); e != nil {
			return e
		}
		length += len(piece)
		end = append(end, piece[max(0, len(piece)-2):]...)
		end = end[max(0, len(end)-2):]
		if err != bufio.ErrBufferFull {
			break
		}
		piece, err = in.ReadSlice('\n')
	}
	f.reportLong(shown, length-len(end)+len(trimTerminator(end)))
	return err
}

// shownOfLongLine is how much of an over-long line a message shows.
const shownOfLongLine = 40

func (f *formatter) reportLong(line []byte, length int) {
	f.report(f.number, 1, fmt.Sprintf("a line of %d bytes, starting %q: expected at most %d bytes",
		length, line[:min(len(line), shownOfLongLine)], calibration.DefaultMaxLine))
}
