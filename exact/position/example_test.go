package position_test

import (
	"context"
	"fmt"
	"math/big"

	"dovetail/exact/position"
	"dovetail/perm/shuffle/notation"
)

// The position law of a word, and its scores at a tolerance.
func Example() {
	const n = 52
	ctx := context.Background()
	letters, err := notation.New(n, []byte("HRD"), "literal", nil) // or definitions such as "R=riffle(cut=normal,sd=2)"
	if err != nil {
		panic(err)
	}
	laws := position.NewLaws(n, letters)
	w, err := laws.Parse("HDHRDHH")
	if err != nil {
		panic(err)
	}

	e, err := position.NewChain(laws).Word(ctx, w) // deviations from 1/n
	if err != nil {
		panic(err)
	}
	fmt.Printf("the top card stays on top with probability %.6f\n", position.Probabilities(e, 0)[0])

	emax := position.NewTolerance(big.NewRat(586, 1_000_000))
	scorer := position.NewScorer(laws, emax, position.NewDecider(laws))
	scores, err := scorer.Score(ctx, w, e)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d of %d cells within %v, mean distance %.3g\n", scores.White, n*n, emax.Float(), scores.MeanTVD)
	// Output:
	// the top card stays on top with probability 0.018893
	// 2704 of 2704 cells within 0.000586, mean distance 0.0015
}
