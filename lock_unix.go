//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package calibration

import (
	"os"
	"syscall"
)

// lockFile waits for an exclusive advisory lock on the file, held until the
// file is closed.
func lockFile(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			return err
		}
	}
}
