package fair

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dovetail/perm"
	"dovetail/perm/shuffle"
	"dovetail/results"
)

// faulty are shufflers that people wrote, each with decks that it makes: n cards from 0, shuffled in place.
var faulty = []struct {
	name            string
	n, decks        int
	shuffle         func(r *rand.Rand, deck []uint16)
	alarm           string // a test that gives it
	fits            string // what the fault that explains it does begins with this; "" for none
	seeds           bool   // too few seeds explain it
	row, place, far int    // the cell that is furthest from expected, and its count; 0 for any
}{
	{"1000 exchanges of different places", 52, 100, exchanges(1000, true), "even decks", "", false, 0, 0, 0},
	{"1000 exchanges of different places", 9, 1000, exchanges(1000, true), "even decks", "", false, 0, 0, 0},
	{"1000 exchanges of different places", 10, 1000, exchanges(1000, true), "even decks", "", false, 0, 0, 0},
	{"1000 exchanges of different places", 12, 1000, exchanges(1000, true), "even decks", "", false, 0, 0, 0},
	{"100 exchanges", 52, 2000, exchanges(100, false), "fixed points", "exchange the cards of two random places, 99 to 101 times", false, 0, 0, 0},
	{"150 exchanges of different places", 52, 2000, exchanges(150, true), "even decks", "", false, 0, 0, 0},
	{"Math.round(Math.random() * i)", 52, 2000, func(r *rand.Rand, d []uint16) {
		for i := len(d) - 1; i > 0; i-- {
			j := int(r.Float64()*float64(i) + 0.5)
			d[i], d[j] = d[j], d[i]
		}
	}, "known faults", "draw the ends of a range half as often", false, 0, 0, 0},
	{"Math.round(Math.random() * i), put in", 52, 2000, func(r *rand.Rand, d []uint16) { // another law, as cards come in from the top
		for i := range d {
			j := int(r.Float64()*float64(i) + 0.5)
			d[i], d[j] = d[j], d[i]
		}
	}, "largest cell", "", false, 0, 0, 0},
	{"one step short", 52, 300, func(r *rand.Rand, d []uint16) {
		for i := len(d) - 1; i > 1; i-- {
			j := r.IntN(i + 1)
			d[i], d[j] = d[j], d[i]
		}
	}, "known faults", "end one card early, in a loop from the last place", false, 0, 0, 0},
	{"one step short, from the first place", 52, 60, func(r *rand.Rand, d []uint16) {
		for i := 0; i < len(d)-2; i++ {
			j := i + r.IntN(len(d)-i)
			d[i], d[j] = d[j], d[i]
		}
	}, "known faults", "end one card early, in a loop from the first place", false, 0, 0, 0},
	{"a byte modulo the number of places", 52, 1000, func(r *rand.Rand, d []uint16) {
		for i := len(d) - 1; i > 0; i-- {
			j := r.IntN(256) % (i + 1)
			d[i], d[j] = d[j], d[i]
		}
	}, "known faults", "draw places by a random byte modulo", false, 0, 0, 0},
	{"one in fifty not shuffled", 52, 300, func(r *rand.Rand, d []uint16) {
		if r.IntN(50) > 0 {
			r.Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
		}
	}, "known faults", "5 of 300 decks were not shuffled", false, 0, 0, 0},
	{"the last card stays last", 52, 300, func(r *rand.Rand, d []uint16) {
		r.Shuffle(len(d)-1, func(i, j int) { d[i], d[j] = d[j], d[i] })
	}, "largest cell", "begin one card late, so that the last card never moves", false, 52, 52, 300},
	{"naive, from the last place", 52, 300, func(r *rand.Rand, d []uint16) {
		for i := len(d) - 1; i >= 0; i-- {
			j := r.IntN(len(d))
			d[i], d[j] = d[j], d[i]
		}
	}, "known faults", "exchange the card at each place, from the bottom up", false, 0, 0, 0},
	{"16 bits of a seed", 52, 2000, func(r *rand.Rand, d []uint16) {
		rand.New(rand.NewPCG(r.Uint64N(1<<16), 0)).Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
	}, repeatedDecks, "", true, 0, 0, 0},
	{"10 bits of a seed", 8, 20_000, func(r *rand.Rand, d []uint16) {
		rand.New(rand.NewPCG(r.Uint64N(1<<10), 0)).Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
	}, repeatedDecks, "", true, 0, 0, 0},
	{"a sliding puzzle of 15", 15, 100, slides, "even decks", "", false, 0, 0, 0},
	{"FreeCell, games 1 to 32000", 52, 32_000, freeCell(), "first place", "", false, 0, 0, 0},
	{"each of the orders twenty times", 5, 2400, scattered(5), "cells", "", false, 0, 0, 0},
	{"each of the orders, one after the other", 5, 120, inTurn(5), "same place as in the deck before", "", false, 0, 0, 0},
	{"each of the orders once", 8, 40_320, inTurn(8), repeatedDecks, "", false, 0, 0, 0},
	{"without replacement", 8, 2000, scattered(8), repeatedDecks, "", false, 0, 0, 0},
	{"without replacement", 6, 150, scattered(6), repeatedDecks, "", false, 0, 0, 0},
}

