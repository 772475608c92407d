package calibration

import (
	"fmt"
	"io"
	"iter"
)

// DefaultMaxLine is the longest line that a [Reader] accepts unless told
// otherwise, and the longest that [AppendFile] writes, in bytes without the
// terminator.
const DefaultMaxLine = 1 << 20

// Reader reads the rows of a calibration file (spec section 5). It holds one
// block of the file at a time, whatever the file's size. A Reader must not be used
// by several goroutines at once.
//
// Lines end in LF or CRLF, and the last one may lack its terminator; a UTF-8
// byte order mark at the start and blank lines are skipped.
type Reader struct {
	file   string
	blocks blockReader
	rest   string // lines of the current block not yet read
	line   int
	text   string

	started, done bool
}

// An Option changes how a [Reader] reads.
type Option func(*Reader)

// WithFile sets the name that errors carry as ParseError.File.
func WithFile(name string) Option {
	return func(r *Reader) { r.file = name }
}

// WithMaxLine sets the longest line accepted, in bytes without the terminator.
// Values below 1 mean [DefaultMaxLine].
func WithMaxLine(bytes int) Option {
	return func(r *Reader) {
		if bytes < 1 {
			bytes = DefaultMaxLine
		}
		r.blocks.maxLine = bytes
	}
}

// NewReader returns a Reader of src.
func NewReader(src io.Reader, options ...Option) *Reader {
	r := &Reader{blocks: blockReader{src: src, maxLine: DefaultMaxLine}}
	for _, option := range options {
		option(r)
	}
	return r
}

// Rows yields the rows of the file in order, each with a nil error. A malformed
// line yields the zero Row and a *[ParseError], and reading goes on. Any other
// error is one of the underlying reader; it is the last thing yielded, and the
// part of a line read before it is not, unless it is too long already.
//
// A row's text shares memory with the block of the file it came from: use
// [Row.Clone] on rows that are kept. Rows may be called again after a break and
// goes on where the loop stopped.
func (r *Reader) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for !r.done {
			row, err := r.read()
			if err == io.EOF {
				return
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// Line is the 1-based number of the line last read, 0 before the first: in the loop
// that of what was yielded, behind it that of the last line of the file.
func (r *Reader) Line() int { return r.line }

// Text is the line last yielded, without its terminator; of a line that was too
// long to hold, a piece of its start.
func (r *Reader) Text() string { return r.text }

// read returns the next row or malformed line. At the end of the input it sets
// done and returns io.EOF or the error that ended it.
func (r *Reader) read() (Row, error) {
	if !r.started {
		r.started = true
		if encoding := r.blocks.start(); encoding != "" {
			r.done = true
			r.line, r.text = 1, ""
			return Row{}, &ParseError{
				File: r.file, Line: 1, Column: 1, Err: ErrEncoding,
				found: "the file is " + encoding + ": expected UTF-8 or another encoding that keeps ASCII, without NUL bytes",
			}
		}
	}
	for {
		if r.rest == "" {
			b, err := r.blocks.next()
			if err != nil {
				r.done = true
				if err != io.EOF {
					err = fmt.Errorf("read error after line %d: %w", r.line, err)
				}
				return Row{}, err
			}
			if b.long > 0 {
				r.line++
				return r.tooLong(b.text, b.long)
			}
			r.rest = b.text
		}
		line, rest, terminated := cutLine(r.rest)
		r.rest = rest
		r.line++
		if len(line) > r.blocks.maxLine {
			return r.tooLong(line[:min(len(line), keptOfLongLine)], int64(len(line)))
		}
		if isBlank(line) {
			continue
		}
		r.text = line
		row, err := ParseLine(line)
		if err != nil {
			e := err.(*ParseError)
			e.File, e.Line, e.Unterminated = r.file, r.line, !terminated
			return Row{}, e
		}
		return row, nil
	}
}

func (r *Reader) tooLong(start string, length int64) (Row, error) {
	r.text = start
	return Row{}, &ParseError{
		File: r.file, Line: r.line, Column: 1, Cell: start, Err: ErrLineTooLong,
		found: fmt.Sprintf("a line of %d bytes, starting %q: expected at most %d bytes", length, start, r.blocks.maxLine),
	}
}
