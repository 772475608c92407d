package main

import (
	"math"
	"math/bits"
)

// fingerprint is a hash of 128 bits that stands for a text.
type fingerprint struct{ a, b uint64 }

// table is a map from fingerprints, at a half of the memory of Go's. What is searched
// at random are slots of eight bytes, by linear probing; they tell the number of the
// entry, and entries stay where they were put, one after the other. Nothing is ever
// deleted. The zero table is empty.
type table[V any] struct {
	slots  []uint64     // a tag above the number of an entry, from 1; 0 is free, as a quarter is
	chunks [][]entry[V] // all of them full but the last
	n      int
	warmed uint64 // means nothing: what is read for warmth must go somewhere
}

type entry[V any] struct {
	key   fingerprint
	value V
}

const (
	// numberBits of a slot number more entries than memory holds; the others are a tag,
	// so that hardly a search looks at the entry of another key.
	numberBits = 40

	// chunk is how many entries are allocated at a time: few for a small table, many
	// for a large one.
	chunk = 1 << 11
)

// at returns the entry of a number.
func (t *table[V]) at(number uint64) *entry[V] {
	return &t.chunks[(number-1)/chunk][(number-1)%chunk]
}

// find returns where the value of the key is, or nil.
func (t *table[V]) find(key fingerprint) *V {
	if t.n == 0 {
		return nil
	}
	for i := t.home(key); ; {
		slot := t.slots[i]
		if slot == 0 {
			return nil
		}
		if slot>>numberBits == tag(key) {
			if e := t.at(slot & (1<<numberBits - 1)); e.key == key {
				return &e.value
			}
		}
		if i++; i == uint64(len(t.slots)) {
			i = 0
		}
	}
}

// put adds a key that is not there. Of a table that is to hold most keys at most, no more
// memory is taken than they need.
func (t *table[V]) put(key fingerprint, value V, most int) {
	if 4*(t.n+1) > 3*len(t.slots) {
		t.slots = make([]uint64, larger(len(t.slots), roomFor(most)))
		for number := uint64(1); number <= uint64(t.n); number++ {
			t.enter(t.at(number).key, number)
		}
	}
	if t.n%chunk == 0 {
		t.chunks = append(t.chunks, make([]entry[V], 0, min(chunk, max(most-t.n, 1))))
	}
	last := &t.chunks[len(t.chunks)-1]
	*last = append(*last, entry[V]{key, value})
	t.n++
	t.enter(key, uint64(t.n))
}

// enter puts the entry of that key and number into the first free slot for it.
func (t *table[V]) enter(key fingerprint, number uint64) {
	i := t.home(key)
	for t.slots[i] != 0 {
		if i++; i == uint64(len(t.slots)) {
			i = 0
		}
	}
	t.slots[i] = tag(key)<<numberBits | number
}

// home is the slot where the search for a key starts.
func (t *table[V]) home(key fingerprint) uint64 {
	slot, _ := bits.Mul64(key.a, uint64(len(t.slots)))
	return slot
}

// tag is the part of a key that is in its slot.
func tag(key fingerprint) uint64 { return key.b >> numberBits }

// roomFor is how many slots hold so many keys; of a number that is as good as no limit,
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

// warm reads the slots where keys belong, so that they are at hand when they are
// looked up. A lookup in a large table waits for memory, and the next for that one;
// these reads wait at the same time.
func (t *table[V]) warm(keys []rowKey) {
	if len(t.slots) == 0 {
		return
	}
	for i := range keys {
		t.warmed ^= t.slots[t.home(keys[i].candidate)]
	}
}
