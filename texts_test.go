package calibration

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

// TestTexts: what was added is there, whatever its length and whatever was held in the
// same memory before. The memory is a small multiple of what is held, and a block kept.
func TestTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var held texts
		for range rapid.IntRange(1, 3).Draw(t, "uses") {
			var lengths []int
			var at []textAt
			var text []byte // of the caller, who uses it again
			for i := range rapid.IntRange(0, 100).Draw(t, "texts") {
				length := rapid.OneOf(rapid.IntRange(0, 60), rapid.IntRange(0, 5000)).Draw(t, "length")
				if rapid.IntRange(0, 63).Draw(t, "long") == 63 {
					length += mostOfBlock - 3000
				}
				text = append(text[:0], bytes.Repeat([]byte{byte(i)}, length)...)
				lengths, at = append(lengths, length), append(at, held.add(text))
			}
			sum, dropped, room := 0, 0, 0
			for i, a := range at {
				if got := held.at(a); len(got) != lengths[i] || bytes.Count(got, []byte{byte(i)}) != len(got) {
					t.Fatalf("text %d has %d bytes, want %d, or others'", i, len(got), lengths[i])
				}
				sum += lengths[i]
				if rapid.Bool().Draw(t, "drop") {
					held.drop(a)
					dropped += lengths[i]
				}
			}
			for _, block := range held.blocks {
				room += cap(block)
			}
			if held.held != sum || held.mostlyDropped() != (dropped > sum/2) {
				t.Fatalf("%d bytes held, of which %d dropped, are said to be %+v", sum, dropped, held)
			}
			if room > 4*sum+mostOfBlock {
				t.Fatalf("room for %d bytes, of which %d are held", room, sum)
			}
			held = held.emptied()
		}
	})
}
