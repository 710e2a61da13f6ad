package riffle

import (
	"context"
	"fmt"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/cards"
	"dovetail/results"
	"dovetail/results/number"
)

// What the laws of this package depend on, by the permutation p of a shuffled deck: p[i] is
// where card i went.

// peaks counts the cards of the deck that lie between two smaller ones.
func peaks(p perm.Perm) int { return perm.Peaks(p.Inverse()) }

// kept is how many of the cards that were at the bottom still lie in their order, the most s
// for which the last s do.
func kept(p perm.Perm) (s int) {
	for s = 1; s < len(p) && p[len(p)-s-1] < p[len(p)-s]; s++ {
	}
	return s
}

// cyclicDescents counts the cards that lie below the next one, the first being next to the
// last.
func cyclicDescents(p perm.Perm) int {
	c := p.Descents()
	if p[len(p)-1] > p[0] {
		c++
	}
	return c
}

// Ratio is n! P(p) for a permutation p of the question's deck, after any number of shuffles,
// and what of p it depends on.
func (q Question) Ratio(p perm.Perm) (shape string, after func(times int) *big.Rat) {
	n := q.N
	class := func(k int) func(times int) *big.Rat {
		law := q.laws()
		return func(times int) *big.Rat { return law(times).(*Classes).Ratio(k) }
	}
	many := func(k int, one, more string) string {
		if k == 1 {
			return "1 " + one
		}
		return fmt.Sprint(k, " ", more)
	}
	riffled := func(cards, r, tilt int) func(times int) *big.Rat { // cards! Q(cards, a, r) (1 + tilt/a)
		return func(times int) *big.Rat {
			a := q.labels(times)
			ratio := Q(cards, a, r)
			ratio.Mul(ratio, new(big.Rat).SetInt(factorial(cards)))
			return ratio.Mul(ratio, new(big.Rat).SetFrac(new(big.Int).Add(a, big.NewInt(int64(tilt))), a))
		}
	}
	switch {
	case q.Shelves > 0:
		v := peaks(p)
		return many(v, "peak", "peaks"), class(v)
	case q.Top > 0:
		s := kept(p)
		return "the last " + many(s, "card", "cards") + " in order", class(s - 1)
	case q.Cut == None || n == 1:
		r := p.RisingSequences()
		return many(r, "rising sequence", "rising sequences"), riffled(n, r, 0)
	case q.Cut == Before:
		c := cyclicDescents(p)
		return many(c, "cyclic descent", "cyclic descents"), riffled(n-1, c, 0)
	}
	c, d := cyclicDescents(p), lastStep(p)
	return fmt.Sprintf("%s and a last step of %d", many(c, "cyclic descent", "cyclic descents"), d), riffled(n-1, c,
		d-c)
}

// Deck asks how likely one deck is, which lists its cards from 1, after the shuffles of a question.
type Deck struct {
	Question
	Deck []int `json:"deck"`
}

// Schema implements [results.Question].
func (Deck) Schema() string { return results.RiffledDeckSchema }

// Check implements [results.Question].
func (q Deck) Check() error {
	if err := cards.Check(q.Deck); err != nil {
		return err
	}
	if q.N != len(q.Deck) {
		return fmt.Errorf("n=%d, but the deck has %s", q.N, number.Count(len(q.Deck), "card"))
	}
	return q.Question.Check()
}

// Answer implements [results.Question].
func (q Deck) Answer(ctx context.Context, _ results.Env) (results.Record, error) {
	p := make(perm.Perm, len(q.Deck))
	for j, card := range q.Deck {
		p[card-1] = j
	}
	shape, after := q.Ratio(p)
	record := results.RiffledDeck{
		Schema: q.Schema(), Kind: results.Exact, Asked: results.Ask(q), ClosedShuffle: q.shuffles(),
		Deck: q.Deck, Shape: shape, Rows: []results.RiffledDeckRow{},
	}
	var err error
	record.Likeliest, record.Rows, err = q.likelihood(ctx, after)
	return record, err
}

// likelihood is the probability of a deck by the number of shuffles, of which it names the
// likeliest.
func (q Question) likelihood(ctx context.Context, after func(times int) *big.Rat) (likeliest int,
	rows []results.RiffledDeckRow, err error) {
	best, orders := new(big.Rat), new(big.Rat).SetInt(factorial(q.N))
	err = q.each(ctx, func(times int) {
		ratio := after(times)
		if ratio.Cmp(best) > 0 {
			best, likeliest = ratio, times
		}
		rows = append(rows, results.RiffledDeckRow{
			Shuffles:    times,
			Probability: number.Decimal(new(big.Rat).Quo(ratio, orders), q.Digits),
			Ratio:       number.Decimal(ratio, q.Digits),
		})
	})
	return likeliest, rows, err
}

// lastStep is how far below the last card the first one lies, going round.
func lastStep(p perm.Perm) int { return (p[0] - p[len(p)-1] + len(p)) % len(p) }
