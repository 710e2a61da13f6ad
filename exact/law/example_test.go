package law_test

import (
	"context"
	"fmt"

	"dovetail/exact/law"
	"dovetail/perm/shuffle/notation"
)

// The law of a word on all orders of a small deck, in at most the given number of bytes.
func ExampleOf() {
	letters, err := notation.New(8, []byte("RD"), "literal", nil)
	if err != nil {
		panic(err)
	}
	l, err := law.Of(context.Background(), 8, letters, "RDR", 1<<30, 1)
	if err != nil {
		panic(err)
	}
	fmt.Println("distance from uniform", l.TVD().Exact)
	for _, d := range l.Most(2) {
		fmt.Println(d.Cards, d.Probability.Exact)
	}
	// Output:
	// distance from uniform 5950253/10321920
	// [0 2 4 6 1 3 5 7] 3/2048
	// [0 4 1 5 2 6 3 7] 25/32768
}
