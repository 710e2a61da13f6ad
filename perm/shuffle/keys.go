package shuffle

import "fmt"

// keys gives every card a random key of k values and sorts by them, cards with equal keys keeping their order,
// as programs do whose random numbers are too few. It is the inverse of the a-shuffle with as many packets as there
// are values, so that a deck with d descents has probability C(a + n - 1 - d, n)/a^n.
type keys struct {
	inverse
	values int
}

// Keys is the model by its parameters.
var Keys = Maker{
	Name:    "keys",
	Summary: "sort by random keys of a number of values, cards with equal keys keeping their order",
	Make: func(p *params) Model {
		a := p.between("values", 1, maxPackets, "256")
		return keys{inverse{NewAShuffle(a)}, a}
	},
}

// String is the specification of the shuffle.
func (k keys) String() string { return fmt.Sprintf("keys(values=%d)", k.values) }
