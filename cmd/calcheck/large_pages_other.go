//go:build !linux

package main

// newMemory returns words that are zero.
func newMemory(words int) memory { return make(memory, 8*words) }
