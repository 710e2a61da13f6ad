package guess

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"dovetail/exact/law"
	"dovetail/perm"
	"dovetail/perm/longtest"
	"dovetail/perm/must"
	"dovetail/results/games"
	"dovetail/search/run"
)

// decks is the law of a word on all decks, read from the top, in fractions.
func decks(t *testing.T, q Question) (all [][]int, chance []*big.Rat) {
	l := must.Have(law.Of(t.Context(), q.N, q.Letters, q.Word, 1<<30, 1))(t)
	if !l.Exact() {
		t.Fatalf("%s has no law in fractions", q.Word)
	}
	l.Each(func(deck []int, count string) bool {
		cards := slices.Clone(deck)
		for i := range cards {
			cards[i]--
		}
		ways, ok := new(big.Int).SetString(count, 10)
		if !ok {
			t.Fatal(count)
		}
		all, chance = append(all, cards), append(chance, new(big.Rat).SetFrac(ways, l.Den))
		return true
	})
	return all, chance
}

// byDecks is what can be guessed, from the law on all decks alone: with feedback the likeliest
// card after everything that may have been seen, without the likeliest of each position, and
// the best of all lists of the cards.
func byDecks(n int, decks [][]int, chance []*big.Rat) (complete, none, permutation *big.Rat) {
	seen := map[string]*big.Rat{}
	at := make([]*big.Rat, n*n)
	for x := range at {
		at[x] = new(big.Rat)
	}
	for d, deck := range decks {
		for j, card := range deck {
			prefix := fmt.Sprint(deck[:j+1])
			if seen[prefix] == nil {
				seen[prefix] = new(big.Rat)
			}
			seen[prefix].Add(seen[prefix], chance[d])
			at[card*n+j].Add(at[card*n+j], chance[d])
		}
	}
	complete, none, permutation = new(big.Rat), new(big.Rat), new(big.Rat)
	best := map[string]*big.Rat{}
	for prefix, x := range seen {
		before := prefix[:max(strings.LastIndex(prefix, " "), 0)]
		if best[before] == nil || best[before].Cmp(x) < 0 {
			best[before] = x
		}
	}
	for _, x := range best {
		complete.Add(complete, x)
	}
	for j := range n {
		most := new(big.Rat)
		for i := range n {
			if at[i*n+j].Cmp(most) > 0 {
				most = at[i*n+j]
			}
		}
		none.Add(none, most)
	}
	for rank := range perm.Factorial(n) {
		sum := new(big.Rat)
		for j, i := range perm.Unrank(n, rank) {
			sum.Add(sum, at[i*n+j])
		}
		if sum.Cmp(permutation) > 0 {
			permutation = sum
		}
	}
	return complete, none, permutation
}

// spreadOf is the mean number of right guesses and its standard deviation, by playing every deck: the first of the cards that are
// likeliest after those seen is named.
func spreadOf(decks [][]int, chance []*big.Rat) (mean, deviation float64) {
	seen, named := map[string]*big.Rat{}, map[string]int{}
	for d, deck := range decks {
		for j := range deck {
			prefix := fmt.Sprint(deck[:j+1])
			if seen[prefix] == nil {
				seen[prefix] = new(big.Rat)
			}
			seen[prefix].Add(seen[prefix], chance[d])
		}
	}
	for _, deck := range decks { // in the order of their ranks
		for j, card := range deck {
			before := fmt.Sprint(deck[:j])
			if best, ok := named[before]; !ok || seen[fmt.Sprint(append(slices.Clone(deck[:j]), best))].Cmp(seen[fmt.Sprint(deck[:j+1])]) < 0 {
				named[before] = card
			}
		}
	}
	squares := 0.0
	for d, deck := range decks {
		right := 0.0
		for j, card := range deck {
			if named[fmt.Sprint(deck[:j])] == card {
				right++
			}
		}
		mean += rat(chance[d]) * right
		squares += rat(chance[d]) * right * right
	}
	return mean, math.Sqrt(max(0, squares-mean*mean))
}

// Everything is what the law on all decks says, to the errors that are stated.
func TestByAllDecks(t *testing.T) {
	for _, c := range []struct {
		n           int
		word        string
		definitions []string
	}{
		{7, "RRRR", nil}, {6, "RRRR", nil}, {2, "RR", nil}, {3, "RR", nil},
		{6, "AR", []string{"A=ashuffle(a=3)"}}, {5, "AA", []string{"A=ashuffle(a=5)"}}, {4, "A", []string{"A=ashuffle(a=1)"}},
		{6, "SSV", []string{"S=shelf(m=1)"}}, {7, "S", []string{"S=shelf(m=2)"}}, {5, "SV", []string{"S=shelf(m=3)"}}, {2, "S", nil},
		{6, "VVV", nil}, {7, "V", nil}, {5, "V", []string{"V=inverse(of=ashuffle(a=4))"}}, {2, "VV", nil},
		{6, "RVR", nil}, {6, "VSR", []string{"S=shelf(m=2)"}}, {6, "DRC", []string{"D=deal(piles=2)"}}, {7, "TTTR", nil},
		{6, "B", []string{"B=riffle(p=3/10)"}}, {7, "B", []string{"B=riffle(p=7/10)"}}, {3, "B", []string{"B=riffle(p=9/10)"}}, {5, "BB", []string{"B=riffle(p=1/3)"}}, {1, "B", []string{"B=riffle(p=1/3)"}},
	} {
		whole := question(t, c.n, c.word, c.definitions...)
		r := must.Have(run.AnswerTo[games.Guess](t.Context(), whole, run.Options{}))(t)
		for k, row := range r.Rows {
			q := question(t, c.n, c.word[:k+1], c.definitions...)
			all, chance := decks(t, q)
			complete, none, permutation := byDecks(c.n, all, chance)
			if mean, sd := spreadOf(all, chance); math.Abs(mean-rat(complete)) > 1e-12 || math.Abs(sd-float(t, row.Deviation)) > 1e-5 {
				t.Errorf("n=%d %s: %v right with deviation %s, want %v", c.n, q.Word, mean, row.Deviation, sd)
			}
			for what, x := range map[string]struct {
				text  string
				error float64
				want  *big.Rat
			}{"complete": {row.Complete, completeError(row), complete}, "none": {row.None, row.NoneError, none}, "permutation": {row.Permutation, row.PermutationError, permutation}} {
				got, ok := new(big.Rat).SetString(x.text)
				if !ok {
					t.Fatal(x.text)
				}
				if off, _ := got.Sub(got, x.want).Float64(); !(math.Abs(off) <= x.error) || x.error > 1e-10 {
					t.Errorf("n=%d %s: %s is %s ± %v, want %s", c.n, q.Word, what, x.text, x.error, x.want.FloatString(12))
				}
			}
		}
	}
}

