package models_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/faro"
	"dovetail/perm/shuffle"
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

// Shuffles of Fisher and Yates with a mistake against the loops of programs, with every draw: all decks, their logarithms
// and single cards.
func TestFisherYatesByAllDraws(t *testing.T) {
	loops := map[string]func(n int, draw func(below int) int, exchange func(i, j int)){
		"fisheryates(mistake=round,from=last)": func(n int, draw func(int) int, exchange func(i, j int)) {
			for i := n - 1; i > 0; i-- {
				random := (float64(draw(2*i)) + 0.5) / float64(2*i)
				exchange(i, int(math.Round(random*float64(i))))
			}
		},
		"fisheryates(mistake=round,from=first)": func(n int, draw func(int) int, exchange func(i, j int)) {
			for i := 0; i < n-1; i++ {
				random := (float64(draw(2*(n-1-i))) + 0.5) / float64(2*(n-1-i))
				exchange(i, i+int(math.Round(random*float64(n-1-i))))
			}
		},
		"fisheryates(mistake=short,from=last)": func(n int, draw func(int) int, exchange func(i, j int)) {
			for i := n - 1; i > 1; i-- {
				exchange(i, draw(i+1))
			}
		},
		"fisheryates(mistake=late,from=last)": func(n int, draw func(int) int, exchange func(i, j int)) {
			for i := n - 2; i > 0; i-- {
				exchange(i, draw(i+1))
			}
		},
		"fisheryates(mistake=late,from=first)": func(n int, draw func(int) int, exchange func(i, j int)) {
			for i := 1; i < n-1; i++ {
				exchange(i, i+draw(n-i))
			}
		},
		"fisheryates(mistake=modulo,values=7,from=last)": func(n int, draw func(int) int, exchange func(i, j int)) {
			for i := n - 1; i > 0; i-- {
				exchange(i, draw(7)%(i+1))
			}
		},
		"fisheryates(mistake=modulo,values=3,from=first)": func(n int, draw func(int) int, exchange func(i, j int)) {
			for i := 0; i < n-1; i++ {
				exchange(i, i+draw(3)%(n-i))
			}
		},
	}
	for spec, loop := range loops {
		for n := 1; n <= 5; n++ {
			want, cells := map[string]float64{}, make([]float64, n*n)
			for given := []int{}; given != nil; { // the draws of one run, as digits
				used, bounds, share, deck := 0, []int{}, 1., perm.Identity(n)
				loop(n, func(below int) int {
					if used == len(given) {
						given = append(given, 0)
					}
					used++
					bounds, share = append(bounds, below), share/float64(below)
					return given[used-1]
				}, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
				want[fmt.Sprint([]int(deck))] += share
				for j, c := range deck {
					cells[c*n+j] += share
				}
				for len(given) > 0 && given[len(given)-1] == bounds[len(given)-1]-1 {
					given = given[:len(given)-1]
				}
				if len(given) == 0 {
					break
				}
				given[len(given)-1]++
			}
			m := parse(t, spec)
			law, log, all := m.Law(n, 96).Float(), m.(shuffle.Likely).LogChance(n), 0
			for i, p := range cells {
				if math.Abs(law[i]-p) > 1e-12 {
					t.Fatalf("%s, n=%d: cell %d is %v, want %v", spec, n, i, law[i], p)
				}
			}
			m.Support(n, 60, func(p perm.Perm, w *big.Int) bool {
				all++
				if x := want[fmt.Sprint([]int(p.Inverse()))]; math.Abs(x-math.Ldexp(float64(w.Int64()), -60)) > 1e-12 {
					t.Fatalf("%s: %v has probability %v, want %v", spec, p.Inverse(), w, x)
				}
				return true
			})
			if all != len(want) {
				t.Errorf("%s, n=%d: %d decks, want %d", spec, n, all, len(want))
			}
			perm.All(n, func(deck perm.Perm) bool {
				small := make([]uint16, n)
				for j, c := range deck {
					small[j] = uint16(c)
				}
				if x := want[fmt.Sprint([]int(deck))]; math.Abs(math.Exp(log(small))-x) > 1e-12 {
					t.Fatalf("%s: the logarithm for %v is %v, of %v", spec, deck, log(small), x)
				}
				return true
			})
		}
	}
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

// Seven cards onto two piles: 0 and 6, then 2 and 4 above them; 1 and 5, then 3. One pile is the milk of package faro.
func TestMilkIntoPiles(t *testing.T) {
	if deck := parse(t, "milk(piles=2)").Law(7, 64).Deterministic().Inverse(); !slices.Equal(deck, perm.Perm{2, 4, 0, 6, 3, 1, 5}) {
		t.Error(deck)
	}
	for n := 1; n < 60; n++ {
		if p := parse(t, "milk").Law(n, 64).Deterministic(); !slices.Equal(p, faro.Milk(n)) {
			t.Errorf("%d cards: %v", n, p)
		}
	}
}

// Milks bring 52 cards back after 51, the OEIS's A003558(51), and 10 after 9; Monge's shuffles after 12, its A019567(26), and 10 after 6.
func TestMilkAndMonge(t *testing.T) {
	for _, c := range []struct {
		spec     string
		n, order int
	}{{"milk", 52, 51}, {"milk", 10, 9}, {"monge", 52, 12}, {"monge", 10, 6}} {
		if order := parse(t, c.spec).Law(c.n, 64).Deterministic().Order().Int64(); order != int64(c.order) {
			t.Errorf("%s of %d cards: order %d, want %d", c.spec, c.n, order, c.order)
		}
	}
}
