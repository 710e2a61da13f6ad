package results

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// deltas are whole numbers by their differences, in blocks of 128: the least difference, and what the others are
// above it in as many bits as the 32 numbers of a quarter need.
func deltas(xs []int64) []byte {
	const block, quarters = 128, 4
	b := binary.AppendUvarint(nil, block)
	b = binary.AppendUvarint(b, quarters)
	b = binary.AppendUvarint(b, uint64(len(xs)))
	b = binary.AppendUvarint(b, zigzag(xs[0]))
	for from := 1; from < len(xs); from += block {
		var above [block]uint64
		count := min(block, len(xs)-from)
		least := int64(math.MaxInt64)
		for i := range count {
			above[i] = uint64(xs[from+i] - xs[from+i-1])
			least = min(least, int64(above[i]))
		}
		b = binary.AppendUvarint(b, zigzag(least))
		var widths [quarters]int
		for i := range count {
			above[i] -= uint64(least)
			widths[i/(block/quarters)] = max(widths[i/(block/quarters)], bits.Len64(above[i]))
		}
		for _, width := range widths {
			b = append(b, byte(width))
		}
		for q, width := range widths {
			b = packBits(b, above[q*block/quarters:][:block/quarters], width)
		}
	}
	return b
}

// packBits adds the lowest bits of numbers, one behind the other from the lowest bit on.
func packBits(b []byte, xs []uint64, width int) []byte {
	word, filled := uint64(0), 0
	for _, x := range xs {
		word |= x << filled
		if filled += width; filled >= 64 {
			b = binary.LittleEndian.AppendUint64(b, word)
			filled -= 64
			word = x >> (width - filled)
		}
	}
	for ; filled > 0; filled -= 8 { // 32 numbers end with a byte
		b, word = append(b, byte(word)), word>>8
	}
	return b
}

func zigzag(x int64) uint64 { return uint64(x<<1) ^ uint64(x>>63) }
