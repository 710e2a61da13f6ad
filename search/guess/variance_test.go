package guess

import (
	"slices"
	"testing"
)

// After one pass through a machine with one shelf the cards fall to card 1 and then rise, each way of 2^(n-1) as likely. The
// number of right guesses of the best player has the mean 3n/4 and the variance n/16 (docs/games.md), whichever of equally
// likely cards he names: here by playing every deck, with all decks that begin with the cards seen counted each time.
func TestVarianceOfOneShelf(t *testing.T) {
	for n := 3; n <= 10; n++ {
		var decks [][]int
		for below := range 1 << (n - 1) {
			deck := []int{1}
			for card := 2; card <= n; card++ {
				if below>>(card-2)&1 == 1 {
					deck = slices.Insert(deck, 0, card)
				} else {
					deck = append(deck, card)
				}
			}
			decks = append(decks, deck)
		}
		for _, last := range []bool{false, true} {
			sum, squares := 0, 0
			for _, deck := range decks {
				alike, right := decks, 0
				for place, card := range deck {
					next := make([]int, n+1)
					for _, d := range alike {
						next[d[place]]++
					}
					named := 1
					for c := range next {
						if next[c] > next[named] || last && next[c] == next[named] {
							named = c
						}
					}
					if named == card {
						right++
					}
					var rest [][]int
					for _, d := range alike {
						if d[place] == card {
							rest = append(rest, d)
						}
					}
					alike = rest
				}
				sum += right
				squares += right * right
			}
			// mean = sum/D = 3n/4; variance = squares/D - mean^2 = n/16.
			if d := len(decks); 4*sum != 3*n*d || 16*squares != (n+9*n*n)*d {
				t.Errorf("n=%d: %d right in %d decks, with squares %d", n, sum, d, squares)
			}
		}
	}
}
