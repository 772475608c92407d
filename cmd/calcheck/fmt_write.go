package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

var (
	// errNotReplaceable is of files that -w cannot take, whatever is in them.
	errNotReplaceable = errors.New("-w rewrites regular files that are not compressed; without it, the formatted text goes to standard output")

	errChanged     = errors.New("another program changed the file while it was formatted: nothing was written; try again")
	errInterrupted = errors.New("interrupted: nothing was written")
	errLocked      = fmt.Errorf("another program has held the file's lock for %v: nothing was written", lockPatience)
)

// lockPatience is how long to wait for the lock. Who appends to a file holds it for
// less than a millisecond.
const lockPatience = 10 * time.Second

// A replacement is a sink that puts the formatted file in the place of the
// original, all at once: it goes to a temporary file in the same directory,
// which on commit is renamed. That file is begun with the first change, so
// that a file without any is not touched, not even its time.
type replacement struct {
	path string      // of the original, behind symbolic links
	file *os.File    // the original, for reading
	info os.FileInfo // of the original before it was read

	kept int64    // how many bytes of the original come before the first change
	temp *os.File // nil before it
	lock *os.File // the original, for its lock
	out  *bufio.Writer
}

// openReplacement opens the file of that name to be read and then replaced.
func openReplacement(name string) (*replacement, error) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file: %w", name, errNotReplaceable) // opening it might block
	}
	file, err := openRaw(name)
	if err != nil {
		return nil, err
	}
	r := &replacement{file: file}
	if err := r.examine(name); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *replacement) examine(name string) (err error) {
	if r.info, err = r.file.Stat(); err != nil {
		return err
	}
	if r.path, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	var magic [len(magicGzip)]byte
	if n, _ := r.file.ReadAt(magic[:], 0); string(magic[:n]) == magicGzip {
		return fmt.Errorf("%s is compressed: %w", name, errNotReplaceable)
	}
	return nil
}

// reader reads the original, as far as it reached at first, until ctx is done.
// Of one that grows there is no end to wait for, and commit refuses it anyway.
func (r *replacement) reader(ctx context.Context) io.Reader {
	return contextReader{ctx, io.LimitReader(r.file, r.info.Size())}
}

type contextReader struct {
	ctx context.Context
	io.Reader
}

func (r contextReader) Read(b []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return r.Reader.Read(b)
}

func (r *replacement) same(piece []byte) error {
	if r.temp == nil {
		r.kept += int64(len(piece))
		return nil
	}
	_, err := r.out.Write(piece)
	return err
}

func (r *replacement) changed(_, piece []byte) error {
	if r.temp == nil {
		if err := r.begin(); err != nil {
			return err
		}
	}
	_, err := r.out.Write(piece)
	return err
}

// begin makes the temporary file, with what precedes the first change. That the
// original can be opened for writing is asked first: a file that is protected
// from writing is not to be replaced either.
func (r *replacement) begin() (err error) {
	if r.lock, err = os.OpenFile(r.path, os.O_RDWR, 0); err != nil {
		return err
	}
	if r.temp, err = os.CreateTemp(filepath.Dir(r.path), ".calcheck-*.tmp"); err != nil {
		return err
	}
	r.out = bufio.NewWriterSize(r.temp, 256<<10)
	_, err = io.CopyN(r.out, io.NewSectionReader(r.file, 0, r.kept), r.kept)
	if err == io.EOF {
		return errChanged
	}
	return err
}

// commit puts the new file in the place of the original. It reports whether it
// had to.
func (r *replacement) commit(ctx context.Context) (replaced bool, err error) {
	if r.temp == nil {
		return false, nil
	}
	if err := r.out.Flush(); err != nil {
		return false, err
	}
	keepOwner(r.temp, r.info)
	// Not the bits beyond: if the owner could not be kept, they would be of another.
	if err := r.temp.Chmod(r.info.Mode().Perm()); err != nil {
		return false, err
	}
	if err := r.temp.Sync(); err != nil {
		return false, err
	}
	if err := r.temp.Close(); err != nil {
		return false, err
	}
	// Who takes the lock to append, as calibration.AppendFile does, adds no row from
	// here to the rename; a row added before shows. One who waits for the lock gets it on
	// the file that is gone, and has to look whether it still has the name.
	if err := r.takeLock(ctx); err != nil {
		return false, err
	}
	if err := r.unchanged(); err != nil {
		return false, err
	}
	if err := renameLocked(r.temp.Name(), r.path, r.lock, r.file); err != nil {
		return false, err
	}
	r.temp = nil
	syncDirectory(filepath.Dir(r.path))
	return true, nil
}

func (r *replacement) takeLock(ctx context.Context) error {
	for deadline := time.Now().Add(lockPatience); ; time.Sleep(5 * time.Millisecond) {
		if ctx.Err() != nil {
			return errInterrupted
		}
		locked, err := tryLock(r.lock)
		if err != nil {
			return &os.PathError{Op: "lock", Path: r.path, Err: err}
		}
		if locked {
			return nil
		}
		if time.Now().After(deadline) {
			return errLocked
		}
	}
}

// unchanged returns nil if the original is still what was read, and still what
// has the lock.
func (r *replacement) unchanged() error {
	held, err := r.lock.Stat()
	if err != nil {
		return err
	}
	named, err := os.Lstat(r.path)
	if errors.Is(err, os.ErrNotExist) {
		return errChanged
	}
	if err != nil {
		return err
	}
	if !os.SameFile(r.info, held) || !os.SameFile(r.info, named) ||
		held.Size() != r.info.Size() || !held.ModTime().Equal(r.info.ModTime()) {
		return errChanged
	}
	return nil
}

// close lets go of everything, and of the temporary file unless it has taken its
// place.
func (r *replacement) close() {
	r.file.Close()
	if r.temp != nil {
		r.temp.Close()
		os.Remove(r.temp.Name())
	}
	if r.lock != nil {
		r.lock.Close()
	}
}

// syncDirectory makes a rename last through a power failure, where the system can.
// Where it cannot, either file is whole.
func syncDirectory(name string) {
	if dir, err := os.Open(name); err == nil {
		dir.Sync()
		dir.Close()
	}
}
