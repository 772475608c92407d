package main

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// fingerprint is a hash of 96 bits that stands for a text.
type fingerprint struct {
	tag  uint32
	rest uint64
}

// table is a map from fingerprints to values of a few words each, which takes less
// memory than Go's. What is searched at random are slots of one word, by linear probing;
// they tell the number of the record, and records stand in the order in which they
// were put. Nothing is ever deleted. The zero table is empty.
type table struct {
	words  int      // of a value, the same of all
	slots  memory   // the tag of a key, which tells its place, above the number of its record, from 1; 0 is free, as a quarter is
	chunks []memory // of records, each twice as many as the one before: the rest of a key, and its value
	n      int
	warmed uint64 // means nothing: what is read for warmth must go somewhere
}

// mostRecords is how many records a table can have, so that tags reach all slots.
const mostRecords = math.MaxInt32

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

// find returns the value of the key, or else nil and the slot that is free for it.
func (t *table) find(key fingerprint) (value memory, slot int) {
	if t.n == 0 {
		return nil, 0
	}
	for i := t.home(key.tag); ; i = t.after(i) {
		slot := t.slots.at(i)
		if slot == 0 {
			return nil, i
		}
		if uint32(slot>>32) == key.tag {
			if r := t.record(uint64(uint32(slot))); r.at(0) == key.rest {
				return r[8:], i
			}
		}
	}
}

// put adds a key that is not there, to the slot that find returned. Of a table that is
// to hold most keys at most, no more memory is taken than they need.
func (t *table) put(key fingerprint, slot, most int, value ...uint64) {
	t.words = len(value)
	if 4*(t.n+1) > 3*t.slots.words() {
		t.grow(roomFor(most))
		slot = t.free(key.tag)
	}
	if t.n == firstChunk<<len(t.chunks)-firstChunk { // all are full
		t.chunks = append(t.chunks, newMemory(firstChunk<<len(t.chunks)*(1+t.words)))
	}
	t.n++
	t.slots.set(slot, uint64(key.tag)<<32|uint64(t.n))
	r := t.record(uint64(t.n))
	r.set(0, key.rest)
	for i, word := range value {
		r.set(1+i, word)
	}
}

// grow makes more slots, of so many in the end.
func (t *table) grow(most int) {
	old := t.slots
	t.slots = newMemory(larger(old.words(), most))
	for i := range old.words() {
		if slot := old.at(i); slot != 0 {
			t.slots.set(t.free(uint32(slot>>32)), slot)
		}
	}
}

// free is the first free slot for a key of that tag.
func (t *table) free(tag uint32) int {
	i := t.home(tag)
	for t.slots.at(i) != 0 {
		i = t.after(i)
	}
	return i
}

// home is the slot where the search for keys of that tag starts.
func (t *table) home(tag uint32) int {
	return int(uint64(tag) * uint64(t.slots.words()) >> 32)
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
		t.warmed ^= t.slots.at(t.home(keys[i].candidate.tag))
	}
}
