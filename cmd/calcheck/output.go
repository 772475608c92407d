package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Formats that not every command has, as text and JSON.
const (
	formatSARIF  = "sarif"
	formatGitHub = "github"
	formatJUnit  = "junit"
)

// output is a format, and the file it goes to; none for standard output.
type output struct{ format, path string }

// parseOutputs reads the values of -f, each FORMAT or FORMAT=PATH, of the formats
// that a command has. What goes to standard output is text unless it is said
// otherwise, and it is one format.
func parseOutputs(values []string, formats ...string) ([]output, error) {
	var outputs []output
	stdout := 0
	paths := map[string]bool{}
	for _, value := range values {
		format, path, hasPath := strings.Cut(value, "=")
		if !slices.Contains(formats, format) {
			last := len(formats) - 1
			return nil, fmt.Errorf("unknown format %q: expected %s or %s", format, strings.Join(formats[:last], ", "), formats[last])
		}
		if hasPath && path == "" {
			return nil, fmt.Errorf("--format %s: the path is empty: is a variable unset?", value)
		}
		if path == "-" {
			path = ""
		}
		if path == "" {
			stdout++
		} else if paths[filepath.Clean(path)] {
			return nil, fmt.Errorf("two formats go to %s", path)
		} else {
			paths[filepath.Clean(path)] = true
		}
		outputs = append(outputs, output{format, path})
	}
	switch {
	case stdout > 1:
		return nil, errors.New("standard output holds one format: give the others a path, as in -f json=PATH")
	case stdout == 0:
		outputs = append(outputs, output{format: formatText})
	}
	return outputs, nil
}

// A newFile takes its name only when it is whole. Whatever ends the command
// before that, nobody finds half a file there.
type newFile struct {
	*bufio.Writer
	path string   // what it is to be called
	file *os.File // under another name until then, or a pipe or device of that name
}

// createFile begins a file. It replaces one of that name, if need be behind
// symbolic links, and keeps its permissions; to what is no regular file, it writes.
func createFile(path string) (*newFile, error) {
	mode := os.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a directory: name a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &newFile{bufio.NewWriterSize(file, 64<<10), path, file}, nil
	case err == nil:
		mode = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	// As os.CreateTemp, but with the permissions that a new file gets.
	file, err := os.OpenFile(path+".tmp"+rand.Text()[:10], os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		var failed *os.PathError
		if errors.As(err, &failed) {
			failed.Path = path // the name that whoever reads it knows
		}
		return nil, err
	}
	if info != nil {
		if err := file.Chmod(mode); err != nil {
			discard(file)
			return nil, err
		}
	}
	return &newFile{bufio.NewWriterSize(file, 64<<10), path, file}, nil
}

// commit ends the file and gives it its name.
func (f *newFile) commit() error {
	err := f.Flush()
	if closeErr := f.file.Close(); err == nil {
		err = closeErr
	}
	if f.file.Name() == f.path {
		return err
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.file.Name())
	}
	return err
}

// abandon leaves all as it was.
func (f *newFile) abandon() {
	if f.file.Name() == f.path {
		f.file.Close()
		return
	}
	discard(f.file)
}

// discard closes and removes a file that only this program knows.
func discard(f *os.File) {
	f.Close()
	os.Remove(f.Name())
}
