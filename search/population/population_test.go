package population

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/topswops"
	"dovetail/search/run"
	"dovetail/search/run/runtest"
)

func TestReverse(t *testing.T) {
	for k := 1; k <= MaxCards; k++ {
		var d [MaxCards + 9]uint8
		for i := range MaxCards {
			d[i] = uint8(i + 1)
		}
		want := d
		slices.Reverse(want[:k])
		if reverse(&d, k); d != want {
			t.Fatalf("%d cards reversed: %v", k, d)
		}
	}
}

// listed is a deck in the form of this package, with its length.
func listed(cards []int) (d deck) {
	for i, v := range cards {
		d.cards[i] = uint8(v)
	}
	d.length = topswops.Play(cards, false).Length()
	return d
}

// With room for all, the children of all decks of m cards are all decks of m+1, each once, and
// have the lengths that they are played to have.
func TestChildrenAreAllDecks(t *testing.T) {
	population := []deck{listed([]int{1})}
	for m, decks := 1, 2; m < 8; m, decks = m+1, decks*(m+2) {
		next, err := generation(t.Context(), population, m, 2*decks, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, d := range next {
			cards := d.list(m + 1)
			seen[fmt.Sprint(cards)] = true
			if err := topswops.CheckDeck(cards); err != nil || d != listed(cards) {
				t.Fatalf("%v, %v, %d moves", cards, err, d.length)
			}
		}
		if len(seen) != decks || len(next) != decks {
			t.Errorf("%d cards: %d decks, %d different, of %d", m+1, len(next), len(seen), decks)
		}
		population = next
	}
}

// A narrow population keeps those with the greatest keys, and lengths stay true on large decks.
func TestGrow(t *testing.T) {
	decks, err := Decks(t.Context(), MaxCards, 3, rand.New(rand.NewPCG(1, 2)))
	if err != nil || len(decks) != MaxCards || len(decks[MaxCards-1]) != MaxCards {
		t.Error(len(decks), err)
	}
	population := []deck{listed([]int{1})}
	stream := rand.New(rand.NewPCG(1, 2))
	for m := 1; m < 100; m++ {
		population, _ = generation(t.Context(), population, m, 5, stream)
		for _, d := range population {
			if d != listed(d.list(m+1)) {
				t.Fatal(d.list(m+1), d.length)
			}
		}
	}
}

// A minute was the time to beat 2,100 moves of 97 cards in; the first round does (in the long
// tests), and 140 of 17.
func TestFirstRound(t *testing.T) {
	decks, rounds, _, err := Query{N: longtest.Of(17, 97), Seed: 1, Rounds: 1}.Decks(t.Context(), run.Options{})
	if err != nil || rounds != 1 {
		t.Fatal(rounds, err)
	}
	for n, least := range map[int]int{7: 16, 17: 140, 23: 200, 53: 900, 97: 2100} {
		if n > len(decks) {
			continue
		}
		if l := topswops.Play(decks[n-1], false).Length(); l < least {
			t.Errorf("n=%d: %d moves", n, l)
		}
	}
}

// No population of any round is grown twice, and no beam; half the decks are in wide ones.
func TestRoundsDiffer(t *testing.T) {
	grown, sent := map[population]bool{}, map[Beam]bool{}
	for i := range MaxRounds {
		q := round{N: 97, Seed: 3, Round: i}
		decks := 0
		for _, p := range q.populations() {
			if grown[p] {
				t.Errorf("round %d: %v again", i, p)
			}
			grown[p] = true
			decks += p.width
		}
		if want := 2 * widePopulations * firstPopulation << i; decks != want {
			t.Errorf("round %d has populations of %d decks, want %d", i, decks, want)
		}
		for _, b := range q.beams() {
			if sent[b] {
				t.Errorf("round %d: %v again", i, b)
			}
			sent[b] = true
		}
	}
}

func TestRunner(t *testing.T) { runtest.Test(t, round{N: longtest.Of(10, 12), Seed: 1}) }
func TestStops(t *testing.T)  { runtest.Stops(t, round{N: 60, Seed: 1, Round: 2}) }
func FuzzMerge(f *testing.F)  { runtest.FuzzMerge(f, round{N: 7, Seed: 1}) }
func FuzzTask(f *testing.F)   { runtest.FuzzTask(f, round{N: 7, Seed: 1}) }
func BenchmarkGrow(b *testing.B) {
	for range b.N {
		Decks(b.Context(), 97, 100, rand.New(rand.NewPCG(1, 2)))
	}
}

// What was found before the end of a round is known, though nothing says that it is over.
func TestRoundEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begun := 0
	decks, rounds, _, err := Query{N: 8, Seed: 1}.Decks(ctx, run.Options{Threads: 1, Begin: func(run.Task) {
		if begun++; begun == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || rounds != 0 || len(decks) != 8 || topswops.Play(decks[7], false).Length() < 20 {
		t.Errorf("%v after %d rounds: %v", decks, rounds, err)
	}
}

// Before any deck is found there is no best one.
func TestSoFarOfNothing(t *testing.T) {
	b, err := round{N: 20, Seed: 1}.Job()
	if err != nil || b.SoFar() != nil {
		t.Fatalf("%v, %q", err, b.SoFar())
	}
	b.decks[19] = slices.Concat([]int{2, 1}, b.decks[19][2:])
	if got := b.SoFar(); len(got) != 1 || !strings.HasPrefix(got[0], "20 cards, 1 move: 2 1 3 ") {
		t.Errorf("%q", got)
	}
}
