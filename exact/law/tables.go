package law

import "dovetail/perm"

// Decks are numbered by their lexicographic rank, so those that share the first
// n-s cards fill a block of s! consecutive ranks, ordered inside by how the last s
// cards compare. A block has s sub-blocks, by which of its cards (the x-th
// smallest, from 0) comes first. An insertion takes that first card and puts it
// after j others: from rank x (s-1)! + i, where i is the rank of the s-1 others,
// to the rank of the others with x put in after j of them.
//
// The others are read as a head of s-1-baseCards cards and a tail of baseCards:
// i = h baseSize + t.
//
//   - If x lands in the head or just behind it, the tail stays together: the
//     ranks for t = 0, 1, ... are consecutive.
//   - If x lands in the tail, all ranks for one h lie in one block of
//     (baseCards+1)!, and where, depends only on t and on how many cards of the
//     tail are below x.
//
// Either way a step reads short runs of memory that lie close together.

const (
	baseCards = 5
	baseSize  = 120 // baseCards!
)

// heads are the starts of runs for one block size and one x, over the heads h in
// order.
type heads struct {
	behind [][]int32 // behind[j][h]: rank at t = 0 with x after j cards, j <= size of head
	block  []int32   // start of the block of (baseCards+1)! where x is in the tail
	below  []uint8   // how many cards of the tail are below x
}

// tables are the ranks of insertions for decks of n cards.
type tables struct {
	n         int
	factorial []int
	heads     [][]heads                                       // by block size above baseCards, and x
	tail      [baseCards + 1][baseCards + 1]*[baseSize]uint16 // by cards below x, and j: rank in the block for every t
	// by s, and j: where the card at position s from the bottom of the last cards is put, for every rank of them
	base [baseCards + 1][baseCards]*[baseSize]uint8
}

// tableBytes is what the heads of newTables take: for every block size s above
// baseCards and every x so many runs, each with s-baseCards places in behind, one in
// block and one in below.
func tableBytes(n int) (bytes uint64) {
	for s := baseCards + 1; s <= n; s++ {
		runs := perm.Factorial(s-1) / baseSize
		bytes += uint64(s) * runs * uint64(4*(s-baseCards)+4+1)
	}
	return bytes
}

func newTables(n int) *tables {
	t := &tables{n: n}
	for k := range n + 1 {
		t.factorial = append(t.factorial, int(perm.Factorial(k)))
	}
	t.heads = make([][]heads, n+1)
	for s := baseCards + 1; s <= n; s++ {
		for x := range s {
			t.heads[s] = append(t.heads[s], t.newHeads(s, x))
		}
	}
	for x := range baseCards + 1 {
		for j := range baseCards + 1 {
			t.tail[x][j] = new([baseSize]uint16)
			for i := range baseSize {
				t.tail[x][j][i] = uint16(putIn(perm.Unrank(baseCards, uint64(i)), x, j).Rank())
			}
		}
	}
	last := min(n, baseCards)
	for s := 2; s <= last; s++ {
		for j := range s {
			t.base[s][j] = new([baseSize]uint8)
			for i := range t.factorial[last] {
				d := perm.Unrank(last, uint64(i))
				k := last - s
				card := d[k]
				copy(d[k:k+j], d[k+1:])
				d[k+j] = card
				t.base[s][j][i] = uint8(d.Rank())
			}
		}
	}
	return t
}

// newHeads follows x past the cards of every head.
func (t *tables) newHeads(s, x int) heads {
	size := s - 1 - baseCards
	runs := t.factorial[s-1] / baseSize
	h := heads{block: make([]int32, 0, runs), below: make([]uint8, 0, runs)}
	for range size + 1 {
		h.behind = append(h.behind, make([]int32, 0, runs))
	}
	starts := make([]int32, size+1)
	// walk chooses the head's card number i; start is the rank of the block that
	// is left when x has not been put in yet, x its place among what is left.
	var walk func(i, start, x int)
	walk = func(i, start, x int) {
		left := s - i // cards left, with x
		starts[i] = int32(start + x*t.factorial[left-1])
		if i == size {
			h.block = append(h.block, int32(start))
			h.below = append(h.below, uint8(x))
			for j := range starts {
				h.behind[j] = append(h.behind[j], starts[j])
			}
			return
		}
		for r := range left - 1 {
			digit, rest := r, x
			if r >= x {
				digit++
			} else {
				rest--
			}
			// Where x is already in, the run goes on inside the block of r.
			for j := range i + 1 {
				starts[j] += int32(r * t.factorial[left-2])
			}
			walk(i+1, start+digit*t.factorial[left-1], rest)
			for j := range i + 1 {
				starts[j] -= int32(r * t.factorial[left-2])
			}
		}
	}
	walk(0, 0, x)
	return h
}

// putIn is a deck whose cards from x on have moved up by one, with x after j of
// them.
func putIn(others perm.Perm, x, j int) perm.Perm {
	d := make(perm.Perm, 0, len(others)+1)
	for i, c := range others {
		if i == j {
			d = append(d, x)
		}
		if c >= x {
			c++
		}
		d = append(d, c)
	}
	if j == len(others) {
		d = append(d, x)
	}
	return d
}
