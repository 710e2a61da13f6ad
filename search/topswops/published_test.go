package topswops

import (
	"math/bits"
	"testing"

	"dovetail/perm/topswops"
)

// published is the published search for the longest games (D. E. Knuth's better algorithm, The
// Art of Computer Programming 7.2.1.2, exercise 107, with the bounds of the programs behind
// A000375), the reference for bundles. It plays on a deck whose cards are unknown and branches
// when one of them comes to the top:
//
//   - every unused card is tried, card 1 only when nothing else is left, since
//     any other card makes a longer game;
//   - never the card whose number is the position where it started: that deck
//     has a predecessor, of a longer game;
//   - once the cards from position p on are the cards >= p in any order, the
//     first p-1 positions are all that moves, and f(p-1) bounds what is left.
//
// lengths are those of the longest games below n. least is a length that some deck is known to
// reach.
func published(n, least int, lengths []int) (f found, nodes uint64) {
	s := forward{n: n, f: lengths, found: found{Best: least}}
	s.branch(0, word(counting(n)), 0, 1<<n-2, 0)
	return s.found.sorted(), s.nodes
}

type forward struct {
	n     int
	f     []int
	nodes uint64
	found found
}

// word packs the cards of a deck.
func word(cards []int) (d topswops.Word) {
	for p, v := range cards {
		d = d.Put(p, v)
	}
	return d
}

func unword(d topswops.Word, n int) []int {
	cards := make([]int, n)
	for p := range cards {
		cards[p] = d.Card(p)
	}
	return cards
}

// branch tries the cards for the unknown one on top. In deck, 0 is unknown. Card 0 itself is never
// placed, as its turn is the end. from is for every position where its card started.
func (s *forward) branch(deck, from, start topswops.Word, unused uint32, moves int) {
	if unused == 0 { // card 0 is left, and on top
		s.keep(start, moves)
		return
	}
	if s.prunable(deck, moves) {
		return
	}
	place := from & 15
	rest := unused &^ (1 << place)
	for ; rest != 0; rest &= rest - 1 {
		v := bits.TrailingZeros32(rest)
		s.nodes++
		d, from, moves := deck|topswops.Word(v), from, moves
		for k := int(d & 15); k != 0; k = int(d & 15) {
			d, from = d.Flip(k+1), from.Flip(k+1)
			moves++
		}
		s.branch(d, from, start.Put(int(place), v), unused&^(1<<v), moves)
	}
}

// prunable reports whether a settled end of the deck leaves too few moves.
func (s *forward) prunable(deck topswops.Word, moves int) bool {
	least := s.n
	for p := s.n - 1; p > 0; p-- {
		v := deck.Card(p)
		if v == 0 {
			return false
		}
		least = min(least, v)
		if least == p && moves+s.f[p] < s.found.Best {
			return true
		}
	}
	return false
}

func (s *forward) keep(start topswops.Word, moves int) {
	if moves < s.found.Best {
		return
	}
	s.found.add(moves, ranked(unword(start, s.n)), false)
}

func BenchmarkPublished13(b *testing.B) {
	var nodes uint64
	for b.Loop() {
		_, n := published(13, 80, KnownBelow(13))
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
