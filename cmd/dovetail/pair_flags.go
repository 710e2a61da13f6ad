package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/perm/shuffle"
	"dovetail/results/number"
)

// pairFlags choose the deck and the models of the letters of one word.
type pairFlags struct {
	n, preset string
	models    []string
}

func (f *pairFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.n, "cards", "n", "52", fmt.Sprintf("number of cards, %d to %d", pairs.MinDeck, pairs.MaxDeck))
	registerPreset(cmd, &f.preset)
	cmd.Flags().StringArrayVar(&f.models, "model", nil, "define a letter, for example 'R=riffle(cut=normal,sd=5/3)'; repeatable")
}

// word reads a word; its alphabet is its letters, in the order of their first
// appearance.
func (f *pairFlags) word(text string) (*position.Alphabet, position.Word, error) {
	n, err := number.ParseInt("n", f.n, pairs.MinDeck, pairs.MaxDeck)
	if err != nil {
		return nil, nil, usage(err)
	}
	known := shuffle.Names()
	for _, definition := range f.models {
		known = append(known, definition[:min(1, len(definition))]...)
	}
	if text, err = spelled(text, known); err != nil {
		return nil, nil, usage(err)
	}
	letters, err := shuffle.Alphabet(int(n), distinct(text), f.preset, f.models)
	if err != nil {
		return nil, nil, usage(err)
	}
	a := position.NewAlphabet(int(n), letters)
	w, err := a.Parse(text)
	return a, w, usage(err)
}

// workers is how many there are.
func (f *threadFlags) workers() int {
	if f.threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return f.threads
}
