package noted

import (
	"cmp"
	"context"
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

// Performance asks for the magician's part for one deck, which lists its cards from 1, after From,
// From+1, ..., To riffles.
type Performance struct {
	N      int       `json:"n"`
	From   int       `json:"from"`
	To     int       `json:"to"`
	Cut    Cut       `json:"cut"`
	Insert Insertion `json:"insert"`
	Deck   []int     `json:"deck"`
}

// Schema implements [results.Question].
func (Performance) Schema() string { return results.TrickDeckSchema }

// trick is that of a number of riffles.
func (q Performance) trick(riffles int) Trick {
	return Trick{N: q.N, Riffles: riffles, Cut: q.Cut, Insert: q.Insert}
}

// Check implements [results.Question].
func (q Performance) Check() error {
	if err := cards.Check(q.Deck); err != nil {
		return err
	}
	if len(q.Deck) != q.N {
		return fmt.Errorf("n=%d, but the deck has %s", q.N, number.Count(len(q.Deck), "card"))
	}
	if q.From > q.To {
		return fmt.Errorf("riffles=%d..%d is not a valid range", q.From, q.To)
	}
	return cmp.Or(q.trick(q.From).Check(), q.trick(q.To).Check())
}

// Seconds implements [results.Question].
func (q Performance) Seconds() float64 { return 1e-3 }

// Answer implements [results.Question].
func (q Performance) Answer(context.Context, results.Env) (results.Record, error) {
	r := results.TrickDeck{
		Schema: q.Schema(), Kind: results.Exact, Asked: results.Ask(q), N: q.N, Cut: string(q.Cut), Insert: string(q.Insert),
		Insertion: q.Insert.Describe(q.N), Deck: q.Deck, Rows: []results.TrickDeckRow{},
	}
	lies := make([]uint16, q.N)
	for j, card := range q.Deck {
		lies[j] = uint16(card - 1)
	}
	likeliest := math.Inf(-1)
	for riffles := q.From; riffles <= q.To; riffles++ {
		m := NewMagician(q.trick(riffles))
		post := m.Posterior(lies)
		row := results.TrickDeckRow{Riffles: riffles}
		if bits := m.Bits(); !math.IsInf(bits, -1) {
			row.Bits = strconv.FormatFloat(bits, 'f', 2, 64)
			for g, card := range Best(post) {
				if p := post[card]; p > 0 {
					*[]*int{&row.First, &row.Second, &row.Third}[g] = card + 1
					*[]*float64{&row.FirstP, &row.SecondP, &row.ThirdP}[g] = math.Round(p*1e6) / 1e6
				}
			}
			if bits > likeliest {
				likeliest, r.Likeliest = bits, riffles
			}
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}
