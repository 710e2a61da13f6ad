package games

import (
	"fmt"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/render"
)

// Watched is one game of a player who knows the word, and names each card of a shuffled deck before it is shown.
type Watched struct {
	results.Head
	N      int        `json:"n" unit:"cards"`
	Word   string     `json:"word"`
	Models []string   `json:"models"`
	Seed   number.Int `json:"seed" unit:"number"`
	// Whether no player does better on average. Otherwise no best player is known, and this one names the likeliest
	// card of the position among those not shown.
	Best bool `json:"best"`
	// A bound on how far each chance is from the truth.
	Error float64 `json:"error" unit:"probability"`
	Right int     `json:"right" unit:"right guesses"`
	// The sum of the chances: the expected number of right names, given the cards that came. Only for the best player.
	Expected string       `json:"expected_exact,omitempty" unit:"right guesses"`
	Rows     []WatchedRow `json:"rows"`
	results.Named
}

// WatchedRow is one card.
type WatchedRow struct {
	Place int `json:"place" unit:"positions"`
	// The card that is named.
	Named int `json:"named" unit:"cards"`
	// Its probability: for the best player given the cards shown before, for another player before any card is shown.
	Chance string `json:"chance_exact" unit:"probability"`
	// The card that is there, and 1 if it was named.
	Card  int `json:"card" unit:"cards"`
	Right int `json:"right" unit:"right guesses"`
}

func (w Watched) Sections(p *render.Page) {
	names := "the most likely card at each position, of those not shown before"
	if w.Best {
		names = "what the best player names before each card"
	}
	p.Head(w.Models, "n=%d, %s; %s dealt with seed %d", w.N, names, w.Word, w.Seed)
	p.Columns("place", "<names", "chance", "<card", "<")
	p.Header = []string{"place", "named", "chance", "card", "right"}
	for _, row := range w.Rows {
		right := ""
		if row.Right == 1 {
			right = "right"
		}
		p.Row(row.Place, w.Called(row.Named)[0], row.Chance, w.Called(row.Card)[0], right)
		p.Add(row.Place, w.GivenText(row.Named), row.Chance, w.GivenText(row.Card), row.Right)
	}
	right := fmt.Sprintf("%d of %s were named right", w.Right, number.Count(w.N, "card"))
	if w.Best {
		p.Note("The chances are exact, to within %.2g, given the word and the cards shown before. %s; as the cards "+
			"came, %s could be expected. No player does better on average.", w.Error, right, w.Expected)
		return
	}
	p.Note("No best player is known for this word: each name is a most likely card at its position, of those not yet "+
		"shown. Its chance does not take the shown cards into account, and is exact to within %.2g. %s.", w.Error, right)
}
