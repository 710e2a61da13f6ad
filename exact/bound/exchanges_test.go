package bound

import (
	"math/big"
	"testing"

	"dovetail/exact/word"
	"dovetail/perm/must"
)

// Words of exchanges, alone and among other letters, against their laws on all orders.
func TestExchanges(t *testing.T) {
	contains(t, 5, 4, "XYD", "literal", "X=transpositions(k=2)", "Y=transpositions(k=3,distinct=true)", "D=deal(piles=2)")
	contains(t, 5, 3, "XNR", "literal", "X=transpositions", "N=adjacent")
	contains(t, 4, 4, "NFR", "literal", "N=adjacent")
}

// Of 52 cards, as another program has it; and however many there are, no farther than doubles tell the distance from its limit.
func TestExchangesOfLargeDecks(t *testing.T) {
	for _, c := range []struct {
		n         int
		model     string
		low, high float64
	}{
		{52, "transpositions(k=100)", .33892093, .33892094}, {12, "transpositions(k=9999)", 0, 1e-12},
		{12, "transpositions(k=9999,distinct=true)", .5, .5 + 1e-12}, {61, "transpositions(k=3,distinct=true)", .5, 1},
		{30, "adjacent", .5, 1}, {12, "topswap", 0, 1},
	} {
		i := enclose(t, NewProver(alphabet(t, c.n, "X", "literal", "X="+c.model), nil, nil, 2), word.Word{0}, false)
		low, _ := i.Lower.Value.Float64()
		high, _ := i.Upper.Value.Float64()
		if low < c.low || high > c.high || c.n == 52 && high-low > 1e-11 {
			t.Errorf("%d cards, %s: [%v, %v]", c.n, c.model, low, high)
		}
	}
}

// Shuffles of even orders, or of odd ones, never make more than half of all. One that makes both may.
func TestParity(t *testing.T) {
	for n := 3; n <= 6; n++ {
		p := NewProver(alphabet(t, n, "NFC", "literal", "N=adjacent", "F=deal(piles=2)"), nil, nil, 1)
		for text, half := range map[string]bool{"NN": true, "NFN": true, "CN": n%2 == 1, "NCN": n%2 == 1} {
			w := must.Have(p.alphabet.Parse(text))(t)
			i := newInterval()
			_, core, _ := p.alphabet.Split(w)
			p.parity(&i, factors(p.alphabet, core))
			if proved := i.Lower.Value.Cmp(big.NewRat(1, 2)) == 0; proved != half {
				t.Errorf("%d cards, %s: %v", n, text, i.Steps)
			}
		}
	}
}
