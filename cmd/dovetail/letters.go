package main

import (
	"cmp"
	"fmt"

	"dovetail/exact/pairs"
	"dovetail/exact/tally"
	"dovetail/perm/shuffle"
	"dovetail/search/words"
)

// Groups of flags that choose a deck, and the letters of words.

// cardsOption is the flag for the size of a deck.
func cardsOption(to *int, otherwise string, lo, hi int64) option {
	return flag(to, "cards,n", otherwise, fmt.Sprintf("number of cards, %d to %d", lo, hi), integer[int]("n", lo, hi)).known("size")
}

// dealsOption is the flag for the number of deals.
func dealsOption(to *int64) option {
	return flag(to, "samples", "1e6", "number s of deals for which E[w] and the automatic e_max are computed", integer[int64]("samples", 1, tally.MaxSamples))
}

// presetOption reads the paper.
func presetOption(to *string) option {
	return flag(to, "preset", shuffle.Literal, "models of the letters: literal (the paper taken literally) or narrow-cut (riffle cut rounded from N(n/2, sd 5/3))", text)
}

// modelOption defines letters.
func modelOption(to *[]shuffle.Letter) option {
	return flag(to, "model", "", "define a letter, for example 'R=riffle(cut=normal,sd=5/3)', by a model of dovetail models; repeatable", model(to))
}

// letterFlags choose the letters.
type letterFlags struct{ shuffle.Spelling }

func (f *letterFlags) options() options {
	return options{
		flag(&f.Names, "alphabet", shuffle.ListNames(shuffle.DefaultNames),
			"letters that words are made of; "+shuffle.ListNames(shuffle.Names())+" have a model (see dovetail models), others need --model", alphabet),
		presetOption(&f.Preset),
		modelOption(&f.Definitions),
	}
}

// queryFlags choose deck, letters and tolerance.
type queryFlags struct {
	letterFlags
	samples int64
	emax    string
}

func (f *queryFlags) options() options { return f.upTo(words.MaxDeck) }

// upTo is for decks of other sizes too, which someone else refuses.
func (f *queryFlags) upTo(most int64) options {
	return append(f.letterFlags.options(),
		cardsOption(&f.N, "52", 1, most),
		dealsOption(&f.samples),
		flag(&f.emax, "emax", "", "tolerance: paper (5.86e-4), auto (exact binomial tails) or a number (default: paper if n=52 and s=1e6, otherwise auto)", text),
	)
}

// query computes the laws of the letters.
func (f *queryFlags) query(letters []shuffle.Letter) (words.Query, error) {
	q, err := words.NewQuery(f.N, letters, f.emax, f.samples)
	return q, usage(err)
}

// all are the letters of the alphabet with their laws.
func (f *queryFlags) all() (words.Query, error) {
	letters, err := f.Letters()
	if err != nil {
		return words.Query{}, usage(err)
	}
	return f.query(letters)
}

// word reads a word, whose letters join the default alphabet if they have models.
func (f *queryFlags) word(text string) (words.Spelled, error) {
	letters, text, err := f.Word(text)
	return words.Spelled{Scoring: f.scoring(letters), Word: text}, err
}

// scoring is what scores of words of the letters depend on.
func (f *queryFlags) scoring(letters []shuffle.Letter) words.Scoring {
	return words.Scoring{N: f.N, Letters: letters, Emax: cmp.Or(f.emax, tally.Default(f.N, f.samples)), Samples: f.samples}
}

// pairFlags choose the deck and the models of the letters of one word, and how its law
// of pairs is computed.
type pairFlags struct {
	shuffle.Spelling
	memoryFlags
	threadFlags
	text string
}

func (f *pairFlags) options(largest int64) options {
	return append(append(f.memoryFlags.options(programMemory), f.threadFlags.options()...),
		wordArgument(&f.text),
		cardsOption(&f.N, "52", pairs.MinDeck, largest),
		presetOption(&f.Preset),
		modelOption(&f.Definitions),
	)
}

// question reads the word, whose letters are in the order of their first appearance.
func (f *pairFlags) question() (pairs.Question, error) {
	letters, text, err := f.Own(f.text)
	return pairs.Question{N: f.N, Letters: letters, Word: text}, err
}
