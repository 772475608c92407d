package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// action is a composite action, as far as GitHub looks at it.
type action struct {
	Name        string
	Description string
	Branding    map[string]string
	Inputs      map[string]struct {
		Description string
		Required    bool
		Default     *string
	}
	Runs struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	Uses  string
	With  map[string]string
	Shell string
	Env   map[string]string
	Run   string
}

// readYAML reads a file of the repository; a key that is not known is a slip.
func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	decoder := yaml.NewDecoder(strings.NewReader(readFile(t, filepath.Join("../..", name))))
	decoder.KnownFields(true)
	if err := decoder.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

// TestAction: the action is one that GitHub accepts, every input is used, and none
// becomes part of a script, where its text would be commands.
func TestAction(t *testing.T) {
	var a action
	readYAML(t, "action.yml", &a)
	if a.Name == "" || a.Description == "" || a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Errorf("name %q, description %q, using %q, %d steps", a.Name, a.Description, a.Runs.Using, len(a.Runs.Steps))
	}
	for name, in := range a.Inputs {
		if in.Description == "" || in.Required == (in.Default != nil) {
			t.Errorf("input %s: expected a description, and either a default or that it is required", name)
		}
	}
	used := map[string]bool{}
	for i, step := range a.Runs.Steps {
		if (step.Uses == "") == (step.Run == "") || (step.Run == "") != (step.Shell == "") {
			t.Errorf("step %d: expected uses, or run and shell", i)
		}
		if found := expression.FindString(step.Run); found != "" {
			t.Errorf("step %d: %s is part of the script: pass it as a variable", i, found)
		}
		if step.Uses != "" && !regexp.MustCompile(`^[\w-]+/[\w-]+@v\d+$`).MatchString(step.Uses) {
			t.Errorf("step %d uses %s: expected owner/name@version", i, step.Uses)
		}
		for _, values := range []map[string]string{step.Env, step.With} {
			for value := range maps.Values(values) {
				for _, found := range expression.FindAllStringSubmatch(value, -1) {
					name, isInput := strings.CutPrefix(found[1], "inputs.")
					if _, declared := a.Inputs[name]; isInput && !declared {
						t.Errorf("step %d: no input %s is declared", i, name)
					}
					used[name] = true
				}
			}
		}
	}
	for name := range a.Inputs {
		if !used[name] {
			t.Errorf("input %s is not used", name)
		}
	}
}

// TestActionRuns runs the scripts of the action as a runner does.
func TestActionRuns(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("needs Linux and bash")
	}
	var a action
	readYAML(t, "action.yml", &a)
	temp := t.TempDir()
	script := func(step actionStep, workspace string, inputs map[string]string) (code int, stdout string) {
		cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Dir = workspace
		cmd.Env = append(cmd.Environ(), "RUNNER_TEMP="+temp, "GITHUB_WORKSPACE="+workspace)
		for name, value := range step.Env {
			value = expression.ReplaceAllStringFunc(value, func(found string) string {
				return inputs[expression.FindStringSubmatch(found)[1]]
			})
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		var out bytes.Buffer
		cmd.Stdout = &out
		cmd.Run() // its status is looked at
		return cmd.ProcessState.ExitCode(), out.String()
	}
	var scripts []actionStep
	for _, step := range a.Runs.Steps {
		if step.Run != "" {
			scripts = append(scripts, step)
		}
	}
	build, check := scripts[0], scripts[1]

	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if code, _ := script(build, temp, map[string]string{"github.action_path": root}); code != 0 {
		t.Fatalf("the build ends in status %d", code)
	}
	workspace := t.TempDir()
	if err := os.Mkdir(filepath.Join(workspace, "tune"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(workspace, "tune/a.tsv"), "cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n")
	writeFile(t, filepath.Join(workspace, "bad.tsv"), "bad\n")
	for _, tt := range []struct {
		files, args, sarif string
		want               status
		stdout             string // has it
	}{
		{"tune", "", "", clean, ""},
		{"tune/*.tsv *.tsv", "", "", findings, "\n::error file=bad.tsv,line=1,col=1,"},
		{"tune bad.tsv", "--fail-on never", "out file.sarif", clean, "\n::error file=bad.tsv,"},
		{"missing.tsv", "", "", couldNotRun, ""},
		{"-f", "", "", couldNotRun, ""},
		{"$(touch injected) `touch injected` ; touch injected", "", "", couldNotRun, ""},
		{"tune", "; touch injected $(touch injected)", "$(touch injected)", couldNotRun, ""},
	} {
		code, stdout := script(check, workspace, map[string]string{"inputs.files": tt.files, "inputs.args": tt.args, "inputs.sarif": tt.sarif})
		if status(code) != tt.want || !strings.Contains(stdout, tt.stdout) {
			t.Errorf("%+v: status %d, standard output\n%s", tt, code, stdout)
		}
	}
	if diff := cmp.Diff([]string{"$(touch injected)", "bad.tsv", "out file.sarif", "tune"}, namesIn(t, workspace)); diff != "" {
		t.Errorf("files in the workspace (-want +got):\n%s", diff)
	}
}

// TestHooks: pre-commit accepts the hooks, they run commands that there are, and
// take our files and no others.
func TestHooks(t *testing.T) {
	type hook struct {
		ID, Name, Description, Entry, Language, Files string
		RequireSerial                                 bool `yaml:"require_serial"`
	}
	var hooks []hook
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	dir := t.TempDir()
	cal := filepath.Join(dir, "cal.tsv")
	writeFile(t, cal, "cc\td\tr\tl\t1.000000\t\t1\t10\t20\tfalse\tfalse\tfalse\n")
	ids := map[string]bool{}
	for _, h := range hooks {
		if h.ID == "" || ids[h.ID] || h.Name == "" || h.Description == "" || h.Language != "golang" {
			t.Errorf("%+v: expected an id of its own, a name, a description and language golang", h)
		}
		ids[h.ID] = true
		files, err := regexp.Compile(h.Files)
		if err != nil {
			t.Errorf("hook %s: files: %v", h.ID, err)
			continue
		}
		rewrites := strings.Contains(h.Entry, " -w") // which compressed files are not
		for name, want := range map[string]bool{
			"a.tsv": true, "tune/a b.tsv": true, "tune/a.tsv.gz": !rewrites,
			"a.tsv.bak": false, "a.tsvx": false, "atsv": false, "a.gz": false, "a.csv": false, "a.tsv/b.txt": false, "a.tsv.gz.sig": false,
		} {
			if got := files.MatchString(name); got != want {
				t.Errorf("hook %s: takes %s: %v, want %v", h.ID, name, got, want)
			}
		}
		// The hook's command line, and the names behind it.
		entry := strings.Fields(h.Entry)
		if got, _, stderr := runWith(append(entry[1:], cal), ""); entry[0] != "calcheck" || got != clean {
			t.Errorf("hook %s: %q ends in status %d\n%s", h.ID, h.Entry, got, stderr)
		}
		if strings.HasPrefix(h.Entry, "calcheck check") && !h.RequireSerial {
			t.Errorf("hook %s: files checked in several runs are not compared", h.ID)
		}
	}
	if len(ids) == 0 {
		t.Error("no hooks")
	}
}
