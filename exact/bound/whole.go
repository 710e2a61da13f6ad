package bound

import (
	"context"
	"math/big"

	"dovetail/exact/law"
	"dovetail/exact/position"
	"dovetail/exact/word"
)

// MaxWhole is the largest deck whose law on all orders is computed for the distance of a word: 9! = 362,880 orders take
// some tenths of a second.
const MaxWhole = 9

// Whole proves the distance of a word on a deck of up to MaxWhole cards by a closed form, or
// otherwise by its law on all orders.
func Whole(ctx context.Context, a *position.Laws, w word.Word, memory uint64, workers int) (i Interval, err error) {
	i = newInterval()
	_, core, _ := a.Split(w)
	if !NewProver(a, nil, nil, workers).closed(&i, factors(a.Alphabet, core)) {
		err = i.Whole(ctx, a, w, memory, workers)
	}
	return i, err
}

// Whole adds the law on all orders. The distance is a fraction if the law is made of integers, and
// otherwise known to the error of doubles.
func (i *Interval) Whole(ctx context.Context, a *position.Laws, w word.Word, memory uint64, workers int) error {
	l, err := law.Of(ctx, a.N, a.Models(), a.Format(w), memory, workers)
	if err != nil {
		return err
	}
	const says = "it is the sum over all %d orders of what each is too likely"
	tvd := l.TVD()
	if tvd.Exact != nil {
		i.exactly(All, tvd.Exact, says, l.Decks())
		return nil
	}
	value, slack := positive(tvd.Float), positive(tvd.Error)
	i.atLeast(All, new(big.Rat).Sub(value, slack), says, l.Decks())
	i.atMost(All, value.Add(value, slack), says, l.Decks())
	return nil
}
