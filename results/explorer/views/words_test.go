package views

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/view"
)

// All rankings are one table, with intervals over all orders where there are any.
func TestRankings(t *testing.T) {
	word := results.WordRow{Word: "RRRRDRR", C: "1.000"}
	bounds := results.BoundRank{Best: results.Best{Words: []string{"RRRRDRR"}, Count: 1}, Rows: []results.BoundRow{{Rank: 1, TVDLow: "0.063", TVDHigh: "0.999999999999999999998924", WordRow: word}}}
	single := results.Rank{Rows: []results.RankRow{{Rank: 1, WordRow: word}}}
	for record, want := range map[results.Record]string{&bounds: "8 RRRRDRR 0.0630 … 1 - 1.076e-21", &single: "7 RRRRDRR 0"} {
		got, err := drawRanking(t.Context(), view.Values{}, []view.Answer{{Records: []results.Record{record}}})
		if err != nil {
			t.Fatal(err)
		}
		table := got.(*view.Table)
		row := table.Rows[0].Cells
		if text := fmt.Sprint(len(table.Head), " ", row[1].Text, " ", row[2].Text); len(table.Rows) != 1 || len(row) != len(table.Head) || text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
}

// The words around a word are all that differ in one letter, each once.
func TestAround(t *testing.T) {
	got := around("HRD", "HRD")
	slices.Sort(got)
	if want := strings.Fields("DRD HDD HHD HRH HRR RRD"); !slices.Equal(got, want) {
		t.Error(got)
	}
}
