package calibration

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// AppendFile appends rows to the calibration file of that name, creating it
// with mode 0666 (before umask) if it does not exist (spec section 5).
//
// The file is opened for append under an advisory lock, so that any number of
// processes may append at the same time, and each row goes out as one whole
// line in one write call. A program that replaces the file while holding the lock
// loses no row: the append goes to the new file. If the file does not end in LF, because a crash tore
// its last line, a LF comes first, so that the torn line costs only itself.
//
// Rows that cannot be written (a non-finite time; a line longer than
// [DefaultMaxLine], which a reader would refuse) are refused before the file is
// touched: then no row of the call is written. If a write fails, the rows before
// it stay written.
//
// The lock is flock or its like; on systems without one (js/wasm and a few more)
// only the append mode of the file protects writers from each other.
func AppendFile(name string, rows ...Row) (err error) {
	lines, err := linesOf(rows)
	if err != nil || len(lines) == 0 {
		return err
	}
	f, err := openLocked(name)
	if err != nil {
		return err
	}
	// Closing releases the lock.
	defer func() { err = errors.Join(err, f.Close()) }()

	separate, err := needsLineFeed(f, lines[0])
	if err != nil {
		return err
	}
	if separate {
		lines[0] = "\n" + lines[0]
	}
	for _, line := range lines {
		if _, err := io.WriteString(f, line); err != nil {
			return err
		}
	}
	return nil
}

// mostReplaced bounds how often openLocked starts over.
const mostReplaced = 1000

// openLocked opens the file of that name for append and locks it. While it waited for
// the lock, another program may have put a new file in the place of the one it
// had opened, and what is appended to that would be lost: then it starts over.
func openLocked(name string) (*os.File, error) {
	for range mostReplaced {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		if err := lockFile(f); err != nil {
			f.Close()
			return nil, &os.PathError{Op: "lock", Path: name, Err: err}
		}
		same, err := stillNamed(f, name)
		if same {
			return f, nil
		}
		f.Close()
		if err != nil {
			return nil, err
		}
	}
	return nil, &os.PathError{Op: "lock", Path: name, Err: errors.New("the file is replaced by another again and again")}
}

// stillNamed reports whether the file is the one of that name.
func stillNamed(f *os.File, name string) (bool, error) {
	opened, err := f.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(opened, named), err
}

// linesOf renders the rows as lines with LF, or names the first that no file
// can take.
func linesOf(rows []Row) ([]string, error) {
	lines := make([]string, len(rows))
	for i, row := range rows {
		line, err := row.Line()
		if err == nil && len(line) > DefaultMaxLine {
			err = fmt.Errorf("%w: %d bytes, at most %d", ErrLineTooLong, len(line), DefaultMaxLine)
		}
		if err != nil {
			return nil, fmt.Errorf("row %d of %d, %s: %w", i+1, len(rows), quote(row.Witness()), err)
		}
		lines[i] = line + "\n"
	}
	return lines, nil
}

// needsLineFeed reports whether a LF must come before the first line: behind a
// torn line, and at the start of a file where the backend's first bytes would
// be taken for a byte order mark (the LF makes a blank line, which is skipped).
func needsLineFeed(f *os.File, first string) (bool, error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return false, err
	}
	if size == 0 {
		return startsWithMark(first), nil
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], size-1); err != nil {
		return false, err
	}
	return last[0] != '\n', nil
}
