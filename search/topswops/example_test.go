package topswops_test

import (
	"context"
	"fmt"

	"dovetail/results/games"
	"dovetail/search/run"
	"dovetail/search/topswops"
)

// The longest games on 7 cards, f(7), and all decks that have them.
func ExampleMax() {
	q := topswops.Max{N: 7}
	a, err := run.AnswerTo[games.TopswopsMax](context.Background(), q, run.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(a.Length, a.Count)
	for _, deck := range a.Decks {
		fmt.Println(deck)
	}
	// Output:
	// 16 2
	// [3 1 4 6 7 5 2]
	// [4 7 6 2 1 5 3]
}
