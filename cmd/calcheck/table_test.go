package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/calcheck/calibration"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// genFingerprint draws keys that meet in their slots: some of one home and tag, some of
// neighbouring ones, many at the end of the slots, where probing goes on at their start.
func genFingerprint() *rapid.Generator[fingerprint] {
	return rapid.Custom(func(t *rapid.T) fingerprint {
		return fingerprint{
			rapid.OneOf(
				rapid.SampledFrom([]uint32{0, 1, 1 << 31, math.MaxUint32, math.MaxUint32 - 1, math.MaxUint32 / 100 * 99}),
				rapid.Uint32(),
			).Draw(t, "tag"),
			rapid.OneOf(rapid.Uint64Range(0, 9), rapid.Uint64()).Draw(t, "rest"),
		}
	})
}

func valueOf(t *table, key fingerprint) memory {
	value, _ := t.find(key)
	return value
}

func putNew(t *table, key fingerprint, most int, value ...uint64) {
	_, slot := t.find(key)
	t.put(key, slot, most, value...)
}

// TestTableIsAMap: a table holds what a map does, at every size, whatever it was
// told to hold at most; until it holds more than that it takes no more slots than
// are due, and one of them is always free, or a search would not end.
func TestTableIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.OneOf(rapid.IntRange(0, 400), rapid.SampledFrom(hugeLimits)).Draw(t, "most")
		n := rapid.IntRange(0, 300).Draw(t, "n")
		keys := genFingerprint()
		absent := genFingerprint().Draw(t, "absent")
		words := rapid.IntRange(0, 3).Draw(t, "words")
		value := func(i uint64) (v []uint64) {
			for w := range words {
				v = append(v, i<<8+uint64(w))
			}
			return v
		}
		var tab table
		want := map[fingerprint]uint64{}
		for i := range n {
			key := keys.Draw(t, "key")
			if _, known := want[key]; known {
				continue
			}
			if _, known := want[absent]; !known && valueOf(&tab, absent) != nil {
				t.Fatalf("after %d keys there is %v", i, absent)
			}
			putNew(&tab, key, most, value(uint64(i))...)
			want[key] = uint64(i)
			if tab.n != len(want) || tab.n >= tab.slots.words() {
				t.Fatalf("%d keys, said to be %d, in %d slots", len(want), tab.n, tab.slots.words())
			}
			if len(want) <= most && most <= math.MaxInt32/4 && tab.slots.words() > 4*most/3+2 {
				t.Fatalf("%d slots for %d keys at most", tab.slots.words(), most)
			}
			if valueOf(&tab, key) == nil {
				t.Fatalf("key %v is not there once put", key)
			}
		}
		for key, i := range want {
			v := valueOf(&tab, key)
			if v == nil || v.words() != words {
				t.Fatalf("key %v has %v, want %d words", key, v, words)
			}
			for w, word := range value(i) {
				if v.at(w) != word {
					t.Fatalf("word %d of key %v is %d, want %d", w, key, v.at(w), word)
				}
			}
		}
	})
}

// hugeLimits are what people write for no limit, and where the room for so many
// keys would not fit an int.
var hugeLimits = []int{1e9, math.MaxInt, math.MaxInt - 1, math.MaxInt / 2, math.MaxInt/2 + 1, math.MaxInt / 4, math.MaxInt/4 + 1, math.MaxInt / 4 * 3}

// TestTableWrapsAround: keys that belong at the end of the slots go on at their
// start, and those at home there move on, and none is lost.
func TestTableWrapsAround(t *testing.T) {
	var tab table
	for i := range uint64(10) {
		putNew(&tab, fingerprint{math.MaxUint32, i}, 48, i)
		putNew(&tab, fingerprint{0, i}, 48, 100+i)
	}
	last := tab.slots.words() - 1
	if slot := tab.slots.at(last); slot>>32 != math.MaxUint32 {
		t.Fatalf("the last slot is %x", slot)
	}
	for i := range 19 {
		if tab.slots.at(i) == 0 {
			t.Fatalf("slot %d is free", i)
		}
	}
	for i := range uint64(10) {
		for key, want := range map[fingerprint]uint64{{math.MaxUint32, i}: i, {0, i}: 100 + i} {
			if v := valueOf(&tab, key); v == nil || v.at(0) != want {
				t.Errorf("key %v is lost", key)
			}
		}
	}
	for _, key := range []fingerprint{{math.MaxUint32, 99}, {0, 99}, {0, math.MaxUint64}} { // behind all of them
		if valueOf(&tab, key) != nil {
			t.Errorf("key %v is there", key)
		}
	}
}

// TestTableTakesWhatItNeeds: filled to its limit, whatever that is, a table ends with
// as many slots as are due, three quarters of them used; slots have grown in steps of
// about four, so that entering all again is a small part of the work. Chunks are begun
// when all before are full.
func TestTableTakesWhatItNeeds(t *testing.T) {
	for most := 1; most <= 3000; most++ {
		var tab table
		steps, size := 0, 0
		for i := range most {
			putNew(&tab, fingerprint{uint32(i) * 0x9e3779b9, 1}, most, uint64(i))
			if tab.slots.words() != size {
				if size > 0 && tab.slots.words() < 3*size {
					t.Fatalf("%d at most: from %d slots to %d", most, size, tab.slots.words())
				}
				steps, size = steps+1, tab.slots.words()
			}
		}
		if size != 4*most/3+2 || most > 1000 && steps < 3 {
			t.Fatalf("%d at most: %d slots in the end, after %d steps", most, size, steps)
		}
		last := 0
		for _, c := range tab.chunks {
			last = c.words() / 2
		}
		if room := 2*last - firstChunk; room < most || room-last >= most {
			t.Fatalf("%d at most: room for %d records, %d of it in the last chunk", most, room, last)
		}
	}
}

