// Package decks asks how far words of shuffles are from a fair deck over all orders of its cards,
// for decks with too many orders to enumerate. It uses the densities of sampled decks, in intervals
// that hold the total variation distance at a stated confidence.
//
// What is proved without sampling is in exact/bound, and the densities that have a closed form are
// in exact/density. What shuffles do to single cards or pairs is in exact/position and exact/pairs.
// docs/decks.md has the theorems.
package decks

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"dovetail/exact/bound"
	"dovetail/exact/cycles"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/perm/shuffle/riffles"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/anneal"
	"dovetail/search/computed"
	"dovetail/search/deals"
	"dovetail/search/densities"
	"dovetail/search/distinguish"
	"dovetail/search/run"
	"dovetail/search/words"
)

// Question requests an interval of a word's distance from uniform over all orders. How much is
// sampled in a time depends on the machine. So the question in a record has no Time and no Work,
// but the decks or intervals, and the steps, that were reached.
type Question struct {
	computed.Pairs
	Delta float64     `json:"delta"` // probability that the interval does not contain the distance
	Seed  number.Uint `json:"seed"`
	Walks int         `json:"walks"`          // on each deck
	Steps int         `json:"steps,omitzero"` // of a walk, 0 for as many as Width needs

	// Decks is the number of uniform decks that are walked on. If it is 0, Intervals is the number
	// of intervals. If that is 0 too, there are as many intervals as make the width Width within
	// the limits: none if this is proved, or without a limit.
	Decks     int     `json:"decks,omitzero"`
	Intervals int     `json:"looks,omitzero"`
	Width     float64 `json:"width"`
	run.Limits

	// Tested is the greatest number of decks of either kind in the test, if Work did not allow
	// more. 0 is as many as Width needs.
	Tested int64 `json:"test_decks,omitzero"`

	// Estimate stops at the first estimate, as happens where neither time nor work allows interval
	// 1.
	Estimate bool `json:"estimate,omitzero"`
	// Bounds stops at the certified interval, as happens where the time is over before any test.
	Bounds bool `json:"bounds,omitzero"`
	// Single leaves the law of two cards out of the certified interval.
	Single bool `json:"single,omitzero"`
}

// maxWalks is the most walks on each deck.
const maxWalks = 64

func (Question) Schema() string { return results.TVDSchema }

// AnsweredBy implements [results.Recorded]. A record whose interval is as narrow as Width answers,
// if the question sets nothing else.
func (q Question) AnsweredBy(record results.Record) (answer results.Record, width float64, ok bool) {
	r := record.(results.TVD)
	return r, r.Upper - r.Lower, q.Decks+q.Intervals+q.Steps == 0 && !q.Bounds && r.Upper-r.Lower <= q.Width && r.Delta <= q.Delta
}

func (q *Question) Params() param.List {
	return append(q.Pairs.ParamsUpTo(words.MaxDeck),
		param.Chance(&q.Delta, "delta", "1e-6", "probability that the interval does not contain the distance"),
		param.Int(&q.Decks, "decks", "0", 0, densities.MaxDecks, "number of uniform decks; 0 means as many as --width needs"),
		param.Int(&q.Steps, "steps", "0", 0, densities.MaxSteps, "number of sweeps of each walk; 0 means as many as --width needs"),
		param.Int(&q.Walks, "walks", "2", 2, maxWalks, "number of walks on each deck"),
		param.Chance(&q.Width, "width", "0.05", "width of the interval to reach"),
		param.Switch(&q.Single, "single",
			"leave out the certified bound by the law of pairs of cards, which takes most of the time of these bounds"),
		param.Seed(&q.Seed),
		param.Clock(&q.Time),
		param.Work(&q.Work, "2m0s", "decks", otherLimits, func() bool { return q.Decks > 0 || q.Time > 0 }))
}

// otherLimits are the limits beside Work.
const otherLimits = "--time or the number of decks"

func (q Question) Check() error {
	switch {
	case q.Intervals < 0 || q.Intervals > maxIntervals:
		return fmt.Errorf("looks=%d is out of range 0..%d", q.Intervals, maxIntervals)
	case q.Decks > 0 && q.Intervals > 0:
		return errors.New("give either decks or looks, not both")
	case q.Estimate && q.Decks+q.Intervals > 0:
		return errors.New("give either decks or looks, or leave it at the estimate")
	case q.Tested < 0 || q.Tested > mostFresh:
		return fmt.Errorf("test_decks=%d is out of range 0..%d", q.Tested, mostFresh)
	case q.Walks < 2 || q.Walks > maxWalks:
		return fmt.Errorf("walks=%d is out of range 2..%d", q.Walks, maxWalks)
	}
	if err := checkSampling(q.Decks, q.Steps, q.Delta, q.Width, q.Limits); err != nil {
		return err
	}
	return q.UpTo(words.MaxDeck)
}

