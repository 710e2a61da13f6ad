package results

import (
	"fmt"
	"io"
	"strconv"
)

// TopswopsPlaySchema names the record's form.
const TopswopsPlaySchema = "dovetail/topswops-play/1"

// TopswopsPlay is one game, move by move.
type TopswopsPlay struct {
	Schema       string   `json:"schema"`
	Kind         string   `json:"kind"`
	N            int      `json:"n"`
	Length       int      `json:"length"`
	Deck         []int    `json:"deck"`
	End          []int    `json:"end"`
	Moves        []int    `json:"moves"`              // the cards moved; null in a game of more than a million
	Decks        [][]int  `json:"decks,omitempty"`    // the deck before each move
	Scores       []string `json:"scores,omitempty"`   // certificate, before each move and at the end
	Protagonists []int    `json:"protagonists"`       // cards that come to the top
	Supporting   []int    `json:"supporting"`         // cards that never do
	Largest      int      `json:"largest,omitempty"`  // the largest protagonist
	Critical     int      `json:"critical,omitempty"` // the card on top after its move
	Before       int      `json:"before,omitempty"`   // moves before the largest shows
	First        []int    `json:"first,omitempty"`    // the transformed first-half game: its deck
	FirstLength  int      `json:"first_length"`
	Second       []int    `json:"second,omitempty"` // the second-half game: its deck
	SecondLength int      `json:"second_length"`
}

// Text implements Record.
func (r TopswopsPlay) Text(w io.Writer) error {
	if len(r.Decks) > 0 {
		t := newTable([]string{"move", "deck", "score of cards at home"}, "deck")
		for i, d := range append(r.Decks, r.End) {
			t.AppendRow([]any{i, spaced(d), r.Scores[i]})
		}
		fmt.Fprintln(w, t.Render())
	}
	fmt.Fprintf(w, "%d moves\nprotagonists: %s\nsupporting cards: %s\n", r.Length, spaced(r.Protagonists), spaced(r.Supporting))
	if r.Length == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "largest protagonist: %d, after %d moves; critical card: %d\n"+
		"first half transformed: %s, %d moves\nsecond half: %s, %d moves\n",
		r.Largest, r.Before, r.Critical, spaced(r.First), r.FirstLength, spaced(r.Second), r.SecondLength)
	return err
}

// Table implements Record.
func (r TopswopsPlay) Table() ([]string, [][]string) {
	var rows [][]string
	for i, k := range r.Moves {
		rows = append(rows, []string{strconv.Itoa(i + 1), strconv.Itoa(k)})
	}
	return []string{"move", "card"}, rows
}
