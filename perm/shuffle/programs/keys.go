package programs

import (
	"fmt"

	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/riffles"
)

// keys gives every card a random key of k values and sorts by them, with equal keys in their old
// order, as programs do whose random numbers are too few. It is the inverse of the a-shuffle with
// as many packets as there are values, so that a deck with d descents has probability C(a + n - 1 -
// d, n)/a^n.
type keys struct {
	shuffle.Inverse
	values int
}

// Keys is the model by its parameters.
var Keys = shuffle.NewKind("keys", "sort by random keys of a number of values, cards with equal keys keeping their order",
	func(p *shuffle.Params) shuffle.Model {
		a := p.Between("values", 1, riffles.MaxPackets, "256")
		return keys{shuffle.Inverse{Model: riffles.NewAShuffle(a)}, a}
	})

func (k keys) String() string { return fmt.Sprintf("keys(values=%d)", k.values) }
