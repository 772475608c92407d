package main

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// fingerprint is a hash of 88 bits that stands for a text.
type fingerprint struct {
	home uint64
	tag  uint32 // of tagBits
}

// table is a map from fingerprints to values of a few words each, which takes less
// memory than Go's. What is searched at random are slots of one word, by linear probing;
// they tell the number of the record, and records stand in the order in which they
// were put. Nothing is ever deleted. The zero table is empty.
type table struct {
	words  int      // of a value, the same of all
	slots  memory   // a tag above the number of a record, from 1; 0 is free, as a quarter is
	chunks []memory // of records, each twice as many as the one before: the home of a key, and its value
	n      int
	warmed uint64 // means nothing: what is read for warmth must go somewhere
}

// tagBits are the bits of a slot that hold a part of the key, so that hardly a search
// looks at the record of another one. The others number more records than memory
// holds.
const (
	tagBits    = 24
	numberBits = 64 - tagBits
)

// memory is words, kept as bytes, for which the system can be asked for large pages.
type memory []byte

func (m memory) words() int              { return len(m) / 8 }
func (m memory) at(word int) uint64      { return binary.NativeEndian.Uint64(m[8*word:]) }
func (m memory) set(word int, to uint64) { binary.NativeEndian.PutUint64(m[8*word:], to) }

// firstChunk is how many records the first chunk has room for.
const firstChunk = 1 << 11

// record returns the record of a number.
func (t *table) record(number uint64) memory {
	number += firstChunk - 1
	k := bits.Len64(number/firstChunk) - 1
	size := 8 * uint64(1+t.words)
	at := (number - firstChunk<<k) * size
	return t.chunks[k][at : at+size]
}

// find returns the value of the key, or nil.
func (t *table) find(key fingerprint) memory {
	if t.n == 0 {
		return nil
	}
	for i := t.slotOf(key.home); ; i = t.after(i) {
		slot := t.slots.at(i)
		if slot == 0 {
			return nil
		}
		if slot>>numberBits == uint64(key.tag) {
			if r := t.record(slot & (1<<numberBits - 1)); r.at(0) == key.home {
				return r[8:]
			}
		}
	}
}

// put adds a key that is not there. Of a table that is to hold most keys at most, no more
// memory is taken than they need.
func (t *table) put(key fingerprint, most int, value ...uint64) {
	t.words = len(value)
	if 4*(t.n+1) > 3*t.slots.words() {
		t.grow(roomFor(most))
	}
	if t.n == firstChunk<<len(t.chunks)-firstChunk { // all are full
		t.chunks = append(t.chunks, newMemory(firstChunk<<len(t.chunks)*(1+t.words)))
	}
	t.n++
	r := t.record(uint64(t.n))
	r.set(0, key.home)
	for i, word := range value {
		r.set(1+i, word)
	}
	t.enter(key.home, uint64(key.tag)<<numberBits|uint64(t.n))
}

// grow makes more slots, of so many in the end.
func (t *table) grow(most int) {
	old := t.slots
	t.slots = newMemory(larger(old.words(), most))
	for i := range old.words() {
		if slot := old.at(i); slot != 0 {
			t.enter(t.record(slot&(1<<numberBits-1)).at(0), slot)
		}
	}
}

// enter puts what a slot is to hold into the first free one for it.
func (t *table) enter(home, slot uint64) {
	i := t.slotOf(home)
	for t.slots.at(i) != 0 {
		i = t.after(i)
	}
	t.slots.set(i, slot)
}

// slotOf is where the search for a key starts.
func (t *table) slotOf(home uint64) int {
	slot, _ := bits.Mul64(home, uint64(t.slots.words()))
	return int(slot)
}

// after is the slot where a search goes on.
func (t *table) after(slot int) int {
	if slot++; slot < t.slots.words() {
		return slot
	}
	return 0
}

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
func (t *table) warm(keys []rowKey) {
	if t.n == 0 {
		return
	}
	for i := range keys {
		t.warmed ^= t.slots.at(t.slotOf(keys[i].candidate.home))
	}
}
