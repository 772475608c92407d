package main

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"strconv"
	"sync/atomic"

	"github.com/calcheck/calibration"
)

// repeats compares rows with all earlier ones: for rules duplicate-row and
// digest-conflict. It takes memory per distinct row, so it stops at a limit.
//
// Text is known by hashes with seeds of this run, so that no file can bring it about
// that two are equal: of 96 bits where one is looked up among all, of 64 where one
// is compared with one other. That any of ten million rows is taken for another has a
// chance of 2^-40.
type repeats struct {
	limit int         // distinct rows
	full  atomic.Bool // set in order; workers look at it only to spare work
	until place       // the first row that was not compared

	inputs     []*input // those that rows were in, in order
	candidates table    // the first row of each: origin, row and counts
	others     table    // the origin of each row of a candidate but the first, by its text
}

// origin is the line that a row was first seen on, in a word: the input's number
// in the upper 24 bits, the line's below.
type origin uint64

func (r *repeats) place(o origin) place { return place{r.inputs[o>>40], int(o & (1<<40 - 1)), 1} }

// Words of a candidate's value.
const (
	firstOrigin = iota
	firstRow
	firstCounts
)

// rowKey is a row, as it is compared with others. Its text lives as long as its
// part.
type rowKey struct {
	line      int
	text      []byte
	candidate fingerprint
	row       uint64 // of its text but the names; of a row of 11 columns, of all
	counts    uint64 // of kernels, flops, bytes and flags
}

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func fingerprintOf(text []byte) fingerprint {
	return fingerprint{uint32(maphash.Bytes(seeds[0], text)), maphash.Bytes(seeds[1], text)}
}

// key returns the key of a row.
func (r *repeats) key(l *calibration.Line) rowKey {
	names := candidateNames(l)
	var counts [32]byte
	binary.LittleEndian.PutUint64(counts[0:], uint64(l.Kernels))
	binary.LittleEndian.PutUint64(counts[8:], uint64(l.FLOPs))
	binary.LittleEndian.PutUint64(counts[16:], uint64(l.Bytes))
	for i, flag := range [3]bool{l.FLOPsApprox, l.BytesApprox, l.Opaque} {
		if flag {
			counts[24+i] = 1
		}
	}
	rest := l.Text
	if !l.Legacy() {
		rest = rest[len(names):] // what the candidate does not tell
	}
	return rowKey{
		l.Number, l.Text,
		fingerprintOf(names),
		maphash.Bytes(seeds[0], rest), maphash.Bytes(seeds[0], counts[:]),
	}
}

// ahead is for how many rows at a time the table is warmed: more than memory reads at
// once, few enough to be still at hand.
const ahead = 32

// compare looks the rows up among all before them, and adds what it finds. Parts come
// in order.
func (r *repeats) compare(found []finding, in *input, keys []rowKey) []finding {
	if len(r.inputs) == 0 || r.inputs[len(r.inputs)-1] != in {
		r.inputs = append(r.inputs, in)
	}
	for i := range keys {
		k := &keys[i]
		if r.full.Load() {
			break
		}
		if i%ahead == 0 {
			r.candidates.warm(keys[i:min(i+ahead, len(keys))])
		}
		here := origin(len(r.inputs)-1)<<40 | origin(k.line)
		first, slot := r.candidates.find(k.candidate)
		var text fingerprint // of rows that are not the first of their candidate
		if first != nil {
			same := first
			if first.at(firstRow) != k.row {
				text = fingerprintOf(k.text)
				same, slot = r.others.find(text)
			}
			if same != nil {
				found = append(found, r.finding(duplicateRow, k, here, origin(same.at(0)), "the line is the same as %s: was it appended twice?"))
				continue
			}
		}
		if r.candidates.n+r.others.n == r.limit {
			r.until = r.place(here)
			r.candidates, r.others = table{}, table{}
			r.full.Store(true)
			break
		}
		if first == nil {
			r.candidates.put(k.candidate, slot, r.limit, uint64(here), k.row, k.counts)
			continue
		}
		r.others.put(text, slot, r.limit, uint64(here))
		if first.at(firstCounts) != k.counts {
			found = append(found, r.finding(digestConflict, k, here, origin(first.at(firstOrigin)),
				"kernels, flops, bytes or flags differ from those in %s, where backend, routine, label and digest are the same: one of the two is wrong"))
		}
	}
	return found
}

// finding is about a row and the first one it is compared with, which format
// names by %s.
func (r *repeats) finding(rule *rule, k *rowKey, here, first origin, format string) finding {
	at, other := r.place(here), r.place(first)
	return finding{at, rule, fmt.Sprintf(format, other.lineIn(at.in)), &other, string(k.text)}
}

// lineIn names the line of a place, and the file if it is another than in.
func (p place) lineIn(in *input) string {
	if p.in == in {
		return "line " + strconv.Itoa(p.line)
	}
	return p.in.name + ":" + strconv.Itoa(p.line)
}
