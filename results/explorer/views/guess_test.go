package views

import (
	"strings"
	"testing"

	"dovetail/results"
	"dovetail/results/explorer/language"
	"dovetail/results/explorer/view"
	"dovetail/results/games"
)

// A game shows the cards that were named for and no other; counts both players' right guesses; and offers each card
// that was not shown once.
func TestTable(t *testing.T) {
	record := games.Watched{N: 4, Best: true}
	draw := func(named string) (tabled, error) {
		q := view.Values{View: guessing, Fields: guessing.Fields, Says: language.English, Of: map[string]string{"word": "RRR", "n": "4",
			"seed": "7", "named": named}}
		extra, err := drawTable(t.Context(), q, []view.Answer{{Records: []results.Record{record}}})
		table, _ := extra.(tabled)
		return table, err
	}
	for i, row := range [][2]int{{1, 3}, {4, 4}, {1, 1}, {2, 2}} {
		w := games.WatchedRow{Place: i + 1, Named: row[0], Card: row[1], Chance: "0.25"}
		if row[0] == row[1] {
			w.Right = 1
		}
		record.Rows = append(record.Rows, w)
	}
	for _, c := range []struct {
		named            string
		you, other, left int
		expected, picks  string // the cards that can be named
	}{
		{"", 0, 0, 4, "0.0", "1234"}, {"3", 1, 0, 3, "0.2", "124"}, {"3.1.1", 2, 2, 1, "0.8", "2"},
		{"1.4.2.2", 2, 3, 0, "1.0", ""},
	} {
		got, err := draw(c.named)
		if err != nil {
			t.Fatal(err)
		}
		picks := ""
		for _, p := range got.Picks {
			if p.URL != "" {
				picks += p.Name
				if !strings.Contains(p.URL, "named="+strings.TrimPrefix(c.named+"."+p.Name, ".")) {
					t.Errorf("named %s, then %s: %s", c.named, p.Name, p.URL)
				}
			}
		}
		if got.You != c.you || got.Other != c.other || got.Left != c.left || got.Expected != c.expected || picks != c.picks ||
			len(got.Turned) != 4-c.left || !strings.Contains(got.Again, "seed=8") || strings.Contains(got.Again, "named") ||
			!got.Best || got.Called != language.English.Of("guess.best") {
			t.Errorf("%+v, want %+v", got, c)
		}
	}
	for _, named := range []string{"1.5", "0", "3.3", "1.4.2.2.1", "1..2"} {
		if _, err := draw(named); err == nil {
			t.Errorf("%s was named of four cards, of which the first that is shown is 3", named)
		}
	}
	record.Best = false
	if got, err := draw("3"); err != nil || got.Best || got.Expected != "" || got.Called != language.English.Of("guess.other") {
		t.Errorf("where nobody is known to be best: %+v, %v", got, err)
	}
}
