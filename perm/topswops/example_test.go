package topswops_test

import (
	"fmt"

	"dovetail/perm/topswops"
)

func ExamplePlay() {
	deck, err := topswops.ParseDeck("3 1 4 5 2")
	if err != nil {
		panic(err)
	}
	game := topswops.Play(deck, true)
	for i, cards := range game.History {
		fmt.Println(cards, "moves", game.Shown[i])
	}
	fmt.Println(game.End, "after", game.Length(), "moves")
	// Output:
	// [3 1 4 5 2] moves 3
	// [4 1 3 5 2] moves 4
	// [5 3 1 4 2] moves 5
	// [2 4 1 3 5] moves 2
	// [4 2 1 3 5] moves 4
	// [3 1 2 4 5] moves 3
	// [2 1 3 4 5] moves 2
	// [1 2 3 4 5] after 7 moves
}
