package main

import (
	"reflect"
	"syscall"
)

// largePage is what x86 and ARM have beside pages of 4 KiB.
const largePage = 2 << 20

// newMemory returns words that are zero. Many of them come in large pages, if the
// system has some: the first touch of a page costs nearly the same whatever its size,
// and a large table would be made of thousands of small ones.
func newMemory(words int) memory {
	size := 8 * words
	if size < largePage {
		return make(memory, size)
	}
	whole := (size + largePage - 1) / largePage * largePage
	m := make(memory, whole+largePage) // what is never touched takes none
	start := largePage - int(reflect.ValueOf(m).Pointer()%largePage)
	m = m[start : start+whole]
	syscall.Madvise(m, syscall.MADV_HUGEPAGE) // or small ones do
	return m[:size]
}
