package explorer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/games"
)

// Each curve of cards named has the line of its own fair deck: 1 + 1/2 + ... + 1/n where cards are
// shown, 1 where they are not.
func TestFairLines(t *testing.T) {
	g := games.Guess{Fair: "4.5380439507", Rows: []games.GuessRow{{Shuffles: 1, Complete: "31.2", None: "7.2", Permutation: "5.7"}, {Shuffles: 2, Complete: "19.9", None: "4.2", Permutation: "2.5"}}}
	svg, err := drawGuess(t.Context(), nil, values{says: english}, []Answer{{Records: []results.Record{g}}})
	text := fmt.Sprint(svg)
	for _, want := range []string{
		`<line class="level c0"`, `<line class="level c1"`, `<line class="level c2"`, "each card shown after the guess (fair deck: 4.54)",
		"no card shown (fair deck: 1)", "none named twice (fair deck: 1)",
	} {
		if !strings.Contains(text, want) || err != nil {
			t.Errorf("no %s in %s, %v", want, text, err)
		}
	}
	g.Rows[0].Complete, g.Rows[1].Complete = "", "" // of words for which no exact way is known
	svg, _ = drawGuess(t.Context(), nil, values{says: english}, []Answer{{Records: []results.Record{g}}})
	if text := fmt.Sprint(svg); strings.Contains(text, "4.54") || strings.Count(text, `class="level`) != 2 {
		t.Error(text)
	}
}

// All rankings are one table, with intervals over all orders where there are any.
func TestRankings(t *testing.T) {
	word := results.WordRow{Word: "RRRRDRR", C: "1.000"}
	bounds := results.BoundRank{Best: results.Best{Words: []string{"RRRRDRR"}, Count: 1}, Rows: []results.BoundRow{{Rank: 1, TVDLow: "0.063", TVDHigh: "0.999999999999999999998924", WordRow: word}}}
	single := results.Rank{Rows: []results.RankRow{{Rank: 1, WordRow: word}}}
	for record, want := range map[results.Record]string{&bounds: "true RRRRDRR 0.0630 … 1 - 1.076e-21", &single: "false RRRRDRR "} {
		got, err := drawRanking(t.Context(), nil, values{}, []Answer{{Records: []results.Record{record}}})
		if err != nil {
			t.Fatal(err)
		}
		table := got.(ranked)
		if text := fmt.Sprint(table.Whole, " ", table.Rows[0].Word, " ", table.Rows[0].Between); len(table.Rows) != 1 || text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
}

// The page about words says in words what is not known of a distance, and what the record says stands behind it.
func TestWhatATrivialEndLacks(t *testing.T) {
	s, server := served(t, func(_ context.Context, _ func(results.Progress), line ...string) (Answer, error) {
		return Answer{Records: []results.Record{results.TVD{Kind: results.Sampled, N: 52, Word: "RRRRDRR", Lower: 0.23604, Upper: 0.99996, Tested: number.OfInt(9), Decks: number.OfInt(64), Dealt: number.OfInt(16), Seed: number.OfInt(1)}}}, nil
	})
	_, _, stream := request(t, "POST", server.URL+"/words/tvd", "", "X-Token", s.NewToken())
	for _, want := range []string{`\u003cdetails class=\"printed\"`, "at least 23", "at most"} {
		if !strings.Contains(stream, want) {
			t.Errorf("no %s in %s", want, stream)
		}
	}
}
