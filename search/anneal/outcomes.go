package anneal

import (
	"fmt"
	"math/big"

	"dovetail/exact/density"
	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/outcome"
	"dovetail/perm/shuffle/riffles"
)

// annealing is a word U B V with a block B of a-shuffles, which together are one a-shuffle. The
// density of a deck s is the mean, over the outcomes of the letters of U and V, of n! Q_a(r), where
// r counts the rising sequences of V^-1 s in the order that U makes. The letters are tables of
// where positions come from. Position i of that order goes through the letters of U from the last
// to the first and so becomes a card. This has a place in s, which goes through the letters of V
// from the last to the first.
type annealing struct {
	n       int
	block   *big.Int // a
	parts   []part   // tables in the order in which they are looked up, one of them the deck's
	given   int      // index of the deck in parts
	letters []int    // the parts that are letters
	inverse bool     // decks are the inverses of the word's
}

// part is a fixed table, a letter with random outcomes, or the deck.
type part struct {
	fixed  *outcome.Sources
	model  shuffle.Model
	letter int
}

// element is a part of a word, in the order of the word.
type element struct {
	p     perm.Perm
	model shuffle.Model
	a     *big.Int // of an a-shuffle
}

// newAnnealing takes the largest block of a-shuffles, or of shuffles that undo them. The second is
// correct because a word is as far from a fair deck as its inverse.
func newAnnealing(a *word.Alphabet, w word.Word) (*annealing, error) {
	if a.N > outcome.MaxCards {
		return nil, fmt.Errorf("n=%d: densities can be estimated for up to %d cards", a.N, outcome.MaxCards)
	}
	_, core, _ := a.Split(w)
	best := new(annealing)
	for _, inverse := range []bool{false, true} {
		elements := elementsOf(a, core, inverse)
		for i, e := range elements {
			if e.a != nil && (best.block == nil || e.a.Cmp(best.block) > 0) {
				*best = annealing{n: a.N, block: e.a, inverse: inverse}
				best.surround(elements[:i], elements[i+1:])
			}
		}
	}
	if best.block == nil {
		return nil, fmt.Errorf("word %s: densities can be estimated only with a letter that is a riffle, of up to %d cards "+
			"unless it is an a-shuffle or differs from one by its cut alone", a.Format(w), riffles.MaxInterleaved)
	}
	if err := best.unmovable(); err != nil {
		return nil, fmt.Errorf("word %s: %w", a.Format(w), err)
	}
	if best.beginsLow() {
		return nil, fmt.Errorf("word %s: walks on %d cards need more riffles in a row; here they are together an a-shuffle with a = %v at most",
			a.Format(w), a.N, best.block)
	}
	return best, nil
}

// beginsLow reports whether outcomes of many cards, drawn by chance, leave so many rising sequences that L is continued as a
// constant there. Then nothing leads walks to outcomes that make the deck. With up to 64 cards that is so for single riffles
// alone.
func (w *annealing) beginsLow() bool {
	level, _ := w.level()
	return w.n > outcome.ScanCards && level[(w.n+1)/2] == level[1]-deepest
}

// elementsOf reads a word, or its inverse. Successive deterministic letters become one element, as
// do successive a-shuffles.
func elementsOf(a *word.Alphabet, w word.Word, inverse bool) (elements []element) {
	for i := range w {
		l := a.Letters[w[i]]
		if inverse {
			l = a.Letters[w[len(w)-1-i]]
		}
		e := element{p: l.Perm, model: l.Model}
		if inverse {
			e = e.inverse()
		}
		if c := shuffle.ClosedOf(l.Model); c.Packets > 0 && c.Inverse == inverse {
			e.a = big.NewInt(int64(c.Packets))
		}
		last := len(elements) - 1
		switch {
		case last >= 0 && e.p != nil && elements[last].p != nil:
			elements[last].p = elements[last].p.Then(e.p)
		case last >= 0 && e.a != nil && elements[last].a != nil:
			elements[last].a = new(big.Int).Mul(elements[last].a, e.a)
		default:
			elements = append(elements, e)
		}
	}
	return elements
}

func (e element) inverse() element {
	if e.p != nil {
		return element{p: e.p.Inverse()}
	}
	return element{model: shuffle.Undo(e.model)}
}

// surround sets the order of the look-ups.
func (w *annealing) surround(before, after []element) {
	for i := len(before) - 1; i >= 0; i-- {
		w.look(before[i])
	}
	w.given = len(w.parts)
	w.parts = append(w.parts, part{})
	for i := len(after) - 1; i >= 0; i-- {
		w.look(after[i])
	}
}

// widest is the most labels that an a-shuffle is walked with: the labels of a lane. A larger
// shuffle is walked as several.
const widest = 16

