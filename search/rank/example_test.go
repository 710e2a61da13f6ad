package rank_test

import (
	"context"
	"fmt"

	"dovetail/perm/shuffle/notation"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
)

// The three best words of five hindu, riffle and deal shuffles of 52 cards.
func ExampleSearch() {
	letters, err := notation.New(52, []byte("HRD"), "literal", nil)
	if err != nil {
		panic(err)
	}
	q, err := words.NewQuery(context.Background(), 52, letters, "paper", 1_000_000)
	if err != nil {
		panic(err)
	}
	q.M, q.Key, q.Top = 5, words.ByMeanTVD, 3
	ranking, err := rank.Search(context.Background(), q, run.Options{})
	if err != nil {
		panic(err)
	}
	for _, row := range ranking.Rows {
		fmt.Printf("%s %.6f\n", row.Word, row.MeanTVD)
	}
	// Output:
	// RRRDH 0.007437
	// RRRRR 0.009840
	// HRDHH 0.010115
}
