package law

import (
	"testing"

	"dovetail/perm/longtest"
	"dovetail/perm/shuffle/notation"
)

// Prices are of automata and outcomes of fewer cards. Those of one card or two more than are compiled for them are
// compiled here, and hold within a factor of two.
func TestPriceOfLargerDecks(t *testing.T) {
	for _, model := range []string{"riffle", "riffle(cut=normal,sd=3)", "ashuffle(a=3)", "hindu(mean=3)", "human", "clumpy", "clumpy(cut=half)",
		"shelf(m=1)", "shelf(m=2)", "shelf(m=3)", "shelf(m=2,p=1/3)", "top", "top(cards=3)", "thorp", "pile(piles=3)", "deal(piles=3)", "overhand",
		"cut(law=uniform)", "inverse(of=human)", "sattolo"} {
		for _, n := range []int{8, 9} {
			letters, err := notation.New(n, []byte("X"), "literal", []string{"Y=" + model})
			if err != nil {
				continue // of a Thorp shuffle of nine cards
			}
			outcomes, step := size(n, letters[0])
			if outcomes > 10_000 && !longtest.On() {
				continue
			}
			all, took, _ := sizeAt(n, letters[0])
			if within := func(a, b float64) bool { return a <= 2*b && b <= 2*a }; !within(step, took) || !within(outcomes, all) {
				t.Errorf("%s, n = %d: %.0f outcomes and %v s a deck, said to be %.0f and %v", model, n, all, took, outcomes, step)
			}
		}
	}
}

// A word pays for its steps, its digits, and each letter once; riffles at its start take no step.
func TestSecondsOfWords(t *testing.T) {
	price := func(model, word string) float64 {
		letters, err := notation.New(10, []byte("YR"), "literal", []string{"Y=" + model})
		if err != nil {
			t.Fatal(err)
		}
		return Seconds(10, letters, word)
	}
	if price("human", "RRRR") != price("human", "R") || price("human", "YRR") <= price("human", "YR") {
		t.Error("riffles at the start cost steps, or those after other letters none")
	}
	for model, factor := range map[string]float64{"shelf(m=2)": 3, "clumpy": 1.5} {
		if price(model, "YYYY") < factor*price("top", "YYYY") {
			t.Errorf("four %s cost %v s, four cards put back %v s", model, price(model, "YYYY"), price("top", "YYYY"))
		}
	}
	if step := price("clumpy", "YY") - price("clumpy", "Y"); price("clumpy", "YYYYY")-price("clumpy", "YYYY") < 2*step {
		t.Error("counts of many digits cost no more")
	}
}
