package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// input is a calibration file named on the command line.
type input struct {
	name string // as messages show it
	open func() (io.ReadCloser, error)
}

const stdinName = "<stdin>"

// inputs returns what the arguments name. That none are named is wrong usage,
// never success: in a script whose list of files came out empty, a check of
// nothing must not pass.
func (c *cli) inputs(args []string) ([]input, error) {
	if len(args) == 0 {
		return nil, errors.New("no file named; - reads standard input")
	}
	var inputs []input
	stdin := false
	for _, arg := range args {
		if arg != "-" {
			inputs = append(inputs, input{visible(arg), func() (io.ReadCloser, error) { return openFile(arg) }})
			continue
		}
		if stdin {
			return nil, errors.New("- is named twice: standard input can be read only once")
		}
		stdin = true
		inputs = append(inputs, c.standardInput())
	}
	return inputs, nil
}

func (c *cli) standardInput() input {
	return input{stdinName, func() (io.ReadCloser, error) { return io.NopCloser(c.stdin), nil }}
}

// openFile is os.Open that says at once what reading a directory would fail at.
func openFile(name string) (io.ReadCloser, error) {
	if name == "" {
		return nil, errors.New("a file name is empty: is a variable unset?")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s is a directory: name the files in it", name)
	}
	return f, nil
}
