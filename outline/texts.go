package outline

import (
	"encoding/binary"
	"strings"
)

// textID is the number of a text in texts; 0 is the empty one.
type textID uint32

// texts holds what the rows of an outline say, one text behind the other, each
// behind its length. A row names its text by a number of 32 bits in the place of
// a string of 16 bytes, so that a large page's rows are small and hold no
// pointers for the collector to follow; and what the texts were parts of, the
// reply of a page, can go.
type texts struct {
	// chunks are complete but for the last one, which open writes.
	chunks []string
	open   strings.Builder
	// recent are texts that may come again, by their digests, while texts are
	// added.
	recent *[512]textID
}

// The number of a text is that of its chunk, and where it begins in that. A
// chunk has room for what begins within the first 64 KiB of it.
const (
	chunkBits  = 16
	firstChunk = 1 << 10 // bytes; each is twice as large as the one before
	largeChunk = 1 << chunkBits
)

// add keeps a text and returns its number. A text that was among the last ones
// has the number that it had. Of the texts of more than 65,535 chunks, 2 GiB,
// nothing is kept.
func (t *texts) add(s string) textID {
	if s == "" {
		return 0
	}
	if t.recent == nil {
		t.recent = new([512]textID)
	}
	known := &t.recent[textDigest(s)>>40%512]
	if *known != 0 && t.text(*known) == s {
		return *known
	}
	var length [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(length[:], uint64(len(s)))
	last := len(t.chunks) - 1
	if last < 0 || t.open.Len() >= largeChunk || t.open.Len()+n+len(s) > t.open.Cap() {
		if len(t.chunks) == 1<<chunkBits {
			return 0
		}
		size := firstChunk
		if last >= 0 {
			size = min(2*t.open.Cap(), largeChunk)
		}
		t.open = strings.Builder{}
		t.open.Grow(max(size, 1+n+len(s)))
		if last < 0 {
			t.open.WriteByte(0) // no text has the number 0
		}
		t.chunks = append(t.chunks, "")
		last++
	}
	id := textID(last<<chunkBits | t.open.Len())
	t.open.Write(length[:n])
	t.open.WriteString(s)
	t.chunks[last] = t.open.String()
	*known = id
	return id
}

// text returns the text of a number.
func (t *texts) text(id textID) string {
	if id == 0 {
		return ""
	}
	s := t.chunks[id>>chunkBits][id&(1<<chunkBits-1):]
	n, shift := uint(s[0]&0x7f), 7
	i := 1
	for ; s[i-1] >= 0x80; i++ {
		n |= uint(s[i]&0x7f) << shift
		shift += 7
	}
	return s[i : i+int(n)]
}

// equal reports whether two numbers are of the same text.
func (t *texts) equal(a, b textID) bool { return a == b || a != 0 && b != 0 && t.text(a) == t.text(b) }
