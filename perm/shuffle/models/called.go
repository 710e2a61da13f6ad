package models

import (
	"fmt"
	"slices"
	"strings"
)

// called are the words of players and magicians for shuffles and what belongs to them, and where they lead: to a model, or
// to the arguments of a command.
var called = []struct {
	words          []string
	model, command string
	says           string // after the words
}{
	{[]string{"mash", "sleeves", "sleeved", "push-through"}, "riffle(cut=normal,sd=3)", "",
		"one half pushed into the other, as with sleeved cards; it is taken for a riffle with a cut by eye"},
	{[]string{"gsr", "bridge", "dovetail", "table riffle"}, "riffle", "", "the riffle of Gilbert, Shannon and Reeds"},
	{[]string{"strip", "box", "running cut"}, "hindu", "", "packets drawn from the top and dropped on each other, a Hindu shuffle"},
	{[]string{"smoosh", "scramble", "corgi", "chemmy", "beta"}, "wash", "", "cards spread and stirred on the table, a wash"},
	{[]string{"pile count", "piles", "pile counting"}, "pile", "", "a deal into piles that are gathered in random order"},
	{[]string{"perfect", "weave", "in-shuffle", "out-shuffle"}, "faro", "", "the halves alternate card by card; dovetail orders 52 has " +
		"how many such shuffles bring a deck back"},
	{[]string{"australian", "down-under", "under-down", "josephus"}, "underdown", "", "the under-down deal"},
	{[]string{"milking", "klondike"}, "milk", "", "the top and the bottom card drawn together, again and again, onto " +
		"one pile or several; dovetail orders families 52 has how many milks onto one bring a deck back"},
	{[]string{"mongean"}, "monge", "", "cards taken from the top, one above and one below by turns; dovetail orders " +
		"families 52 has how many such shuffles bring a deck back"},
	{[]string{"stay-stack", "mirror stack"}, "", "orders decks 52", "a deck whose halves mirror each other; perfect shuffles keep it so"},
	{[]string{"elmsley"}, "", "orders move 52 1 13", "a card brought to a place by in- and out-shuffles"},
}

// find is the row of a word, or -1; "shuffle" after it says nothing more.
func find(word string) int {
	word = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(word)), " shuffle")
	for i, c := range called {
		if slices.Contains(c.words, word) {
			return i
		}
	}
	return -1
}

// Called is the model that a word of players means, by its specification, or the command that is about it, and a sentence.
func Called(word string) (model, command, says string, ok bool) {
	if i := find(word); i >= 0 {
		return called[i].model, called[i].command, fmt.Sprintf("%s: %s", strings.ToLower(word), called[i].says), true
	}
	kind, ok := table.Named(strings.TrimSuffix(strings.ToLower(strings.TrimSpace(word)), " shuffle"))
	return kind, "", "", ok
}

// Words are all words of players.
func Words() (all []string) {
	for _, c := range called {
		all = append(all, c.words...)
	}
	return all
}
