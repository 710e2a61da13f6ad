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
	"dovetail/perm/fault"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
)

// Inequality names an argument; docs/laws.md proves each.
type Inequality string

// The inequalities, lower ones first.
const (
	Counting    Inequality = "counting"    // few permutations hold most of the probability
	Crossing    Inequality = "crossing"    // few rising sequences across a few partings
	OneCard     Inequality = "one card"    // the law of one card's position, or of one position's card
	TwoCards    Inequality = "two cards"   // the same for two cards
	Parity      Inequality = "parity"      // only even permutations, or only odd ones
	Block       Inequality = "block"       // riffles in a row are not made worse
	Contraction Inequality = "contraction" // blocks multiply
	Cuts        Inequality = "cuts"        // a cut at an end would take in those between riffles
	Closed      Inequality = "closed form" // the distance is known exactly
	Wash        Inequality = "wash"        // a letter that makes every order equally likely
	All         Inequality = "all orders"  // the law on all orders of a small deck
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

// add takes a step that proves something, if it is new, and keeps the first of the best.
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

// Prove proves an interval for a word over an alphabet of its own letters. The cache has laws of pairs.
func Prove(ctx context.Context, c *pairs.Cache, a *position.Laws, w word.Word, workers int) (Interval, error) {
	// A letter without a pair law only costs the word that inequality, as does a deck that is too
	// large for it.
	var two *pairs.Laws
	var starts []int
	if a.N <= pairs.MaxDeck {
		if laws, err := c.Laws(ctx, a.Alphabet, w); err == nil {
			two, starts = laws, laws.Every()
		}
	}
	return NewProver(a, two, starts, workers).Word(ctx, w, true)
}

// Single does the same without the law of two cards.
func Single(ctx context.Context, a *position.Laws, w word.Word, workers int) (Interval, error) {
	return NewProver(a, nil, nil, workers).Word(ctx, w, true)
}

// Ends does the same with the law of two cards at the ends of the deck, in a tenth of the time, and
// without it where another inequality proves a half.
func Ends(ctx context.Context, c *pairs.Cache, a *position.Laws, w word.Word, workers int) (Interval, error) {
	i, err := Single(ctx, a, w, workers)
	if err != nil || i.Exact() || i.Lower.Value.Cmp(conclusive) >= 0 || a.N > pairs.MaxDeck {
		return i, err
	}
	two, err := c.Laws(ctx, a.Alphabet, w)
	if err != nil {
		return i, ctx.Err()
	}
	_, core, _ := a.Split(w)
	return i, NewProver(a, two, EndPairs(a.N), workers).twoCards(ctx, &i, core)
}

// EndPairs are the pairs of the first three and last two positions: two cards that begin there are
// separated most slowly. All start pairs would cost a hundred times more.
func EndPairs(n int) (starts []int) {
	near := []int{0, 1, 2, n - 2, n - 1}
	near = slices.DeleteFunc(near, func(i int) bool { return i < 0 || i >= n })
	slices.Sort(near)
	near = slices.Compact(near)
	for y, j := range near {
		for _, i := range near[:y] {
			starts = append(starts, shuffle.PairIndex(n, i, j))
		}
	}
	return starts
}

// Outward is the value as a decimal, rounded so that it remains a bound.
func (s Step) Outward() string { return number.Certified(s.Value, s.Upper) }

// Prover encloses the distances of words over one alphabet and remembers what they share. It is for
// one goroutine, and shares only what it counts with others.
type Prover struct {
	alphabet *word.Alphabet
	counting *counting
	chain    *position.Chain
	pairs    *pairs.Laws
	two      *pairs.Chain // nil if there are no pair laws, or all start pairs are followed
	workers  int
	cuts     map[string]*big.Rat
	swaps    map[[2]int][2]*big.Rat // distances after exchanges of free and of distinct places
}

// NewProver works over decks of 2 cards and more, of up to pairs.MaxDeck with pair laws. It follows
// the start pairs, numbered as in shuffle.PairIndex, of the pair laws: any, or none if two is nil.
// Words may contain only letters whose pair laws two has.
func NewProver(a *position.Laws, two *pairs.Laws, starts []int, threads int) *Prover {
	return newProver(newCounting(a.Alphabet), a, two, starts, threads)
}

// NewProvers are as many, for goroutines of their own, that share what they count.
func NewProvers(many int, a *position.Laws, two *pairs.Laws, starts []int) (all []*Prover) {
	c := newCounting(a.Alphabet)
	for range many {
		all = append(all, newProver(c, a, two, starts, 1))
	}
	return all
}

func newProver(c *counting, a *position.Laws, two *pairs.Laws, starts []int, threads int) *Prover {
	p := &Prover{alphabet: a.Alphabet, counting: c, chain: position.NewChain(a), pairs: two,
		workers: threads, cuts: map[string]*big.Rat{}, swaps: map[[2]int][2]*big.Rat{}}
	if two != nil && len(starts) < len(two.Every()) {
		p.two = pairs.NewChain(two, starts, threads)
	}
	return p
}

// conclusive is a lower bound by counting beyond which laws of cards are not computed:
// the distance of one or two cards from uniform is hardly ever so large.
var conclusive = big.NewRat(1, 2)

// Word encloses the distance of a word. Unless thorough is set, the laws of cards are left out
// where another inequality proves a half. It fails only if ctx is cancelled, and the Prover is then
// no longer usable.
func (p *Prover) Word(ctx context.Context, w word.Word, thorough bool) (Interval, error) {
	i := newInterval()
	_, core, _ := p.alphabet.Split(w)
	fs := factors(p.alphabet, core)
	if p.closed(&i, fs) {
		return i, nil
	}
	if done, err := p.exchanges(ctx, &i, fs); done || err != nil {
		return i, err
	}
	p.parity(&i, fs)
	// Counting may take seconds, though not for decks with laws of pairs. If ctx is cancelled before, the step in progress
	// is completed without being used, which takes some tenths of a second.
	after, err := i, error(nil)
	count := func() (Interval, error) { p.counts(ctx, &after, fs); return after, ctx.Err() }
	if p.alphabet.N <= pairs.MaxDeck {
		i, err = count()
	} else {
		i, err = fault.Until(ctx, count)
	}
	if err != nil {
		return i, err
	}
	if thorough || i.Lower.Value.Cmp(conclusive) < 0 {
		if err := p.oneCard(ctx, &i, core); err != nil {
			return i, err
		}
		if p.pairs != nil {
			if err := p.twoCards(ctx, &i, core); err != nil {
				return i, err
			}
		}
	}
	return i, ctx.Err()
}

// counts adds the inequalities by counting.
func (p *Prover) counts(ctx context.Context, i *Interval, fs []factor) {
	c := p.counting
	c.Lock()
	c.stopped = func() bool { return ctx.Err() != nil }
	g, x := c.gap(fs), c.crossing(fs)
	c.Unlock()
	if g != nil {
		i.atLeast(Counting, g.least,
			"%s of the probability is on at most %.3g of %d! permutations, those reached by outcomes of "+
				"up to %.1f bits",
			allBut(g.outside), g.count, p.alphabet.N, g.bits)
	}
	if x.total < 1 {
		i.atLeast(Crossing, x.least,
			"%s of the probability leaves at most %d rising sequences in %s, a share of %.3g of the orders, "+
				"times at most %s before and after it",
			allBut(x.outside), x.rising, p.names(fs[x.from:x.to+1]...), c.rising[x.rising], countOf(x.count))
	}
}

// allBut names the remaining probability, by the smaller of the two forms.
func allBut(outside float64) string {
	if outside <= 0.5 {
		return fmt.Sprintf("all but %.3g", outside)
	}
	inside, _ := remainder(outside).Float64()
	return fmt.Sprintf("at least %.3g", inside)
}

func countOf(count float64) string {
	s := fmt.Sprintf("%.3g", count)
	if s == "1" {
		return "one outcome"
	}
	return s + " outcomes"
}

// oneCard compares the law of one card, or of one position, with uniform.
func (p *Prover) oneCard(ctx context.Context, i *Interval, core word.Word) error {
	e, err := p.chain.Core(ctx, core)
	if err != nil {
		return err
	}
	rows, columns := make([]float64, e.Rows), make([]float64, e.Rows)
	for card := range e.Rows {
		for place, x := range e.Row(card) {
			x = max(x, -x)
			rows[card] += x
			columns[place] += x
		}
	}
	card, place := largest(rows), largest(columns)
	// Half the sum of n cells, each within the bound; 2n u covers the adding up.
	slack := float64(float64(e.Rows)*position.ErrorBound(e.Rows, len(core))/2) + float64(float64(e.Rows)*0x1p-52)
	i.atLeast(OneCard, positive(float64(rows[card]/2)-slack),
		"the place to which %s moves the card at position %d is that far from uniform", p.spell(core), card+1)
	i.atLeast(OneCard, positive(float64(columns[place]/2)-slack),
		"the card that %s moves to position %d is that far from uniform", p.spell(core), place+1)
	return nil
}

// twoCards does the same for the start pairs that are followed, and for end pairs
// if all are.
func (p *Prover) twoCards(ctx context.Context, i *Interval, core word.Word) error {
	if p.two != nil {
		law, err := p.two.Core(ctx, core)
		if err != nil {
			return err
		}
		starts := law.Starts()
		x := largest(starts)
		a, b := p.two.Pair(x)
		p.startPair(i, core, a, b, starts[x]-law.Slack)
		return nil
	}
	law, err := pairs.NewWhole(ctx, p.pairs, core, p.workers, func(int, *pairs.Rows) {})
	if err != nil {
		return err
	}
	x, y := largest(law.Starts), largest(law.Ends)
	a, b := p.pairs.Pair(x)
	p.startPair(i, core, a, b, law.Starts[x]-law.Slack)
	a, b = p.pairs.Pair(y)
	i.atLeast(TwoCards, positive(law.Ends[y]-law.Slack),
		"the cards that %s moves to positions %d and %d are that far from uniform", p.spell(core), a+1, b+1)
	return nil
}

func (p *Prover) startPair(i *Interval, core word.Word, a, b int, distance float64) {
	i.atLeast(TwoCards, positive(distance),
		"the places to which %s moves the cards at positions %d and %d are that far from uniform", p.spell(core), a+1, b+1)
}

// largest is the first index of the largest entry.
func largest(xs []float64) int { return slices.Index(xs, slices.Max(xs)) }

func (p *Prover) names(fs ...factor) (s string) {
	for _, f := range fs {
		s += p.alphabet.Format(f.letters)
	}
	return s
}

// spell is a core's name: the word without deterministic letters at its ends.
func (p *Prover) spell(core word.Word) string { return p.alphabet.Format(core) }
