package deals

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dovetail/perm/cards"
	"dovetail/perm/shuffle"
)

func lettersR(t *testing.T) []shuffle.Letter {
	r, err := shuffle.ParseLetter("R=riffle")
	if err != nil {
		t.Fatal(err)
	}
	return []shuffle.Letter{r}
}

// The deck that a word deals is the first that its sample deals.
func TestOneIsTheFirst(t *testing.T) {
	for _, n := range []int{1, 2, 5, 52, 100, 1000} {
		q := One{N: n, Letters: lettersR(t), Word: "RRR", Seed: 9, From: 1, To: 2, Digits: 3}
		record, err := q.Record(t.Context())
		if err != nil || record.Word != "RRR" || record.Seed.Uint64() != 9 || len(record.Models) != 1 {
			t.Fatal(record, err)
		}
		var saved bytes.Buffer
		s := Sampling{N: n, Letters: q.Letters, Word: q.Word, Seed: q.Seed, Deals: 2, Delta: 0.5}
		if _, err := s.sample(t.Context(), Options{}, &saved); err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(saved.String(), "\n")
		if d, err := cards.Parse(first, cards.Suits); err != nil || !slices.Equal(d.Cards, record.Deck) {
			t.Errorf("n=%d: %v, %v; the sample has %s", n, record.Deck, err, first)
		}
	}
}

// A riffle that is shown is that of the word R; its drops have the chance of one interleaving
// of the cut; and its labels undo it.
func TestRiffle(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 52, 63, 64, 65, 130} {
		for seed := range uint64(20) {
			q := One{N: n, Seed: seed, From: 1, To: 1, Digits: 3}
			shown, err := q.Riffle(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			q.Letters, q.Word = lettersR(t), "R"
			if record, err := q.Record(t.Context()); err != nil || !slices.Equal(record.Deck, shown.After) {
				t.Fatalf("n=%d, seed %d: %v, but R deals %v, %v", n, seed, shown.After, record.Deck, err)
			}
			var sorted []int
			for label := range 2 {
				for j, card := range shown.After {
					if shown.Labels[j] == label {
						sorted = append(sorted, card)
					}
				}
				if label == 0 && len(sorted) != shown.Cut {
					t.Errorf("n=%d, seed %d: cut %d, but %d zeros", n, seed, shown.Cut, len(sorted))
				}
			}
			if !slices.Equal(sorted, shown.Before) {
				t.Errorf("n=%d, seed %d: sorted %v", n, seed, sorted)
			}
			together := big.NewRat(1, 1)
			for _, drop := range shown.Drops {
				x, ok := new(big.Rat).SetString(drop)
				if !ok {
					t.Fatal(drop)
				}
				together.Mul(together, x)
			}
			if want := new(big.Int).Binomial(int64(n), int64(shown.Cut)); together.Inv(together).Cmp(new(big.Rat).SetInt(want)) != 0 {
				t.Errorf("n=%d, seed %d: drops have one chance in %v, not %v", n, seed, together, want)
			}
		}
	}
}

// A deck that is given, or dealt, is riffled as a new one is.
func TestRiffleOfADeck(t *testing.T) {
	q := One{N: 6, Seed: 4, From: 1, To: 1, Digits: 3}
	fresh, err := q.Riffle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	given := q
	given.Deck = []int{3, 6, 1, 2, 5, 4}
	of, err := given.Riffle(t.Context())
	for j, card := range fresh.After {
		if err != nil || of.After[j] != given.Deck[card-1] {
			t.Fatalf("%v of %v, %v of a new deck, %v", of.After, given.Deck, fresh.After, err)
		}
	}
	dealt := q
	dealt.Letters, dealt.Word = lettersR(t), "RR"
	record, err := dealt.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := dealt.Riffle(t.Context()); err != nil || !slices.Equal(shown.Before, record.Deck) {
		t.Errorf("%v is riffled, not %v, %v", shown.Before, record.Deck, err)
	}
}

// Labels are fair: each position, and each cut.
func TestRiffleLabels(t *testing.T) {
	const n, draws = 10, 20000
	rng := stream(1, "labels", 0, 0)
	var ones [n]int
	for range draws {
		for j, label := range shuffle.RiffleLabels(rng, n) {
			ones[j] += label
		}
	}
	for j, k := range ones {
		if k < draws/2-400 || k > draws/2+400 { // 5.7 standard deviations
			t.Errorf("position %d: %s of %d", j, strconv.Itoa(k), draws)
		}
	}
}

// Decks out of range are refused.
func TestOneRefuses(t *testing.T) {
	for _, q := range []One{{N: 0, Word: "R"}, {N: 1001, Word: "R"}, {N: 5, Word: "R", To: 101}, {Deck: make([]int, 1001)}} {
		q.Letters = lettersR(t)
		q.From, q.To, q.Digits = 1, max(q.To, 1), 5
		if _, err := q.Record(t.Context()); err == nil {
			t.Errorf("%+v is answered", q)
		}
	}
}
