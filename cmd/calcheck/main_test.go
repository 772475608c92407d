package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"calcheck": main})
}

// TestScripts runs the command as people do; each script is a concern. Beside
// the commands of testscript there are
//
//	exits STATUS COMMAND [ARG...]   run a command, which must exit with that very status
//	bytes FILE TEXT                 write a file that no script could hold: TEXT has Go's escapes
//	gzip FILE N SOURCE...           compress files, each a member, and write the first N bytes of that, or all for 0
func TestScripts(t *testing.T) {
	const dir = "testdata/script"
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0") // the race detector's second per exit
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"bytes": writeBytes,
			"gzip":  writeGzip,
		},
		Condition: func(name string) (bool, error) {
			if file, ok := strings.CutPrefix(name, "exists:"); ok {
				_, err := os.Stat(file)
				return err == nil, nil
			}
			if name == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, errors.New("unknown condition")
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

func writeGzip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: gzip FILE N SOURCE...")
	}
	var packed bytes.Buffer
	for _, source := range args[2:] {
		member := gzip.NewWriter(&packed)
		_, err := member.Write([]byte(ts.ReadFile(source)))
		ts.Check(err)
		ts.Check(member.Close())
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	if n == 0 {
		n = packed.Len()
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), packed.Bytes()[:n], 0o666))
}

// TestEveryRuleInScripts: the scripts show a finding of every rule.
func TestEveryRuleInScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/check_*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, script := range scripts {
		all.WriteString(readFile(t, script))
	}
	for _, r := range rules {
		if !strings.Contains(all.String(), " ["+r.id+"]\n") {
			t.Errorf("no script shows a finding of rule %s", r.id)
		}
	}
}

// goldenFiles is asserted so that none can silently vanish.
const goldenFiles = 56

// TestGolden holds the commands against whole files whose right answers an
// independent program computed in exact arithmetic.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("../../testdata/golden/*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != goldenFiles {
		t.Errorf("%d golden files, want %d", len(files), goldenFiles)
	}
	for _, file := range files {
		base := strings.TrimSuffix(file, ".tsv")
		t.Run(filepath.Base(base), func(t *testing.T) {
			input := readFile(t, file)
			for _, tt := range []struct {
				args []string
				want string
			}{
				{[]string{"oracle", "parse"}, base + ".parse"},
				{[]string{"oracle", "fit"}, base + ".report"},
				{[]string{"fit", "--allow-malformed", "--allow-empty", "-"}, base + ".report"},
				{[]string{"fit", "--allow-malformed", "--allow-empty", file}, base + ".report"},
			} {
				status, stdout, stderr := runWith(tt.args, input)
				if status != clean {
					t.Errorf("%q: exit status %d, want 0\n%s", tt.args, status, stderr)
				}
				if diff := cmp.Diff(readFile(t, tt.want), stdout); diff != "" {
					t.Errorf("%q (-want +got):\n%s", tt.args, diff)
				}
			}
		})
	}
}

// TestClosedPipe runs the command itself with a standard output that nobody
// reads: the write must fail, and not kill it.
func TestClosedPipe(t *testing.T) {
	for _, args := range [][]string{
		{"check", "demo.tsv"},
		{"check", "-f", "junit", "demo.tsv"},
		{"fmt", "demo.tsv"},
		{"oracle", "parse"},
		{"demo"},
		{"--help"},
	} {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		reader.Close()
		var stderr bytes.Buffer
		cmd := exec.Command("calcheck", args...)
		cmd.Stdin = strings.NewReader(demoSample)
		cmd.Stdout, cmd.Stderr = writer, &stderr
		err = cmd.Run()
		writer.Close()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != int(couldNotRun) {
			t.Errorf("%q: %v, want exit status 3", args, err)
		}
		if !strings.Contains(stderr.String(), "calcheck: standard output: write ") {
			t.Errorf("%q: stderr %q does not name standard output", args, &stderr)
		}
	}
}

// TestBrokenStandardOutput: every command that writes tells that it could not,
// once, whatever else it has to tell.
func TestBrokenStandardOutput(t *testing.T) {
	crlf := filepath.Join(t.TempDir(), "crlf.tsv")
	writeFile(t, crlf, strings.ReplaceAll(demoSample, "\n", "\r\n"))
	constants := filepath.Join(t.TempDir(), "tuner.conf")
	writeFile(t, constants, "model_peak_flops=1\n")
	for _, args := range [][]string{
		{"demo.tsv"},
		{"check", "demo.tsv"},
		{"check", "-f", "json", "demo.tsv"},
		{"check", "-f", "sarif", "demo.tsv"},
		{"check", "-f", "github", "demo.tsv"},
		{"check", "-f", "junit", "demo.tsv"},
		{"fit", "demo.tsv"},
		{"fit", "-f", "json", "demo.tsv"},
		{"fit", "--backend", "cc", "--verify", constants, "demo.tsv"},
		{"audit", "--peak-flops", "1", "demo.tsv"},
		{"audit", "--peak-flops", "1", "-f", "json", "demo.tsv"},
		{"fmt", "demo.tsv"},
		{"fmt", "--check", crlf},
		{"fmt", "--diff", crlf},
		{"conform", "--list"},
		{"conform", "--run", "^number-nan$", "--", "calcheck", "oracle"},
		{"conform", "-f", "json", "--run", "^number-nan$", "--", "calcheck", "oracle"},
		{"conform", "-f", "junit", "--run", "^number-nan$", "--", "calcheck", "oracle"},
		{"oracle", "parse"},
		{"oracle", "fit"},
		{"oracle", "emit"},
		{"explain", "torn-line"},
		{"rules"},
		{"rules", "-f", "json"},
		{"completion", "bash"},
		{"demo"},
		{"version"},
		{"--version"},
		{"--help"},
		{"help", "check"},
	} {
		var stderr strings.Builder
		got := run(args, strings.NewReader(demoSample), brokenWriter{}, &stderr)
		const told = "calcheck: standard output: broken pipe\n"
		if status(got) != couldNotRun || strings.Count(stderr.String(), told) != 1 {
			t.Errorf("%q: exit status %d, stderr %q; want 3, and %q once", args, got, &stderr, told)
		}
	}
}