// checkSampling refuses meaningless numbers of decks and sweeps, probabilities, widths and limits.
func checkSampling(decks, steps int, delta, width float64, limits run.Limits) error {
	switch {
	case decks < 0 || decks > densities.MaxDecks:
		return fmt.Errorf("decks=%d is out of range 0..%d", decks, densities.MaxDecks)
	case decks == 1:
		return errors.New("decks=1: want at least 2")
	case steps < 0 || steps > densities.MaxSteps:
		return fmt.Errorf("steps=%d is out of range 0..%d", steps, int(densities.MaxSteps))
	case steps == 1:
		return errors.New("steps=1: want at least 2")
	case !(delta > 0 && delta < 1):
		return fmt.Errorf("delta=%v is not a number between 0 and 1", delta)
	case !(width >= 0 && width <= 1):
		return fmt.Errorf("width=%v is out of range 0..1", width)
	}
	return limits.CheckLimits()
}

func (q Question) Seconds() float64 {
	switch {
	case q.Closed():
		return 0.1
	case q.Exchanges() > 0:
		return cycles.Seconds(q.N, q.Exchanges())
	case q.whole():
		return computed.Law{N: q.N, Letters: q.Letters, Word: q.Word}.Seconds()
	case q.N > distinguish.MaxCards && !slices.ContainsFunc(q.Letters, q.leadsWalks): // neither walks nor tests by pairs
		return deals.Sampling{N: q.N, Word: q.Word, Deals: 2 * usualTest}.Seconds()
	case q.Time > 0:
		return q.Time.Seconds()
	case q.Work > 0 && q.decks() == 0:
		return q.Pairs.Seconds() + time.Duration(q.Work).Seconds()
	}
	return q.Pairs.Seconds() + q.sampling()
}

// leadsWalks reports whether a letter is an a-shuffle or differs from one by its cut, or undoes such a shuffle. Only with
// such a letter are there walks on large decks.
func (q Question) leadsWalks(l notation.Letter) bool {
	return shuffle.ClosedOf(l.Model).Packets > 0 || riffles.InAnyOrder(l.Model, q.N) || riffles.InAnyOrder(shuffle.Undo(l.Model), q.N)
}

// sampling is about the time of the decks. Where walks have no steps the density is known.
func (q Question) sampling() float64 {
	if q.Steps == 0 {
		return densities.ClosedSeconds(q.N, q.decks())
	}
	// Walks are made on decks of either kind. A test decides most, unless walks narrow the lower
	// end too: then there are some beyond those of the interval.
	share := 0.25
	if 0 < q.Width && q.Width <= narrowWidth {
		share = 1.5
	}
	sweeps := 2 * float64(q.decks()) * float64(q.Walks) * float64(q.Steps)
	return 2 + float64(share*sweeps*q.sweepSeconds())
}

// sweepSeconds is about the time of a sweep of a walk on one processor. The longest run of riffles
// is summed over, or has labels where hands riffle; the other letters' outcomes move.
func (q Question) sweepSeconds() float64 {
	moves, hands := map[byte]bool{}, map[byte]bool{}
	for _, l := range q.Letters {
		m, movable := l.Model.(shuffle.Movable)
		moves[l.Name] = movable && m.Outcome(q.N) != nil
		hands[l.Name] = moves[l.Name] && shuffle.ClosedOf(l.Model).Packets == 0
	}
	var runs []string
	for i := range len(q.Word) {
		switch {
		case !moves[q.Word[i]]:
		case i > 0 && moves[q.Word[i-1]]:
			runs[len(runs)-1] += q.Word[i : i+1]
		default:
			runs = append(runs, q.Word[i:i+1])
		}
	}
	if len(runs) == 0 {
		return 0
	}
	longest := slices.MaxFunc(runs, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	seconds := anneal.OutcomeSeconds(q.N, len(runs)-1, len(longest) <= 3)
	if hands[longest[0]] {
		seconds += anneal.LabelSeconds(q.N, len(longest))
	}
	return max(seconds, float64(1e-9*float64(q.N)))
}

// whole reports whether the law on all orders answers: the deck is small, and no number of decks is
// given.
func (q Question) whole() bool { return q.N <= bound.MaxWhole && q.decks() == 0 && !q.Bounds }

// decks are the given decks.
func (q Question) decks() int {
	switch {
	case q.Intervals > 0:
		return intervalDecks(q.Intervals)
	case q.Estimate:
		return estimateDecks
	}
	return q.Decks
}

// From these widths on a test has more decks. Where walks are on outcomes and labels they cost so
// much that a larger test costs less. With mostFresh a test leaves about 0.0025 open. Below
// narrowWidth walks narrow the lower end too where a test may miss much: at small distances it
// misses less than these walks cost.
const (
	usualWidth  = 0.1
	jointWidth  = 0.25
	narrowWidth = 0.04
	mostFresh   = 1 << 22
)

// intervalDecks is the number of decks of interval k, after which a search may stop: 256 and its doubles.
func intervalDecks(k int) int { return 256 << (k - 1) }

// maxIntervals is the number of intervals with which [densities.MaxDecks] decks are reached.
const maxIntervals = 23

// intervalDelta is the part of the probability delta for interval k, from 1: delta/(k(k+1)), whose
// sum over all k is delta. With a given number of decks the only interval is number 0, which has
// all of delta.
func intervalDelta(delta float64, k int) float64 {
	if k == 0 {
		return delta
	}
	return delta / float64(k*(k+1))
}
