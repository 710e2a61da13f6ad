package deals

import (
	"cmp"
	"context"
	"math"

	"dovetail/exact/statistic"
	"dovetail/exact/tally"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/run"
)

// Lower bounds on the total variation distance of a word from a fair deck by an event that
// the word makes likelier: TVD >= P(A) - U(A) for every event A. The event is chosen on
// one half of the decks and counted on the other. So it does not depend on the decks that
// are counted, and Clopper and Pearson's interval holds.

// event says that a statistic is at most a threshold, or at least.
type event struct {
	statistic statistic.Statistic
	atLeast   bool
	threshold int64
}

func (e event) holds(v statistic.Values) bool {
	if e.atLeast {
		return v[e.statistic] >= e.threshold
	}
	return v[e.statistic] <= e.threshold
}

// count is the number of decks for which the event holds.
func (e event) count(decks []statistic.Values) (k int64) {
	for _, v := range decks {
		if e.holds(v) {
			k++
		}
	}
	return k
}

// halves are the decks for the choice and those for the count.
func halves(decks []statistic.Values) (choose, test []statistic.Values) {
	return decks[:len(decks)/2], decks[len(decks)/2:]
}

// fairLaws are the known laws of statistics of a fair deck.
type fairLaws [statistic.Count]statistic.Law

func newFairLaws(n int) (laws fairLaws) {
	for s := range laws {
		laws[s] = statistic.Statistic(s).Fair(n)
	}
	return laws
}

// atMost is the event's probability in a fair deck, rounded up, if its law is known.
func (laws *fairLaws) atMost(e event) (p float64, known bool) {
	upTo := laws[e.statistic].UpTo
	switch {
	case upTo == nil:
		return 1, false
	case e.atLeast:
		p = 1 - upTo(e.threshold-1)
	default:
		p = upTo(e.threshold)
	}
	return min(1, p+statistic.FairError), true
}

// bound is a lower bound on the distance with its counts: the decks tested and those for
// which the event holds. Of fair decks there are none where their law is known.
type bound struct {
	event
	tested, inside         int64
	fairTested, fairInside int64
	atLeast, fairAtMost    float64
}

// low is the lower bound.
func (b bound) low() float64 { return max(0, math.Nextafter(b.atLeast-b.fairAtMost, 0)) }

// valuesBytes is the memory of the statistics of a deck.
const valuesBytes = statistic.Count * 8

// LowerBound is a lower bound on the distance of a word, wrong with probability q.Delta at most, from decks that have no
// other purpose: half of q.Deals choose an event, and half test it.
func LowerBound(ctx context.Context, o run.Options, q Sampling, purpose string) (lower float64, err error) {
	need := q.memory(o.Workers()) + 2*uint64(q.Deals)*valuesBytes
	if err := cmp.Or(q.Check(), number.Fits(number.Count(q.Deals, "deck"), need, o.Limit())); err != nil {
		return 0, results.Refuse(err)
	}
	word, err := measured(ctx, forDeals(o), byLetters(q.N, uint64(q.Seed), q.Letters, q.Word).with(purpose), q.Deals, nil)
	if err != nil {
		return 0, err
	}
	fair, err := measured(ctx, forDeals(o), fairly(q.N, uint64(q.Seed)).with(purpose), q.Deals, nil)
	laws := newFairLaws(q.N)
	return laws.boundOf(word, fair, q.Delta).low(), err
}

// boundOf chooses an event and tests it, with confidence 1-delta.
func (laws *fairLaws) boundOf(word, fairDecks []statistic.Values, delta float64) bound {
	choose, test := halves(word)
	fairChoose, fairTest := halves(fairDecks)
	e := laws.choose(choose, fairChoose, delta)
	return laws.counted(e, int64(len(test)), e.count(test), e.count(fairTest), delta)
}

// counted is the bound by an event that holds for a number of the decks tested, and of as
// many fair ones. These count where the event's probability is not known; the two ends are
// then at delta/2.
func (laws *fairLaws) counted(e event, tested, inside, fairInside int64, delta float64) bound {
	b := bound{event: e, tested: tested, inside: inside}
	p, known := laws.atMost(e)
	if !known {
		delta /= 2
		b.fairTested, b.fairInside = tested, fairInside
		p = tally.ClopperPearsonUpper(fairInside, tested, delta)
	}
	b.atLeast, b.fairAtMost = tally.ClopperPearsonLower(inside, tested, delta), p
	return b
}

