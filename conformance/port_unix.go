//go:build unix

package conformance

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes the program the first of a process group, and a cancelled
// context end all of the group: a port behind a shell script would live on
// otherwise.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		if err := endGroup(cmd); err == syscall.ESRCH {
			return os.ErrProcessDone
		} else {
			return err
		}
	}
}

// endGroup kills what is left of the program's group.
func endGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
