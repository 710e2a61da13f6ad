package anneal

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"

	"dovetail/exact/density"
)

// cutWalks are walks on the labels of a block of riffles that differ from those of Gilbert, Shannon
// and Reeds by their cuts alone. Then
//
//	ln W(x) = sum over the riffles j of Cuts_j[number of cards whose label has 0 as bit j],
//
// which does not depend on where the cards lie. So a move only counts bits, and decks may be larger
// than a word. Moves are those of [labelled].
type cutWalks struct {
	*block
	k     int
	made  moves
	tops  [MaxRiffles][]int64 // by riffle and number of cards in the top packet: ln W, with never, in units of [scoreUnit]
	walks []cutLabels
	draws []func(rng *draw.Stream) []uint64
	level []float64
	words []uint64 // scratch of a sweep: random words
	least []int64  // and the least changes of the energies with which cards move
}

// cutLabels are the labels of one deck.
type cutLabels struct {
	x      []int32 // of card c at c+1, between the least label and the greatest
	rises  []int32 // of card c: 1 if its label is above that of the card before
	rising int     // rising sequences
	zeros  [MaxRiffles]int
	energy int64
	rng    *draw.Stream
}

func (b *block) cutWalks(count int) *cutWalks {
	v := &cutWalks{block: b, k: len(b.laws), made: movesOf(len(b.laws), b.n), walks: make([]cutLabels, count),
		level: density.Rising(b.n, b.Size()), least: make([]int64, b.n), words: make([]uint64, 2*b.n)}
	for i, l := range b.laws {
		for _, x := range leastCut(l.Cuts) {
			v.tops[i] = append(v.tops[i], units(x))
		}
		v.draws = append(v.draws, l.Drawer())
	}
	for k := range v.walks {
		v.walks[k].x, v.walks[k].rises = make([]int32, b.n+2), make([]int32, b.n+1)
	}
	return v
}

func (v *cutWalks) Begin(k int, places *outcome.Sources, rng *draw.Stream) {
	w := &v.walks[k]
	w.rng = rng
	w.x[v.n+1] = 1<<v.k - 1
	w.lie(places, v.n)
}

// lie sets where labels must rise.
func (w *cutLabels) lie(places *outcome.Sources, n int) {
	w.rising = 1
	for c := 1; c < n; c++ {
		if w.rises[c] = 0; places[c] < places[c-1] {
			w.rises[c] = 1
			w.rising++
		}
	}
}

func (v *cutWalks) Follow(k int, rng *draw.Stream) { v.walks[k].rng = rng }

func (v *cutWalks) Ready() {}

// can reports whether the riffles can make the deck.
func (v *cutWalks) can(k int) bool { return v.walks[k].rising <= 1<<v.k }

func (v *cutWalks) Draw(k int) {
	if w := &v.walks[k]; v.can(k) {
		drawLabels(w.x[1:v.n+1], 1<<v.k-w.rising, func(c int) int32 { return w.rises[c] }, w.rng)
		v.count(w)
	}
}

// count counts bits anew.
func (v *cutWalks) count(w *cutLabels) {
	w.energy = 0
	for i := range v.k {
		w.zeros[i] = v.n
		for _, x := range w.x[1 : v.n+1] {
			w.zeros[i] -= int(x >> i & 1)
		}
		w.energy += v.tops[i][w.zeros[i]]
	}
}

func (v *cutWalks) sweep(_ *Ladder, t tilt, reverse bool) {
	for k := range v.walks {
		if v.can(k) {
			v.sweepOne(&v.walks[k], t.beta, reverse)
		}
	}
}

func (v *cutWalks) sweepOne(w *cutLabels, beta float64, reverse bool) {
	w.rng.Fill(v.words)
	for c := range v.n {
		v.least[c] = int64(v.words[2*c+1])
	}
	thresholds(v.least, 1/(beta*scoreUnit))
	for c := range v.n {
		if reverse {
			c = v.n - 1 - c
		}
		v.move(w, c, v.words[2*c], v.least[c])
	}
}

func (v *cutWalks) sweepAll(but []bool, beta float64, reverse bool) {
	for k := range but {
		for range labelSweeps {
			if !but[k] {
				v.sweepOne(&v.walks[k], beta, reverse)
			}
		}
	}
}

// carry proposes moves of an outcome by its law. Labels stay, and W with them, so that a move is made if the labels
// lead to the deck that the outcome then leaves.
func (v *cutWalks) carry(k int, t *outcome.Tilted, _ float64) {
	w := &v.walks[k]
	for range t.Moves() {
		if t.Move(t.Rng) && !w.leads(t) {
			t.Undo()
		}
	}
	var at outcome.Sources
	places(t, &at)
	w.lie(&at, v.n)
}