// choose is the most promising event: the first with the largest difference of ends. The
// ends are by Wilson's formula, which is close enough for a choice.
func (laws *fairLaws) choose(word, fairDecks []statistic.Values, delta float64) (best event) {
	z := elementary.NormalQuantile(1 - max(delta, 1e-15))
	most := math.Inf(-1)
	for s := range statistic.Statistic(statistic.Count) {
		values, fairValues, known := column(word, s), column(fairDecks, s), laws[s].UpTo != nil
		consider := func(e event, inside, fairInside int) {
			p := 0.0
			if known {
				p, _ = laws.atMost(e)
			} else {
				p = tally.WilsonUpper(fairInside, len(fairDecks), z)
			}
			if score := 1 - tally.WilsonUpper(len(word)-inside, len(word), z) - p; score > most {
				best, most = e, score
			}
		}
		below := 0 // fair decks with smaller values
		for first := 0; first < len(values); {
			value, end := values[first], first
			for end < len(values) && values[end] == value {
				end++
			}
			for below < len(fairValues) && fairValues[below] < value {
				below++
			}
			upTo := below
			for upTo < len(fairValues) && fairValues[upTo] == value {
				upTo++
			}
			consider(event{s, false, value}, end, upTo)
			consider(event{s, true, value}, len(values)-first, len(fairValues)-below)
			first = end
		}
	}
	return best
}

// maxStretches is the most stretches of a deck that a grid distinguishes.
const maxStretches = 64

// grid counts cards by the stretch of the deck in which they start and the one in which
// they end. These are position laws of large decks, coarsened to cells of stretches of
// n/64 positions, or of one position where there are at most 64.
type grid struct {
	n, side int
	of      []uint8  // the stretch of each card, and of each position
	size    []int64  // of each stretch
	one     []uint32 // counts of the last deck, row: where cards start
	all     []int64  // of all decks
	decks   int64
	signs   []int64
}

func newGrid(n int) *grid {
	side := min(n, maxStretches)
	g := &grid{n: n, side: side, of: make([]uint8, n), size: make([]int64, side), one: make([]uint32, side*side),
		all: make([]int64, side*side)}
	for i := range g.of {
		g.of[i] = uint8(i * side / n)
		g.size[g.of[i]]++
	}
	return g
}

// clear prepares for another word.
func (g *grid) clear() {
	clear(g.all)
	g.decks, g.signs = 0, nil
}

func (g *grid) add(deck []uint32) {
	clear(g.one)
	for j, c := range deck {
		g.one[int(g.of[c])*g.side+int(g.of[j])]++
	}
	for x, k := range g.one {
		g.all[x] += int64(k)
	}
	g.decks++
}

// off is n times the excess of cards in a cell over those of a fair deck: n N - D a b, for
// a cell of stretches of a and b cards and D decks.
func (g *grid) off(x int) float64 {
	return float64(float64(g.n)*float64(g.all[x])) -
		float64(float64(g.decks)*float64(g.size[x/g.side])*float64(g.size[x%g.side]))
}

// takeSides records for each cell whether it is above or below the fair deck so far.
func (g *grid) takeSides() {
	g.signs = make([]int64, len(g.all))
	for x := range g.signs {
		g.signs[x] = 1
		if g.off(x) < 0 {
			g.signs[x] = -1
		}
	}
}

// distance is, for the last deck, half the sum of its cells' deviations from a fair deck,
// as shares of the cards and with the recorded signs. Its mean is at most the mean, over
// all cards, of the total variation distance of where they lie, by stretches; this is at
// most the distance by positions. If all signs are right its mean equals the distance by
// stretches.
func (g *grid) distance() float64 {
	sum, fair := int64(0), 0.0
	for x, k := range g.one {
		sum += g.signs[x] * int64(k)
		fair += float64(float64(g.signs[x]) * float64(g.size[x/g.side]) * float64(g.size[x%g.side]))
	}
	n := float64(g.n)
	return (float64(sum) - fair/n) / (2 * n)
}

// tolerance is the number of standard deviations within which a cell is white. All cells
// of a fair deck are white with probability 0.95, as if they were independent and normal.
func tolerance(side int) float64 {
	confidence, _ := tally.Confidence.Float64()
	each := elementary.Pow(confidence, 1/float64(side*side))
	return elementary.NormalQuantile((1 + each) / 2)
}

// white is the number of white cells. In a fair deck the cards of a stretch of a that lie
// in one of b are hypergeometric, of variance a b (n-a)(n-b)/(n^2 (n-1)).
func (g *grid) white() (count int) {
	n, limit := float64(g.n), tolerance(g.side)
	for x := range g.all {
		a, b := float64(g.size[x/g.side]), float64(g.size[x%g.side])
		sd := math.Sqrt(float64(g.decks) * a * b * (n - a) * (n - b) / max(1, n-1)) // n times the standard deviation of the cell
		if math.Abs(g.off(x)) <= limit*sd {
			count++
		}
	}
	return count
}
