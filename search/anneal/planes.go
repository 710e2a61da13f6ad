package anneal

import "math/bits"

// planes are the labels of a block of riffles, a word for each riffle, the last one first, with
// a bit for each position of the final deck: the packet that the card there came from.
type planes [MaxRiffles]uint64

// MaxRiffles is how many there are in a block at most.
const MaxRiffles = 16

// score is what a riffle counts for, in units of [scoreUnit]: by how often the packet switches, and by the top
// packet's cards.
type score struct {
	switches [64]int64
	tops     [72]int64 // 0 to 64 cards
}

// scoreUnit is so small that what sums of scores are rounded by is no matter.
const scoreUnit = 0x1p-40

// laid are the labels of a deck's cards laid out: their bits, and the same bits as they are read. Those of the last
// riffle are read in the order of the final deck. It is undone by a stable sort by these bits, which takes the bits of
// the riffles before it along, to the order in which the next is read. So cards are read in the order of the later bits
// of their labels, the last riffle's counting least, and of their positions where these are equal.
type laid struct{ bits, read planes }

// lift takes a card with its label from its position; cards are the positions of all others. The cards read before it
// are those with smaller later bits, and those with the same that lie before it: with one bit more, those read before it
// so far count if it is the card's own bit, those with a smaller bit in any case.
func (l *laid) lift(cards uint64, at uint8, label int32, k int) {
	before := uint64(1)<<(at&63) - 1
	read := l.read[:k]
	for i, b := range l.bits[:k] {
		low := uint64(1)<<(bits.OnesCount64(before&cards)&63) - 1
		read[i] = read[i]&low | read[i]>>1&^low
		l.bits[i] = b &^ (1 << (at & 63))
		before = before&^b | (before|^b)&-uint64(label&1)
		label >>= 1
	}
}

// put puts a card with its label to a position; cards are the positions of all others.
func (l *laid) put(cards uint64, at uint8, label int32, k int) {
	before := uint64(1)<<(at&63) - 1
	read := l.read[:k]
	for i, b := range l.bits[:k] {
		place := bits.OnesCount64(before&cards) & 63
		low, bit := uint64(1)<<place-1, uint64(label&1)
		read[i] = read[i]&low | read[i]&^low<<1 | bit<<place
		l.bits[i] = b | bit<<(at&63)
		before = before&^b | (before|^b)&-bit
		label >>= 1
	}
}

// weigh adds up what k riffles of n cards count for, also what drops count for by rules of their own, of the riffles that
// have such.
func (l *laid) weigh(scores *[MaxRiffles]score, drops []func(bits uint64) int64, k, n int) (sum int64) {
	pairs := uint64(1)<<(n-1) - 1
	for i, b := range l.read[:k] {
		sum += scores[i].switches[bits.OnesCount64((b^b>>1)&pairs)&63] + scores[i].tops[n-bits.OnesCount64(b)]
		if i < len(drops) && drops[i] != nil {
			sum += drops[i](b)
		}
	}
	return sum
}

// undo is what laid labels count for, from their bits alone, where an instruction puts bits together; nil elsewhere.
var undo func(p *planes, scores *[MaxRiffles]score, k, n int) int64
