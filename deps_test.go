package calibration_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestStandardLibraryOnly: what a consumer of the package compiles in is this
// package and the standard library, on every system.
func TestStandardLibraryOnly(t *testing.T) {
	for _, system := range []string{"GOOS=linux", "GOOS=windows", "GOOS=darwin", "GOOS=js GOARCH=wasm", "GOOS=plan9"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
		cmd.Env = append(cmd.Environ(), append(strings.Fields(system), "CGO_ENABLED=0")...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", system, err)
		}
		if got := strings.TrimSpace(string(out)); got != "github.com/calcheck/calibration" {
			t.Errorf("%s: depends on\n%s", system, got)
		}
	}
}
