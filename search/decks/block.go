package decks

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"dovetail/exact/density"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// block is a word of k riffles by any hands. Give each card the bits that say which packets it
// was in, the first riffle's the highest: a label x from 0 to 2^k - 1. The riffles are undone by
// a stable sort by labels. So labels lead to a deck s exactly if they never fall from one card to
// the next, and rise where the next card lies above it in s. There are N(s) = C(2^k + n - r, n)
// such labellings, of r rising sequences, and
//
//	n! P(s) = n! 2^(-kn) N(s) · mean of W(x) over them,  W(x) = product of 2^n P_j(bits of riffle j).
//
// The first factor is the density of the 2^k-shuffle. For the mean walks start from a uniform
// labelling and end at W: the path tilts by W^beta, that is L = ln W.
//
// A reversal J of the deck between riffles is moved to the end: J before and after a riffle is a riffle
// with the bits turned over. A word of letters that undo riffles is the inverse of one of riffles, and
// as far from uniform.
type block struct {
	n      int
	laws   []shuffle.Interleaving // the last riffle's first, as its bit is the lowest
	undone bool                   // decks are the inverses of the word's
	turned bool                   // and, or, turned over
}

// newBlock is nil if not all letters are interleavings, or undo such.
func newBlock(a *word.Alphabet, core word.Word) *block {
	for _, undone := range []bool{false, true} {
		if b := readBlock(a, core, undone); b != nil && 0 < len(b.laws) && len(b.laws) <= mostRiffles {
			return b
		}
	}
	return nil
}

// readBlock reads the word, or its inverse.
func readBlock(a *word.Alphabet, core word.Word, undone bool) *block {
	b := &block{n: a.N, undone: undone}
	for i := range core {
		l := a.Letters[core[i]]
		if undone {
			l = a.Letters[core[len(core)-1-i]]
		}
		m := l.Model
		if l.Perm != nil {
			if !slices.Equal(l.Perm, perm.Reversal(a.N)) {
				return nil
			}
			b.turned = !b.turned
			continue
		}
		if undone {
			m = shuffle.Undo(m)
		}
		laws := shuffle.Interleavings(m, a.N)
		if laws == nil {
			return nil
		}
		for _, law := range laws {
			if b.turned {
				law = law.Turned()
			}
			b.laws = append(b.laws, law)
		}
	}
	slices.Reverse(b.laws)
	return b
}

// switchless reports whether all interleavings of a cut are equally likely.
func (b *block) switchless() bool {
	return !slices.ContainsFunc(b.laws, func(l shuffle.Interleaving) bool { return l.Switch != 0 })
}

// places is where the cards lie in a deck of the riffles alone.
func (b *block) places(deck []uint16) *shuffle.Sources {
	places := identity
	for j, card := range deck {
		if b.undone {
			j, card = int(card), uint16(j)
		}
		if b.turned {
			j = b.n - 1 - j
		}
		places[card] = uint8(j)
	}
	return &places
}

func (b *block) cards() int     { return b.n }
func (b *block) path() *path    { return &path{beta: []float64{0, 1}} }
func (b *block) size() *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(len(b.laws))) }
func (b *block) moves() int     { return b.n }
func (b *block) back() bool     { return true }

// reach is that of all switches and all cuts.
func (b *block) reach() (sum float64) {
	for _, l := range b.laws {
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range l.Cuts {
			if !math.IsInf(x, -1) {
				low, high = min(low, x), max(high, x)
			}
		}
		sum += high - low + never + float64(b.n)*math.Abs(l.Switch)
	}
	return sum
}

// inexact is what cuts are off by.
func (b *block) inexact() float64 { return float64(len(b.laws)) * 2e-11 }

// never is how far below the rarest cut walks have one that is never made: they may pass it, but
// do not end there.
const never = 10.0

// labelled are walks on the labels of a block.
type labelled struct {
	*block
	walks []labels
	cuts  [][]float64                      // by riffle, with never
	draws []func(rng *rand.ChaCha8) uint64 // by riffle

	// Where all riffles have one chance to switch and say nothing of the cut, switches are enough.
	alike  bool
	always float64 // what there is beside them

	level []float64 // by rising sequences: the logarithm of the density of the 2^k-shuffle
	seen  sight
}

// labels are those of the cards of one deck.
type labels struct {
	at     [shuffle.MostInterleaved]uint8      // where a card lies
	first  [shuffle.MostInterleaved + 1]uint64 // where the first so many cards lie
	x      [shuffle.MostInterleaved + 1]int32
	rises  uint64    // the cards whose label is above that of the card before
	planes [2]planes // as they are, and what a move would make of them
	now    int
	energy float64
	rng    *rand.ChaCha8
}

