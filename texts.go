package calibration

// texts are many strings, one after the other in few blocks: a pointer to each would
// cost the garbage collector more than the text. The zero texts are none.
type texts struct {
	blocks        [][]byte
	held, dropped int // bytes; what is dropped is still held
}

// textAt is where a text is: in a block, from start.
type textAt struct {
	block, start uint32
	length       int
}

// mostOfBlock is how many bytes a block is made for, if no text is longer. Blocks grow
// up to it, so that a single text has one of its length.
const mostOfBlock = 1 << 20

// add holds a copy of a text.
func (t *texts) add(text []byte) textAt {
	last := len(t.blocks) - 1
	if last < 0 || len(text) > cap(t.blocks[last])-len(t.blocks[last]) {
		t.blocks = append(t.blocks, make([]byte, 0, max(len(text), min(t.held, mostOfBlock))))
		last++
	}
	block := &t.blocks[last]
	at := textAt{uint32(last), uint32(len(*block)), len(text)}
	*block = append(*block, text...)
	t.held += len(text)
	return at
}

func (t *texts) at(a textAt) []byte {
	return t.blocks[a.block][a.start:][:a.length]
}

// drop forgets a text.
func (t *texts) drop(a textAt) { t.dropped += a.length }

// mostlyDropped reports whether it is time to hold in new texts what is not dropped.
func (t *texts) mostlyDropped() bool { return t.dropped > t.held/2 }

// room returns no texts, in memory for as many as t holds.
func (t *texts) room() texts {
	return texts{blocks: [][]byte{make([]byte, 0, min(t.held, mostOfBlock))}}
}

// emptied returns no texts, in the memory of the last block of t; not in that of one
// long text.
func (t *texts) emptied() texts {
	last := len(t.blocks) - 1
	if last < 0 || cap(t.blocks[last]) > mostOfBlock {
		return texts{}
	}
	return texts{blocks: [][]byte{t.blocks[last][:0]}}
}