// exchanges exchanges the cards of two places, a number of times.
func exchanges(times int, different bool) func(*rand.Rand, []uint16) {
	return func(r *rand.Rand, d []uint16) {
		for k := 0; k < times; {
			if i, j := r.IntN(len(d)), r.IntN(len(d)); i != j || !different {
				d[i], d[j] = d[j], d[i]
				k++
			}
		}
	}
}

// slides moves tiles of a puzzle into its hole, and at last the hole back to the corner.
func slides(r *rand.Rand, d []uint16) {
	board, x, y := append(slices.Clone(d), 99), 3, 3
	move := func(dx, dy int) {
		if x+dx >= 0 && x+dx < 4 && y+dy >= 0 && y+dy < 4 {
			from, to := 4*y+x, 4*(y+dy)+x+dx
			board[from], board[to] = board[to], board[from]
			x, y = x+dx, y+dy
		}
	}
	for range 5000 {
		s := 2*r.IntN(2) - 1
		across := r.IntN(2)
		move(s*across, s*(1-across))
	}
	for range 3 {
		move(1, 0)
		move(0, 1)
	}
	copy(d, board)
}

// freeCell deals its games 1, 2, ...: by a linear congruential generator that is seeded with the number.
func freeCell() func(*rand.Rand, []uint16) {
	game := uint32(0)
	return func(_ *rand.Rand, d []uint16) {
		game++
		seed, left := game, slices.Clone(d)
		for i := range d {
			seed = (seed*214013 + 2531011) & (1<<31 - 1)
			j, last := int(seed>>16)%len(left), len(left)-1
			d[i], left[j] = left[j], left[last]
			left = left[:last]
		}
	}
}

// inTurn makes all orders, one after the other.
func inTurn(n int) func(*rand.Rand, []uint16) {
	rank := uint64(0)
	return func(_ *rand.Rand, d []uint16) {
		for j, c := range perm.Unrank(n, rank%perm.Factorial(n)) {
			d[j] = uint16(c)
		}
		rank++
	}
}

// scattered makes all orders in a random order.
func scattered(n int) func(*rand.Rand, []uint16) {
	var left []int
	return func(r *rand.Rand, d []uint16) {
		if len(left) == 0 {
			left = r.Perm(int(perm.Factorial(n)))
		}
		for j, c := range perm.Unrank(n, uint64(left[0])) {
			d[j] = uint16(c)
		}
		left = left[1:]
	}
}

// Faults that are not known are found too, and not called by the name of a known one.
func TestFaultyShufflers(t *testing.T) {
	for _, f := range faulty {
		x, r := NewTally(Counts{N: f.n, Listed: f.n, From: New}), rand.New(rand.NewPCG(2, uint64(f.n)))
		x.scorers = scorersOf(f.n)
		for range f.decks {
			deck := shuffle.NewDeck(f.n)
			f.shuffle(r, deck)
			x.Add(deck)
		}
		got := verdict(t, x.Done())
		alarm := slices.ContainsFunc(got.Tests, func(test results.FairTest) bool { return test.Name == f.alarm && test.Alarm })
		cell := got.Largest
		if got.Verdict != results.Unfair || !alarm || (got.Fits == "") != (f.fits == "") || !strings.HasPrefix(got.Fits, f.fits) ||
			(got.Seeds > 0) != f.seeds || f.row > 0 && cell.Row != f.row || f.place > 0 && cell.Place != f.place || f.far > 0 && cell.Count != f.far {
			t.Errorf("%s, %d decks of %d: %s (p %v), %q, %d seeds, %+v, %s gives an alarm: %v; %+v", f.name, f.decks, f.n, got.Verdict, got.PValue,
				got.Fits, got.Seeds, cell, f.alarm, alarm, got.Tests[:3])
		}
	}
}
