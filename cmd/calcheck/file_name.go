package main

import (
	"errors"

	"github.com/spf13/pflag"
)

// fileName is the value of a flag that names a file, or something as good. Without
// the flag it is empty, so an empty name is refused: it comes of a variable that is
// not set, and what the flag asks for would silently not be done.
type fileName string

// fileVar defines such a flag.
func fileVar(flags *pflag.FlagSet, name *string, flag, usage string) {
	flags.Var((*fileName)(name), flag, usage)
}

func (n *fileName) Set(s string) error {
	if s == "" {
		return errors.New("the name is empty: is a variable unset?")
	}
	*n = fileName(s)
	return nil
}

func (n *fileName) String() string { return string(*n) }

// Type is what help calls the value.
func (n *fileName) Type() string { return "file" }
