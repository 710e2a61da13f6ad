package deals

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dovetail/perm/cards"
	"dovetail/perm/must"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/notation"
	"dovetail/perm/shuffle/riffles"
	"dovetail/results"
	"dovetail/search/computed"
	"dovetail/search/run"
)

func lettersR(t *testing.T) []notation.Letter {
	r := must.Have(notation.ParseLetter("R=riffle"))(t)
	return []notation.Letter{r}
}

func shown(t *testing.T, s Origin) (results.ShownRiffle, error) {
	return run.AnswerTo[results.ShownRiffle](t.Context(), Riffle{s}, run.Options{})
}

func described(t *testing.T, s Origin) (results.Deck, error) {
	return run.AnswerTo[results.Deck](t.Context(), One{s, 1, 1, 3, 0}, run.Options{})
}

// The deck that a word deals is the first that its sample deals.
func TestOneIsTheFirst(t *testing.T) {
	for _, n := range []int{1, 2, 5, 52, 100, 1000} {
		q := One{Origin{N: n, Letters: lettersR(t), Word: "RRR", Seed: 9}, 1, 2, 3, 0}
		record, err := run.AnswerTo[results.Deck](t.Context(), q, run.Options{})
		if err != nil || record.Word != "RRR" || record.Seed.Uint64() != 9 || len(record.Models) != 1 {
			t.Fatal(record, err)
		}
		var saved bytes.Buffer
		s := Sampling{N: n, Letters: q.Letters, Word: q.Word, Seed: q.Seed, Deals: 2, Delta: 0.5}
		if _, err := s.sample(t.Context(), run.Options{}, &saved); err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(saved.String(), "\n")
		if d, err := cards.Parse(first, cards.Suits); err != nil || !slices.Equal(d.Cards, record.Deck) {
			t.Errorf("n=%d: %v, %v; the sample has %s", n, record.Deck, err, first)
		}
	}
}

// A deck is as likely after riffles as the question of that alone says.
func TestOneAfterRiffles(t *testing.T) {
	for _, deck := range [][]int{{1}, {2, 1}, {1, 2, 3, 4, 5, 6}, {3, 1, 6, 2, 4, 5}, {6, 5, 4, 3, 2, 1}} {
		q := One{Origin{N: len(deck), Deck: deck}, 1, 4, 12, 0}
		record := must.Have(run.AnswerTo[results.Deck](t.Context(), q, run.Options{}))(t)
		likely, err := run.AnswerTo[results.RiffledDeck](t.Context(), computed.RiffledDeck{Shuffles: q.riffles(), Deck: deck}, run.Options{})
		if err != nil || !slices.Equal(likely.Rows, record.Riffles) || likely.Likeliest != record.Likeliest || record.Kind != results.Exact {
			t.Errorf("%v: %+v, not %+v, %v", deck, record.Riffles, likely, err)
		}
	}
}

// A riffle that is shown is that of the word R; its drops have the chance of one interleaving
// of the cut; and its labels undo it.
func TestRiffle(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 52, 63, 64, 65, 130} {
		for seed := range uint64(20) {
			q := Origin{N: n, Seed: number.Uint(seed)}
			shown := must.Have(shown(t, q))(t)
			q.Letters, q.Word = lettersR(t), "R"
			if record, err := described(t, q); err != nil || !slices.Equal(record.Deck, shown.After) {
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
	q := Origin{N: 6, Seed: 4}
	fresh := must.Have(shown(t, q))(t)
	given := q
	given.Deck = []int{3, 6, 1, 2, 5, 4}
	of, err := shown(t, given)
	for j, card := range fresh.After {
		if err != nil || of.After[j] != given.Deck[card-1] {
			t.Fatalf("%v of %v, %v of a new deck, %v", of.After, given.Deck, fresh.After, err)
		}
	}
	dealt := q
	dealt.Letters, dealt.Word = lettersR(t), "RR"
	record := must.Have(described(t, dealt))(t)
	if shown, err := shown(t, dealt); err != nil || !slices.Equal(shown.Before, record.Deck) {
		t.Errorf("%v is riffled, not %v, %v", shown.Before, record.Deck, err)
	}
}

// Labels are fair: each position, and each cut.
func TestRiffleLabels(t *testing.T) {
	const n, draws = 10, 20000
	rng := draw.Keyed(1, "labels", 0, 0)
	var ones [n]int
	for range draws {
		for j, label := range riffles.Labels(rng, n) {
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
	r := lettersR(t)
	for _, q := range []One{{Origin{N: 0, Word: "R", Letters: r}, 1, 1, 5, 0}, {Origin{N: 1001, Word: "R", Letters: r}, 1, 1, 5, 0},
		{Origin{N: 5, Word: "R", Letters: r}, 1, 101, 5, 0}, {Origin{N: 5, Word: "R"}, 1, 1, 5, 0}, {Origin{N: 5, Word: "RX", Letters: r}, 1, 1, 5, 0},
		{Origin{N: 1001, Deck: make([]int, 1001)}, 1, 1, 5, 0}, {Origin{N: 2, Deck: []int{1, 1}}, 1, 1, 5, 0}, {Origin{N: 2, Deck: []int{1}}, 1, 1, 5, 0},
		{Origin{N: 1, Deck: []int{1}, Word: "R", Letters: r}, 1, 1, 5, 0}, {Origin{N: 5, Word: "R", Letters: r}, 1, 1, 5, -1}} {
		if _, err := q.Answer(t.Context(), run.Options{}); err == nil {
			t.Errorf("%+v is answered", q)
		}
	}
}
