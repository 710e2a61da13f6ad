package computed

import (
	"testing"

	"dovetail/exact/riffle"
	"dovetail/results"
	"dovetail/search/run"
)

// A record has what is likeliest, and rounds.
func TestDeckRecord(t *testing.T) {
	q := Riffles{Shuffles: Shuffles{N: 4, From: 1, To: 3, Digits: 4, Packets: 2, Cut: riffle.None}, Enough: 0.1}
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
		r, err := run.AnswerTo[results.RiffledDeck](t.Context(), RiffledDeck{q.Shuffles, c.deck}, run.Options{})
		if err != nil || r.Shape != c.shape || r.Likeliest != c.likeliest || r.Rows[0].Probability != c.first || len(r.Rows) != 3 {
			t.Errorf("%v: %+v, %v", c.deck, r, err)
		}
	}
}

// The estimated time of exchanges is that of the steps and the rows: on a busy Xeon of 2023 the rows 1 to 156 of 52 cards
// took 3.7 seconds of one processor, the last alone 2.0.
func TestSecondsOfExchanges(t *testing.T) {
	all := Riffles{Shuffles: Shuffles{N: 52, From: 1, To: 156, Swaps: true}, Enough: 0.1}.Seconds()
	last := Riffles{Shuffles: Shuffles{N: 52, From: 100, To: 100, Swaps: true}, Enough: 0.1}.Seconds()
	if all < 1.8 || all > 7.4 || last < 1 || last > 4 {
		t.Errorf("%v and %v s", all, last)
	}
}
