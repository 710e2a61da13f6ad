package population

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"dovetail/perm/topswops"
)

// tails look for a long game from its middle: the moment when the largest card, M, shows. Then the cards above
// position M are a final deck E of M-1 cards with M in the place of 1, and z, a card that does not move before, is
// at position M. What follows is one game, the tail; what comes before is any game that ends as E without a move
// of z (docs/topswops.md, front half). Both are long only if much comes together, but a tail costs one game, where
// to find the longest way back from E takes millions of moves. So all tails come first: of every E whose cards lie
// in order from position Ordered+1 on, as the final decks of long games mostly do, and every z. Ways back are
// looked for from the longest tails alone, with more effort from fewer and fewer.
type tails struct {
	Cards   int // M
	Ordered int // cards of E that may be out of order
	Place   int // where the largest of these lies, from 1 to Ordered-2, counted from 0
}

// tail is a game that follows when card z comes to the top after the largest card.
type tail struct {
	end   topswops.Deck
	z     int
	moves int
	back  found // the longest game that ends so and leaves z where it is, as far as known
}

// longest is what the whole game has, without the move of the largest card.
func (t tail) longest() int { return t.moves + t.back.moves }

// ladder says from how many tails ways back are looked for, and how wide each search is.
var ladder = []struct{ tails, width int }{{400, 100}, {20, 1000}, {4, 10_000}}

// TailsFrom is the least number of cards that games are long enough for. MinTails is the smallest number of cards that
// can be out of order, with one between the first and the largest, and MaxTails the largest number whose orders are all
// gone through.
const TailsFrom, MinTails, MaxTails = 18, 3, 14

// seconds is about what they take one processor: a game takes 25 ns, and all ways back ten seconds.
func (q tails) seconds() float64 {
	games := float64(q.Cards)
	for k := range q.Ordered - 1 {
		games *= float64(max(1, k))
	}
	return float64(25e-9*games) + 10
}

// Longest is the longest deck that they find, of M cards, counted from 1.
func (q tails) Longest(ctx context.Context) ([]int, error) {
	all, err := q.play(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	for _, step := range ladder {
		all = all[:min(len(all), step.tails)]
		for i := range all {
			w := wayBack{width: step.width, still: all[i].z, over: func() bool { return ctx.Err() != nil }}
			all[i].back = w.longest(all[i].end, q.Ordered, q.Cards-1)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		slices.SortStableFunc(all, func(a, b tail) int { return cmp.Compare(b.longest(), a.longest()) })
	}
	var deck topswops.Deck
	all[0].back.deck.PutIn(&deck, q.Cards-1, 0, all[0].z)
	cards := deck.Unpack(q.Cards)
	for i := range cards {
		cards[i]++
	}
	return cards, nil
}

// play plays the tails, and gives the longest, as many as the first step of the ladder takes.
func (q tails) play(ctx context.Context) (longest []tail, err error) {
	m := q.Cards - 1
	// A child has a slack above 0, which is 1 + 1 + moves - Gap, where the tail has at least Gap - 1 moves.
	fronts := topswops.Fronts{Card: m, Least: 1, Gap: q.Cards, Top: math.MaxUint8}
	var parents, children []topswops.Bundle
	least := 0
	settle := func() {
		children = fronts.Append(children[:0], parents)
		for _, c := range children {
			if moves := int(c.Slack[0]) + fronts.Gap - 2; moves > least {
				end := endOf(&parents[c.From], m)
				longest = append(longest, tail{end: end, z: int(c.Path[0]), moves: moves})
			}
		}
		if most := ladder[0].tails; len(longest) > 4*most {
			longest = q.best(longest)
			least = longest[most-1].moves - 1
		}
		parents = parents[:0]
	}
	q.ends(func(end []int) bool {
		b := topswops.Bundle{From: uint32(len(parents))}
		for p := range m {
			b.End[p], b.Slack[p] = uint8(p), 1
			if p < q.Ordered {
				b.End[p] = uint8(end[p])
			}
		}
		if parents = append(parents, b); len(parents) == together {
			settle()
			err = ctx.Err()
		}
		return err == nil
	})
	settle()
	return q.best(longest), err
}

// together is the number of final decks that are played from at a time.
const together = 256

// best are the longest tails, of equal ones those that come first in an order of their own.
func (q tails) best(all []tail) []tail {
	slices.SortFunc(all, func(a, b tail) int {
		return cmp.Or(cmp.Compare(b.moves, a.moves), slices.Compare(a.end[:], b.end[:]), cmp.Compare(a.z, b.z))
	})
	return all[:min(len(all), ladder[0].tails)]
}

// endOf is the deck of m cards that a bundle ends as.
func endOf(b *topswops.Bundle, m int) (d topswops.Deck) {
	for p := range m {
		d = d.Put(int(b.End[p]), p)
	}
	return d
}

// ends calls yield with the orders of the cards that may be out of order: 0 first, and the largest in its place.
func (q tails) ends(yield func(end []int) bool) {
	end := make([]int, q.Ordered)
	end[q.Place] = q.Ordered - 1
	var fill func(p int, left uint32) bool
	fill = func(p int, left uint32) bool {
		if p == q.Place {
			p++
		}
		if p == q.Ordered {
			return yield(end)
		}
		for rest := left; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros32(rest)
			if end[p] = v; !fill(p+1, left&^(1<<v)) {
				return false
			}
		}
		return true
	}
	fill(1, 1<<(q.Ordered-1)-2)
}
