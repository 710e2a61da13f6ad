package anneal

import "math/bits"

// planes are the labels of a block of riffles: a word for each riffle, the last one first, with a
// bit for each position of the final deck. The bit says which packet the card there came from.
type planes [MaxRiffles]uint64

// MaxRiffles is the most riffles in a block.
const MaxRiffles = 16

// score is the logarithm of the weight of a riffle, in units of [scoreUnit]: by the number of
// switches between packets, and by the number of cards in the top packet.
type score struct {
	switches [64]int64
	tops     [72]int64 // 0 to 64 cards
	rest     [64]uint8 // switches[t] = t switches[1] + rest[t] - 64; by rounding the rest is off 64 by at most 34
}

// scoreUnit is so small that the rounding of sums of scores does not matter.
const scoreUnit = 0x1p-40

// laid are the labels of a deck's cards laid out as bits, and the same bits in the order in which
// they are read. The bits of the last riffle are read in the order of the final deck. A stable sort
// by these bits undoes it. It carries along the bits of the riffle before, which are read in the
// order that results. So cards are read in the order of the later bits of their labels, with the
// last riffle's least significant, and by position where these are equal.
type laid struct{ bits, read planes }

// lift removes a card with its label from its position; cards are the positions of all others. The
// cards read before it are those with smaller later bits, and those with equal later bits and a
// lower position. With one bit more, the cards with a smaller bit come before it; of those with an
// equal bit, the ones that came before it so far.
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

// put inserts a card with its label at a position; cards are the positions of all others.
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

// weigh adds up the scores of k riffles of n cards, and the weights of drops where riffles have
// rules for them.
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

// sum sets p to labels, with by added to the label at each position of a set, bit by bit with a
// carry. by may be negative, and p may be labels.
func (p *planes) sum(labels *planes, by int32, at uint64, k int) {
	carry := uint64(0)
	for i, b := range labels[:k] {
		s := at & -uint64(by>>i&1)
		p[i] = b ^ s ^ carry
		carry = b&s | carry&(b^s)
	}
}

// undo lays out labels in the order in which they are read, from their bits by position, with an
// instruction that gathers bits, and returns their score; nil on other processors.
var undo func(l *laid, scores *[MaxRiffles]score, k, n int) int64
