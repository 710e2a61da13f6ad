package copies

import (
	"context"
	"fmt"
	"math/big"
)

// Red and black after four riffles.
func ExampleDeck_Bracket() {
	deck := Deck{26, 26}
	low, high, err := deck.Bracket(context.Background(), 1<<4, 1e-9)
	if err != nil {
		panic(err)
	}
	fmt.Println(low.FloatString(9), high.FloatString(9), deck.Separation(big.NewInt(1<<4)).FloatString(9))
	// Output: 0.104818999 0.104819000 0.707983312
}

// The ratio of the probabilities, after seven riffles and in a fair deck, of seeing the
// four suits of a new deck in blocks, and in reversed blocks.
func Example_density() {
	game := Game{Deck: Deck{13, 13, 13, 13}, Order: Blocks, Fixed: Source}
	suits := game.Layout()
	c, ratios := newCounter(game), densityRatios(52, 1<<7)
	fmt.Printf("%.4f\n", c.Density(c.Descents(suits), ratios))
	for i, suit := range suits {
		suits[i] = 3 - suit
	}
	fmt.Printf("%.4f\n", c.Density(c.Descents(suits), ratios))
	// Output:
	// 1.8693
	// 0.5531
}
