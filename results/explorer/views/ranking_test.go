package views

import (
	"fmt"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// All rankings are one table, with intervals over all orders where there are any.
func TestRankings(t *testing.T) {
	word := results.WordRow{Word: "RRRRDRR", C: "1.000"}
	bounds := results.BoundRank{Best: results.Best{Words: []string{"RRRRDRR"}, Count: 1}, Rows: []results.BoundRow{{Rank: 1, TVDLow: "0.063", TVDHigh: "0.999999999999999999998924", WordRow: word}}}
	single := results.Rank{Rows: []results.RankRow{{Rank: 1, WordRow: word}}}
	for record, want := range map[results.Record]string{&bounds: "true RRRRDRR 0.0630 … 1 - 1.076e-21", &single: "false RRRRDRR "} {
		got, err := drawRanking(t.Context(), view.Values{}, []view.Answer{{Records: []results.Record{record}}})
		if err != nil {
			t.Fatal(err)
		}
		table := got.(ranked)
		if text := fmt.Sprint(table.Whole, " ", table.Rows[0].Word, " ", table.Rows[0].Between); len(table.Rows) != 1 || text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
}
