package intervals

import (
	"cmp"
	"context"
	"slices"
	"time"

	"dovetail/perm/number"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/run"
)

// The tests of a race. Quick ones, by a seventh of the law of pairs, leave fewer words to tests by
// the whole law. Words that may still be the best after these are tested again in the rounds, on
// twice as many decks in each.

// candidates are the words that could be best and may be tested, the likely ones first.
func (a *raced) candidates() []*racer {
	if !a.testable {
		return nil
	}
	return slices.DeleteFunc(a.likely(len(a.racers)), func(r *racer) bool { return !r.open || r.closed() })
}

// likely are the first of the words that could be best.
func (a *raced) likely(most int) []*racer {
	all := a.contenders()
	slices.SortStableFunc(all, (*racer).promise)
	return all[:min(most, len(all))]
}

// untested counts the words that could be best and have had no test by all pairs.
func (a *raced) untested() (count int) {
	for _, r := range a.candidates() {
		if r.testResult.Decks < distinguish.FreshDecks {
			count++
		}
	}
	return count
}

// test tests words, in half of the remaining time and work. If some tests are not made, a resumed
// race may walk on other words, so that the state of what follows is not kept.
func (a *raced) test(ctx context.Context, tests func(context.Context) error) error {
	left := time.Duration(0)
	if a.Time > 0 {
		left = max(1, (a.Time-time.Since(a.Began))/2)
	}
	inTime, cancel := run.Within(ctx, left)
	defer cancel()
	err := tests(inTime)
	if err == nil || !run.Over(inTime, err) || ctx.Err() != nil {
		return err
	}
	a.timedOut, a.o.Dir = true, ""
	return nil
}

// quickTests and wholeTests put the words that could be best to tests, where their letters have
// laws of pairs, as far as half of the work left allows, the likely ones first.
func (a *raced) quickTests(ctx context.Context) error {
	q := distinguish.Tests{Train: distinguish.NearTrain, Fresh: distinguish.NearFresh, Use: "near", Near: true}
	return a.paidTests(ctx, q, float64(nearSeconds*square52(a.race.N)), "near")
}

func (a *raced) wholeTests(ctx context.Context) error {
	q := distinguish.Tests{Train: distinguish.TrainDecks, Fresh: distinguish.FreshDecks}
	return a.paidTests(ctx, q, a.testing(1, distinguish.FreshDecks), "tests")
}

func (a *raced) paidTests(ctx context.Context, q distinguish.Tests, price float64, part string) error {
	in := a.candidates()
	q.Delta = a.race.Delta / 4 / float64(max(1, len(in)))
	if paid := (time.Duration(a.Work).Seconds() - a.Spent) / 2 / price; a.Work > 0 && paid < float64(len(in)) {
		a.outOfWork, in = true, in[:int(max(0, paid))]
	}
	for some := range slices.Chunk(in, 1024) { // neighbours begin with the same letters and share their laws
		slices.SortFunc(some, func(x, y *racer) int { return slices.Compare(x.core, y.core) })
	}
	return a.Do(ctx, float64(price*float64(len(in))), func(ctx context.Context) error {
		_, err := a.tests(ctx, q, in, part)
		return err
	})
}

// tests puts words to tests. It returns the results of the complete ones, by word.
func (a *raced) tests(ctx context.Context, q distinguish.Tests, in []*racer, part string) (
	map[*racer]densities.TestResult, error) {
	if len(in) == 0 {
		return nil, nil
	}
	q.Alphabet, q.Purpose, q.Seed, q.Cache = a.query.Alphabet, streams, uint64(a.race.Seed), a.cache.Tests
	for _, r := range in {
		q.Words = append(q.Words, a.query.Alphabet.Format(r.core))
	}
	j, _, err := run.Run(ctx, q, a.o.Part(part, "tests of "+number.Count(len(in), "word")))
	if err == nil {
		err = j.CheckTotal()
	}
	if err != nil && !run.Over(ctx, err) {
		return nil, err
	}
	all := map[*racer]densities.TestResult{}
	for i, r := range in {
		if accepted, done := j.Accepted(i); done {
			r.narrow(densities.ByTestAlone(j.Lower(i)))
			r.testResult = densities.TestResult{Accepted: accepted, Decks: q.Fresh}
			all[r] = r.testResult
		}
	}
	return all, err
}

// mostAgain is the most decks of either kind in a test of a round.
const mostAgain = 1 << 22

// fresh is the number of decks in the test of the next round.
func (a *raced) fresh() int64 {
	return int64(min(mostAgain, 2*distinguish.FreshDecks<<min(a.rounds, MaxRounds)))
}

// retestCandidates are the words that the next round tests again, with twice as many decks in every
// round. These are the words that walk on decks that are split, and, among the others that could be
// best, those that a larger test may rule out. Tests of a word differ in their decks alone, so that
// none finds much more than an earlier one estimates.
func (a *raced) retestCandidates(walking []*racer) []*racer {
	if !a.testable {
		return nil
	}
	least, _ := a.least().Float64()
	in := slices.Clone(walking)
	if a.rounds > 0 {
		in = slices.DeleteFunc(a.contenders(), func(r *racer) bool {
			return !r.open || !slices.Contains(walking, r) && r.testResult.Decks > 0 && r.testResult.AtMost() < least
		})
	}
	return slices.DeleteFunc(in, func(r *racer) bool { return r.closed() })
}

// promise puts first the words that are likely to be the best: by their latest tests, or else by
// their lower ends.
func (r *racer) promise(other *racer) int {
	x, y := r.testResult, other.testResult
	if x.Decks != y.Decks || x.Decks == 0 {
		return cmp.Or(cmp.Compare(y.Decks, x.Decks), r.Low.Cmp(other.Low))
	}
	return cmp.Compare(x.Accepted[0]-x.Accepted[1], y.Accepted[0]-y.Accepted[1])
}

// testing is about the time of tests of a number of words on one processor, with a number of new
// decks of either kind.
func (a *raced) testing(words int, fresh int64) float64 {
	return float64(densities.TestSeconds * square52(a.race.N) * float64(words) * float64(2*(distinguish.TrainDecks+fresh)))
}

// nearSeconds is the time of a quick test on one processor for 52 cards.
const nearSeconds = 0.15