func (b *block) walkers(count int) walking {
	v := &labelled{block: b, walks: make([]labels, count), level: density.Rising(b.n, b.size()), alike: true}
	for _, l := range b.laws {
		cuts, least := slices.Clone(l.Cuts), math.Inf(1)
		for _, x := range cuts {
			if !math.IsInf(x, -1) {
				least = min(least, x)
			}
		}
		for c, x := range cuts {
			cuts[c] = max(x, least-never)
		}
		v.cuts, v.draws = append(v.cuts, cuts), append(v.draws, l.Drawer())
		v.alike = v.alike && l.Switch == b.laws[0].Switch && slices.Min(cuts) == slices.Max(cuts)
		v.always += cuts[0]
	}
	return v
}

func (v *labelled) begin(k int, places *shuffle.Sources, rng *rand.ChaCha8) {
	w := &v.walks[k]
	w.rng, w.rises = rng, 0
	for c := range v.n {
		w.at[c] = places[c]
		w.first[c+1] = w.first[c] | 1<<w.at[c]
		if c > 0 && w.at[c] < w.at[c-1] {
			w.rises |= 1 << c
		}
	}
}

// rising is the number of rising sequences.
func (w *labels) rising() int { return 1 + bits.OnesCount64(w.rises) }

// draw draws a uniform labelling: labels without the rises that must be are a multiset, which is a
// set of n among 2^k - r + n numbers. A deck without one has none.
func (v *labelled) draw(k int) {
	w := &v.walks[k]
	spare := 1<<len(v.laws) - w.rising()
	if spare < 0 {
		return
	}
	// Floyd's way to a random set.
	rng := rand.New(w.rng)
	set := make([]int, 0, v.n)
	for top := spare; top < spare+v.n; top++ {
		x := rng.IntN(top + 1)
		i, found := slices.BinarySearch(set, x)
		if found {
			x = top
			i = len(set)
		}
		set = slices.Insert(set, i, x)
	}
	risen := 0
	for c, x := range set {
		risen += int(w.rises >> c & 1)
		w.x[c] = int32(x - c + risen)
	}
	v.lay(w)
}

// lay lays the labels out in planes.
func (v *labelled) lay(w *labels) {
	p := &w.planes[w.now]
	clear(p[:])
	for c := range v.n {
		for i := range v.laws {
			p[i] |= uint64(w.x[c]>>i&1) << w.at[c]
		}
	}
	w.energy = v.weigh(p)
}

// weigh is ln W, of cuts that are never made too.
func (v *labelled) weigh(p *planes) (sum float64) {
	undo(p, len(v.laws), v.n, &v.seen)
	if v.alike {
		return v.laws[0].Switch*float64(v.seen.switches) + v.always
	}
	for i := range v.laws {
		sum += v.laws[i].Switch*float64(v.seen.riffles[i].switches) + v.cuts[i][v.seen.riffles[i].top]
	}
	return sum
}

// end is what ln W lacks: minus infinity where a cut is never made.
func (v *labelled) end(w *labels) float64 {
	undo(&w.planes[w.now], len(v.laws), v.n, &v.seen)
	for i := range v.laws {
		if math.IsInf(v.laws[i].Cuts[v.seen.riffles[i].top], -1) {
			return math.Inf(-1)
		}
	}
	return 0
}

func (v *labelled) ready() {}

func (v *labelled) energy(_ *path, k int) float64 { return v.walks[k].energy }

// sweep goes through the cards, from the first or from the last, and for each moves its label
// anywhere that its neighbours allow, or a run of cards that begins with it up or down. Either
// is as likely as the move that undoes it, and taken as W^beta allows.
func (v *labelled) sweep(t tilt, reverse bool) {
	plenty := 2*v.n <= 1<<len(v.laws)
	for k := range v.walks {
		w := &v.walks[k]
		if w.rising() > 1<<len(v.laws) {
			continue
		}
		for step := range v.n {
			c := step
			if reverse {
				c = v.n - 1 - step
			}
			r := w.rng.Uint64()
			if singly := r & 15; singly < 8 || plenty && singly < 12 {
				v.single(w, c, uint32(r>>32), t.beta)
				continue
			}
			length := min(v.n-c, runLength(r>>32))
			shift := 0
			if plenty {
				shift = bits.TrailingZeros64(r>>4&3 | 4)
			}
			v.run(w, c, length, shift, r>>8&1 == 1, t.beta)
		}
	}
}

// runLength is a length of all scales, from 32 random bits: 1 to 63, by powers of 2.
func runLength(r uint64) int {
	scale := r & (1<<16 - 1) * 6 >> 16
	return 1<<scale + int(r>>16<<scale>>16)
}

