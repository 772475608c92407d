package main

import (
	"math"
	"math/bits"
)

// fingerprint is a hash of 128 bits that stands for a text.
type fingerprint struct{ a, b uint64 }

// table is a map from fingerprints, at a half of the memory of Go's: one array,
// linear probing, filled to three quarters, and never deleted from. The zero
// table is empty.
type table[V any] struct {
	entries []entry[V]
	n       int
	warmed  uint64 // means nothing: what is read for warmth must go somewhere
}

type entry[V any] struct {
	key   fingerprint // the zero one marks a free entry: its chance is that of any other
	value V
}

// find returns where the key is, or nil.
func (t *table[V]) find(key fingerprint) *V {
	if t.n == 0 {
		return nil
	}
	if e := t.place(key); e.key == key {
		return &e.value
	}
	return nil
}

// put adds a key that is not there. Of a table that is to hold most keys at most, no more
// memory is taken than they need.
func (t *table[V]) put(key fingerprint, value V, most int) {
	if 4*(t.n+1) > 3*len(t.entries) {
		old := t.entries
		t.entries = make([]entry[V], larger(len(old), roomFor(most)))
		for i := range old {
			if old[i].key != (fingerprint{}) {
				*t.place(old[i].key) = old[i]
			}
		}
	}
	*t.place(key) = entry[V]{key, value}
	t.n++
}

// roomFor is how many entries hold so many keys; of a number that is as good as no limit,
// more than memory holds.
func roomFor(keys int) int {
	keys = min(keys, math.MaxInt/2)
	return keys + keys/3 + 2
}

// larger is the next size of a table: the greatest divided by 4 as often as it
// stays above size, so that the last step is a whole one.
func larger(size, greatest int) int {
	next := greatest
	for next/4 > max(size, 64) {
		next = next/4 + 1
	}
	return max(next, size+1)
}

// warm reads the entries where keys belong, so that they are at hand when they are
// looked up. A lookup in a large table waits for memory, and the next for that one;
// these reads wait at the same time.
func (t *table[V]) warm(keys []rowKey) {
	if len(t.entries) == 0 {
		return
	}
	for i := range keys {
		t.warmed ^= t.entries[t.slot(keys[i].candidate)].key.a
	}
}

// slot is where the search for a key starts.
func (t *table[V]) slot(key fingerprint) uint64 {
	slot, _ := bits.Mul64(key.a, uint64(len(t.entries)))
	return slot
}

// place returns the entry of the key, or the free one where it belongs.
func (t *table[V]) place(key fingerprint) *entry[V] {
	i := t.slot(key)
	for {
		e := &t.entries[i]
		if e.key == key || e.key == (fingerprint{}) {
			return e
		}
		if i++; i == uint64(len(t.entries)) {
			i = 0
		}
	}
}
