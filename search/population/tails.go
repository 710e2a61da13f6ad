package population

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"dovetail/perm/topswops"
)

// tails look for a long game from its middle: the moment when the largest card, M, shows. Then the
// cards above position M are a final deck E of M-1 cards with M in the place of 1. At position M is
// a card z that has not moved before. What follows is one game, the tail. What comes before is any
// game that ends as E without a move of z (docs/topswops.md, front half). Both are rarely long. But
// a tail costs one game, while finding the longest way back from E takes millions of moves. So all
// tails are played first: for every E whose cards lie in order from position Ordered+1 on, as the
// final decks of long games mostly do, and every z. Ways back are searched from the longest tails
// alone, with more effort from fewer and fewer.
type tails struct {
	Cards   int // M
	Ordered int // most cards of E out of order
	Width   int // most decks of a layer
}

// tail is a game that follows when card z comes to the top after the largest card.
type tail struct {
	end   topswops.Deck
	z     int
	moves int
	back  int // the longest known way back from E without a move of z
}

// ladder gives the number of tails from which ways back are searched, and the number of decks in
// each layer. From the best of all that is Width.
var ladder = []struct{ tails, width int }{{400, 1000}, {20, 50_000}, {4, 1_000_000}}

// TailsFrom is the least number of cards with games that are long enough. MinTails is the smallest
// number of cards that can be out of order, with one between the first and the largest. MaxTails is
// the largest number of cards whose orders can all be enumerated.
const TailsFrom, MinTails, MaxTails = 18, 3, 14

// LayersTo is the number of cards at which layers end. UsualLayers is a width that takes 0.6
// gigabytes. MinLayers and MaxLayers are the least and the greatest.
const LayersTo, MinLayers, UsualLayers, MaxLayers = 30, 1000, 8_000_000, 256_000_000

// seconds is about the time on one processor for up to n cards. A game takes 15 ns, and the first
// ways back take ten seconds. A deck of the widest layers takes 0.8 us for the last ways back and
// 0.25 us for each further size.
func (q tails) seconds(n int) float64 {
	games := float64(q.Cards * (q.Ordered - 2))
	for k := range q.Ordered - 1 {
		games *= float64(max(1, k))
	}
	return float64(15e-9*games) + 10 + float64(float64(q.Width)*(8e-7+float64(2.5e-7*float64(min(n, LayersTo)-q.Cards))))
}

// Longest are the longest decks of M, M+1, ..., n cards that they find, counted from 1. Those of
// more than M cards come from layers that continue from the decks of M cards with the longest of
// all ways back. Layers of Width take some 70 bytes a deck. The channel wide lets one caller at a
// time have them.
func (q tails) Longest(ctx context.Context, n int, wide chan struct{}) (longest [][]int, err error) {
	all, err := q.play(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	l := &layers{over: func() bool { return ctx.Err() != nil }}
	back := func(t *tail, width int) {
		l.width, l.still = width, t.z
		l.back(&t.end, q.Ordered, q.Cards-1)
		t.back = l.longest().moves
	}
	for _, step := range ladder {
		all = all[:min(len(all), step.tails)]
		for i := range all {
			back(&all[i], min(step.width, q.Width))
		}
		slices.SortStableFunc(all, func(a, b tail) int { return cmp.Compare(b.moves+b.back, a.moves+a.back) })
	}
	select {
	case wide <- struct{}{}:
		defer func() { <-wide }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	best := &all[0]
	back(best, q.Width)
	l.each(1+best.moves, func(d *topswops.Deck) {
		before := *d
		before.PutIn(d, q.Cards-1, 0, best.z)
	})
	l.still = 0
	for m := q.Cards; ctx.Err() == nil; m++ {
		if longest = append(longest, l.longest().list(m)); m == min(n, LayersTo) {
			return longest, nil
		}
		l.append(m)
	}
	return nil, ctx.Err()
}

// list are the n cards of a deck, counted from 1.
func (f found) list(n int) []int {
	cards := f.deck.Unpack(n)
	for i := range cards {
		cards[i]++
	}
	return cards
}

// play plays the tails, and returns the longest, as many as the first step of the ladder takes.
func (q tails) play(ctx context.Context) (longest []tail, err error) {
	m := q.Cards - 1
	// A child has a slack above 0, which is 1 + 1 + moves - Gap, where the tail has at least Gap - 1 moves.
	atLeast := func(moves int) topswops.Fronts {
		return topswops.Fronts{Card: m, Least: 1, Gap: moves + 1, Top: math.MaxUint8}
	}
	fronts := atLeast(m)
	var parents, children []topswops.Bundle
	settle := func() {
		children = fronts.Append(children[:0], parents)
		for _, c := range children {
			end := endOf(&parents[c.From], m)
			longest = append(longest, tail{end: end, z: int(c.Path[0]), moves: int(c.Slack[0]) + fronts.Gap - 2})
		}
		if most := ladder[0].tails; len(longest) > 4*most {
			longest = q.best(longest)
			fronts = atLeast(longest[most-1].moves)
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

// best are the longest tails. Of equally long ones it keeps those that come first in an order of
// their own.
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

// ends calls yield with the orders of the cards that may be out of order: 0 first, and the largest in none but its own
// place.
func (q tails) ends(yield func(end []int) bool) {
	end := make([]int, q.Ordered)
	var fill func(p int, left uint32) bool
	fill = func(p int, left uint32) bool {
		if p == q.Ordered {
			return yield(end)
		}
		for rest := left; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros32(rest)
			if p == q.Ordered-1 && v == p {
				continue
			}
			if end[p] = v; !fill(p+1, left&^(1<<v)) {
				return false
			}
		}
		return true
	}
	fill(1, 1<<q.Ordered-2)
}
