package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"

	"github.com/calcheck/calibration/internal/workload"
)

// gen writes the first lines of a workload.
func gen(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("bench gen", flag.ContinueOnError)
	name := flags.String("workload", "realistic", "`name` of what to write")
	rows := flags.Uint64("rows", 1_000_000, "write this `number` of lines")
	seed := flags.Uint64("seed", 1, "of the random `numbers`")
	path := flags.String("o", "-", "write to this `file`; - is standard output")
	reuse := flags.Bool("reuse", false, "leave the file alone if it is already what would be written")
	if err := parse(flags, args); err != nil {
		return err
	}
	w, err := workload.Named(*name)
	if err != nil {
		return usageError{err}
	}
	if *path == "-" {
		return w.Write(stdout, *seed, *rows)
	}
	if *reuse {
		same, err := isFile(*path, w, *seed, *rows)
		if same || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return writeFile(*path, w, *seed, *rows)
}

// writeFile writes under another name first, so that a file of the right name is
// never half of one.
func writeFile(path string, w workload.Workload, seed, rows uint64) error {
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	err = errors.Join(w.Write(f, seed, rows), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// isFile reports whether the file starts as the workload does and has as many
// lines. To compare all of it would take as long as writing it.
func isFile(path string, w workload.Workload, seed, rows uint64) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 64<<10)
	const compared = 1000
	var want, got []byte
	for i := range min(rows, compared) {
		want = w.AppendLine(want[:0], seed, i)
		got = append(got[:0], want...)
		if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, want) {
			return false, ignoreEOF(err)
		}
	}
	lines := min(rows, compared)
	for {
		line, err := r.ReadSlice('\n')
		if len(line) > 0 && line[len(line)-1] == '\n' {
			lines++
		}
		if err != nil && err != bufio.ErrBufferFull {
			return err == io.EOF && len(line) == 0 && lines == rows, ignoreEOF(err)
		}
	}
}

func ignoreEOF(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}
