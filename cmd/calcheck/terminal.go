package main

import (
	"os"

	"golang.org/x/term"
)

// isTerminal reports whether someone sits at what is read from or written to.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
