package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestParseOutputs(t *testing.T) {
	formats := []string{formatText, formatJSON, formatSARIF}
	for _, tt := range []struct {
		values []string
		want   []output
		err    string
	}{
		{nil, []output{{formatText, ""}}, ""},
		{[]string{"json"}, []output{{formatJSON, ""}}, ""},
		{[]string{"json=-"}, []output{{formatJSON, ""}}, ""},
		{[]string{"sarif=a=b"}, []output{{formatSARIF, "a=b"}, {formatText, ""}}, ""},
		{[]string{"sarif=x", "json"}, []output{{formatSARIF, "x"}, {formatJSON, ""}}, ""},
		{[]string{"text", "text=x"}, []output{{formatText, ""}, {formatText, "x"}}, ""},
		{[]string{"junit"}, nil, `unknown format "junit": expected text, json or sarif`},
		{[]string{""}, nil, `unknown format "": expected text, json or sarif`},
		{[]string{"json="}, nil, "--format json=: the path is empty: is a variable unset?"},
		{[]string{"json", "sarif=-"}, nil, "standard output holds one format: give the others a path, as in -f json=PATH"},
		{[]string{"json=x", "sarif=./x"}, nil, "two formats go to ./x"},
	} {
		got, err := parseOutputs(tt.values, formats...)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if !slices.Equal(got, tt.want) || message != tt.err {
			t.Errorf("parseOutputs(%q) = %v, %q, want %v, %q", tt.values, got, message, tt.want, tt.err)
		}
	}
}

// namesIn returns the names of the files in a directory.
func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestNewFile: under its name there is the old file until the new one is whole.
func TestNewFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	begin := func() *newFile {
		f, err := createFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString(strings.Repeat("new", 100_000)) // more than any buffer
		return f
	}
	f := begin()
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("there is a file before it is whole: %v", err)
	}
	f.abandon()
	if names := namesIn(t, dir); len(names) > 0 {
		t.Errorf("an abandoned file left %q", names)
	}

	writeFile(t, name, "old")
	if runtime.GOOS != "windows" {
		if err := os.Chmod(name, 0o640); err != nil {
			t.Fatal(err)
		}
	}
	f = begin()
	if got := readFile(t, name); got != "old" {
		t.Errorf("before the new file is whole there is %.10q", got)
	}
	if err := f.commit(); err != nil {
		t.Fatal(err)
	}
	if got := readFile(t, name); got != strings.Repeat("new", 100_000) {
		t.Errorf("%d bytes, want 300000", len(got))
	}
	if names := namesIn(t, dir); !slices.Equal(names, []string{"out"}) {
		t.Errorf("there are files %q", names)
	}
	if info, _ := os.Stat(name); runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, want those of the old file", info.Mode())
	}
}

// TestNewFileBehindLink: a symbolic link stays one.
func TestNewFileBehindLink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	writeFile(t, target, "old")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err) // a right that not every Windows user has
	}
	f, err := createFile(link)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("new")
	if err := f.commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if got := readFile(t, target); got != "new" {
		t.Errorf("the file behind it holds %q", got)
	}
}

// TestNewFileErrors names the file as it was given, not the temporary one.
func TestNewFileErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := createFile(dir); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
	missing := filepath.Join(dir, "no", "out")
	if _, err := createFile(missing); err == nil || !strings.Contains(err.Error(), missing+":") {
		t.Errorf("no directory: %v", err)
	}
	f, err := createFile(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.commit(); err != nil {
		t.Errorf("the null device: %v", err)
	}
}
