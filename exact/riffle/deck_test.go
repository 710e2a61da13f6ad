package riffle

import (
	"fmt"
	"math/big"
	"testing"

	"dovetail/perm"
	"dovetail/results"
)

// How likely every deck is, against laws in full.
func TestDecks(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for _, c := range []struct {
			q    Question
			once law
		}{
			{Question{Packets: 2, Cut: None}, labelled(n, 2)},
			{Question{Packets: 3, Cut: Before}, labelled(n, 3)},
			{Question{Packets: 2, Cut: After}, labelled(n, 2)},
			{Question{Packets: 4, Cut: After}, labelled(n, 4)},
			{Question{Shelves: 2, Cut: None}, lawOf(t, "shelf(m=2)", n)},
			{Question{Top: 1, Cut: None}, lawOf(t, "top", n)},
		} {
			c.q.N, c.q.From, c.q.To, c.q.Digits = n, 1, 2, 5
			all := map[int]law{1: c.once}
			if n < 6 {
				all[2] = c.once.then(c.once)
			}
			for times, l := range all {
				switch c.q.Cut {
				case Before:
					l = rotation(n).then(l)
				case After:
					l = l.then(rotation(n))
				}
				l.ratios(func(p perm.Perm, want *big.Rat) {
					shape, after := c.q.Ratio(p)
					equal(t, fmt.Sprintf("%+v, %v with %s after %d", c.q, p, shape, times), after(times), want)
				})
			}
		}
	}
}

// A record has what is likeliest, and rounds.
func TestDeckRecord(t *testing.T) {
	q := Question{N: 4, From: 1, To: 3, Digits: 4, Packets: 2, Cut: None}
	for _, c := range []struct {
		deck      []int
		shape     string
		likeliest int
		first     string
	}{
		{[]int{1, 2, 3, 4}, "1 rising sequence", 1, "0.3125"},
		{[]int{2, 1, 4, 3}, "3 rising sequences", 3, "0"},
		{[]int{4, 3, 2, 1}, "4 rising sequences", 3, "0"},
	} {
		r, err := results.AnswerTo[results.RiffledDeck](t.Context(), Deck{q, c.deck}, results.Env{})
		if err != nil || r.Shape != c.shape || r.Likeliest != c.likeliest || r.Rows[0].Probability != c.first || len(r.Rows) != 3 {
			t.Errorf("%v: %+v, %v", c.deck, r, err)
		}
	}
}
