package decks

// planes are the labels of a block of riffles, a word for each riffle, the last one first, with
// a bit for each position of the final deck: the packet that the card there came from.
type planes [mostRiffles]uint64

// mostRiffles is how many there are in a block at most.
const mostRiffles = 16

// drops is what one sees of a riffle: how often the packet switches, and the top packet's cards.
type drops struct{ switches, top uint8 }

// sight is what one sees of a block: each riffle, the last one first, and all switches.
type sight struct {
	riffles  [mostRiffles]drops
	switches int
}

// undo undoes k riffles of n cards, and says what each was like. The bits of the last one are
// read in the order of the final deck. It is undone by a stable sort by these bits, which takes
// the bits of the riffles before it along, to the order in which the next is read.
var undo = undoGo

func undoGo(p *planes, k, n int, seen *sight) {
	seen.switches = 0
	var labels, next [64]uint16 // of the positions
	for i, b := range p[:k] {
		for j := range labels[:n] {
			labels[j] |= uint16(b>>j&1) << i
		}
	}
	for i := range k {
		ones, switches, last := 0, 0, labels[0]
		for _, x := range labels[:n] {
			ones += int(x >> i & 1)
			switches += int((x ^ last) >> i & 1)
			last = x
		}
		at := [2]int{0, n - ones}
		seen.riffles[i] = drops{uint8(switches), uint8(n - ones)}
		seen.switches += switches
		for _, x := range labels[:n] {
			place := &at[x>>i&1]
			next[*place] = x
			*place++
		}
		labels, next = next, labels
	}
}
