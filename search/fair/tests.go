package fair

import (
	"context"
	"math"
	"math/big"

	"gonum.org/v1/gonum/mathext"

	"dovetail/exact/statistic"
	"dovetail/exact/tally"
	"dovetail/perm/elementary"
	"dovetail/results"
)

// The tests: each has what was observed, what is expected of fair decks, and its p-value. This is
// the chance of a deviation at least as large, or a bound on it.

// The laws behind p-values.
const (
	byExact     = "exact"
	byBound     = "bound"
	byLimit     = "chi-square"
	bySimulated = "simulated"
)

// tests are all tests that the counts allow, at a rate of false alarms. They fail only if ctx is
// over.
func (c Counts) tests(ctx context.Context, seed uint64, faults []fault, rate float64) (all []results.FairTest, err error) {
	_, largest := c.largest()
	all = append(c.sums(), largest)
	if t, ok := c.repeats(); ok {
		all = append(all, t)
	}
	if len(faults) > 0 {
		log := average(faults)
		all = append(all, results.FairTest{Name: "known faults", Seen: max(log, -1e6), P: exp(min(0, -log)), By: byBound})
	}
	forms := c.forms()
	most := simulations
	for _, t := range all {
		if t.P*float64(len(all)+len(forms)) <= rate {
			most = certain
		}
	}
	var simulated []float64
	if c.Decks < fewest && c.From != Table {
		if simulated, err = c.simulated(ctx, forms, seed, most); err != nil {
			return nil, err
		}
	}
	for i, f := range forms {
		t := results.FairTest{Name: f.name, Seen: f.value, Fair: f.df, P: f.p(), By: byLimit}
		if simulated != nil {
			t.P, t.By = simulated[i], bySimulated
		}
		all = append(all, t)
	}
	return all, nil
}

// exp is 0 where the result is too small for a double.
func exp(x float64) float64 {
	if x < -690 {
		return 0
	}
	return elementary.Exp(x)
}

// sums are the tests of statistics. The sum of a statistic over all decks has an exact law.
func (c Counts) sums() (all []results.FairTest) {
	add := func(name string, law []float64, counts []int) {
		decks, sum := 0, int64(0)
		for k, count := range counts {
			decks += count
			sum += int64(k) * int64(count)
		}
		if decks > 0 {
			all = append(all, summed(name, law, decks, sum))
		}
	}
	if c.whole() {
		n := c.N
		rising, fixed := statistic.Rising.Probabilities(n), statistic.Fixed.Probabilities(n)
		add("rising sequences", rising, c.Rising)
		add("descents", statistic.Descents.Probabilities(n), c.Descents)
		add("fixed points", fixed, c.Fixed)
		add("cycles", statistic.Cycles.Probabilities(n), c.Cycles)
		add("neighbours kept", statistic.Adjacencies.Probabilities(n), c.Neighbours)
		all = append(all, summed("inversions", statistic.Inversions.Probabilities(n), c.Decks, c.inversions()))
		coin := []float64{0.5, 0.5}
		add("even decks", coin, []int{c.Decks - c.even(), c.even()})
		add("same place as in the deck before", fixed, c.Stays)
		add("rising sequences since the deck before", rising, c.Since)
		if c.From == New {
			add("even since the deck before", coin, []int{c.Decks - 1 - c.Even, c.Even})
		}
	}
	if c.Ranks > 0 {
		laws := statistic.RankLaws(c.N, c.Ranks)
		for i, counts := range [][]int{c.SideBySide, c.InPlace, c.Longest} {
			add(statistic.OfRanks[i], laws[i], counts)
		}
	}
	if c.Alike != nil {
		add("neighbours of one kind", statistic.Alike(c.sizes()), c.Alike)
	}
	for k, counts := range c.Hands {
		add(c.Kinds[k].Name+" among the cards listed", hypergeometric(c.N, c.Kinds[k].Count, c.Listed), counts)
	}
	return all
}

// even is the number of even decks: the sign of a permutation is (-1)^(n-k) by its number k of cycles.
func (c Counts) even() (count int) {
	for k, decks := range c.Cycles {
		count += decks * indicator((c.N-k)%2 == 0)
	}
	return count
}

// inversions are the pairs of places with the larger card above.
func (c Counts) inversions() (sum int64) {
	for _, row := range c.Places {
		for _, x := range row {
			sum += int64(c.Decks - x)
		}
	}
	return sum
}

// summed is the test of a sum by its exact law: twice the smaller tail.
func summed(name string, law []float64, decks int, sum int64) results.FairTest {
	mean := 0.0
	for k, p := range law {
		mean += float64(float64(k) * p)
	}
	lower, upper := tally.SumTails(law, decks, sum)
	return results.FairTest{Name: name, Seen: float64(sum) / float64(decks), Fair: mean, P: min(1, 2*min(lower, upper)), By: byExact}
}

// hypergeometric is the law of the number of cards, of m among n, that are in a sample of k.
func hypergeometric(n, m, k int) []float64 {
	law, all := make([]float64, min(m, k)+1), new(big.Int).Binomial(int64(n), int64(k))
	for x := range law {
		ways := new(big.Int).Binomial(int64(m), int64(x))
		if k-x <= n-m {
			ways.Mul(ways, new(big.Int).Binomial(int64(n-m), int64(k-x)))
			law[x], _ = new(big.Rat).SetFrac(ways, all).Float64()
		}
	}
	return law
}

