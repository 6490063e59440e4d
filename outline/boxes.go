package outline

import (
	"encoding/binary"
	"math"
	"slices"
)

// boxes are the boxes of all nodes, in whole pixels. Few pages need them, and
// those few of them: they are packed into about five bytes each, so that the tree
// that they come from can go.
type boxes struct {
	blocks [][]byte // blockBoxes each, as differences to the one before
	last   []byte   // the block that is being written
	count  int
	before Box // the last one of it

	// The block that was read last, one more than its number and what is in it.
	read    int
	decoded []Box
}

const blockBoxes = 256

// add appends the box of the next node.
func (b *boxes) add(box *Box) {
	if *box == (Box{}) {
		b.last = append(b.last, 0)
	} else {
		x, y := pixels(box.X), pixels(box.Y)
		b.last = binary.AppendUvarint(b.last, uint64(pixels(max(box.Width, 0)))+1)
		b.last = binary.AppendUvarint(b.last, uint64(pixels(max(box.Height, 0))))
		b.last = binary.AppendVarint(b.last, x-int64(b.before.X))
		b.last = binary.AppendVarint(b.last, y-int64(b.before.Y))
		b.before = Box{X: float32(x), Y: float32(y)}
	}
	if b.count++; b.count%blockBoxes == 0 {
		b.blocks = append(b.blocks, slices.Clone(b.last))
		b.last, b.before = b.last[:0], Box{}
	}
}

// pixels rounds a number of pixels to one that a float32 holds exactly.
func pixels(f float32) int64 {
	const most = 1 << 24
	if f != f {
		return 0
	}
	return int64(math.Round(float64(min(max(f, -most), most))))
}

// at returns the box of a node. It is quick when nodes are asked for in order.
func (b *boxes) at(node int32) Box {
	block := int(node) / blockBoxes
	if int(node) >= b.count {
		return Box{}
	}
	if b.read != block+1 {
		packed := b.last
		if block < len(b.blocks) {
			packed = b.blocks[block]
		}
		b.decode(packed)
		b.read = block + 1
	}
	return b.decoded[int(node)%blockBoxes]
}

func (b *boxes) decode(packed []byte) {
	b.decoded = b.decoded[:0]
	x, y := int64(0), int64(0)
	for len(packed) > 0 {
		width, n := binary.Uvarint(packed)
		packed = packed[n:]
		if width == 0 {
			b.decoded = append(b.decoded, Box{})
			continue
		}
		height, n := binary.Uvarint(packed)
		packed = packed[n:]
		right, n := binary.Varint(packed)
		packed = packed[n:]
		down, n := binary.Varint(packed)
		packed = packed[n:]
		x, y = x+right, y+down
		b.decoded = append(b.decoded, Box{float32(x), float32(y), float32(width - 1), float32(height)})
	}
}