// TestBrokenOutputStopsReading: once standard output is broken, an endless input
// is read no further, by any command that writes while it reads.
func TestBrokenOutputStopsReading(t *testing.T) {
	for _, args := range [][]string{
		{"-"},
		{"check", "-"},
		{"check", "-f", "json", "-"},
		{"check", "-f", "sarif", "-"},
		{"check", "-f", "github", "-"},
		{"fmt", "-"},
		{"fmt", "--diff", "-"},
		{"oracle", "parse"},
		{"oracle", "emit"},
	} {
		var stderr strings.Builder
		got := run(args, endless("malformed\r\ncc\td\tr\tl\t1\t\t1\t30\t20\tfalse\tfalse\tfalse\r\n"), brokenWriter{}, &stderr)
		if status(got) != couldNotRun || !strings.Contains(stderr.String(), "calcheck: standard output: broken pipe") {
			t.Errorf("%q: exit status %d, stderr %q", args, got, &stderr)
		}
	}
}

// TestReadError: input that cannot be read to its end is told apart from
// malformed input, whatever the command. What was read is not lost.
func TestReadError(t *testing.T) {
	input := "cc\td\tr\tl\t1\t\t1\t30\t20\tfalse\tfalse\tfalse\n"
	for _, tt := range []struct {
		args   []string
		stdout string // has it
	}{
		{[]string{"-"}, "<stdin>:1:10: note: "},
		{[]string{"check", "-"}, "<stdin>:1:10: note: "},
		{[]string{"check", "-f", "json", "-"}, `"unreadable":[{"file":"<stdin>","message":"<stdin>: read error after line 1: input/output error"}],"rows":1`},
		{[]string{"check", "-f", "sarif", "-"}, `"executionSuccessful":false`},
		{[]string{"check", "-f", "github", "-"}, "::notice title=calcheck not-canonical::"},
		{[]string{"check", "-f", "junit", "-"}, `<error message="&lt;stdin&gt;: read error`},
		{[]string{"fit", "-"}, "model_peak_flops=3"},
		{[]string{"fit", "-f", "json", "-"}, `"peak_flops":{"value":30000,`},
		{[]string{"fit", "--strict", "-"}, ""},
		{[]string{"audit", "--peak-flops", "1", "-"}, "1 certain"},
		{[]string{"fmt", "-"}, "cc\td\tr\tl\t1.000000"},
		{[]string{"fmt", "--check", "-"}, "<stdin>\n"},
		{[]string{"oracle", "parse"}, "ok\tcc"},
		{[]string{"oracle", "fit"}, ""},
		{[]string{"oracle", "emit"}, "ok\tcc"},
	} {
		var stdout, stderr strings.Builder
		stdin := io.MultiReader(strings.NewReader(input), failingReader{})
		got := run(tt.args, stdin, &stdout, &stderr)
		if status(got) != couldNotRun || !strings.Contains(stderr.String(), "<stdin>: ") ||
			!strings.Contains(stderr.String(), "input/output error") {
			t.Errorf("%q: exit status %d, stderr %q", tt.args, got, &stderr)
		}
		if !strings.Contains(stdout.String(), tt.stdout) || tt.stdout == "" && stdout.Len() > 0 {
			t.Errorf("%q: standard output %q, want %q", tt.args, &stdout, tt.stdout)
		}
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, syscall.EIO }

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// endless is a reader of a text, repeated.
type endless string

func (e endless) Read(b []byte) (int, error) {
	return copy(b, strings.Repeat(string(e), 1+len(b)/len(e))), nil
}

func runWith(args []string, stdin string) (s status, stdout, stderr string) {
	var out, errs strings.Builder
	code := run(args, strings.NewReader(stdin), &out, &errs)
	return status(code), out.String(), errs.String()
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func writeFile(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestCommandsAreNamedTwiceAlike: the command that an argument names is the one that is
// made for it, and is all that cobra would find by it.
func TestCommandsAreNamedTwiceAlike(t *testing.T) {
	for _, command := range commands {
		if name := command.make(&cli{}).Name(); name != command.name {
			t.Errorf("%s is known as %s", name, command.name)
		}
		found, _, err := newRootCommand(&cli{}, nil).Find([]string{command.name})
		alone, _, errAlone := newRootCommand(&cli{}, []string{command.name}).Find([]string{command.name})
		if err != nil || errAlone != nil {
			t.Fatal(err, errAlone)
		}
		if found.UsageString() != alone.UsageString() || found.Long != alone.Long || found.CommandPath() != alone.CommandPath() {
			t.Errorf("%s is another command alone than among all", command.name)
		}
	}
	if n := len(newRootCommand(&cli{}, nil).Commands()); n < len(commands) {
		t.Errorf("%d commands in all, want %d", n, len(commands))
	}
}
