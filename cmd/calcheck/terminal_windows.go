package main

import (
	"io"
	"os"
	"syscall"
)

// isTerminal reports whether someone sits at r. Only a console has a mode; the
// null device, a file or a pipe has none.
func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	var mode uint32
	return syscall.GetConsoleMode(syscall.Handle(f.Fd()), &mode) == nil
}
