package pairs_test

import (
	"context"
	"fmt"

	"dovetail/exact/pairs"
	"dovetail/exact/word"
	"dovetail/perm/shuffle/notation"
)

// Cards that lay together still do after two riffles, more often than chance has it.
func Example() {
	ctx := context.Background()
	letters, err := notation.New(20, []byte("R"), "literal", nil)
	if err != nil {
		panic(err)
	}
	a := word.New(20, letters, word.Laws(20, letters))
	w, err := a.Parse("RR")
	if err != nil {
		panic(err)
	}
	laws, err := pairs.NewLaws(ctx, a, w)
	if err != nil {
		panic(err)
	}
	l, err := pairs.NewLaw(ctx, laws, w, 1)
	if err != nil {
		panic(err)
	}
	fmt.Printf("cards 10 and 11 are neighbours with probability %.4f; chance has %.4f\n", l.Together()[9], 2./20)
	// Output:
	// cards 10 and 11 are neighbours with probability 0.2521; chance has 0.1000
}