// largest is the cell that is furthest from its expectation, and its test. Each count is binomial,
// and the p-value allows for the number of cells.
func (c Counts) largest() (cell results.FairCell, t results.FairTest) {
	sizes := c.sizes()
	cells := len(sizes) * c.Listed
	least := math.Inf(1)
	far := 0.0
	for a, row := range c.Cells {
		share := float64(sizes[a]) / float64(c.N)
		mean := float64(float64(c.Decks) * share)
		for j, x := range row {
			d := float64(x) - mean
			if z := float64(d*d) / float64(mean*(1-share)); z >= far-1e-9 {
				p := binomial(x, c.Decks, share)
				if p < least {
					least = p
					cell = results.FairCell{Row: a + 1, Place: j + 1, Count: x, Expected: mean}
				}
				far = max(far, z)
			} else if z > 0.5*far {
				least = min(least, binomial(x, c.Decks, share))
			}
		}
	}
	t = results.FairTest{Name: "largest cell", Seen: float64(cell.Count), Fair: cell.Expected, P: min(1, float64(cells)*least), By: byBound}
	return cell, t
}

// binomial is twice the smaller tail of a binomial law at x.
func binomial(x, decks int, share float64) float64 {
	k, n := float64(x), float64(decks)
	lower, upper := 1.0, 1.0
	if x < decks {
		lower = elementary.BetaBelow(n-k, k+1, 1-share)
	}
	if x > 0 {
		upper = elementary.BetaBelow(k, n-k+1, share)
	}
	return min(1, 2*min(lower, upper))
}

const repeatedDecks = "repeated decks"

// repeats is the test of repeated decks. With M = n! orders, or fewer, the t-th deck is one of
// those before it with a chance of at most (t-1)/M, whatever came before. So the number R of
// repetitions is stochastically at most a sum of independent trials with these chances, of mean L =
// N(N-1)/(2M). Its chance to be at least r is at most that of a Poisson number of this mean, for r
// >= L + 1 (W. Hoeffding, 1956; T. Anderson and S. Samuels, 1967). Where there are few orders, and
// many pairs of equal decks, the number of pairs is a quadratic form. Too few repetitions are as
// wrong, as of decks dealt without replacement.
func (c Counts) repeats() (t results.FairTest, ok bool) {
	r := c.Repeats
	if r.Decks < 2 {
		return t, false
	}
	orders := new(big.Int).MulRange(int64(c.N-c.Listed+1), int64(c.N))
	if c.Kinds != nil {
		if c.Listed < c.N {
			return t, false // not all hands are equally likely
		}
		for _, k := range c.Kinds {
			orders.Quo(orders, new(big.Int).MulRange(1, int64(k.Count)))
		}
	}
	m, _ := new(big.Rat).SetFrac(orders, new(big.Int).Lsh(big.NewInt(1), uint(r.Bits))).Float64()
	n := float64(r.Decks)
	mean := n * (n - 1) / 2 / m
	if mean > 20 && r.Bits == 0 {
		f := form{name: repeatedDecks, df: m - 1, third: (m - 1) * (m - 2), grain: m * m / 4, decks: r.Decks,
			value: m - 1 + float64(2/n*(float64(m*float64(r.Pairs))-float64(n*(n-1)/2)))}
		p := f.p()
		if n < m {
			p = min(1, 2*min(f.limit(f.value, mathext.GammaIncRegComp), r.fewer(m, mean)))
		}
		return results.FairTest{Name: f.name, Seen: float64(r.Pairs), Fair: mean, P: p, By: byLimit}, true
	}
	again := float64(r.Decks - r.Different)
	t = results.FairTest{Name: repeatedDecks, Seen: again, Fair: mean, P: min(1, 2*r.fewer(m, mean)), By: byBound}
	if again >= mean+1 {
		t.P = min(1, 2*poisson(again, mean))
	}
	return t, true
}

// fewer is the chance of as few decks that were there before, of m orders, by the chain of their
// number. It is 1 if there are as many as expected, and if that takes too long.
func (r Repeats) fewer(m, mean float64) (sum float64) {
	again := r.Decks - r.Different
	if float64(again) >= mean || mean < 1 || r.Bits > 0 || float64(r.Decks)*float64(again+1) > 1e8 {
		return 1
	}
	law := make([]float64, again+1)
	law[0] = 1
	for t := range r.Decks {
		for k := again; k >= 0; k-- {
			law[k] = float64(law[k] * (1 - float64(t-k)/m))
			if k > 0 {
				law[k] += float64(law[k-1] * float64(t-k+1) / m)
			}
		}
	}
	for _, p := range law {
		sum += p
	}
	return sum
}

// poisson is the chance that a Poisson number of the given mean is at least k. This is the chance
// that a gamma number of shape k is below the mean, a series of positive terms.
func poisson(k, mean float64) float64 {
	term := exp(float64(k*elementary.Log(mean)) - mean - elementary.Lgamma(k+1))
	sum := 0.0
	for x := k; term > 1e-17*sum; x++ {
		sum += term
		term *= mean / (x + 1)
	}
	return min(1, sum)
}
