package anneal

import (
	"context"
	"math"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/outcome"
	"dovetail/perm/shuffle/riffles"
)

// walkers move side by side through the outcomes of the letters around a word's block, each for a
// deck of its own.
type walkers struct {
	w     *annealing
	walks [][]*outcome.Tilted // by letter, then by walker
	chain [][]*outcome.Sources
	rng   []*draw.Stream   // by walker
	block []shuffle.Dealer // factors of the block, once a deck was dealt
}

// newWalkers makes a number of them.
func newWalkers(w *annealing, count int) *walkers {
	v := &walkers{w: w, walks: make([][]*outcome.Tilted, len(w.letters)), rng: make([]*draw.Stream, count)}
	for range count {
		var chain []*outcome.Sources
		for _, p := range w.parts {
			if p.model == nil {
				chain = append(chain, p.fixed)
				continue
			}
			t := &outcome.Tilted{
				N: w.n, Outcome: shuffle.NewOutcome(p.model, w.n), Before: outcome.SourcesOf(nil), After: outcome.SourcesOf(nil),
			}
			v.walks[p.letter] = append(v.walks[p.letter], t)
			chain = append(chain, nil)
		}
		v.chain = append(v.chain, chain)
	}
	return v
}

// Begin sets the deck of walker k, by the positions of its cards, and a random stream of its own.
func (v *walkers) Begin(k int, places *outcome.Sources, rng *draw.Stream) {
	v.chain[k][v.w.given] = places
	v.Follow(k, rng)
}

// Follow gives walker k another stream.
func (v *walkers) Follow(k int, rng *draw.Stream) {
	v.rng[k] = rng
	for _, walks := range v.walks {
		walks[k].Follow(rng)
	}
}

// Draw draws outcomes from the letters' laws.
func (v *walkers) Draw(k int) {
	for _, walks := range v.walks {
		walks[k].Draw(walks[k].Rng)
	}
}

// Ready is called when decks and outcomes are set.
func (v *walkers) Ready() { v.look(0) }

// energy is L of walker k's outcomes, after a sweep.
func (v *walkers) energy(p *Ladder, k int) float64 { return p.level[v.rises(len(v.walks)-1, k)] }

// look updates what surrounds the outcomes of a letter, for all walkers.
func (v *walkers) look(letter int) {
	at := v.w.letters[letter]
	for k, t := range v.walks[letter] {
		for l, walks := range v.walks {
			v.chain[k][v.w.letters[l]] = walks[k].Sources()
		}
		outcome.Compose(t.Before, v.chain[k][:at], v.w.n)
		outcome.Compose(t.After, v.chain[k][at+1:], v.w.n)
		t.Count()
	}
}

// sweep lets the letters move in turn, each as often as it has parts and then, beside a small
// block, through the neighbours of labels; or does all that in reverse. A single letter needs no
// update of its surroundings.
func (v *walkers) sweep(_ *Ladder, t tilt, reverse bool) {
	last := len(v.walks) - 1
	for l := range v.walks {
		if reverse {
			l = last - l
		}
		if last > 0 {
			v.look(l)
		}
		if reverse {
			outcome.Scan(v.walks[l], t.weight, v.w.scans(), true)
		}
		outcome.Sweep(v.walks[l], t.weight, v.walks[l][0].Moves())
		if !reverse {
			outcome.Scan(v.walks[l], t.weight, v.w.scans(), false)
		}
	}
}

// rises is the number of rising sequences of walker k, after a sweep or a look that
// ended with the given letter.
func (v *walkers) rises(letter, k int) int { return v.walks[letter][k].Rises }

// Forward walks from fresh outcomes to the decks: logarithms of unbiased estimates of
// their densities.
func (v *walkers) Forward(ctx context.Context, p *Ladder) ([]float64, error) {
	logs := make([]float64, len(v.chain))
	for k := range logs {
		v.Draw(k)
	}
	end := len(v.walks) - 1
	v.look(end)
	level := func(k int) float64 { return p.level[v.rises(end, k)] }
	if err := p.forth(ctx, logs, level, func(step int) { v.sweep(p, p.weight(step), false) }); err != nil {
		return nil, err
	}
	for k := range logs {
		if v.rises(end, k) > p.most {
			logs[k] = math.Inf(-1)
		}
	}
	return logs, nil
}

// Backward walks the reverse path, from outcomes that dealt the decks.
func (v *walkers) Backward(ctx context.Context, p *Ladder) ([]float64, error) {
	logs := make([]float64, len(v.chain))
	v.look(0)
	level := func(k int) float64 { return p.level[v.rises(0, k)] }
	return logs, p.back(ctx, logs, level, func(step int) { v.sweep(p, p.weight(step), true) })
}

// Deal draws the outcomes of walker k's letters and of the block, and sets the deck that they make.
// The card at position j came through the letters of X from the last to the first, the block, and
// the letters of Y from the last to the first.
func (v *walkers) Deal(k int, rng *draw.Stream) *outcome.Sources {
	w := v.w
	if v.block == nil {
		for _, a := range factors(w.block) {
			v.block = append(v.block, riffles.NewAShuffle(a).Dealer(w.n))
		}
	}
	v.Begin(k, nil, rng)
	v.Draw(k)
	deck, next := shuffle.NewDeck(w.n), shuffle.NewDeck(w.n)
	for _, deal := range v.block {
		deal(rng, next, deck)
		deck, next = next, deck
	}
	return v.around(k, deck)
}

// around sets the deck of walker k that its outcomes make with the block's.
func (v *walkers) around(k int, block []uint16) *outcome.Sources {
	w := v.w
	for l, walks := range v.walks {
		v.chain[k][w.letters[l]] = walks[k].Sources()
	}
	after, before := identity, identity
	outcome.Compose(&after, v.chain[k][w.given+1:], w.n)
	outcome.Compose(&before, v.chain[k][:w.given], w.n)
	deck := shuffle.NewDeck(w.n)
	for j := range deck {
		deck[j] = uint16(before[block[after[j]]])
	}
	v.chain[k][w.given] = PlacesOf(deck)
	return v.chain[k][w.given]
}

func (w *annealing) Particles(count int) Particles { return newWalkers(w, count) }
