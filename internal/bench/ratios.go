package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// session is one run of ratios: programs built, files made, tables printed.
type session struct {
	context.Context
	out    io.Writer
	rows   uint64 // of the great file; the others follow
	rounds int
	large  bool
	dir    string
	kept   bool // whether dir was given, and its files stay

	self, calcheck, plaincsv, wc, cat string

	failed bool // some program was given up
}

// parts are what can be measured, in the order of the tables.
var parts = []struct {
	name    string
	measure func(*session) error
}{
	{"speed", (*session).speed},
	{"memory", (*session).memory},
	{"adversarial", (*session).adversarial},
	{"small", (*session).small},
}

func partNames() string {
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	return strings.Join(names, ",")
}

func ratios(ctx context.Context, args []string, stdout io.Writer) error {
	s := session{Context: ctx, out: stdout}
	flags := flag.NewFlagSet("bench ratios", flag.ContinueOnError)
	flags.Uint64Var(&s.rows, "rows", 10_000_000, "`number` of rows of the great file, at least 1000; the others have a tenth, or ten times as many")
	flags.IntVar(&s.rounds, "rounds", 5, "run everything this `number` of times, in turn, and print medians")
	flags.BoolVar(&s.large, "large", false, "memory at ten times the rows of the great file too, through a pipe")
	flags.StringVar(&s.dir, "dir", "", "keep files in this `folder`, and use again those it has; the default is one for this run alone")
	selected := flags.String("parts", partNames(), "comma-separated `list` of the tables to print")
	if err := parse(flags, args); err != nil {
		return err
	}
	if s.rows < 1000 || s.rounds < 1 {
		return usageError{errors.New("-rows is below 1000 or -rounds below 1")}
	}
	wanted := strings.Split(*selected, ",")
	for _, name := range wanted {
		if !slices.Contains(strings.Split(partNames(), ","), name) {
			return usageError{fmt.Errorf("no part %q: expected some of %s", name, partNames())}
		}
	}
	if err := s.prepare(); err != nil {
		return err
	}
	if !s.kept {
		defer os.RemoveAll(s.dir)
	}
	fmt.Fprintln(s.out, machine())
	for _, p := range parts {
		if !slices.Contains(wanted, p.name) {
			continue
		}
		if err := p.measure(&s); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if s.failed {
		return errors.New("not all could be measured: see above")
	}
	return nil
}

// prepare finds and builds the programs.
func (s *session) prepare() (err error) {
	if s.self, err = os.Executable(); err != nil {
		return err
	}
	if s.wc, err = exec.LookPath("wc"); err != nil {
		return fmt.Errorf("the ratios are to wc -l, which is not here: %w", err)
	}
	if s.cat, err = exec.LookPath("cat"); err != nil {
		return fmt.Errorf("a pipe is measured behind cat, which is not here: %w", err)
	}
	if s.kept = s.dir != ""; s.kept {
		err = os.MkdirAll(s.dir, 0o777)
	} else {
		s.dir, err = os.MkdirTemp("", "calibration-bench-")
	}
	if err != nil {
		return err
	}
	const module = "github.com/calcheck/calibration"
	s.calcheck, err = s.build("calcheck", module+"/cmd/calcheck")
	if err == nil {
		s.plaincsv, err = s.build("plaincsv", module+"/internal/bench/plaincsv")
	}
	if err != nil && !s.kept {
		os.RemoveAll(s.dir)
	}
	return err
}

// build builds a program without cgo, which it has no use for: it starts faster when no
// C library is to be loaded.
func (s *session) build(name, pkg string) (path string, err error) {
	progress("building %s", name)
	path, err = filepath.Abs(filepath.Join(s.dir, name))
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	build := exec.CommandContext(s, "go", "build", "-o", path, pkg)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w\n%s", pkg, err, out)
	}
	return path, nil
}

// seed is that of all files.
const seed = 1

// file makes the file of the first rows of a workload, or finds it made. It is
// written by a process of its own, so that this one stays small: see [rss].
func (s *session) file(name string, rows uint64) (path string, err error) {
	path = filepath.Join(s.dir, fmt.Sprintf("%s-%d.tsv", name, rows))
	progress("making %s", path)
	args := append(s.genArgs(name, rows)[1:], "-reuse", "-o", path)
	if out, err := exec.CommandContext(s, s.self, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("bench %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return path, nil
}

// genArgs is the command that writes a workload to its standard output.
func (s *session) genArgs(name string, rows uint64) []string {
	return []string{s.self, "gen", "-workload", name, "-rows", fmt.Sprint(rows), "-seed", fmt.Sprint(seed)}
}

// done is told when a file is of no more use.
func (s *session) done(path string) {
	if !s.kept {
		os.Remove(path)
	}
}

// inTurn is [inTurn] that keeps in mind whether all went well.
func (s *session) inTurn(rounds int, programs ...program) ([]measured, error) {
	results, err := inTurn(s, rounds, programs)
	for _, m := range results {
		s.failed = s.failed || m.err != nil
	}
	return results, err
}

// twoCores is the environment in which all are measured that are not said to use
// one: more cores would make the ratios those of another machine.
var twoCores = []string{"GOMAXPROCS=2"}

// on is calcheck on a file.
func (s *session) on(path, name string, args ...string) program {
	return program{name: name, args: append(append([]string{s.calcheck}, args...), path), env: twoCores}
}

// machine is a line about where all this was measured.
func machine() string {
	cpu := "processor unknown"
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
				cpu = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s/%s, %d cores, %s, %s.", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), cpu, runtime.Version())
}
