package decks

import (
	"math"
	"math/rand/v2"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// uniform is where the cards of a uniform deck are.
func uniform(n int, rng *rand.ChaCha8) *shuffle.Sources {
	deck := shuffle.NewDeck(n)
	shuffle.Uniform(n)(rng, deck, shuffle.NewDeck(n))
	return placesOf(deck)
}

// placesOf is where the cards of a deck are.
func placesOf(deck []uint16) *shuffle.Sources {
	p := make(perm.Perm, len(deck))
	for j, card := range deck {
		p[j] = int(card)
	}
	return shuffle.SourcesOf(p)
}

// deal draws walker k's outcomes and the block's, and puts it before the deck that they make. The
// card at position j came through the letters of X from the last to the first, the block, and the
// letters of Y from the last to the first.
func (v *walkers) deal(k int, block shuffle.Dealer, rng *rand.ChaCha8) {
	w := v.w
	v.begin(k, nil, rng)
	v.draw(k)
	for l, walks := range v.walks {
		v.chain[k][w.letters[l]] = walks[k].Sources()
	}
	var through shuffle.Sources
	compose(&through, v.chain[k][w.deck+1:], w.n)
	fell := shuffle.NewDeck(w.n)
	block(rng, fell, shuffle.NewDeck(w.n))
	for j := range through[:w.n] {
		through[j] = uint8(fell[through[j]])
	}
	deck := make([]uint16, w.n)
	var cards shuffle.Sources
	compose(&cards, v.chain[k][:w.deck], w.n)
	for j := range deck {
		deck[j] = uint16(cards[through[j]])
	}
	v.chain[k][w.deck] = placesOf(deck)
}

// estimator estimates densities by so many walks on each deck.
type estimator struct {
	w       *annealing
	p       *path
	walks   int
	seed    uint64
	purpose string
	v       *walkers
	block   shuffle.Dealer
}

// group is how many decks are walked on side by side.
const group = 4

// most is what an estimate of the density counts at most in the lower end; see docs/decks.md.
const cap = 2.0

// forward is (1-p)^+ and the lower test for each deck of a block.
func (e *estimator) forward(first int) (high, low [group]float64) {
	for d := range group {
		places := uniform(e.w.n, stream(e.seed, e.purpose+" deck", first+d, 0))
		for k := range e.walks {
			e.v.begin(d*e.walks+k, places, stream(e.seed, e.purpose+" walk", first+d, k))
		}
	}
	logs := e.v.forward(e.p)
	for d := range group {
		all := logs[d*e.walks : (d+1)*e.walks]
		sum := 0.0
		for _, l := range all {
			sum += math.Exp(l)
		}
		high[d] = max(0, 1-sum/float64(e.walks))
		for _, l := range all {
			p := math.Exp(l)
			if (sum-p)/float64(e.walks-1) < 1 {
				low[d] += (1 - min(p, cap)) / float64(e.walks)
			}
		}
	}
	return high, low
}
