package decks

// planes are the labels of a block of riffles, a word for each riffle, the last one first, with
// a bit for each position of the final deck: the packet that the card there came from.
type planes [mostRiffles]uint64

// mostRiffles is how many there are in a block at most.
const mostRiffles = 16

// score is what a riffle counts for, in units of [scoreUnit]: by how often the packet switches, and by the top
// packet's cards.
type score struct {
	switches [64]int64
	tops     [72]int64 // 0 to 64 cards
}

// scoreUnit is so small that what sums of scores are rounded by is no matter.
const scoreUnit = 0x1p-40

// undo undoes k riffles of n cards, and adds up what they count for. The bits of the last one are
// read in the order of the final deck. It is undone by a stable sort by these bits, which takes
// the bits of the riffles before it along, to the order in which the next is read.
var undo = undoGo

func undoGo(p *planes, scores *[mostRiffles]score, k, n int) int64 {
	return undoDrops(p, scores, nil, k, n)
}

// undoDrops also adds up what drops count for by rules of their own, of the riffles that have such.
func undoDrops(p *planes, scores *[mostRiffles]score, drops []func(bits uint64) int64, k, n int) (sum int64) {
	var labels, next [64]uint16 // of the positions
	for i, b := range p[:k] {
		for j := range labels[:n] {
			labels[j] |= uint16(b>>j&1) << i
		}
	}
	for i := range k {
		ones, switches, last, read := 0, 0, labels[0], uint64(0)
		for j, x := range labels[:n] {
			ones += int(x >> i & 1)
			read |= uint64(x>>i&1) << j
			switches += int((x ^ last) >> i & 1)
			last = x
		}
		sum += scores[i].switches[switches] + scores[i].tops[n-ones]
		if i < len(drops) && drops[i] != nil {
			sum += drops[i](read)
		}
		at := [2]int{0, n - ones}
		for _, x := range labels[:n] {
			place := &at[x>>i&1]
			next[*place] = x
			*place++
		}
		labels, next = next, labels
	}
	return sum
}
