//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package main

import (
	"os"
	"syscall"
)

// endSignals ask the program to end.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// tryLock takes the lock that calibration.AppendFile takes, held until the file is
// closed, unless another has it.
func tryLock(f *os.File) (bool, error) {
	for {
		switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
		case nil:
			return true, nil
		case syscall.EWOULDBLOCK:
			return false, nil
		case syscall.EINTR:
		default:
			return false, err
		}
	}
}

// renameLocked renames while the original is open and locked.
func renameLocked(temp, path string, _ ...*os.File) error { return os.Rename(temp, path) }

// keepOwner gives a file the owner and group of another, as far as this user may:
// root may all, others some groups.
func keepOwner(f *os.File, info os.FileInfo) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		if f.Chown(int(stat.Uid), int(stat.Gid)) != nil {
			f.Chown(-1, int(stat.Gid))
		}
	}
}
