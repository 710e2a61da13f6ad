package models_test

import (
	"math"
	"testing"
)

// The published marks of wrong shuffles: the naive one takes the second of 52 cards to the top in 2.6004% of decks and
// the last one in 1.4287%, and the moves of 8 cards have 9.82% to 15.85%; by Sattolo's the first and the last of 51
// cards are on average at 25.5 and 24.5, counted from 0.
func TestWrongShufflesAreThoseOnRecord(t *testing.T) {
	near := func(what string, got, want, within float64) {
		t.Helper()
		if math.Abs(got-want) > within {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	law := parse(t, "naive").Law(52, 128).Float()
	near("the second card on top", law[1*52], 0.026004, 5e-7)
	near("the last card on top", law[51*52], 0.014287, 5e-7)
	least, most := 1., 0.
	for _, p := range parse(t, "naive").Law(8, 128).Float() {
		least, most = min(least, p), max(most, p)
	}
	near("the rarest move of 8", least, 0.0982, 5e-5)
	near("the likeliest move of 8", most, 0.1585, 5e-5)
	first, last := 0., 0.
	for j, p := range parse(t, "sattolo").Law(51, 128).Float()[:51] {
		first += float64(j) * p
		last += float64(50-j) * p
	}
	near("the first card by Sattolo", first, 25.5, 1e-12)
	near("the last card by Sattolo", last, 24.5, 1e-12)
}

// Of 52 cards the under-down deal ends with card 41, or 40 if the first goes down. Where the first card that goes down
// lies on top, it returns 52 cards after 840 deals, or 644, and 10 after 4; 64 cards that lie as they fell, the first
// one down, after 12.
func TestUnderDownDeals(t *testing.T) {
	for _, c := range []struct {
		spec           string
		n, last, order int
	}{
		{"underdown(top=first)", 52, 41, 840}, {"underdown(first=down,top=first)", 52, 40, 644},
		{"underdown(top=first)", 10, 5, 4}, {"underdown(first=down)", 64, 64, 12},
	} {
		p := parse(t, c.spec).Law(c.n, 64).Deterministic()
		end := c.n - 1
		if c.spec == "underdown(first=down)" {
			end = 0
		}
		if order := p.Order().Int64(); order != int64(c.order) || p[c.last-1] != end {
			t.Errorf("%s of %d cards: order %d, want %d; card %d is at %d", c.spec, c.n, order, c.order, c.last, p[c.last-1]+1)
		}
	}
}
