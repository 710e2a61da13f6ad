package games

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/render"
)

// Trick is how often the best magician names the card that a spectator noted on top of a
// riffled deck and put back.
type Trick struct {
	results.Head
	N int `json:"n" unit:"cards"`
	// When the deck is cut: none, before the card is noted, after it was put back, or both.
	Cut string `json:"cut"`
	// How the place is chosen at which the card is put back: uniform, middle, top.
	Insert string `json:"insert"`
	// The same in words.
	Insertion string `json:"insertion"`
	// The number of decks dealt for each row.
	Decks int        `json:"decks" unit:"decks"`
	Seed  number.Int `json:"seed" unit:"number"`
	Rows  []TrickRow `json:"rows"`
}

// TrickRow is a number of riffles: the probabilities that one of the first k guesses is right,
// from posteriors, with standard errors; and the shares of the decks in which one was.
type TrickRow struct {
	Riffles    int         `json:"riffles" text:"riffles" unit:"shuffles"`
	One        json.Number `json:"guess_1" text:"1 guess" unit:"right guesses"`
	OneSE      float64     `json:"guess_1_se" text:"±" unit:"right guesses"`
	Two        json.Number `json:"guess_2" text:"2 guesses" unit:"right guesses"`
	TwoSE      float64     `json:"guess_2_se" text:"±" unit:"right guesses"`
	Three      json.Number `json:"guess_3" text:"3 guesses" unit:"right guesses"`
	ThreeSE    float64     `json:"guess_3_se" text:"±" unit:"right guesses"`
	OneRight   json.Number `json:"right_1" text:"right: 1" unit:"probability"`
	TwoRight   json.Number `json:"right_2" text:"2" unit:"probability"`
	ThreeRight json.Number `json:"right_3" text:"3" unit:"probability"`
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

// TrickDeck names the card of one deck that was noted.
type TrickDeck struct {
	results.Head
	N         int    `json:"n" unit:"cards"`
	Cut       string `json:"cut"`
	Insert    string `json:"insert"`
	Insertion string `json:"insertion"`
	Deck      []int  `json:"deck" unit:"cards"` // the card, from 1, at each position from the top
	// The number of riffles in the rows after which the deck is likeliest; 0 if it is never possible.
	Likeliest int            `json:"likeliest" unit:"shuffles"`
	Rows      []TrickDeckRow `json:"rows"`
	results.Named
}

// TrickDeckRow is one number of riffles: the likeliest cards, with their probabilities to six places. Card 0 stands for
// none, if fewer cards are possible or the deck is impossible.
type TrickDeckRow struct {
	Riffles int     `json:"riffles" unit:"shuffles"`
	First   int     `json:"first" unit:"cards"`
	FirstP  float64 `json:"first_p" unit:"probability"`
	Second  int     `json:"second" unit:"cards"`
	SecondP float64 `json:"second_p" unit:"probability"`
	Third   int     `json:"third" unit:"cards"`
	ThirdP  float64 `json:"third_p" unit:"probability"`
	// The base-2 logarithm of the probability of the deck, divided by that in a fair deck.
	Bits string `json:"bits_exact,omitempty" unit:"bits of likelihood"`
}

// TrickGuess is a card with the probability that it was noted.
type TrickGuess struct {
	Card int
	P    float64
}

// Guesses are the likeliest cards of a row.
func (r TrickDeckRow) Guesses() (all []TrickGuess) {
	for _, g := range []TrickGuess{{r.First, r.FirstP}, {r.Second, r.SecondP}, {r.Third, r.ThirdP}} {
		if g.Card > 0 {
			all = append(all, g)
		}
	}
	return all
}

func (r TrickDeck) Sections(p *render.Page) {
	p.Head(nil, "n=%d, a deck after riffles; then %s", r.N, spectator(r.Cut, r.Insertion))
	p.Columns("riffles", "card", "P", "2nd", "P", "3rd", "P", "bits")
	p.Header = []string{"n", "cut", "insert", "riffles", "first", "first_p", "second", "second_p", "third", "third_p",
		"bits"}
	says := "The deck cannot result from any of these numbers of riffles."
	for _, row := range r.Rows {
		p.Add(r.N, r.Cut, r.Insert, row.Riffles, r.GivenText(row.First), row.FirstP, r.GivenText(row.Second), row.SecondP,
			r.GivenText(row.Third), row.ThirdP, row.Bits)
		cells, names := []any{row.Riffles, "none", "", "", "", "", "", ""}, []string{}
		for i, g := range row.Guesses() {
			names = append(names, r.Text(g.Card))
			cells[1+2*i], cells[2+2*i], cells[7] = names[i], fmt.Sprintf("%.4f", g.P), row.Bits
		}
		p.Row(cells...)
		if row.Riffles == r.Likeliest && len(names) > 0 {
			says = fmt.Sprintf("The noted card is %s, with probability %.4f.", names[0], row.FirstP)
			if len(names) > 1 {
				says += " Or else " + strings.Join(names[1:], " or ") + "."
			}
			if len(r.Rows) > 1 {
				says += fmt.Sprintf(" The deck is most likely after %s.", number.Count(row.Riffles, "riffle"))
			}
		}
	}
	p.Note("%s P is exact, to the digits printed, if the card was put back as said. Bits: log2 of n! times the "+
		"probability of the deck, which is 1 for a fair deck.", says)
}

func (r Trick) Sections(p *render.Page) {
	p.Head(nil, "n=%d, riffles; then %s", r.N, spectator(r.Cut, r.Insertion))
	p.Table(r.Rows, render.Always("n", r.N), render.Always("cut", r.Cut), render.Always("insert", r.Insert))
	p.Note("Sampled: the probability that one of the best guesses is right, averaged over %s a row, with its "+
		"standard error; seed %d. The columns from right: on give the share of these decks in which one of 1, 2 or 3 "+
		"guesses was right. Cuts are uniform. How well the trick works depends on where the card is put back; a random "+
		"guess is right with probability 1/%d.",
		number.Count(r.Decks, "deck"), r.Seed, r.N)
}

// Guess is how many cards of a shuffled deck the best player guesses right on average, after
// each letter of a word. Numbers are strings without digits beyond their errors.
type Guess struct {
	results.Head
	N      int      `json:"n" unit:"cards"`
	Word   string   `json:"word"`
	Models []string `json:"models"`
	// With complete feedback, of a fair deck: 1 + 1/2 + ... + 1/n. In the other two games it is 1.
	Fair string     `json:"fair_exact" unit:"right guesses"`
	Rows []GuessRow `json:"rows"`
}

// GuessRow is one number of shuffles. It has the expected right guesses with each card shown after the guess, if an
// exact method is known; without this feedback, if a card may be named any number of times; and without it, if each
// card is named once. The errors are bounds on the differences from the truth.
type GuessRow struct {
	Shuffles int `json:"shuffles" text:"shuffles" unit:"shuffles"`
	// The last letter of the word so far.
	Letter        string   `json:"letter" text:"<?letter"`
	Complete      string   `json:"complete_exact,omitempty" text:"?complete" unit:"right guesses"`
	CompleteError *float64 `json:"complete_error,omitempty" unit:"right guesses"`
	// The standard deviation of the number of right guesses with each card shown, of one best player; another, who chooses otherwise among equally likely cards, may have another.
	Deviation        string  `json:"complete_sd_exact,omitempty" text:"?~sd" unit:"right guesses"`
	None             string  `json:"none_exact" text:"none" unit:"right guesses"`
	NoneError        float64 `json:"none_error" unit:"right guesses"`
	Permutation      string  `json:"permutation_exact" text:"permutation" unit:"right guesses"`
	PermutationError float64 `json:"permutation_error" unit:"right guesses"`

	// Names are the cards that are named without feedback, from the top, if they are
	// few: 1 x26, 52 x26.
	Names string `json:"names,omitempty" text:"<?names without feedback"`
}

func (g Guess) Sections(p *render.Page) {
	p.Data(g.Rows, render.Always("n", g.N), render.Always("word", g.Word))
	rows := append([]GuessRow{}, g.Rows...)
	if len(g.Models) == 1 { // the letter says nothing
		for i := range rows {
			rows[i].Letter = ""
		}
	}
	p.Head(g.Models, "n=%d, cards that the best player guesses right, on average, after %s", g.N, g.Shuffles())
	p.Show(rows)
	p.Note("%s", g.notes())
}

// Shuffles is what the rows are about.
func (g Guess) Shuffles() string {
	if len(g.Models) > 1 {
		return "each letter of " + g.Word
	}
	power := func(row GuessRow) string {
		if row.Shuffles == 1 {
			return row.Letter
		}
		return fmt.Sprintf("%s^%d", row.Letter, row.Shuffles)
	}
	first, last := power(g.Rows[0]), power(g.Rows[len(g.Rows)-1])
	switch len(g.Rows) {
	case 1:
		return first
	case 2:
		return first + ", " + last
	}
	return first + ", ..., " + last
}

// notes say what each figure is.
func (g Guess) notes() string {
	var most float64
	answered := 0
	for _, row := range g.Rows {
		if most = max(most, row.NoneError, row.PermutationError); row.CompleteError != nil {
			most = max(most, *row.CompleteError)
			answered++
		}
	}
	const spread = ", with the standard deviation sd of one best player"
	complete, fair := "complete: each card is shown after the guess"+spread+"; ", number.Shorten(g.Fair, 7)+", 1 and 1."
	switch answered {
	case 0:
		complete, fair = "", "1 and 1. If each card is shown after the guess, no exact way is known for more than "+
			"nine cards, or the deck is too large for it."
	case len(g.Rows):
	default:
		complete = "complete: each card is shown after the guess" + spread + " (a place is empty where no exact way is known); "
	}
	named := ""
	if i := slices.IndexFunc(g.Rows, func(row GuessRow) bool { return strings.Contains(row.Names, ",") }); i >= 0 {
		first, _, _ := strings.Cut(g.Rows[i].Names, ",")
		var card, positions int
		fmt.Sscanf(first, "%d x%d", &card, &positions)
		named = fmt.Sprintf(" (%s, ...: first card %d at %s, and so on", first, card, number.Count(positions, "position"))
		if slices.ContainsFunc(g.Rows, func(row GuessRow) bool { return row.Names == "" }) {
			named += "; a place is empty where the list is long"
		}
		named += ")"
	}
	return fmt.Sprintf("Exact: within %s of the truth. %snone: no card is shown%s; permutation: no card is shown, "+
		"and each is named once. A fair deck has %s", render.Float(most), complete, named, fair)
}
