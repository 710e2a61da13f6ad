//go:build !purego

package topswops

//lint:file-ignore U1000 assembly reads the fields

import (
	"slices"

	"golang.org/x/sys/cpu"
)

// narrow reports whether the machine has what the kernels of nibbles need.
var narrow = wide && cpu.X86.HasAVX512GFNI && cpu.X86.HasBMI2

// nibbles are games under way, of decks of up to 16 cards.
type nibbles struct {
	count int

	// By game, in the order in which they begin: the deck, the number in the upper half of a
	// note, and the distance of the parent with the card z in the upper half. After the last
	// come decks that never end.
	deck [dealtMost + parked]Word
	note [dealtMost + parked]uint64
	from [dealtMost]uint64

	// In the order in which they end: the deck, and the note, with the cards shown and from
	// bit 16 on the moves.
	ended [dealtMost + parked]Word
	told  [dealtMost + parked]uint64
}

// dealtMost is the greatest number of games dealt, parked what 32 games under way read beyond
// them.
const dealtMost, parked = dealt + dealing*WordCards, 2 * 32

// endless is a deck that never ends: card 1 lies on card 1.
const endless Word = 0x11

func (f *Fronts) appendNarrow(out, parents []Bundle) []Bundle {
	if f.nibbles == nil {
		f.nibbles = new(nibbles)
	}
	g, k := f.nibbles, kernelOf(f)
	for len(parents) > 0 {
		done := 0
		for g.count = 0; done < len(parents) && g.count < dealt; {
			more := min(dealing, len(parents)-done)
			dealNibbles(g, &parents[0], done, more, k)
			done += more
		}
		if g.count > 0 {
			for i := range parked {
				g.deck[g.count+i] = endless
			}
			playNibbles(g)
			out = slices.Grow(out, g.count)
			out = out[:len(out)+raiseNibbles(&out[:cap(out)][len(out)], g, &parents[0], k)]
		}
		parents = parents[done:]
	}
	f.Played += k.played
	return out
}

// dealNibbles adds the games of some parents, from one on, as they begin.
//
//go:noescape
func dealNibbles(n *nibbles, parents *Bundle, from, count int, k *frontKernel)

// playNibbles plays them to their ends.
//
//go:noescape
func playNibbles(n *nibbles)

// raiseNibbles writes the bundles that come from games, and gives their number.
//
//go:noescape
func raiseNibbles(out *Bundle, n *nibbles, parents *Bundle, k *frontKernel) int
