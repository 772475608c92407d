//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package main

import "os"

// endSignals ask the program to end.
var endSignals = []os.Signal{os.Interrupt}

// tryLock does nothing: the system has no advisory lock in the standard library.
func tryLock(*os.File) (bool, error) { return true, nil }

func renameLocked(temp, path string, _ ...*os.File) error { return os.Rename(temp, path) }

func keepOwner(*os.File, os.FileInfo) {}
