package noted

import (
	"fmt"
	"math"
	"strconv"

	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/number"
)

// Guesses is how many cards the magician may name.
const Guesses = 3

// Best are the cards of the greatest posteriors, the greatest first, of equal ones the lower
// card first.
func Best(post []float64) (best [Guesses]int) {
	found := 0
	for card, p := range post {
		k := found
		for k > 0 && post[best[k-1]] < p {
			k--
		}
		if k < Guesses {
			found = min(found+1, Guesses)
			copy(best[k+1:found], best[k:])
			best[k] = card
		}
	}
	return best
}

// Perform does the magician's part for one deck, which lists its cards from 1: after From,
// From+1, ..., To riffles, whatever number the trick has.
func Perform(t Trick, from, to int, deck []int) (r results.TrickDeck, err error) {
	if err := cards.Check(deck); err != nil {
		return r, err
	}
	if len(deck) != t.N {
		return r, fmt.Errorf("n=%d, but the deck has %s", t.N, number.Count(len(deck), "card"))
	}
	if from > to {
		return r, fmt.Errorf("%d..%d riffles are no range", from, to)
	}
	r = results.TrickDeck{
		Schema: results.TrickDeckSchema, Kind: results.Exact, N: t.N, Cut: string(t.Cut), Insert: string(t.Insert),
		Insertion: t.Insert.Describe(t.N), Deck: deck, Rows: []results.TrickDeckRow{},
	}
	lies := make([]uint16, len(deck))
	for j, card := range deck {
		lies[j] = uint16(card - 1)
	}
	likeliest := math.Inf(-1)
	for t.Riffles = from; t.Riffles <= to; t.Riffles++ {
		if err := t.Check(); err != nil {
			return r, err
		}
		m := NewMagician(t)
		post := m.Posterior(lies)
		row := results.TrickDeckRow{Riffles: t.Riffles}
		if bits := m.Bits(); !math.IsInf(bits, -1) {
			row.Bits = strconv.FormatFloat(bits, 'f', 2, 64)
			for g, card := range Best(post) {
				if p := post[card]; p > 0 {
					*[]*int{&row.First, &row.Second, &row.Third}[g] = card + 1
					*[]*float64{&row.FirstP, &row.SecondP, &row.ThirdP}[g] = math.Round(p*1e6) / 1e6
				}
			}
			if bits > likeliest {
				likeliest, r.Likeliest = bits, t.Riffles
			}
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}