// look adds a part. An a-shuffle that is too wide is split into factors; one with a large prime
// factor stays.
func (w *annealing) look(e element) {
	if e.p != nil {
		w.parts = append(w.parts, part{fixed: outcome.SourcesOf(e.p)})
		return
	}
	models := []shuffle.Model{e.model}
	if e.a != nil {
		models = models[:0]
		for _, k := range factors(e.a) {
			models = append(models, riffles.NewAShuffle(k))
		}
	}
	for _, m := range models {
		w.letters = append(w.letters, len(w.parts))
		w.parts = append(w.parts, part{model: m, letter: len(w.letters) - 1})
	}
}

// factors are factors of a that are as large as labels allow. Each is a product of primes.
func factors(a *big.Int) []int {
	var all []int
	rest, k, now := new(big.Int).Set(a), int64(2), 1
	for rest.Cmp(big.NewInt(1)) > 0 {
		q, r := new(big.Int).QuoRem(rest, big.NewInt(k), new(big.Int))
		if r.Sign() != 0 {
			k++
			continue
		}
		rest = q
		if now > 1 && now*int(k) > widest {
			all, now = append(all, now), 1
		}
		now *= int(k)
	}
	return append(all, now)
}

func (w *annealing) Cards() int { return w.n }

func (w *annealing) Size() *big.Int { return w.block }

// scans is the number of passes through the neighbours of labels (outcome.Scan) for each of a
// sweep's other moves. Where the block is small, outcomes near the end of the path hardly move
// otherwise. More passes only cost time. Larger decks have none.
func (w *annealing) scans() int {
	if w.n > outcome.ScanCards || w.block.Cmp(big.NewInt(smallBlock)) > 0 {
		return 0
	}
	return 1
}

const smallBlock = 8

func (w *annealing) Moves() int { return len(w.letters) * w.n * (1 + w.scans()*outcome.ScanPasses) }

func (w *annealing) Seconds() float64 {
	return OutcomeSeconds(w.n, len(w.letters), w.block.Cmp(big.NewInt(smallBlock)) <= 0)
}

// OutcomeSeconds is about the time of a sweep of the outcomes of a number of letters, beside a
// block of at most three riffles or a larger one; for more than 64 cards on processors with AVX-512.
func OutcomeSeconds(n, letters int, small bool) float64 {
	each := 15e-9
	switch {
	case n > outcome.LaneCards:
		each = 1.5e-9 * float64(n)
	case n > outcome.ScanCards:
		each = 20e-9
	case small:
		each = 25e-9
	}
	return float64(each * float64(letters*n))
}

func (w *annealing) Inexact() float64 { return 0 }

func (w *annealing) Kind() Kind { return Outcomes }

func (w *annealing) Ladder() *Ladder {
	p := &Ladder{beta: []float64{0, 1}}
	p.level, p.most = w.level()
	return p
}

func (w *annealing) Reach() float64 {
	level, _ := w.level()
	return level[1] - level[w.n]
}

// deepest is the depth below its greatest value to which L is continued.
const deepest = 600.0

// lost sets the slope of L beyond a: about one walk in e^lost ends with more rising sequences than
// a, and so with the weight 0.
const lost = 7.0

// level is L(r), the logarithm of n! Q_a(r), continued beyond r = a with a slope that leads walks
// back. There are about ((a+2)/(a+1))^n times as many outcomes with one more rising sequence, so
// that it has to be steeper than n ln((a+1)/a).
func (w *annealing) level() (level []float64, most int) {
	level = density.Rising(w.n, w.block)
	a, _ := new(big.Float).SetInt(w.block).Float64()
	slope := float64(float64(w.n)*elementary.Log1p(1/a)) + lost
	most = w.n
	for r := 1; r <= w.n; r++ {
		if float64(r) > a {
			most = min(most, r-1)
			level[r] = max(level[r-1]-slope, level[1]-deepest)
		}
	}
	return level, most
}

// deckOf returns the deck of the core in whose places walks look up the cards.
func deckOf(n int, places *outcome.Sources, inverse bool) []uint16 {
	deck := make([]uint16, n)
	for card, j := range places[:n] {
		if inverse {
			deck[card] = uint16(j)
		} else {
			deck[j] = uint16(card)
		}
	}
	return deck
}

func (w *annealing) Deck(places *outcome.Sources) []uint16 { return deckOf(w.n, places, w.inverse) }

// Places are the positions of the cards of a deck of the core, as walks look them up.
func (w *annealing) Places(deck []uint16) *outcome.Sources {
	if !w.inverse {
		return PlacesOf(deck)
	}
	places := identity
	for j, card := range deck {
		places[j] = uint8(card)
	}
	return &places
}

// unmovable returns the first letter whose outcomes cannot be moved, or nil.
func (w *annealing) unmovable() error {
	for _, l := range w.letters {
		if m := w.parts[l].model; shuffle.NewOutcome(m, w.n) == nil {
			return fmt.Errorf("no moves between outcomes are known for %s", m)
		}
	}
	return nil
}
