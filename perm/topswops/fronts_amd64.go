//go:build !purego

package topswops

//lint:file-ignore U1000 assembly reads the fields

import (
	"slices"

	"golang.org/x/sys/cpu"
)

// wide reports whether the machine has what the kernels of fronts need.
var wide = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VBMI && cpu.X86.HasBMI1

func (f *Fronts) appendTo(out, parents []Bundle) []Bundle {
	switch {
	case !wide:
		return f.appendGo(out, parents)
	case narrow && f.Card <= WordCards:
		return f.appendNarrow(out, parents)
	}
	return f.appendWide(out, parents)
}

// game is a deck under way, and where it comes from.
type game struct {
	deck   [MaxCards]uint8 // cards by position
	count  [MaxCards]uint8 // by card, 0 aside: moves of it and of larger ones; 255 if more
	parent uint32          // its distance from the first, in bytes
	z      uint32
	_      [6]uint32 // no vector lies across two lines of a cache
}

// under is the number of games that playAVX512 has under way at a time.
const under = 12

func (f *Fronts) appendWide(out, parents []Bundle) []Bundle {
	if f.games == nil {
		f.games = make([]game, dealt+dealing*MaxCards+under)
	}
	k := kernelOf(f)
	for len(parents) > 0 {
		games, done := 0, 0
		for done < len(parents) && games < dealt {
			more := min(dealing, len(parents)-done)
			games += dealAVX512(&f.games[games], &parents[0], done, more, k)
			done += more
		}
		if games > 0 {
			playAVX512(&f.games[0], games)
			out = slices.Grow(out, games)
			raised := raiseAVX512(&out[:cap(out)][len(out)], &f.games[0], games, &parents[0], k)
			if raised >= 0 {
				out = out[:len(out)+raised]
				f.Played += k.played
			} else {
				out = f.appendGo(out, parents[:done])
			}
		}
		k.played = 0
		parents = parents[done:]
	}
	return out
}

// frontKernel is what the kernels are told.
type frontKernel struct {
	turned [MaxCards]uint8 // positions of the end, by position when card Card has moved
	card   [MaxCards]uint8 // that card, in its place
	least  [MaxCards]uint8
	top    [MaxCards]uint8
	cards  uint64 // the positions that count
	gap    int64
	step   int64
	kind   int64
	played uint64
}

func kernelOf(f *Fronts) *frontKernel {
	k := &frontKernel{gap: int64(f.Gap), step: int64(f.Step), kind: int64(f.Kind)}
	m := f.Card
	k.cards = 1<<m - 1
	for p := range k.turned {
		k.turned[p] = MaxCards - 1 // there is no card
		if 0 < p && p < m {
			k.turned[p] = uint8(m - p)
		}
		k.least[p], k.top[p] = f.Least, f.Top
	}
	k.card[m] = uint8(m)
	return k
}

func (s *Stills) appendTo(out, parents []Bundle) []Bundle {
	if !wide || s.By > 0 || s.Gap < 0 {
		return s.appendGo(out, parents)
	}
	k := stillKernel{card: uint64(s.Card), keep: uint64(s.Keep), swap: uint64(s.Swap), step: uint64(s.Step)}
	for y := range k.top {
		k.top[y], k.less[y], k.gap[y] = s.Top, uint8(min(-s.By, 255)), uint8(min(s.Gap, 255))
	}
	for len(parents) > 0 {
		part := parents[:min(dealing, len(parents))]
		parents = parents[len(part):]
		out = slices.Grow(out, len(part)*s.Card)
		out = out[:len(out)+stillAVX512(&out[:cap(out)][len(out)], &part[0], len(part), &k)]
	}
	return out
}

// stillKernel is what the kernel of Stills is told.
type stillKernel struct {
	top, less, gap         [MaxCards]uint8
	card, keep, swap, step uint64
}

// stillAVX512 writes the bundles that come from parents, and gives their number.
//
//go:noescape
func stillAVX512(out, parents *Bundle, count int, k *stillKernel) int

// dealAVX512 writes the games of some parents, from one on, as they begin, and gives their
// number.
//
//go:noescape
func dealAVX512(games *game, parents *Bundle, from, count int, k *frontKernel) int

// playAVX512 plays them to their ends. There is room for some more behind them.
//
//go:noescape
func playAVX512(games *game, count int)

// raiseAVX512 writes the bundles that come from games, and gives their number; or -1 if a game
// has 255 moves or more, of which not all are counted.
//
//go:noescape
func raiseAVX512(out *Bundle, games *game, count int, parents *Bundle, k *frontKernel) int
