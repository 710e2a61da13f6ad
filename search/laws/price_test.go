package laws

import (
	"testing"

	"dovetail/perm/shuffle/notation"
	"dovetail/search/words"
)

// A ranking pays for the steps of its letters and for the digits of their counts.
func TestPriceFollowsTheLetters(t *testing.T) {
	price := func(model string) float64 {
		letters, err := notation.New(9, []byte("XD"), "literal", []string{"X=" + model})
		if err != nil {
			t.Fatal(err)
		}
		return Question{words.All{Scoring: words.Scoring{N: 9, Letters: letters}, M: 6}}.Seconds()
	}
	if clumpy, shelf, top := price("clumpy"), price("shelf(m=2)"), price("top"); clumpy < 4*top || shelf < 2*top {
		t.Errorf("words of clumpy riffles cost %v s, of shelf machines %v s, of cards put back %v s", clumpy, shelf, top)
	}
}
