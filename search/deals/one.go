package deals

import (
	"context"
	"fmt"
	"math/big"

	"dovetail/exact/fair"
	"dovetail/exact/riffle"
	"dovetail/perm/cards"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/number"
)

// One asks about one deck: the one given, or the first that a word deals.
type One struct {
	Deck    []int // or nil
	N       int
	Letters []shuffle.Letter
	Word    string
	Seed    uint64

	From, To, Digits int // riffles after which it may have come, and how its probabilities are written
}

// Record deals the deck if it is to be dealt, and says what it is like. A word deals the deck
// that Sampling deals first.
func (q One) Record(ctx context.Context) (results.Deck, error) {
	likely := riffle.Question{N: q.N, Packets: 2, Cut: riffle.None, From: q.From, To: q.To, Digits: q.Digits}
	if q.Deck != nil {
		likely.N = len(q.Deck)
	}
	if err := likely.Check(); err != nil {
		return results.Deck{}, results.Refuse(err)
	}
	if q.Deck != nil {
		return fair.Deck(ctx, q.Deck, likely)
	}
	if err := dealable(q.Letters); err != nil {
		return results.Deck{}, results.Refuse(err)
	}
	dealt, err := newHand(q.N).take(byLetters(q.N, q.Seed, q.Letters, q.Word)).deck(ctx, 0)
	if err != nil {
		return results.Deck{}, err
	}
	for _, card := range dealt {
		q.Deck = append(q.Deck, int(card)+1)
	}
	record, err := fair.Deck(ctx, q.Deck, likely)
	record.Word, record.Seed = q.Word, number.OfUint(q.Seed)
	for _, l := range q.Letters {
		record.Models = append(record.Models, l.String())
	}
	return record, err
}

// Riffle shows one riffle: of the deck given, of the one that the word deals, or of a new one.
// That of a new deck is the one that the word R deals.
func (q One) Riffle(ctx context.Context) (results.ShownRiffle, error) {
	switch {
	case q.Deck != nil:
		return riffled(q.Deck, q.Seed), nil
	case q.Word != "":
		record, err := q.Record(ctx)
		return riffled(record.Deck, q.Seed), err
	}
	return riffled(cards.New(q.N, 1), q.Seed), nil
}

func riffled(deck []int, seed uint64) results.ShownRiffle {
	n := len(deck)
	r, err := shuffle.ParseLetter("R=riffle")
	if err != nil {
		panic(err)
	}
	d := byLetters(n, seed, []shuffle.Letter{r}, "R")
	record := results.ShownRiffle{
		Schema: results.ShownRiffleSchema, Kind: results.Sampled, N: n, Seed: number.OfUint(seed),
		Before: deck, Labels: shuffle.RiffleLabels(stream(seed, d.purpose, n, 0), n),
	}
	for _, label := range record.Labels {
		record.Cut += 1 - label
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(n))
	record.Chance = number.Decimal(new(big.Rat).SetFrac(new(big.Int).Binomial(int64(n), int64(record.Cut)), all), 4)
	next := [2]int{0, record.Cut}
	for j, label := range record.Labels {
		record.After = append(record.After, deck[next[label]])
		next[label]++
		left := [2]int{next[0], next[1] - record.Cut}
		record.Drops = append(record.Drops, fmt.Sprintf("%d/%d", left[label], j+1))
	}
	return record
}
