package decks

import (
	"context"
	"math"
	"time"

	"dovetail/exact/density"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/anneal"
	"dovetail/search/deals"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/run"
)

// usualTest is the number of decks of either kind in the usual test.
const usualTest = 2 * distinguish.FreshDecks

// testDecks is the number of decks of either kind in the test of a word. A narrow interval needs
// more, up to some seconds' work, as what the test leaves open falls with the root of their number.
// A closed density needs none.
func (l *estimation) testDecks() (decks int64) {
	if l.byStatistic || l.Decks > 0 || l.Width == 0 || density.Closed(l.alphabet.Alphabet, l.alphabet.Core(l.word)) != nil {
		return usualTest
	}
	width := usualWidth
	if j, err := l.question().Job(); err == nil && j.Methods[0].Target.Kind() == anneal.Both {
		width = jointWidth
	}
	decks = decksFor(l.Width, width)
	if l.Tested > 0 {
		decks = min(decks, l.Tested)
	}
	return decks
}

// paidTest is the most decks of the test where the work does not allow all that it would have: at
// least those of the usual test, which take about a second.
func (l *estimation) paidTest() int64 {
	if l.Work == 0 || l.decks() > 0 {
		return l.Tested
	}
	decks := l.testDecks()
	paid := decks
	for paid > usualTest && densities.TestSeconds*float64(paid) > time.Duration(l.Work).Seconds() {
		paid /= 2
	}
	if paid == decks {
		return l.Tested
	}
	return paid
}

// decksFor is the number for some width, if there are more decks from another width on.
func decksFor(width, from float64) (decks int64) {
	decks = usualTest
	for need := float64(decks) * elementary.Pow(from/max(width, 1e-3), 2); float64(decks) < need && decks < mostFresh; {
		decks *= 2
	}
	return decks
}

// testable reports whether a test can tell the word's decks from fair ones.
func (l *estimation) testable(ctx context.Context) (bool, error) {
	if l.byStatistic {
		return true, nil
	}
	return l.cache.Tests.Testable(ctx, l.alphabet)
}

// testPrice is the price of the test; of none it is 0.
func (l *estimation) testPrice(ctx context.Context) float64 {
	if able, _ := l.testable(ctx); !able {
		return 0
	}
	return densities.TestSeconds * float64(l.testDecks())
}

// runTest puts the word to a trained test with a number of decks of either kind. The test takes a
// share of the probability delta.
func (l *estimation) runTest(ctx context.Context, use string, decks int64, share float64) error {
	j, err := l.submitTest(ctx, "test"+use, use, decks, share)
	if err != nil {
		return err
	}
	l.r.Kind, l.r.Tested = results.Sampled, number.OfInt(j.Fresh)
	l.accepted, _ = j.Accepted(0)
	improve(&l.r, densities.ByTestAlone(j.Lower(0)))
	return nil
}

// statistic is the question whose bound a statistic proves, with a share of the probability delta.
func (l *estimation) statistic(share float64) deals.Sampling {
	return deals.Sampling{N: l.N, Letters: l.Letters, Word: l.Word, Deals: 2 * usualTest, Seed: l.Seed,
		Delta: min(l.Delta, 1-l.Delta) * share}
}

// testStatistic tests a word by a statistic of its decks, such as how many cards still follow their neighbours.
func (l *estimation) testStatistic(ctx context.Context, share float64) error {
	lower, err := deals.LowerBound(ctx, l.o, l.statistic(share), l.streams)
	if err != nil {
		return err
	}
	l.r.Kind, l.r.Tested = results.Sampled, number.OfInt(usualTest)
	improve(&l.r, densities.ByTestAlone(lower))
	return nil
}

// test is the test of a word before walks, if there is one.
func (l *estimation) test(ctx context.Context, share float64) error {
	able, err := l.testable(ctx)
	if err != nil || !able {
		return err
	}
	if l.byStatistic {
		err = l.testStatistic(ctx, share)
	} else {
		err = l.runTest(ctx, "", l.testDecks(), share)
	}
	l.delta = l.Delta * (1 - share)
	if err != nil || l.byStatistic {
		return err
	}
	return l.split(ctx)
}

// split has decks split by the test of a word, where there are reverse walks.
func (l *estimation) split(ctx context.Context) error {
	j, err := l.question().Job()
	if err != nil || j.Methods[0].Closed != nil {
		return nil
	}
	l.spec.Test = distinguish.TrainDecks
	narrow, labels := 0 < l.Width && l.Width <= narrowWidth, j.Methods[0].Target.Kind() == anneal.Labels
	if narrow && labels {
		l.spec.Sharp, l.spec.Miss = sharp(l.Width), mayMiss*l.Width
	}
	// The test decides the length of walks where it is not given. It also decides the price of
	// a narrower interval, even where the question of a record gives their length.
	if l.Steps == 0 || l.Decks == 0 || narrow {
		j, err := l.submitTest(ctx, "rough", "rough", distinguish.TrainDecks, 1./4)
		if err != nil {
			return err
		}
		l.pilotTest.Accepted, _ = j.Accepted(0)
		l.pilotTest.Decks = j.Fresh
	}
	l.spec.Scatter = l.scatter(l.Width)
	l.spec.Both = narrow && !labels && l.pilotTest.MissesEnough()
	return nil
}

// mayMiss is the part of a width that a test may miss. The rest is for the other errors.
const mayMiss = 0.6

// sharp is the standard deviation that ln w may have where walks narrow both ends. With the
// deviation v these are then about 0.6 v^2 apart, more below than above, as walks with an unknown
// bias do not overrule a test. A quarter of the width is for that.
func sharp(width float64) float64 { return math.Sqrt(0.45 * width) }

// submitTest puts the word to its test, with a number of decks of either kind that serve no other
// purpose.
func (l *estimation) submitTest(ctx context.Context, part, use string, decks int64, share float64) (*distinguish.Job, error) {
	t := distinguish.Tests{Alphabet: l.alphabet, Words: []string{l.Word}, Train: distinguish.TrainDecks, Fresh: decks,
		Purpose: l.streams, Seed: uint64(l.Seed), Delta: min(l.Delta, 1-l.Delta) * share, Use: use, Threads: l.o.Threads, Cache: l.cache.Tests}
	j, _, err := run.Run(ctx, t, l.o.Part(part, "test"))
	if err == nil {
		err = j.CheckTotal()
	}
	return j, err
}

// scatter is the standard deviation that the logarithm of a walk's estimate may have for the
// interval to be narrow enough. With infinitely many decks the ends are about half of its square
// apart. They are closer where decks are split, as then only decks near the threshold count.
//
// Where a test shows about how large the distance is, the length of walks follows that. These decks
// are other ones than those counted in the interval: the bet on the counts must be chosen before,
// and is made from walks of this length.
func (l *estimation) scatter(width float64) float64 {
	if l.pilotTest.Decks > 0 {
		return l.pilotTest.Scatter(width)
	}
	share := 0.5
	if l.spec.Test > 0 {
		share = 0.75
	}
	return math.Sqrt(min(0.25, max(0.002, share*width)))
}
