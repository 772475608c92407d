package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// expansion turns arguments into the files that they name: a file, the calibration
// files below a directory, or those that match a pattern which the shell has left
// alone.
type expansion struct {
	*cli
	flags  inputFlags
	inputs []input
	seen   map[string]bool // by identity
}

// add adds what an argument names. The error is wrong usage.
func (e *expansion) add(arg string) error {
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		e.addDirectory(arg)
	case err != nil && strings.ContainsAny(arg, "*?["):
		return e.addPattern(arg)
	default: // opening it tells what is wrong, in its turn
		e.addFile(arg)
	}
	return nil
}

// addFile adds a file, unless it has been named already, by this name or through
// links: a row read twice would count twice.
func (e *expansion) addFile(path string) {
	identity := path
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		if absolute, err := filepath.Abs(resolved); err == nil {
			identity = absolute
		}
	}
	if !e.seen[identity] {
		e.seen[identity] = true
		e.inputs = append(e.inputs, fileInput(path))
	}
}

// addPattern adds the files that match a pattern, and those below the
// directories that do.
func (e *expansion) addPattern(pattern string) error {
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return fmt.Errorf("%s: %w", pattern, err)
	}
	if !isHidden(pattern) { // a wildcard does not stand for a leading dot in a shell either
		matches = slices.DeleteFunc(matches, isHidden)
	}
	if len(matches) == 0 {
		e.nothing(pattern, "no file matches")
	}
	for _, match := range matches {
		if info, err := os.Stat(match); err == nil && info.IsDir() {
			e.addDirectory(match)
		} else {
			e.addFile(match)
		}
	}
	return nil
}

// addDirectory adds the calibration files below a directory, in the order of their
// paths. Hidden directories, such as those of version control, are passed over, and
// links to directories not followed, so that no loop can trap it.
func (e *expansion) addDirectory(root string) {
	found := false
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			e.addUnreadable(path, err)
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
		case entry.IsDir():
			if path != root && isHidden(path) {
				return fs.SkipDir
			}
		case isCalibrationFile(path):
			found = true
			e.addFile(path)
		}
		return nil
	})
	switch {
	case err != nil:
		e.addUnreadable(root, err)
	case !found:
		e.nothing(root, "no *.tsv or *.tsv.gz below")
	}
}

func isHidden(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") }

// isCalibrationFile reports whether a path in a directory is one of ours, by its
// name, and a file: not a directory, and no pipe, on which the run might wait forever.
func isCalibrationFile(path string) bool {
	if !strings.HasSuffix(path, ".tsv") && !strings.HasSuffix(path, ".tsv.gz") {
		return false
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular() // opening it tells the error
}

// nothing adds that an argument names no file, and how.
func (e *expansion) nothing(arg, how string) {
	if !e.flags.allowEmpty {
		e.addUnreadable(arg, fmt.Errorf("%s %s: expected a calibration file (--allow-empty accepts this)", how, arg))
	}
}

// addUnreadable adds an input that cannot be read: told as those are which fail when they
// are opened, in every format.
func (e *expansion) addUnreadable(path string, err error) {
	in := fileInput(path)
	in.raw = func() (io.ReadCloser, error) { return nil, err }
	e.inputs = append(e.inputs, in)
}
