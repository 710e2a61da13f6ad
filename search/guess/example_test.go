package guess_test

import (
	"context"
	"fmt"

	"dovetail/perm/shuffle/notation"
	"dovetail/results/games"
	"dovetail/search/guess"
	"dovetail/search/run"
)

// How many of 52 cards are guessed after four and after seven riffles, with each card shown
// after the guess and with none, and what is best said without.
func ExampleQuestion() {
	riffle, err := notation.ParseLetter("R=riffle")
	if err != nil {
		panic(err)
	}
	q := guess.Question{N: 52, Letters: []notation.Letter{riffle}, Word: "RRRRRRR", From: 4}
	r, err := run.AnswerTo[games.Guess](context.Background(), q, run.Options{})
	if err != nil {
		panic(err)
	}
	for _, row := range []int{0, 3} {
		fmt.Println(r.Rows[row].Complete, r.Rows[row].None, r.Rows[row].Names)
	}
	// Output:
	// 8.8064640257 1.8556554555 1 x14, 2 x12, 51 x12, 52 x14
	// 5.0045642061 1.1036963502 1 x24, 2 x2, 51 x2, 52 x24
}
