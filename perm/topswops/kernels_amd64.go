//go:build !purego

package topswops

//lint:file-ignore U1000 assembly reads the fields

import (
	"math/bits"
	"slices"

	"dovetail/perm/processor"
)

// fast reports whether the machine supports most kernels. wide and narrow are for those that have
// 32 cards, or eight decks of 16, in a register.
var (
	fast   = processor.Use.AVX2
	wide   = processor.Use.VBMI
	narrow = processor.Use.GFNI
)

// endless is a deck that never ends: card 1 lies on card 1.
const endless Word = 0x11

// play plays each game until card 0 is on top.
func (b *batch) play() {
	for i := range parked {
		b.Deck[b.Count+i] = endless
	}
	switch {
	case narrow:
		playAVX512(b)
	case fast:
		playAVX2(b)
	default:
		b.playGo()
	}
}

//go:noescape
func playAVX512(b *batch)

//go:noescape
func playAVX2(b *batch)

// splats[k] is k in every byte, for the kernels.
var splats = func() (s [MaxCards + 1]Deck) {
	for k := range s {
		s[k] = splat(k)
	}
	return s
}()

func splat(k int) (d Deck) {
	for i := range d {
		d[i] = uint64(k) * ones
	}
	return d
}

func putIn(out, d *Deck, m, v, z int) {
	if fast {
		putInAVX2(out, d, m, v, z)
	} else {
		*out = d.putInGo(m, v, z)
	}
}

//go:noescape
func putInAVX2(out, d *Deck, m, v, z int)

func undo(out, d *Deck, v int) (homes uint32) {
	if fast {
		return undoAVX2(out, d, v)
	}
	return d.undoGo(out, v)
}

//go:noescape
func undoAVX2(out, d *Deck, v int) (homes uint32)

// visit undoes the moves of the taken climbs.
func (c *Climbs) visit(some int) {
	if !fast {
		c.visitGo(some)
		return
	}
	waiting, found := c.waiting[:len(c.waiting)+1], c.found[:1]
	more, got := climbAVX2(&waiting[len(c.waiting)], &found[0], &c.taken[0], some, c)
	c.waiting, c.found = c.waiting[:len(c.waiting)+more], c.found[:got]
}

// climbAVX2 writes the waiting climbs and the wanted decks, and returns their numbers. The last one
// written may be dropped.
//
//go:noescape
func climbAVX2(waiting, found, taken *Climb, some int, c *Climbs) (more, got int)

// squeezes tell the kernel, by which of four games have ended, how to move these next to each other
// and, in the second half, how to spread adjacent ones to their places: as halves of them.
var squeezes = func() (s [2][16][8]uint32) {
	for ended := range s[0] {
		next := uint32(0)
		for i := range uint32(4) {
			if ended>>i&1 != 0 {
				s[0][ended][2*next], s[0][ended][2*next+1] = 2*i, 2*i+1
				s[1][ended][2*i], s[1][ended][2*i+1] = 2*next, 2*next+1
				next++
			}
		}
	}
	return s
}()

// members are the members of each set of the numbers 0 to 7, in order. A kernel reads two rows at a time.
var members = func() (t [1<<8 + 1][8]uint8) {
	for set := range 1 << 8 {
		for rest, i := set, 0; rest != 0; rest, i = rest&(rest-1), i+1 {
			t[set][i] = uint8(bits.TrailingZeros(uint(rest)))
		}
	}
	return t
}()

// wideGame is a game of more than [WordCards] cards: the cards by position and, by card, how often
// it or a larger one came to the top. The count of card 0 is meaningless. Where the count of card
// 1, the number of moves, is uncounted or more, all other counts are meaningless.
type wideGame struct{ count, deck [MaxCards]uint8 }

const uncounted = 251

// machine has the games of Fronts: the upper half of a note is the number of the game.
type machine struct {
	kernel frontKernel
	wide   []wideGame

	// By number, the distance of the parent, with the card z in the upper half. Two more may follow
	// that are ignored.
	from [dealt + dealing*MaxCards + 2]uint64
}

func (f *Fronts) appendTo(out, parents []Bundle) []Bundle {
	switch {
	case !fast:
		return f.appendTogether(out, parents)
	case f.games == nil:
		f.games = &table{machine: machine{kernel: kernelOf(f)}}
		if f.Card > WordCards {
			f.games.wide = make([]wideGame, dealt+dealing*MaxCards+under)
		}
	}
	k := &f.games.kernel
	for len(parents) > 0 {
		var done int
		if f.Card <= WordCards {
			out, done = f.appendNarrow(out, parents[:min(len(parents), mostParent)], k)
		} else {
			out, done = f.appendWide(out, parents, k)
		}
		parents = parents[done:]
	}
	f.Played += k.played
	k.played = 0
	return out
}