// least and most are the labels that the card before and the one after allow.
func (v *labelled) least(w *labels, c int) int32 {
	if c == 0 {
		return 0
	}
	return w.x[c-1] + int32(w.rises>>c&1)
}

func (v *labelled) most(w *labels, c int) int32 {
	if c == v.n-1 {
		return 1<<len(v.laws) - 1
	}
	return w.x[c+1] - int32(w.rises>>(c+1)&1)
}

func (v *labelled) single(w *labels, c int, r uint32, beta float64) {
	least, most := v.least(w, c), v.most(w, c)
	if least == most {
		return
	}
	x := least + int32(uint64(r)*uint64(most-least+1)>>32)
	if x == w.x[c] {
		return
	}
	now, next := &w.planes[w.now], &w.planes[w.now^1]
	changed, at := uint64(x^w.x[c]), w.at[c]
	for i := range v.laws {
		next[i] = now[i] ^ changed>>i&1<<at
	}
	if v.take(w, beta) {
		w.x[c] = x
	}
}

// run moves a run of labels by 2^shift, the least label that a riffle's bits above shift have: those below
// stay, and with them what the later riffles did.
func (v *labelled) run(w *labels, c, length, shift int, up bool, beta float64) {
	by, carry := int32(1)<<shift, w.first[c+length]^w.first[c]
	if up && w.x[c+length-1]+by > v.most(w, c+length-1) || !up && w.x[c]-by < v.least(w, c) {
		return
	}
	now, next := &w.planes[w.now], &w.planes[w.now^1]
	copy(next[:shift], now[:shift])
	for i := shift; i < len(v.laws); i++ {
		next[i] = now[i] ^ carry
		if up {
			carry &= now[i]
		} else {
			carry &^= now[i]
		}
	}
	if !v.take(w, beta) {
		return
	}
	if !up {
		by = -by
	}
	for i := c; i < c+length; i++ {
		w.x[i] += by
	}
}

// take takes the next planes as W^beta allows.
func (v *labelled) take(w *labels, beta float64) bool {
	energy := v.weigh(&w.planes[w.now^1])
	if d := beta * (energy - w.energy); d < 0 {
		// 1+d <= e^d <= 1/(1-d) often save the exponential.
		if u := float64(w.rng.Uint64()>>11) * 0x1p-53; u >= 1+d && (u*(1-d) >= 1 || u >= math.Exp(d)) {
			return false
		}
	}
	w.now ^= 1
	w.energy = energy
	return true
}

// forward implements walking.
func (v *labelled) forward(ctx context.Context, p *path) ([]float64, error) {
	logs := make([]float64, len(v.walks))
	for k := range v.walks {
		v.draw(k)
	}
	for step := 0; ; step++ {
		v.add(p, step, logs)
		if step == len(p.beta)-2 {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v.sweep(p.weight(step+1), false)
	}
	for k := range logs {
		logs[k] += v.base(k) + v.end(&v.walks[k])
	}
	return logs, nil
}

// backward implements walking.
func (v *labelled) backward(ctx context.Context, p *path) ([]float64, error) {
	logs := make([]float64, len(v.walks))
	for step := len(p.beta) - 2; ; step-- {
		v.add(p, step, logs)
		if step == 0 {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v.sweep(p.weight(step), true)
	}
	for k := range logs {
		logs[k] += v.base(k)
	}
	return logs, nil
}

func (v *labelled) add(p *path, step int, logs []float64) {
	for k := range logs {
		logs[k] += (p.beta[step+1] - p.beta[step]) * v.walks[k].energy
	}
}

// base is the logarithm of the density of the 2^k-shuffle.
func (v *labelled) base(k int) float64 {
	if r := v.walks[k].rising(); r <= 1<<len(v.laws) {
		return v.level[r]
	}
	return math.Inf(-1)
}

// deal deals a deck, and keeps the labels that it came by.
func (v *labelled) deal(k int, rng *rand.ChaCha8) *shuffle.Sources {
	deck, next := make([]uint8, v.n), make([]uint8, v.n)
	var x [shuffle.MostInterleaved]int32
	for c := range deck {
		deck[c] = uint8(c)
	}
	for i, draw := range slices.Backward(v.draws) {
		drawn := draw(rng)
		at := [2]int{0, v.n - bits.OnesCount64(drawn)}
		for j := range next {
			packet := int(drawn >> j & 1)
			card := deck[at[packet]]
			at[packet]++
			next[j] = card
			x[card] |= int32(packet) << i
		}
		deck, next = next, deck
	}
	places := identity
	for j, card := range deck {
		places[card] = uint8(j)
	}
	v.begin(k, &places, rng)
	copy(v.walks[k].x[:], x[:])
	v.lay(&v.walks[k])
	return &places
}
