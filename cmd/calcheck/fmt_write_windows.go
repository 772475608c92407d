package main

import (
	"os"
	"syscall"
	"unsafe"
)

// endSignals ask the program to end.
var endSignals = []os.Signal{os.Interrupt, syscall.SIGTERM}

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

// tryLock takes the lock that calibration.AppendFile takes, held until the file is
// closed, unless another has it.
func tryLock(f *os.File) (bool, error) {
	const failImmediately, exclusive = 1, 2
	const lockViolation = syscall.Errno(33)
	farBehind := syscall.Overlapped{OffsetHigh: 1 << 30}
	ok, _, err := lockFileEx.Call(f.Fd(), failImmediately|exclusive, 0, 1, 0, uintptr(unsafe.Pointer(&farBehind)))
	switch {
	case ok != 0:
		return true, nil
	case err == lockViolation:
		return false, nil
	default:
		return false, err
	}
}

// renameLocked closes the original first, since the system does not replace a file that is open.
// That gives up the lock a moment too early; nothing better is on offer.
func renameLocked(temp, path string, original ...*os.File) error {
	for _, f := range original {
		f.Close()
	}
	return os.Rename(temp, path)
}

// keepOwner does nothing: a new file has the owner and rights of its directory.
func keepOwner(*os.File, os.FileInfo) {}