// TestLargeTable: nothing is lost where slots and records are in large pages.
func TestLargeTable(t *testing.T) {
	const n, spread = 600_000, 0x9e3779b97f4a7c15
	key := func(i int) fingerprint {
		hash := uint64(i) * spread
		return fingerprint{uint32(hash >> 32), hash * spread}
	}
	var tab table
	for i := range n {
		if valueOf(&tab, key(i)) != nil {
			t.Fatalf("key %d is there before it is put", i)
		}
		putNew(&tab, key(i), 1e6, uint64(i), ^uint64(i))
	}
	for i := range n {
		if v := valueOf(&tab, key(i)); v == nil || v.at(0) != uint64(i) || v.at(1) != ^uint64(i) {
			t.Fatalf("key %d has %v", i, v)
		}
	}
}

// limitRow is a row of a candidate that a letter names.
func limitRow(candidate, ms, flops string) string {
	return strings.Join([]string{"cc", candidate, "mm", "l", ms, "", "1", flops, "20", "false", "false", "false"}, "\t") + "\n"
}

// TestDistinctLimit: rows are compared up to the first beyond the limit, wherever that
// is, and it is told; repeated rows take nothing of it, and a limit that is just
// reached is not exceeded.
func TestDistinctLimit(t *testing.T) {
	// Five rows that differ, on lines 1, 2, 4, 6 and 8.
	file := limitRow("a", "1.000000", "10") +
		limitRow("b", "1.000000", "10") +
		limitRow("a", "1.000000", "10") +
		limitRow("a", "2.000000", "11") +
		limitRow("a", "2.000000", "11") +
		limitRow("b", "2.000000", "10") +
		limitRow("b", "2.000000", "10") +
		limitRow("c", "1.000000", "10") +
		limitRow("c", "1.000000", "10")
	all := []string{
		"<stdin>:3:1 duplicate-row 1", "<stdin>:4:1 digest-conflict 1", "<stdin>:5:1 duplicate-row 4",
		"<stdin>:7:1 duplicate-row 6", "<stdin>:9:1 duplicate-row 8",
	}
	limits := map[int]struct{ found, until int }{
		0: {0, 1}, 1: {0, 2}, 2: {1, 4}, 3: {3, 6}, 4: {4, 8}, 5: {5, 0}, 6: {5, 0},
	}
	for _, huge := range hugeLimits {
		limits[huge] = struct{ found, until int }{5, 0}
	}
	for limit, want := range limits {
		r := repeats{limit: limit}
		in := input{name: stdinName}
		var keys []rowKey
		for i, line := range strings.Split(strings.TrimSuffix(file, "\n"), "\n") {
			keys = append(keys, keyOfLine(t, &r, i+1, line))
		}
		var got []string
		for _, k := range keys { // each as a part
			for _, f := range r.compare(nil, &in, []rowKey{k}) {
				got = append(got, fmt.Sprint(f.place, " ", f.rule.id, " ", f.other.line))
			}
		}
		if diff := cmp.Diff(all[:want.found], got); diff != "" && want.found+len(got) > 0 {
			t.Errorf("limit %d (-want +got):\n%s", limit, diff)
		}
		if full := r.full.Load(); full != (want.until > 0) || r.until.line != want.until {
			t.Errorf("limit %d: full %v, at line %d, want line %d", limit, full, r.until.line, want.until)
		}
		if want.until > 0 && (r.candidates.chunks != nil || r.others.chunks != nil) {
			t.Errorf("limit %d: the tables are kept", limit)
		}

		_, stdout, stderr := runWith([]string{"check", "--max-distinct", fmt.Sprint(limit), "-"}, file)
		if n := strings.Count(stdout, "\n"); n != want.found {
			t.Errorf("limit %d: %d findings, want %d:\n%s", limit, n, want.found, stdout)
		}
		told := fmt.Sprintf("calcheck: duplicate-row and digest-conflict compared the first %s that differ, and stopped at <stdin>:%d (--max-distinct)\n", counted(limit, "row"), want.until)
		if strings.Contains(stderr, told) != (want.until > 0) || strings.Contains(stderr, "--max-distinct") != (want.until > 0) {
			t.Errorf("limit %d: stderr %q, want line %d told, unless it is 0", limit, stderr, want.until)
		}
	}
}

// keyOfLine is the key of a row.
func keyOfLine(t *testing.T, r *repeats, number int, line string) rowKey {
	t.Helper()
	var p calibration.Part
	if err := calibration.NewReader(strings.NewReader(line + "\n")).NextPart(&p); err != nil {
		t.Fatal(err)
	}
	var l calibration.Line
	if !p.NextLine(&l) || l.Err != nil {
		t.Fatalf("%q is no row", line)
	}
	l.Number = number
	return r.key(&l)
}
