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
	file    string
	blocks  blockReader
	lines   int // in the parts so far
	started bool

	// What Rows works on.
	part Part
	line Line
	done bool
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

// NextPart reads the next part of the file into p, reusing its memory, and
// returns nil; at the end of the file it returns io.EOF, and otherwise an error of the
// underlying reader. p may be used while other parts are read, by another goroutine
// too; NextPart itself must not be called by two at once.
//
// It is what [Reader.Rows] is made of, for those who want to parse on several
// cores or without a [Row] per line.
func (r *Reader) NextPart(p *Part) error {
	*p = Part{file: r.file, maxLine: r.blocks.maxLine, line: r.lines, buf: p.buf}
	if !r.started {
		r.started = true
		mark, encoding := r.blocks.start()
		p.Mark = mark
		if encoding != "" {
			p.lone = &ParseError{
				File: r.file, Line: 1, Column: 1, Err: ErrEncoding,
				found: "the file is " + encoding + ": expected UTF-8 or another encoding that keeps ASCII, without NUL bytes",
			}
			r.blocks.end()
		}
	}
	var err error
	if p.lone == nil {
		err = r.blocks.next(p)
	}
	if err != nil && err != io.EOF {
		return fmt.Errorf("read error after line %d: %w", r.lines, err)
	}
	p.countLines()
	r.lines += p.lines
	return err
}

// Rows yields the rows of the file in order, each with a nil error. A malformed
// line yields the zero Row and a *[ParseError], and reading goes on. Any other
// error is one of the underlying reader; it is the last thing yielded, and the
// part of a line read before it is not, unless it is too long already.
//
// A row's text shares memory with the part of the file it came from: use
// [Row.Clone] on rows that are kept. Rows may be called again after a break and
// goes on where the loop stopped.
func (r *Reader) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for !r.done {
			for r.part.NextLine(&r.line) {
				if !yield(r.line.Row(), r.line.Err) {
					return
				}
			}
			if err := r.NextPart(&r.part); err != nil {
				r.done = true
				if err != io.EOF {
					yield(Row{}, err)
				}
			}
		}
	}
}

// Line is the 1-based number of the line last read, 0 before the first: in the loop
// that of what was yielded, behind it that of the last line of the file.
func (r *Reader) Line() int {
	if r.done {
		return r.lines
	}
	return r.line.Number
}

// Text is the line last yielded, without its terminator; of a line that was too
// long to hold, a piece of its start.
func (r *Reader) Text() string {
	if r.line.Err == nil && r.line.part != nil {
		return r.line.string()
	}
	return string(r.line.Text)
}
