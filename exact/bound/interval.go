// Package bound encloses the total variation distance over S_n of a word's law from
// uniform between certified bounds, for decks that no table of n! entries holds.
//
// Lower bounds come from what is known exactly: how many permutations the word can
// reach with most of its probability, the law of the number of rising sequences,
// the laws of one card and of two. Upper bounds come from the riffles in a row
// within the word, whose distance is a closed form. Each inequality has its name
// here as in docs/laws.md, where it is proved.
package bound

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/results"
	"dovetail/results/number"
)

// Inequality names an argument; docs/laws.md proves each.
type Inequality string

// The inequalities, lower ones first.
const (
	Counting    Inequality = "counting"    // few permutations hold most of the probability
	Crossing    Inequality = "crossing"    // few rising sequences across a few partings
	OneCard     Inequality = "one card"    // the law of one card's position, or of one position's card
	TwoCards    Inequality = "two cards"   // the same for two cards
	Block       Inequality = "block"       // riffles in a row are not made worse
	Contraction Inequality = "contraction" // blocks multiply
	Closed      Inequality = "closed form" // the word is one block
	Wash        Inequality = "wash"        // a letter that makes every order equally likely
	None        Inequality = "none"        // between 0 and 1
)

// Step is one proved inequality: the distance is at least, or at most, Value.
type Step struct {
	Upper bool
	By    Inequality
	Value *big.Rat
	Proof string // in one sentence, with its numbers
}

// Interval encloses the distance of a word.
type Interval struct {
	Lower, Upper Step
	Steps        []Step // all that prove anything, in the order of the inequalities
}

// Exact reports whether the ends meet.
func (i Interval) Exact() bool { return i.Lower.Value.Cmp(i.Upper.Value) == 0 }

func newInterval() Interval {
	zero, one := new(big.Rat), big.NewRat(1, 1)
	return Interval{
		Lower: Step{By: None, Value: zero, Proof: "a distance is not negative"},
		Upper: Step{Upper: true, By: None, Value: one, Proof: "a distance is at most 1"},
	}
}

// add takes a step that proves anything, if it is new, and keeps the first of the best.
func (i *Interval) add(s Step) {
	same := func(t Step) bool { return t.Upper == s.Upper && t.Proof == s.Proof }
	if !s.Upper && s.Value.Sign() == 0 || slices.ContainsFunc(i.Steps, same) {
		return
	}
	i.Steps = append(i.Steps, s)
	switch {
	case s.Upper && s.Value.Cmp(i.Upper.Value) < 0:
		i.Upper = s
	case !s.Upper && s.Value.Cmp(i.Lower.Value) > 0:
		i.Lower = s
	}
}

func (i *Interval) atLeast(by Inequality, value *big.Rat, format string, args ...any) {
	i.add(Step{By: by, Value: value, Proof: fmt.Sprintf(format, args...)})
}

func (i *Interval) atMost(by Inequality, value *big.Rat, format string, args ...any) {
	i.add(Step{Upper: true, By: by, Value: value, Proof: fmt.Sprintf(format, args...)})
}

// exactly closes the interval.
func (i *Interval) exactly(by Inequality, value *big.Rat, format string, args ...any) {
	i.Lower = Step{By: by, Value: value, Proof: fmt.Sprintf(format, args...)}
	i.Upper = i.Lower
	i.Upper.Upper = true
	i.Steps = append(i.Steps, i.Lower, i.Upper)
}

// remainder is 1 - x, at least 0.
func remainder(x float64) *big.Rat {
	if x >= 1 {
		return new(big.Rat)
	}
	r := new(big.Rat).SetFloat64(x)
	return r.Sub(big.NewRat(1, 1), r)
}

// positive is x as a rational, at least 0.
func positive(x float64) *big.Rat { return new(big.Rat).SetFloat64(max(0, x)) }

// Prove proves an interval for a word over an alphabet of its own letters.
func Prove(ctx context.Context, a *position.Laws, w word.Word, workers int) (Interval, error) {
	// A letter without a pair law costs the word that inequality only, as does a deck that is
	// too large for it.
	var two *pairs.Laws
	var starts []int
	if a.N <= pairs.MaxDeck {
		if laws, err := pairs.NewLaws(ctx, a.Alphabet, w); err == nil {
			two, starts = laws, laws.Every()
		}
	}
	return NewProver(a, two, starts, workers).Word(ctx, w, true)
}

// Question asks for an interval of a word's distance from uniform over all orders, and if Explain is
// set for every inequality that proves anything.
type Question struct {
	pairs.Question
	Explain bool `json:"explain,omitzero"`
}

// Schema implements [results.Question].
func (Question) Schema() string { return results.IntervalSchema }

// Answer implements [results.Question].
func (q Question) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	a, w, workers, err := q.Read(env)
	if err != nil {
		return nil, err
	}
	i, err := Prove(ctx, a, w, workers)
	if err != nil {
		return nil, err
	}
	kind := results.Bound
	if i.Exact() {
		kind = results.Exact
	}
	record := results.Interval{
		Schema:  q.Schema(),
		Kind:    kind,
		Asked:   results.Ask(q),
		N:       a.N,
		Word:    a.Format(w),
		Models:  a.Definitions(),
		Lower:   i.Lower.Outward(),
		LowerBy: string(i.Lower.By),
		Upper:   i.Upper.Outward(),
		UpperBy: string(i.Upper.By),
	}
	if q.Explain {
		record.Proof = i.proof()
	}
	return record, nil
}

func (i Interval) proof() (steps []results.ProofStep) {
	for _, s := range i.Steps {
		step := results.ProofStep{Bound: "lower", By: string(s.By), Value: s.Outward(), Says: s.Proof}
		if s.Upper {
			step.Bound = "upper"
		}
		steps = append(steps, step)
	}
	return steps
}

// Outward is the value as a decimal, rounded so that it stays a bound.
func (s Step) Outward() string { return number.Certified(s.Value, s.Upper) }