// leads reports whether the labels lead to the deck that an outcome leaves.
func (w *cutLabels) leads(t *outcome.Tilted) bool {
	now, last := t.Sources(), uint8(0)
	for c, b := range t.Before[:t.N] {
		at := t.After[now[b]]
		if at < last && w.x[c+1] == w.x[c] {
			return false
		}
		last = at
	}
	return true
}

// move proposes what [labels.sweep] does for a card, and makes it if the energy changes by least or more.
func (v *cutWalks) move(w *cutLabels, c int, choice uint64, least int64) {
	end, by := c+1, int32(0)
	if choice&15 < v.made.singly {
		lower := w.x[c] + w.rises[c]
		above, _ := bits.Mul64(choice, uint64(w.x[c+2]-w.rises[c+1]-lower+1))
		by = lower + int32(above) - w.x[c+1]
	} else if end, by = v.made.runOf(choice, c); by > 0 && w.x[end]+by > w.x[end+1]-w.rises[end] || by < 0 && w.x[c+1]+by < w.x[c]+w.rises[c] {
		return
	}
	if by == 0 {
		return
	}
	zeros, energy := w.zeros, int64(0)
	for _, x := range w.x[c+1 : end+1] {
		for turned := uint32(x ^ (x + by)); turned > 0; turned &= turned - 1 {
			i := bits.TrailingZeros32(turned) % MaxRiffles
			zeros[i] += int(x>>i&1)*2 - 1
		}
	}
	for i, tops := range v.tops[:v.k] {
		energy += tops[zeros[i]]
	}
	if energy-w.energy < least {
		return
	}
	w.zeros, w.energy = zeros, energy
	for i := range w.x[c+1 : end+1] {
		w.x[c+1+i] += by
	}
}

func (v *cutWalks) energy(_ *Ladder, k int) float64 {
	return float64(float64(v.walks[k].energy) * scoreUnit)
}

func (v *cutWalks) base(k int) float64 {
	if v.can(k) {
		return v.level[v.walks[k].rising]
	}
	return math.Inf(-1)
}

func (v *cutWalks) Forward(ctx context.Context, p *Ladder) ([]float64, error) {
	return forward(ctx, v, len(v.walks), p)
}

func (v *cutWalks) Backward(ctx context.Context, p *Ladder) ([]float64, error) {
	return backward(ctx, v, len(v.walks), p)
}

func (v *cutWalks) end(k int) float64 {
	for i, l := range v.laws {
		if math.IsInf(l.Cuts[v.walks[k].zeros[i]], -1) {
			return math.Inf(-1)
		}
	}
	return 0
}

func (v *cutWalks) Deal(k int, rng *draw.Stream) *outcome.Sources {
	places, x := dealLabels(v.n, v.draws, rng)
	v.Begin(k, places, rng)
	copy(v.walks[k].x[1:], x)
	v.count(&v.walks[k])
	return places
}

// drawLabels draws a uniform labelling of n cards. Without the rises that are required it is a multiset of the numbers
// 0 to spare, that is, a set of n numbers among spare + n.
func drawLabels(labels []int32, spare int, rises func(c int) int32, stream *draw.Stream) {
	// Floyd's algorithm for a random set.
	rng := rand.New(stream)
	n := len(labels)
	set := make([]int, 0, n)
	for top := spare; top < spare+n; top++ {
		x := rng.IntN(top + 1)
		i, found := slices.BinarySearch(set, x)
		if found {
			x = top
			i = len(set)
		}
		set = slices.Insert(set, i, x)
	}
	risen := int32(0)
	for c, x := range set {
		risen += rises(c)
		labels[c] = int32(x-c) + risen
	}
}

// dealLabels deals a deck of n cards by riffles, of which draws[0] is the last. It returns where the cards lie and the
// labels that they came by.
func dealLabels(n int, draws []func(rng *draw.Stream) []uint64, rng *draw.Stream) (*outcome.Sources, []int32) {
	deck, next, x := make([]uint8, n), make([]uint8, n), make([]int32, n)
	for c := range deck {
		deck[c] = uint8(c)
	}
	for i, draw := range slices.Backward(draws) {
		drawn := draw(rng)
		at := [2]int{0, n}
		for _, word := range drawn {
			at[1] -= bits.OnesCount64(word)
		}
		for j := range next {
			packet := int(drawn[j>>6] >> (j & 63) & 1)
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
	return &places, x
}

// leastCut is the logarithms of cuts, with never below the least of those that can be for those that cannot.
func leastCut(cuts []float64) []float64 {
	least := math.Inf(1)
	for _, x := range cuts {
		if !math.IsInf(x, -1) {
			least = min(least, x)
		}
	}
	some := slices.Clone(cuts)
	for c := range some {
		some[c] = max(some[c], least-never)
	}
	return some
}

// units is a logarithm in units of [scoreUnit].
func units(log float64) int64 { return int64(math.Round(log / scoreUnit)) }
