package bound

import (
	"context"
	"math/big"

	"dovetail/exact/law"
	"dovetail/exact/pairs"
	"dovetail/results"
)

// MaxWhole is the largest deck whose law on all orders is computed for the distance of a word: 9! = 362,880 orders take
// some tenths of a second.
const MaxWhole = 9

// Whole proves the distance of a word on a deck of up to MaxWhole cards by a closed form, or else by its law on all orders.
func Whole(ctx context.Context, q pairs.Question, env results.Env) (i Interval, err error) {
	a, w, workers, err := q.Read(env)
	if err != nil {
		return i, err
	}
	i = newInterval()
	_, core, _ := a.Split(w)
	if !NewProver(a, nil, nil, workers).closed(&i, factors(a.Alphabet, core)) {
		err = i.whole(ctx, q, env)
	}
	return i, err
}

// whole adds the law on all orders: the distance is a fraction where that is made of whole numbers, and else known to the
// error of doubles.
func (i *Interval) whole(ctx context.Context, q pairs.Question, env results.Env) error {
	l, err := wholeLaw(q).Law(ctx, env.Memory, env.Workers())
	if err != nil {
		return results.Refuse(err)
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

// wholeLaw is the question for the law on all orders.
func wholeLaw(q pairs.Question) law.Question {
	return law.Question{N: q.N, Letters: q.Letters, Word: q.Word}
}

// WholeSeconds is about what that takes.
func WholeSeconds(q pairs.Question) float64 { return wholeLaw(q).Seconds() }
