package topswops_test

import (
	"fmt"

	"dovetail/perm/cards"
	"dovetail/perm/topswops"
)

func ExamplePlay() {
	deck, err := cards.Parse("3 1 4 5 2", cards.Suits)
	if err != nil {
		panic(err)
	}
	game := topswops.Play(deck.Cards, true)
	for i, deck := range game.History {
		fmt.Println(deck, "moves", game.Shown[i])
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
