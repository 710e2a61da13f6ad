package orders

import (
	"dovetail/perm/faro"
	"dovetail/perm/mersenne"
	"dovetail/results/param"
	one "dovetail/search/faro"
)

// engineFlag is the flag for how a range of moduli is computed by one of some methods.
func engineFlag(to *Method, methods []Method) param.Param {
	says := map[Method]string{Full: "full (by largest primes), ", Window: "window (a sieve over the range)", Single: " or single"}
	text := "auto, "
	for _, m := range methods {
		text += says[m]
	}
	return param.Choice(to, "engine", string(Auto), text, append([]Method{Auto}, methods...)...)
}

// moduli is the argument for a range of moduli.
func (r *Range) moduli() param.Param {
	return param.RangeArg(&r.From, &r.To, "A..B", "range", 2, LargestModulus)
}

func (q *Listing) Params() param.List {
	decks := param.RangeArg(&q.From, &q.To, "N", "deck", 2, faro.MaxDeck).Needed()
	decks.Optional = true
	return param.List{decks, one.Shown(&q.Kind),
		engineFlag(&q.Engine, InOrder).Hide(func() bool { return true })}
}

func (q *Summing) Params() param.List {
	return param.List{q.moduli(), engineFlag(&q.Engine, Methods).Hide(func() bool { return true })}
}

func (q *Restored) Params() param.List {
	return param.List{param.Arg(&q.K, "K", "k", param.Number[int](1, mersenne.MaxExponent))}
}

func (q *Verifying) Params() param.List {
	return param.List{q.moduli(), engineFlag(&q.Engine, InOrder),
		param.After(func(func(string) bool) (err error) {
			*q, err = NewVerifying(q.Range, q.Engine)
			return err
		})}
}
