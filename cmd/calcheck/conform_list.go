package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/calcheck/calibration/conformance"
)

// listVectors prints a line per vector.
func (c *cli) listVectors(vectors []conformance.Vector) { c.stdout.WriteString(vectorIndex(vectors)) }

// vectorIndex has a line per vector, its columns separated by TABs.
func vectorIndex(vectors []conformance.Vector) string {
	var b strings.Builder
	for _, v := range vectors {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\n", v.ID, v.Category, strings.Join(v.Spec, " "), v.Departure, v.Reason)
	}
	return b.String()
}

// copyVectors writes the vectors as plain files, for test suites that run none but
// their own.
func (c *cli) copyVectors(dir string, vectors []conformance.Vector) {
	if len(vectors) == 0 {
		return
	}
	if err := writeVectors(dir, vectors); err != nil {
		c.complain("%v", err)
		c.worsen(couldNotRun)
		return
	}
	c.complain("%s written to %s", counted(len(vectors), "vector"), dir)
}

// writeVectors writes to a folder that is empty or does not exist: what an older
// suite left there would be taken for vectors of this one.
func writeVectors(dir string, vectors []conformance.Vector) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty: name a new folder", dir)
	}
	files := map[string]string{
		"index.tsv": vectorIndex(vectors),
		"LICENSE":   conformance.License,
	}
	for _, v := range vectors {
		lf := "\n"
		if v.Mode() == conformance.Fit {
			lf = ""
		}
		base := filepath.Join(v.Category, v.ID)
		files[base+".in"] = v.Input + lf
		files[base+".want"] = v.Want + lf
	}
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			return err
		}
	}
	return nil
}
