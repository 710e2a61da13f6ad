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
func (f *pairFlags) word(s string) (*position.Alphabet, position.Word, []string, error) {
	fail := func(err error) (*position.Alphabet, position.Word, []string, error) {
		return nil, nil, nil, usage(err)
	}
	n, err := number.ParseInt("n", f.n, pairs.MinDeck, pairs.MaxDeck)
	if err != nil {
		return fail(err)
	}
	if len(s) == 0 || len(s) > longestWord {
		return fail(fmt.Errorf("a word has 1 to %d letters, not %d", longestWord, len(s)))
	}
	var names []byte
	seen := map[byte]bool{}
	for _, name := range []byte(s) {
		if !seen[name] {
			names = append(names, name)
		}
		seen[name] = true
	}
	letters, err := shuffle.Alphabet(int(n), names, f.preset, f.models)
	if err != nil {
		return fail(err)
	}
	a := position.NewAlphabet(int(n), letters)
	w, err := a.Parse(s)
	if err != nil {
		return fail(err)
	}
	var models []string
	for _, l := range letters {
		models = append(models, l.String())
	}
	return a, w, models, nil
}

// workers is how many there are.
func (f *threadFlags) workers() int {
	if f.threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return f.threads
}
