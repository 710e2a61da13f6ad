package guess

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"dovetail/perm/number"
	"dovetail/results/games"
	"dovetail/search/run"
)

// The decks that lead to the one that is guessed are of its deal: the first is new, the last is guessed, and a riffle
// leaves what it had in two packets.
func TestSteps(t *testing.T) {
	for _, word := range []string{"R", "RRR", "DRDR", "HROD"} {
		q := question(t, 52, word)
		w := Watch{N: q.N, Letters: q.Letters, Word: q.Word, Seed: 5}
		decks, err := w.Steps(t.Context())
		if err != nil || len(decks) != len(word)+1 || !slices.IsSorted(decks[0]) {
			t.Fatal(word, decks, err)
		}
		r, err := run.AnswerTo[games.Watched](t.Context(), w, run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range r.Rows {
			if row.Card != decks[len(word)][i] {
				t.Errorf("%s: place %d has card %d, and %d is guessed", word, i+1, decks[len(word)][i], row.Card)
			}
		}
		for k, letter := range word {
			breaks, at := 0, map[int]int{}
			for i, card := range decks[k+1] {
				at[card] = i
			}
			for i := range 51 {
				if at[decks[k][i+1]] < at[decks[k][i]] {
					breaks++
				}
			}
			if letter == 'R' && breaks > 1 {
				t.Errorf("%s: riffle %d leaves %d packets", word, k+1, breaks+1)
			}
		}
	}
}

// Each chance of a game that is watched is that of its card among all decks that begin with the cards shown, no
// unseen card has a greater one, and the deck is the one that is played by the same seed.
func TestWatch(t *testing.T) {
	for _, c := range []struct {
		n           int
		word        string
		definitions []string
	}{{6, "RR", nil}, {6, "A", []string{"A=ashuffle(a=3)"}}, {6, "VV", nil}, {6, "S", []string{"S=shelf(m=2)"}}, {1, "R", nil}} {
		q := question(t, c.n, c.word, c.definitions...)
		all, chance := decks(t, q)
		for seed := range uint64(6) {
			r, err := run.AnswerTo[games.Watched](t.Context(),
				Watch{N: q.N, Letters: q.Letters, Word: q.Word, Seed: number.Uint(seed)}, run.Options{})
			if err != nil || !r.Best || len(r.Rows) != c.n {
				t.Fatal(r, err)
			}
			var shown []int
			sum, right := 0.0, 0
			for _, row := range r.Rows {
				likely, total := make([]big.Rat, c.n), new(big.Rat)
				for d, deck := range all {
					if slices.Equal(deck[:len(shown)], shown) {
						likely[deck[len(shown)]].Add(&likely[deck[len(shown)]], chance[d])
						total.Add(total, chance[d])
					}
				}
				share := func(card int) float64 { return rat(new(big.Rat).Quo(&likely[card], total)) }
				got := float(t, row.Chance)
				if math.Abs(got-share(row.Named-1)) > r.Error {
					t.Errorf("n=%d %s seed %d: %+v, by all decks %v", c.n, c.word, seed, row, share(row.Named-1))
				}
				for card := range c.n {
					if share(card) > share(row.Named-1)+r.Error {
						t.Errorf("n=%d %s seed %d: %+v, but card %d is likelier", c.n, c.word, seed, row, card+1)
					}
				}
				sum, shown = sum+got, append(shown, row.Card-1)
				if right += row.Right; (row.Right == 1) != (row.Named == row.Card) {
					t.Errorf("%+v", row)
				}
			}
			if right != r.Right || math.Abs(sum-float(t, r.Expected)) > 1e-6 {
				t.Errorf("%d right of %d, %v expected of %s", r.Right, right, sum, r.Expected)
			}
			lines, _, _, rights := play(t, Game{Question: q, Seed: seed}, inTurn(c.n))
			if rights != r.Right {
				t.Errorf("seed %d: the best player is right in %d, %q", seed, r.Right, lines)
			}
		}
	}
}

// inTurn names all cards of a deck before each.
func inTurn(n int) (input string) {
	for range n {
		for card := range n {
			input += fmt.Sprintln(card + 1)
		}
	}
	return input
}
