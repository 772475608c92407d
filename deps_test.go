package calibration_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// goTool runs the go command in a folder, with additions to its environment.
func goTool(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	return strings.TrimSpace(string(out))
}

// TestStandardLibraryOnly: what a consumer of the package compiles in is this
// package and the standard library, on every system.
func TestStandardLibraryOnly(t *testing.T) {
	for _, system := range []string{"GOOS=linux", "GOOS=windows", "GOOS=darwin", "GOOS=js GOARCH=wasm", "GOOS=plan9"} {
		env := append(strings.Fields(system), "CGO_ENABLED=0")
		got := goTool(t, ".", env, "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
		if got != "github.com/calcheck/calibration" {
			t.Errorf("%s: depends on\n%s", system, got)
		}
	}
}

// TestVendoringBringsOneModule: a program that imports the package and runs
// `go mod vendor` gets this module and no other.
func TestVendoringBringsOneModule(t *testing.T) {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	consumer := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module example.com/tuner\n\ngo 1.25\n\nrequire github.com/calcheck/calibration v0.0.0\n\n" +
			"replace github.com/calcheck/calibration => " + root + "\n",
		"go.sum":  readFile(t, "go.sum"),
		"main.go": "package main\n\nimport \"github.com/calcheck/calibration\"\n\nfunc main() { print(len(calibration.Fit(nil))) }\n",
	} {
		writeFile(t, filepath.Join(consumer, name), content)
	}
	offline := []string{"GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off"}
	goTool(t, consumer, offline, "mod", "tidy")
	goTool(t, consumer, offline, "mod", "vendor")
	var modules []string
	for line := range strings.Lines(readFile(t, filepath.Join(consumer, "vendor/modules.txt"))) {
		if name, ok := strings.CutPrefix(line, "# "); ok && strings.Contains(name, " v") {
			modules = append(modules, strings.Fields(name)[0])
		}
	}
	if strings.Join(modules, " ") != "github.com/calcheck/calibration" {
		t.Errorf("vendored modules: %v", modules)
	}
	goTool(t, consumer, []string{"GOPROXY=off", "GOFLAGS=-mod=vendor", "GOWORK=off"}, "build", "-o", os.DevNull, ".")
}
