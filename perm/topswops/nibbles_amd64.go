//go:build !purego

package topswops

//lint:file-ignore U1000 assembly reads the fields

import (
	"slices"

	"golang.org/x/sys/cpu"
)

// narrow reports whether the machine has what the kernels of nibbles need.
var narrow = wide && cpu.X86.HasAVX512GFNI && cpu.X86.HasBMI2

// nibbles are the games of Fronts: the upper half of a note is the number of the game.
type nibbles struct {
	Batch                   // first, as the kernels have it
	from  [BatchMost]uint64 // by number: the distance of the parent, with the card z in the upper half
}

// endless is a deck that never ends: card 1 lies on card 1.
const endless Word = 0x11

// Play plays each game until an unknown card, or card 0, is on top.
func (b *Batch) Play() {
	if !narrow {
		b.playGo()
		return
	}
	for i := range parked {
		b.Deck[b.Count+i] = endless
	}
	playNibbles(b)
}

func (f *Fronts) appendNarrow(out, parents []Bundle) []Bundle {
	if f.nibbles == nil {
		f.nibbles = new(nibbles)
	}
	g, k := f.nibbles, kernelOf(f)
	for len(parents) > 0 {
		done := 0
		for g.Count = 0; done < len(parents) && g.Count < dealt; {
			more := min(dealing, len(parents)-done)
			dealNibbles(g, &parents[0], done, more, k)
			done += more
		}
		if g.Count > 0 {
			g.Play()
			out = slices.Grow(out, g.Count)
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

// playNibbles is Play.
//
//go:noescape
func playNibbles(b *Batch)

// raiseNibbles writes the bundles that come from games, and gives their number.
//
//go:noescape
func raiseNibbles(out *Bundle, n *nibbles, parents *Bundle, k *frontKernel) int
