package calibration

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// The byte order marks, U+FEFF, that a file may start with.
const (
	markUTF8    = "\xef\xbb\xbf"
	markUTF16LE = "\xff\xfe"
	markUTF32LE = markUTF16LE + "\x00\x00"
	markUTF16BE = "\xfe\xff"
)

// startsWithMark reports whether the start of a file would be taken for a mark.
func startsWithMark(s string) bool {
	return strings.HasPrefix(s, markUTF8) || strings.HasPrefix(s, markUTF16LE) || strings.HasPrefix(s, markUTF16BE)
}

const (
	// encodingWindow is how much of a file that starts with a UTF-16 mark is
	// looked through for a NUL byte before its first line is believed. Real
	// UTF-16 has one beside its first tab.
	encodingWindow = 1 << 20

	blockSize = 1 << 19

	// keptOfLongLine is how much of an over-long line is kept for its message.
	keptOfLongLine = 40

	// maxEmptyReads bounds how often a reader may return nothing and no error.
	maxEmptyReads = 100
)

// blockReader cuts a file into blocks at line ends, or into one line that is too
// long to hold. It holds one block, or one line of at most the limit, however long
// the file and its lines are.
type blockReader struct {
	src     io.Reader
	maxLine int // longest line kept, without terminator

	buf        []byte
	head, tail int   // buf[head:tail] is read and not yet returned
	err        error // sticky, io.EOF included; what precedes it is in buf
}

func (b *blockReader) unread() []byte { return b.buf[b.head:b.tail] }

// start looks at the first bytes: it drops a UTF-8 mark, and names the encoding
// of a file that is UTF-16, or is UTF-32 and so starts as UTF-16 does.
func (b *blockReader) start() (mark bool, encoding string) {
	for len(b.unread()) < len(markUTF32LE) && b.err == nil {
		b.fill()
	}
	switch {
	case bytes.HasPrefix(b.unread(), []byte(markUTF8)):
		b.head += len(markUTF8)
		return true, ""
	case bytes.HasPrefix(b.unread(), []byte(markUTF32LE)):
		encoding = "UTF-32, little-endian"
	case bytes.HasPrefix(b.unread(), []byte(markUTF16LE)):
		encoding = "UTF-16, little-endian"
	case bytes.HasPrefix(b.unread(), []byte(markUTF16BE)):
		encoding = "UTF-16, big-endian"
	default:
		return false, ""
	}
	for searched := 0; ; {
		window := b.unread()[:min(len(b.unread()), encodingWindow)]
		if bytes.IndexByte(window[searched:], 0) >= 0 {
			return false, encoding
		}
		searched = len(window)
		if searched == encodingWindow || b.err != nil {
			return false, ""
		}
		b.fill()
	}
}

// next puts the next block into p, or returns the error that ended the input
// once all whole lines before it have been returned. At io.EOF a line without LF is
// whole; at any other error it is not, and is not returned.
func (b *blockReader) next(p *Part) error {
	searched := 0
	for {
		if i := bytes.LastIndexByte(b.unread()[searched:], '\n'); i >= 0 {
			b.give(p, searched+i+1)
			return nil
		}
		searched = len(b.unread())
		// A line within the limit may have a CR of its terminator behind it.
		if searched-1 > b.maxLine {
			start := string(b.unread()[:min(keptOfLongLine, len(b.unread()))])
			p.lone = p.tooLong(start, b.skipLine())
			return nil
		}
		if b.err == io.EOF && searched > 0 {
			b.give(p, searched)
			return nil
		}
		if b.err != nil {
			return b.err
		}
		b.fill()
	}
}

// give makes the next n bytes the text of p. The two swap their buffers, so
// that only what is behind the last line end is copied.
func (b *blockReader) give(p *Part, n int) {
	text, behind := b.unread()[:n], b.unread()[n:]
	if len(p.buf) < len(behind) {
		p.buf = make([]byte, max(blockSize, 2*len(behind)))
	}
	p.buf, b.buf = b.buf, p.buf
	b.head, b.tail = 0, copy(b.buf, behind)
	p.text = text
}

// skipLine drops the line that comes next, up to and with its LF, and returns
// its full length.
func (b *blockReader) skipLine() (length int64) {
	endsInCR := false
	for {
		line, _, terminated := bytes.Cut(b.unread(), []byte("\n"))
		length += int64(len(line))
		if len(line) > 0 {
			endsInCR = line[len(line)-1] == '\r'
		}
		b.head += len(line)
		if terminated {
			b.head++
			break
		}
		if b.err != nil {
			break
		}
		b.fill()
	}
	if endsInCR {
		length--
	}
	return length
}

// end drops what is unread and reads no more.
func (b *blockReader) end() {
	b.head, b.err = b.tail, io.EOF
}

// fill reads once, behind what is unread, making room first.
func (b *blockReader) fill() {
	if b.err != nil {
		return
	}
	if b.tail = copy(b.buf, b.unread()); b.tail == len(b.buf) {
		grown := make([]byte, max(blockSize, 2*len(b.buf)))
		copy(grown, b.buf)
		b.buf = grown
	}
	b.head = 0
	free := b.buf[b.tail:]
	for range maxEmptyReads {
		n, err := b.src.Read(free)
		if n < 0 || n > len(free) {
			b.err = fmt.Errorf("the reader returned an impossible count of %d bytes", n)
			return
		}
		b.tail += n
		b.err = err
		if n > 0 || err != nil {
			return
		}
	}
	b.err = io.ErrNoProgress
}

// isBlank reports whether a line holds nothing but spaces and tabs.
func isBlank(line []byte) bool {
	for i := range len(line) {
		if line[i] != ' ' && line[i] != '\t' {
			return false
		}
	}
	return true
}
