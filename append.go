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
// line in one write call. If the file does not end in LF, because a crash tore
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
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	// Closing releases the lock.
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := lockFile(f); err != nil {
		return &os.PathError{Op: "lock", Path: name, Err: err}
	}

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
