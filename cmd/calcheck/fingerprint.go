package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// contentKey tells findings apart by what they are about: the rule, the file, the
// content and the place in it. It does not hold the number of the line, so that it
// survives what is added and taken away above.
type contentKey [sha256.Size]byte

// keyOf is the key of a finding in the file that path names.
func keyOf(f finding, path string) contentKey {
	// Neither rule nor path can hold a NUL.
	about := f.rule.id + "\x00" + path + "\x00" + f.content
	if f.content != "" { // else the line is that of whatever showed it first
		about += "\n" + strconv.Itoa(f.column)
	}
	return sha256.Sum256([]byte(about))
}

// fingerprinter gives findings their keys and fingerprints.
type fingerprinter struct {
	wanted bool // whether a format has fingerprints

	in     *input            // of the last finding
	path   string            // of in
	counts map[uint64]uint32 // of findings of in, by the start of their keys
}

// mostCounted is how many different findings of a file are told apart from their
// equals. Beyond it, equal findings have equal fingerprints; memory stays bounded.
const mostCounted = 1 << 20

// prepare returns a finding as formats and the baseline want it.
func (p *fingerprinter) prepare(f finding, keyed bool) printedFinding {
	printed := printedFinding{finding: f}
	if !keyed && !p.wanted {
		return printed
	}
	if f.in != p.in {
		p.in, p.path = f.in, relativePath(f.in.name)
		clear(p.counts)
	}
	printed.path = p.path
	printed.key = keyOf(f, p.path)
	if !p.wanted {
		return printed
	}
	if p.counts == nil {
		p.counts = map[uint64]uint32{}
	}
	start := binary.BigEndian.Uint64(printed.key[:])
	nth := p.counts[start] + 1
	if nth > 1 || len(p.counts) < mostCounted {
		p.counts[start] = nth
	}
	printed.fingerprint = fmt.Sprintf("%s:%d", hex.EncodeToString(printed.key[:16]), nth)
	return printed
}

// relativePath is the path of a file as fingerprints and baselines have it, the
// same on every machine and system: relative to the working directory if it is
// below it, else as it was given, with forward slashes.
func relativePath(name string) string {
	if dir, err := os.Getwd(); err == nil {
		if path, ok := below(dir, name); ok {
			return path
		}
	}
	return filepath.ToSlash(filepath.Clean(name))
}

// below returns the path of a file relative to a directory, with forward
// slashes, if it is in it.
func below(dir, name string) (string, bool) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", false
	}
	path, err := filepath.Rel(dir, abs)
	return filepath.ToSlash(path), err == nil && filepath.IsLocal(path)
}
