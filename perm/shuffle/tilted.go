package shuffle

import "math/rand/v2"

// Tilted is a walk of an outcome under a tilted law: outcomes weigh what the model says
// times a weight of the rising sequences of the order After(Sources(Before)), what comes
// before and after the shuffle being the same all the time.
type Tilted struct {
	Outcome
	N             int
	Before, After *Sources
	Rises         int           // as Count has it
	Rng           *rand.ChaCha8 // serves this walk alone
}

// Count counts the rising sequences: places descend where one ends.
func (t *Tilted) Count() { t.Rises = rises(t.Before, t.Sources(), t.After, t.N) }

// rises is the quickest count that the machine has. Cells from n on are their own places.
var rises = risesGo

// risesGo is the oracle of every other.
func risesGo(before, between, after *Sources, n int) int {
	count, last := 1, uint8(0)
	for _, b := range before[:n] {
		at := after[between[b]]
		if at < last {
			count++
		}
		last = at
	}
	return count
}

// Sweep lets walks of outcomes of one model and size make so many moves each, by the rule
// of Metropolis: an outcome y is taken instead of x with probability min(1, w(y)/w(x)), w
// being the weight by rising sequences. Walks do not depend on which others are with them.
func Sweep(walks []*Tilted, weight []float64, moves int) {
	if lanes := lanesOf(walks); lanes != nil {
		lanes.sweep(walks, weight, moves)
		return
	}
	for _, t := range walks {
		for range moves {
			if !t.Move(t.Rng) {
				continue
			}
			was := t.Rises
			if t.Count(); !likely(t.Rng, weight[t.Rises]/weight[was]) {
				t.Undo()
				t.Rises = was
			}
		}
	}
}
