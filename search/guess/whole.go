package guess

import (
	"context"

	"dovetail/exact/law"
	"dovetail/perm"
)

// The law of a word on all orders of a small deck has everything. Decks that begin with the same cards follow each other
// in it. Let m be the probability of the decks that begin with the cards seen, w that times the mean number of right
// guesses still to come, and s the same for r(r-1), where r is that number. With sums over the next card and its
// likeliest value, at which m is greatest,
//
//	m = sum m',   w = sum w' + max m',   s = sum s' + 2 w' of the likeliest,
//
// as r grows by 1 where the guess is right, and r(r-1) by 2r. Of equally likely cards the first is named.

// maxWhole is the largest deck whose law on all orders is computed: 9! = 362,880 orders.
const maxWhole = 9

// listed is a law on all orders.
type listed struct {
	chance func(deck int) float64
	error  float64 // of each chance, relative to its size
}

func newListed(l *law.Law) listed {
	if l.Uniform {
		return listed{func(int) float64 { return 1 / float64(l.Decks()) }, 0x1p-53}
	}
	return listed{l.Scaled(1), l.RelativeError() + float64(float64(len(l.Counts.Digits)+2)*0x1p-53)}
}

// after is the outlook of the decks from a rank on, where so many cards are unseen.
func (l listed) after(from, left int) (all outlook) {
	if left == 0 {
		return outlook{m: l.chance(from)}
	}
	for next := range left {
		all.add(l.after(from+next*int(perm.Factorial(left-1)), left-1))
	}
	all.w, all.s = all.w+all.best, all.s+float64(2*all.rest)
	return all
}

// laws yields the laws of the first letters of a word, for given numbers of them.
func (q Question) laws(ctx context.Context, threads int, memory uint64, yield func(length int, l listed)) error {
	c, err := law.Compile(ctx, q.N, q.Letters, memory)
	if err != nil {
		return err
	}
	w, err := c.Parse(q.Word)
	if err != nil {
		return err
	}
	chain, models := law.NewChain(c, threads), q.models()
	for length := q.From; length <= len(w); length++ {
		if closedForm(models[:length]).known(q.N) {
			continue
		}
		l, err := chain.Word(ctx, w[:length])
		if err != nil {
			return err
		}
		yield(length, newListed(l))
	}
	return nil
}

// reading plays by such a law: from is the rank of the first deck that begins with the cards seen.
type reading struct {
	listed
	from int
}

func (r *reading) best(unseen []bool, left int) (card int, chance float64) {
	all, i := r.after(r.from, left).m, 0
	for c, is := range unseen {
		if !is {
			continue
		}
		if x := r.after(r.from+i*int(perm.Factorial(left-1)), left-1).m / all; x > chance*tieTolerance {
			card, chance = c, x
		}
		i++
	}
	return card, chance
}

func (r *reading) see(unseen []bool, left, card int) {
	for c := range card {
		if unseen[c] {
			r.from += int(perm.Factorial(left - 1))
		}
	}
}
