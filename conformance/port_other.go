//go:build !unix

package conformance

import "os/exec"

// ownGroup has nothing to do where there are no process groups: a cancelled
// context ends the program alone.
func ownGroup(*exec.Cmd) {}

func endGroup(*exec.Cmd) error { return nil }
