//go:build !windows

package main

import (
	"io"
	"os"
)

// isTerminal reports whether someone sits at r. The null device, which is
// standard input under cron and CI, is a character device too, and is not one.
//
// golang.org/x/term would answer for every odd device, but go.mod here is that
// of a library that others vendor: two lines in it and a newer Go release are
// too much for a question asked once, to choose between help and an error.
func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && !os.SameFile(info, null)
}
