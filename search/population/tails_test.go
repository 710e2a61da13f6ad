package population

import (
	"context"
	"slices"
	"testing"

	"dovetail/perm"
	"dovetail/perm/topswops"
)

// whole are the cards of a deck of n, counted from 1.
func whole(d topswops.Deck, n int) []int {
	cards := d.Unpack(n)
	for i := range cards {
		cards[i]++
	}
	return cards
}

// The tails are those of all final decks with a number of cards out of order, each card z in turn, as they are played
// card by card.
func TestTails(t *testing.T) {
	const cards, few = 10, 6
	want := map[topswops.Deck]map[int]int{}
	for rank := range perm.Factorial(few) {
		end := perm.Unrank(few, rank)
		if end[0] != 0 || end[few-1] == few-1 {
			continue
		}
		end = append(end, few, few+1, few+2)
		e := topswops.Pack(end)
		want[e] = map[int]int{}
		for z := range cards - 1 {
			var start topswops.Deck
			e.PutIn(&start, cards-1, 0, z)
			if moves := topswops.Play(whole(start, cards), false).Length() - 1; moves >= cards-1 {
				want[e][z] = moves
			}
		}
	}
	found := 0
	all, err := tails{Cards: cards, Ordered: few}.play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tail := range all {
		if got := want[tail.end][tail.z]; got != tail.moves {
			t.Errorf("%v, z=%d: a tail of %d moves, want %d", whole(tail.end, cards-1), tail.z+1, tail.moves, got)
		}
		delete(want[tail.end], tail.z)
		found++
	}
	left := 0
	for _, tails := range want {
		left += len(tails)
	}
	if found < 10 || left > 0 {
		t.Errorf("%d tails, and %d are missing", found, left)
	}
}

// Where there is room for all, a way back is the longest game of all decks that end so without a move of one card.
func TestWaysBack(t *testing.T) {
	const n = 7
	longest := map[string][n]int{}
	each(n, func(d topswops.Deck) {
		g := d.Play()
		end := string(bytesOf(g.End.Unpack(n)))
		of := longest[end]
		for z := range n {
			if z == 0 || g.Shown>>z&1 == 0 {
				of[z] = max(of[z], int(g.Moves))
			}
		}
		longest[end] = of
	})
	for end, of := range longest {
		cards := make([]int, n)
		for i := range cards {
			cards[i] = int(end[i])
		}
		few := n
		for few > 1 && cards[few-1] == few-1 {
			few--
		}
		for z, want := range of {
			l := layers{width: 1000, still: z, over: func() bool { return false }}
			packed := topswops.Pack(cards)
			l.back(&packed, few, n)
			got := l.longest()
			g := got.deck.Play()
			if got.moves != want || int(g.Moves) != want || z > 0 && g.Shown>>z&1 != 0 ||
				!slices.Equal(g.End.Unpack(n), cards) {
				t.Fatalf("%v without %d: %d moves, want %d", cards, z, got.moves, want)
			}
		}
	}
}

func bytesOf(cards []int) (b []byte) {
	for _, c := range cards {
		b = append(b, byte(c))
	}
	return b
}

// The ways back to the final deck behind the game of 335 moves of 22 cards, without a move of card 8.
func TestWayBackOfALongGame(t *testing.T) {
	end := []int{0, 6, 3, 9, 4, 2, 7, 8, 11, 10, 5, 1, 12, 13, 14, 15, 16, 17, 18, 19, 20}
	l, packed := layers{width: 500_000, still: 7, over: func() bool { return false }}, topswops.Pack(end)
	if l.back(&packed, 12, 21); l.longest().moves != 125 {
		t.Errorf("%d moves, want 125", l.longest().moves)
	}
}

// They end with their context, in the tails as in the ways back, and give no deck then.
func TestTailsEnd(t *testing.T) {
	q := tails{Cards: 18, Ordered: 9, Width: 1000}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.play(ctx); err != context.Canceled {
		t.Errorf("tails: %v", err)
	}
	asked := 0
	l := layers{width: 1000, over: func() bool { asked++; return asked > 3 }}
	start := topswops.Pack([]int{0, 1, 2, 3})
	if l.back(&start, 4, 20); asked > 8 {
		t.Errorf("a way back goes on for %d looks at its context", asked)
	}
	if decks, err := q.Longest(ctx, 20, make(chan struct{}, 1)); decks != nil || err != context.Canceled {
		t.Errorf("%v, %v", decks, err)
	}
}
