package density_test

import (
	"fmt"
	"slices"

	"dovetail/exact/density"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
)

// How much likelier than in a fair deck of 52 cards is it, after a Hindu shuffle and six
// riffles, that the deck is in order, or in reversed order?
func ExampleClosed() {
	letters, err := notation.New(52, []byte("HRD"), "literal", nil)
	if err != nil {
		panic(err)
	}
	a := word.New(52, letters, word.Laws(52, letters))
	deck := shuffle.NewDeck(52)
	for _, spelled := range []string{"RRRRRR", "HRRRRRR", "RRRRRRH", "RRRDRRR"} {
		w, err := a.Parse(spelled)
		if err != nil {
			panic(err)
		}
		form := density.Closed(a, w)
		if form == nil {
			fmt.Println(spelled, "is not closed")
			continue
		}
		n := form.New()
		ordered := n(deck)
		slices.Reverse(deck)
		fmt.Printf("%s, by %s: %.4g, %.4g\n", spelled, form, ordered, n(deck))
		slices.Reverse(deck)
	}
	// Output:
	// RRRRRR, by rising sequences: 1.768e+07, 3.175e-14
	// HRRRRRR, by rising sequences and packets of H: 1.049e+06, 4.597e-11
	// RRRRRRH, by rising sequences and packets of H: 1.049e+06, 4.597e-11
	// RRRDRRR is not closed
}
