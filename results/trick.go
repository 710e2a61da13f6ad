package results

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"dovetail/results/number"
)

// TrickSchema names the form of Trick.
const TrickSchema = "dovetail/trick/2"

// Trick is how often the best magician names the card that a spectator noted on top of a
// riffled deck and put back.
type Trick struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	N         int        `json:"n" unit:"cards"`
	Cut       string     `json:"cut"`                // none, before the card is noted, after it was put back, or both
	Insert    string     `json:"insert"`             // law of the place that it is put back to: uniform, middle, top
	Insertion string     `json:"insertion"`          // the same in words
	Decks     int        `json:"decks" unit:"decks"` // dealt for each row
	Seed      number.Int `json:"seed" unit:"number"`
	Rows      []TrickRow `json:"rows"`
}

// TrickRow is a number of riffles: the probabilities that one of so many guesses is right,
// from posteriors, with standard errors; and the shares of the decks in which one was.
type TrickRow struct {
	Riffles    int     `json:"riffles" text:"riffles" unit:"shuffles"`
	One        string  `json:"guess_1" text:"1 guess" unit:"right guesses"`
	OneSE      float64 `json:"guess_1_se" text:"±" unit:"right guesses"`
	Two        string  `json:"guess_2" text:"2 guesses" unit:"right guesses"`
	TwoSE      float64 `json:"guess_2_se" text:"±" unit:"right guesses"`
	Three      string  `json:"guess_3" text:"3 guesses" unit:"right guesses"`
	ThreeSE    float64 `json:"guess_3_se" text:"±" unit:"right guesses"`
	OneRight   string  `json:"right_1" text:"right: 1" unit:"probability"`
	TwoRight   string  `json:"right_2" text:"2" unit:"probability"`
	ThreeRight string  `json:"right_3" text:"3" unit:"probability"`
}

// spectator says what is done with a riffled deck.
func spectator(cut, insertion string) string {
	before, after := "", ""
	if cut == "before" || cut == "both" {
		before = "cut, "
	}
	if cut == "after" || cut == "both" {
		after = ", cut"
	}
	return fmt.Sprintf("%sthe top card noted and %s%s", before, insertion, after)
}

// TrickDeckSchema names the form of TrickDeck.
const TrickDeckSchema = "dovetail/trick-deck/2"

// TrickDeck is which card of one deck was noted.
type TrickDeck struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	Asked
	N         int    `json:"n" unit:"cards"`
	Cut       string `json:"cut"`
	Insert    string `json:"insert"`
	Insertion string `json:"insertion"`
	Deck      []int  `json:"deck" unit:"cards"` // the card, from 1, at each position from the top
	// number of riffles of those in the rows; 0 if the deck never comes
	Likeliest int            `json:"likeliest" unit:"cards"`
	Rows      []TrickDeckRow `json:"rows"`
	Named
}

// TrickDeckRow is a number of riffles: the likeliest cards with their probabilities to six
// places; 0 is no card, where there are fewer that can be, or none in a deck that does not come.
type TrickDeckRow struct {
	Riffles int     `json:"riffles" unit:"shuffles"`
	First   int     `json:"first" unit:"cards"`
	FirstP  float64 `json:"first_p" unit:"probability"`
	Second  int     `json:"second" unit:"cards"`
	SecondP float64 `json:"second_p" unit:"probability"`
	Third   int     `json:"third" unit:"cards"`
	ThirdP  float64 `json:"third_p" unit:"probability"`
	Bits    string  `json:"bits,omitempty" unit:"bits"` // log2 of how much likelier than in a fair deck such a deck is
}

// Text implements Record.
func (r TrickDeck) Text(w io.Writer) error {
	fmt.Fprintln(w, heading(fmt.Sprintf("n=%d, a deck after riffles; then %s", r.N, spectator(r.Cut, r.Insertion)), nil))
	var rows [][]string
	says := "No such deck comes."
	for _, row := range r.Rows {
		cells := []string{fmt.Sprint(row.Riffles)}
		if row.First == 0 {
			rows = append(rows, append(cells, "none", "", "", "", "", "", ""))
			continue
		}
		var others []string
		for i, card := range []int{row.First, row.Second, row.Third} {
			if card == 0 {
				cells = append(cells, "", "")
				continue
			}
			cells = append(cells, r.called(card), fmt.Sprintf("%.4f", []float64{row.FirstP, row.SecondP, row.ThirdP}[i]))
			if i > 0 {
				others = append(others, r.called(card))
			}
		}
		rows = append(rows, append(cells, row.Bits))
		if row.Riffles == r.Likeliest {
			says = fmt.Sprintf("The noted card is %s, with probability %.4f.", r.called(row.First), row.FirstP)
			if others != nil {
				says += " Or else " + strings.Join(others, " or ") + "."
			}
			if len(r.Rows) > 1 {
				says += fmt.Sprintf(" The deck is likeliest after %s.", number.Count(row.Riffles, "riffle"))
			}
		}
	}
	fmt.Fprintln(w, plainTable([]string{"riffles", "card", "P", "2nd", "P", "3rd", "P", "bits"}, rows))
	return paragraph(w, "", says+" Exact, to the digits printed, for the law of the place given. Bits: log2 of how much likelier the deck is than a fair one.")
}

// Table implements Record.
func (r TrickDeck) Table() ([]string, [][]string) {
	header, rows := csvTable(r.Rows, always("n", r.N), always("cut", r.Cut), always("insert", r.Insert))
	for i, row := range r.Rows {
		for j, card := range []int{row.First, row.Second, row.Third} {
			rows[i][slices.Index(header, []string{"first", "second", "third"}[j])] = r.written(card)[0]
		}
	}
	return header, rows
}

// Text implements Record.
func (r Trick) Text(w io.Writer) error {
	fmt.Fprintln(w, heading(fmt.Sprintf("n=%d, riffles; then %s", r.N, spectator(r.Cut, r.Insertion)), nil))
	fmt.Fprintln(w, textTable(r.Rows))
	return paragraph(w, "", fmt.Sprintf("Sampled: the mean of the greatest posteriors in %s a row, with its standard error; seed %d. "+
		"Beside it in how many of these decks a guess was right. Cuts are uniform. "+
		"The law of the place that the card is put back to decides how well the trick works; who knows nothing is right with probability 1/%d.",
		number.Count(r.Decks, "deck"), r.Seed, r.N))
}

// Table implements Record.
func (r Trick) Table() ([]string, [][]string) {
	return csvTable(r.Rows, always("n", r.N), always("cut", r.Cut), always("insert", r.Insert))
}
