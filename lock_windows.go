package calibration

import (
	"os"
	"syscall"
	"unsafe"
)

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

// lockFile waits for an exclusive lock on the file, held until the file is
// closed. Locks of this system are mandatory for the bytes they cover, so the
// one taken lies far behind any data: writers wait for each other and readers
// for nobody.
func lockFile(f *os.File) error {
	const exclusive = 2
	farBehind := syscall.Overlapped{OffsetHigh: 1 << 30}
	ok, _, err := lockFileEx.Call(f.Fd(), exclusive, 0, 1, 0, uintptr(unsafe.Pointer(&farBehind)))
	if ok == 0 {
		return err
	}
	return nil
}