// No strategy of any kind does better than to name a likeliest card each time: with feedback one
// guess for everything that may have been seen, of three cards all 3^10 strategies, of
// four all that name unseen cards.
func TestNoStrategyIsBetter(t *testing.T) {
	for _, c := range []struct {
		n    int
		word string
	}{{3, "R"}, {3, "V"}, {3, "S"}, {4, "R"}, {4, "RR"}}[:longtest.Of(4, 5)] {
		q := question(t, c.n, c.word)
		all, chance := decks(t, q)
		var prefixes []string
		choices := map[string][]int{}
		for _, deck := range all {
			for j := range deck {
				prefix := fmt.Sprint(deck[:j])
				if choices[prefix] == nil {
					prefixes = append(prefixes, prefix)
					for card := range c.n {
						if c.n == 3 || !strings.ContainsRune(prefix, rune('0'+card)) {
							choices[prefix] = append(choices[prefix], card)
						}
					}
				}
			}
		}
		names := map[string]int{}
		best := 0.0
		odds := make([]float64, len(all))
		for d := range all {
			odds[d], _ = chance[d].Float64()
		}
		right := make([]map[string]float64, c.n) // by card named, of what has been seen
		for card := range right {
			right[card] = map[string]float64{}
			for d, deck := range all {
				for j, shown := range deck {
					if shown == card {
						right[card][fmt.Sprint(deck[:j])] += odds[d]
					}
				}
			}
		}
		tried := 0
		var choose func(k int, sum float64)
		choose = func(k int, sum float64) {
			if k == len(prefixes) {
				tried++
				best = max(best, sum)
				return
			}
			for _, card := range choices[prefixes[k]] {
				names[prefixes[k]] = card
				choose(k+1, sum+right[card][prefixes[k]])
			}
		}
		choose(0, 0)
		if want := map[int]int{3: 59049, 4: 4 * 81 * 4096}[c.n]; tried != want {
			t.Fatalf("%d strategies, want %d", tried, want)
		}
		r := must.Have(run.AnswerTo[games.Guess](t.Context(), q, run.Options{}))(t)
		if got := float(t, r.Rows[len(r.Rows)-1].Complete); math.Abs(got-best) > 1e-9 {
			t.Errorf("n=%d %s: %v, the best of %d strategies has %v", c.n, c.word, got, tried, best)
		}
	}
}

// A riffle undone puts the cards of one label, in order, on those of another. The best player
// names the card after the last one, and is wrong where the label changes on the way up, at
// half of the cards; from the first step down on he knows the rest. One shelf turns the
// first packet over, and has no step that is not known except for those.
func TestOnePacketUp(t *testing.T) {
	for n := 2; n <= 30; n++ {
		for letter, want := range map[string]float64{
			"V": float64(3*n-1)/4 + math.Ldexp(float64(n), -n),
			"S": 0.75 * float64(n),
		} {
			row := ask(t, n, letter, "S=shelf(m=1)").Rows[0]
			if got := float(t, row.Complete); math.Abs(got-want) > completeError(row) {
				t.Errorf("n=%d %s: %v, want %v", n, letter, got, want)
			}
		}
	}
}

// Labels dealt one by one, with nothing else of the program: a-shuffles of five cards.
func TestByLabels(t *testing.T) {
	const n = 5
	for a := 1; a <= 4; a++ {
		count := map[string]int64{}
		labels, all := make([]int, n), 0
		var label func(j int)
		label = func(j int) {
			if j < n {
				for labels[j] = range a {
					label(j + 1)
				}
				return
			}
			all++
			deck, card := make([]int, n), 0
			for l := range a { // positions of label 0 take the top cards in order, and so on
				for j := range n {
					if labels[j] == l {
						deck[j] = card
						card++
					}
				}
			}
			count[fmt.Sprint(deck)]++
		}
		label(0)
		var decks [][]int
		var chance []*big.Rat
		for rank := range perm.Factorial(n) {
			deck := perm.Unrank(n, rank)
			decks = append(decks, deck)
			chance = append(chance, big.NewRat(count[fmt.Sprint([]int(deck))], int64(all)))
		}
		want, _, _ := byDecks(n, decks, chance)
		row := ask(t, n, "A", fmt.Sprintf("A=ashuffle(a=%d)", a)).Rows[0]
		if got := float(t, row.Complete); math.Abs(got-rat(want)) > completeError(row) {
			t.Errorf("a=%d: %v, want %s", a, got, want)
		}
	}
}
