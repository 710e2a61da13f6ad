package decks

import (
	"context"
	"math"
)

// A test by two cards sees nearly all that there is to see of most riffles, so that its lower end stands, and walks
// narrow the upper one alone. Of six riffles with switch 7/10 it misses 0.03. Where it misses more than the width that
// is asked for allows, walks narrow the lower end too (split.go). That takes more and longer walks, so it is found out
// first, with decks of their own, by how far the upper end would stay from what the test tells, less what short walks
// add to it.

// What a test misses is found out with so many decks of either kind, of which one in eight walks, if it tells the word
// from fair by an eighth at least: of less it misses less than is worth the walks.
const (
	missDecks   = 2048
	missScatter = 0.2
	missWorth   = 1. / 8
)

// mayMiss is the part of a width that a test may miss: about what else is open would take the rest.
const mayMiss = 0.6

// sharp is what ln w may scatter where walks narrow both ends: by v they are about 0.6 v^2 apart then, more below than
// above, as walks that may be wrong do not overrule a test. A quarter of the width is for that.
func sharp(width float64) float64 { return math.Sqrt(0.45 * width) }

// misses is about how much of the distance the test does not see, and 0 where that is not worth finding out.
func (e *estimator) misses(ctx context.Context) (missed float64, err error) {
	tells := testResult{decks: missDecks}
	for d := range missDecks {
		if e.test.Accepts(e.uniformDeck(d).deck) {
			tells.accepted[1]++
		}
		if fails, _ := e.dealSplit(0, d); !fails {
			tells.accepted[0]++
		}
	}
	if float64(tells.accepted[0]-tells.accepted[1]) < missWorth*missDecks {
		return 0, nil
	}
	const walked = missDecks / 8
	var s sums
	if err := e.splitUniform(ctx, 0, walked, &s); err != nil {
		return 0, err
	}
	if err := e.splitDealt(ctx, 0, walked, &s); err != nil {
		return 0, err
	}
	walks := float64(float64(s.High-unit*walked+s.Tail) / (unit * walked))
	return walks - tells.jensenBias(missScatter), nil
}
