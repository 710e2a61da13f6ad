package topswops

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Without vector instructions the games of many bundles are played together too (those of up to 17
// cards by a kernel on arm64). Slacks are raised eight at a time, as bytes of one word. appendGo is
// the oracle.

// table has the games of Fronts, and the data of kernels for them.
type table struct {
	narrow batch
	pairs  *pairs
	machine
}

// Above the cards shown and the moves, a note has the card z in five bits and the parent's number in 23.
const (
	zBit       = 36
	parentBit  = 41
	mostParent = 1 << (64 - parentBit)
)

// noted are the parent and the card z of a note.
func noted(parents []Bundle, note uint64) (parent *Bundle, z int) {
	return &parents[note>>parentBit], int(note >> zBit & (MaxCards - 1))
}

// appendTogether is Append. It plays the games of many bundles together if the new card is at most
// [pairCards].
func (f *Fronts) appendTogether(out, parents []Bundle) []Bundle {
	if f.Card > pairCards {
		return f.appendGo(out, parents)
	}
	if f.games == nil {
		f.games = new(table)
	}
	play := f.playWords
	if f.Card > WordCards {
		play = f.playPairs
	}
	for len(parents) > 0 {
		var done int
		out, done = play(out, parents[:min(len(parents), mostParent)])
		parents = parents[done:]
	}
	return out
}

// playWords appends the bundles of the first parents, and returns the number of these parents.
func (f *Fronts) playWords(out, parents []Bundle) (more []Bundle, done int) {
	b := &f.games.narrow
	for b.Count = 0; done < len(parents) && b.Count < dealt; done++ {
		parent := &parents[done]
		start := packed((*[WordCards]uint8)(parent.End[:])).turned(f.Card)
		for set := f.fronts(parent); set != 0; set &= set - 1 {
			z := bits.TrailingZeros32(set)
			b.Deck[b.Count], b.Note[b.Count] = start.replaced(z), uint64(done)<<parentBit|f.note(z, parent.Slack[z])
			b.Count++
		}
	}
	b.play()
	out = slices.Grow(out, b.Count)
	for i := range b.Count {
		note := b.Notes[i]
		c := &out[:len(out)+1][len(out)]
		parent, z := noted(parents, note)
		if f.raise(c, parent, z, int(note-f.note(z, parent.Slack[z]))>>16&0xffff, uint32(note)&0xfffe) {
			b.Ended[i].unpack((*[WordCards]uint8)(c.End[:]))
			clear(c.End[WordCards:])
			c.End[f.Card] = uint8(f.Card)
			out = out[:len(out)+1]
		}
	}
	return out, done
}

// note is the note of a game as it begins, from parent 0, with a card z that has some slack. The deck has slack
// as soon as the moves make up for Gap.
func (f *Fronts) note(z int, slack uint8) uint64 {
	return uint64(z)<<zBit | uint64(kept+int(slack)-f.Gap)<<16
}

// fronts are the cards z for which a parent may have fronts. It counts their games.
func (f *Fronts) fronts(parent *Bundle) (set uint32) {
	set = withSlack(&parent.Slack, f.Card, f.Least)
	if parent.Slack[0] < f.leastOf0() {
		set &^= 1
	}
	f.Played += uint64(bits.OnesCount32(set &^ 1))
	return set
}

// leastOf0 is the least slack of a front half for which card 0 may take the place of z: the game is
// then over, and no moves make up for Gap.
func (f *Fronts) leastOf0() uint8 { return uint8(min(max(int(f.Least), f.Gap), 255)) }

// withSlack is the set of the first cards that have at least the given slack.
func withSlack(slack *[MaxCards]uint8, cards int, least uint8) (set uint32) {
	for from := 0; from < cards; from += 8 {
		set |= gathered(atLeast(eight(slack, from), uint64(least)*ones)) << from
	}
	return set & (1<<cards - 1)
}

// raise makes the bundle of a game except for its end, and reports whether it has slack.
func (f *Fronts) raise(c, parent *Bundle, z, moves int, shown uint32) bool {
	by, slack := 1+moves-f.Gap, parent.Slack[z]
	if Raised(slack, by, f.Top) == 0 {
		return false
	}
	c.Path, c.From = parent.Path, parent.From
	c.Path[f.Step] = f.Kind + uint8(z)
	more := raising(by, slack, f.Top)
	for from := 0; from < MaxCards; from += 8 {
		x := eight(&parent.Slack, from)
		if x != 0 {
			x = more.raised(x) &^ filled(spread(shown>>from)<<7)
		}
		binary.LittleEndian.PutUint64(c.Slack[from:], x)
	}
	if z > 0 {
		c.Slack[z] = 0
	}
	return true
}

// raise is Raised for eight slacks in the bytes of a word. Each counts for no more than most, which
// is at least 1. A slack is first limited so that no sum exceeds top.
type raise struct{ most, more, less uint64 }

func raising(by int, most, top uint8) raise {
	more, less := min(max(0, by), int(top)), min(max(0, -by), 255)
	return raise{uint64(min(int(most), int(top)-more+less)) * ones, uint64(more) * ones, uint64(less) * ones}
}

func (r *raise) raised(x uint64) uint64 {
	y := least(x, r.most)
	if r.less != 0 {
		return y - least(y, r.less)
	}
	return y + r.more&filled(x&places+places|x)
}

// eight are the bytes of an array from one on.
func eight(of *[MaxCards]uint8, from int) uint64 {
	return binary.LittleEndian.Uint64(of[from : from+8])
}

// atLeast has the highest bit of each byte of x that is at least that of y.
func atLeast(x, y uint64) uint64 {
	return (x&^y | ^(x^y)&((x|present)-y&places)) & present
}

// filled sets all bits of those bytes of x whose highest bit is set.
func filled(x uint64) uint64 {
	x &= present
	return x<<1 - x>>7
}

// least is the smaller of each pair of bytes.
func least(x, y uint64) uint64 { return x ^ (x^y)&filled(atLeast(x, y)) }

// spread moves the lowest eight bits to one byte each.
func spread(set uint32) uint64 {
	return uint64(set&0x7f)*0x40810204081&ones | uint64(set&0x80)<<49
}

// gathered is the set of the bytes whose highest bit is set.
func gathered(x uint64) uint32 { return uint32(x & present >> 7 * 0x102040810204080 >> 56) }