// appendNarrow appends the bundles of the first parents, and returns the number of these parents.
func (f *Fronts) appendNarrow(out, parents []Bundle, k *frontKernel) (more []Bundle, done int) {
	b := &f.games.narrow
	for b.Count = 0; done < len(parents) && b.Count < dealt; {
		some := min(dealing, len(parents)-done)
		dealNarrow(b, &parents[0], done, some, k)
		done += some
	}
	if b.play(); b.Count > 0 {
		out = slices.Grow(out, b.Count)
		out = out[:len(out)+raiseNarrow(&out[:cap(out)][len(out)], b, &parents[0], k)]
	}
	return out, done
}

func (f *Fronts) appendWide(out, parents []Bundle, k *frontKernel) (more []Bundle, done int) {
	t, games, played := f.games, 0, k.played
	for done < len(parents) && games < dealt {
		some := min(dealing, len(parents)-done)
		games += dealWide(&t.wide[games], &t.from[games], &parents[0], done, some, k)
		done += some
	}
	if games == 0 {
		return out, done
	}
	for i := range under {
		t.wide[games+i].deck = [MaxCards]uint8{1, 1} // never ends
	}
	if wide {
		playWideAVX512(&t.wide[0], games)
	} else {
		playWideAVX2(&t.wide[0], games)
	}
	out = slices.Grow(out, games)
	raised := raiseWide(&out[:cap(out)][len(out)], &t.wide[0], &t.from[0], games, &parents[0], k)
	if raised < 0 {
		k.played = played
		return f.appendGo(out, parents[:done]), done
	}
	return out[:len(out)+raised], done
}

// under is the most games that the kernels have in progress at a time.
const under = 24

// frontKernel has the parameters of the kernels.
type frontKernel struct {
	turned     [MaxCards]uint8 // positions of the end, by position after the move of card Card; 128 and more for none
	beyond     [MaxCards]uint8 // less 16
	card       [MaxCards]uint8 // that card, in its place
	least      [MaxCards]uint8
	top        [MaxCards]uint8
	more, less [256]uint8 // slack that a deck has more than its front half, or less, by moves of the game
	cards      uint64     // the positions that count
	step       int64
	kind       int64
	gap        int64
	note       uint64 // of a game from the first parent, if card 0 has no slack and takes the place of z
	played     uint64
}

func kernelOf(f *Fronts) (k frontKernel) {
	k = frontKernel{cards: 1<<f.Card - 1, step: int64(f.Step), kind: int64(f.Kind), gap: int64(f.Gap), note: f.note(0, 0)}
	for p := range k.turned {
		at := f.Card - p
		if p == 0 || at <= 0 {
			at = 128
		}
		k.turned[p], k.beyond[p] = uint8(at), uint8(at-16)
		if at >= 16 {
			k.turned[p] = 128
		}
		if at == 128 {
			k.beyond[p] = 128
		}
		k.least[p], k.top[p] = f.Least, f.Top
	}
	k.least[0] = f.leastOf0()
	for moves := range k.more {
		grows := 1 + moves - f.Gap
		k.more[moves], k.less[moves] = uint8(min(max(0, grows), 255)), uint8(min(max(0, -grows), 255))
	}
	k.card[f.Card] = uint8(f.Card)
	return k
}

func (s *Stills) appendTo(out, parents []Bundle) []Bundle {
	if !fast || s.By > 0 || s.Gap < 0 {
		return s.appendGo(out, parents)
	}
	k := stillKernel{card: uint64(s.Card), keep: uint64(s.Keep), swap: uint64(s.Swap), step: uint64(s.Step)}
	for y := range k.top {
		k.top[y], k.less[y], k.gap[y] = s.Top, uint8(min(-s.By, 255)), uint8(min(s.Gap, 255))
	}
	k.new[s.Card] = 255
	for len(parents) > 0 {
		part := parents[:min(16, len(parents))]
		parents = parents[len(part):]
		out = slices.Grow(out, len(part)*s.Card)
		out = out[:len(out)+still(&out[:cap(out)][len(out)], &part[0], len(part), &k)]
	}
	return out
}

// stillKernel has the parameters of the kernel of Stills.
type stillKernel struct {
	top, less, gap, new    [MaxCards]uint8
	card, keep, swap, step uint64
}

// still writes the bundles of parents, and returns their number.
//
//go:noescape
func still(out, parents *Bundle, count int, k *stillKernel) int

// dealNarrow adds the games of some parents, from one on, as they begin.
//
//go:noescape
func dealNarrow(b *batch, parents *Bundle, first, count int, k *frontKernel)

// raiseNarrow writes the bundles of games, and returns their number.
//
//go:noescape
func raiseNarrow(out *Bundle, b *batch, parents *Bundle, k *frontKernel) int

// dealWide writes the games of some parents, and returns their number.
//
//go:noescape
func dealWide(games *wideGame, from *uint64, parents *Bundle, first, count int, k *frontKernel) int

// playWideAVX2 plays games to their ends. under games that never end follow them.
//
//go:noescape
func playWideAVX2(games *wideGame, count int)

//go:noescape
func playWideAVX512(games *wideGame, count int)

// raiseWide writes the bundles of games, and returns their number; or -1 if a game has uncounted
// moves or more.
//
//go:noescape
func raiseWide(out *Bundle, games *wideGame, from *uint64, count int, parents *Bundle, k *frontKernel) int
