package main

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"
)

// input is a calibration file named on the command line, or found below a
// directory named there.
type input struct {
	name string // as messages show it
	raw  func() (io.ReadCloser, error)
	path string // as the system knows it; empty for what is no file
}

// open begins to read the input, unpacked if it is compressed. The error names it.
func (in input) open() (io.ReadCloser, error) {
	raw, err := in.raw()
	if err != nil {
		return nil, err
	}
	file, err := gunzipped(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	return file, nil
}

const stdinName = "<stdin>"

// inputFlags are the flags that say what the arguments of a command name.
type inputFlags struct {
	stdinName  string
	allowEmpty bool // having nothing to read is in order
}

// register defines --stdin-filename. What --allow-empty says beside of inputs
// differs from command to command, and so does its help.
func (f *inputFlags) register(flags *pflag.FlagSet) {
	fileVar(flags, &f.stdinName, "stdin-filename", "the `name` by which messages call standard input")
}

// inputs returns what the arguments name, each file once. That none are named is
// wrong usage, never success: in a script whose list of files came out empty, a
// check of nothing must not pass. A directory or a pattern that holds no
// file is an input that cannot be read.
func (c *cli) inputs(args []string, flags inputFlags) ([]input, error) {
	if len(args) == 0 {
		return nil, errors.New("no file named; - reads standard input")
	}
	e := expansion{cli: c, flags: flags, seen: map[string]bool{}}
	stdin := false
	for _, arg := range args {
		if arg != "-" {
			if err := e.add(arg); err != nil {
				return nil, err
			}
			continue
		}
		if stdin {
			return nil, errors.New("- is named twice: standard input can be read only once")
		}
		stdin = true
		in := c.standardInput()
		if flags.stdinName != "" {
			in.name = visible(flags.stdinName)
		}
		e.inputs = append(e.inputs, in)
	}
	if flags.stdinName != "" && !stdin {
		return nil, errors.New("--stdin-filename names standard input, which is not read: expected - among the files")
	}
	return e.inputs, nil
}

func (c *cli) standardInput() input {
	return input{name: stdinName, raw: func() (io.ReadCloser, error) { return io.NopCloser(c.stdin), nil }}
}

func fileInput(path string) input {
	name := visible(path)
	if strings.HasPrefix(strings.TrimLeft(name, " "), "::") {
		name = "./" + name // a runner of GitHub would obey a line that starts so
	}
	return input{name, func() (io.ReadCloser, error) { return openFile(path) }, path}
}

// openFile opens a file to be read as far as it reaches now. What is appended
// meanwhile is for the next run, so that no writer, however fast, keeps this one
// from its end.
func openFile(name string) (io.ReadCloser, error) {
	f, err := openRaw(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 { // as are those of /proc, which are not empty
		return f, nil
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(f, info.Size()), f}, nil
}

// openRaw is os.Open that says at once what reading a directory would fail at.
func openRaw(name string) (*os.File, error) {
	if name == "" {
		return nil, errors.New("a file name is empty: is a variable unset?")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s is a directory: name the files in it", name)
	}
	return f, nil
}

// magicGzip is how a file compressed with gzip starts, whatever its name.
const magicGzip = "\x1f\x8b"

// gunzipped reads what src holds, uncompressed if it is compressed with gzip. It
// owns src: on error it is closed.
func gunzipped(src io.ReadCloser) (io.ReadCloser, error) {
	buffered := bufio.NewReader(src)
	if start, _ := buffered.Peek(len(magicGzip)); string(start) != magicGzip {
		return struct {
			io.Reader
			io.Closer
		}{buffered, src}, nil // an error of reading comes again
	}
	unpacked, err := gzip.NewReader(buffered)
	if err != nil {
		src.Close()
		return nil, gzipError(err)
	}
	unpacked.Multistream(false)
	return &gzipFile{unpacked, buffered, src}, nil
}

// gzipFile reads members of gzip, one behind the other, as what they hold. It goes
// from one to the next itself, so that what is no member is told as what it is.
type gzipFile struct {
	member *gzip.Reader
	packed *bufio.Reader // read by member, to its end and no further
	src    io.Closer
}

func (f *gzipFile) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(p) > 0 {
		if n, err = f.member.Read(p); err == io.EOF {
			err = f.next()
		}
	}
	return n, gzipError(err)
}

// next makes ready to read the next member. At the end of the file it returns io.EOF.
func (f *gzipFile) next() error {
	start, err := f.packed.Peek(len(magicGzip))
	if len(start) < len(magicGzip) && err != io.EOF || len(start) == 0 {
		return err
	}
	if string(start) != magicGzip {
		return errors.New("something else follows the gzip data, which are whole: was it appended to the compressed file?")
	}
	if err := f.member.Reset(f.packed); err != nil {
		return err
	}
	f.member.Multistream(false)
	return nil
}

func (f *gzipFile) Close() error { return f.src.Close() }

// gzipError says in the terms of a user what is wrong with compressed data.
func gzipError(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the gzip data ends early: was the file copied or written to its end?")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, new(flate.CorruptInputError)):
		return fmt.Errorf("the gzip data is damaged: %w", err)
	}
	return err
}
