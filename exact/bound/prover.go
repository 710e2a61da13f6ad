package bound

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/results/fault"
)

// Prover encloses the distances of words over one alphabet and remembers what they
// share. It serves one goroutine.
type Prover struct {
	alphabet *word.Alphabet
	counting *counting
	chain    *position.Chain
	pairs    *pairs.Laws
	two      *pairs.Chain // nil if there are no pair laws, or all start pairs are followed
	workers  int
	cuts     map[string]*big.Rat
}

// NewProver works over decks of 2 to pairs.MaxDeck cards. It follows the start
// pairs, numbered as in shuffle.PairIndex, of the pair laws: any, or none if two
// is nil. All words to come may have those letters only whose pair laws two knows.
func NewProver(a *position.Laws, two *pairs.Laws, starts []int, threads int) *Prover {
	p := &Prover{alphabet: a.Alphabet, counting: newCounting(a.Alphabet), chain: position.NewChain(a), pairs: two,
		workers: threads, cuts: map[string]*big.Rat{}}
	if two != nil && len(starts) < len(two.Every()) {
		p.two = pairs.NewChain(two, starts, threads)
	}
	return p
}

// enough is a lower bound by counting beyond which laws of cards are not looked at:
// the distance of one or two cards from uniform is hardly ever so large.
var enough = big.NewRat(1, 2)

// Word encloses the distance of a word. Unless thorough, the laws of cards are left
// out where another inequality proves a half. It fails only if ctx is cancelled; the Prover
// is then of no further use.
func (p *Prover) Word(ctx context.Context, w word.Word, thorough bool) (Interval, error) {
	i := newInterval()
	_, core, _ := p.alphabet.Split(w)
	fs := factors(p.alphabet, core)
	if p.closed(&i, fs) {
		return i, nil
	}
	// Counting may take seconds; if ctx is cancelled before, it is finished unseen.
	after := i
	i, err := fault.Until(ctx, func() (Interval, error) { p.counts(&after, fs); return after, nil })
	if err != nil {
		return i, err
	}
	if thorough || i.Lower.Value.Cmp(enough) < 0 {
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
func (p *Prover) counts(i *Interval, fs []factor) {
	c := p.counting
	if s := c.spectrum(fs); s != nil {
		g := s.gap(c.share)
		i.atLeast(Counting, remainder(g.total),
			"%s of the probability is on at most %.3g of %d! permutations, those reached by outcomes of "+
				"up to %.1f bits",
			allBut(g.outside), g.count, p.alphabet.N, g.bits)
	}
	if x := c.crossing(fs); x.total < 1 {
		i.atLeast(Crossing, remainder(x.total),
			"%s of the probability leaves at most %d rising sequences in %s, a share of %.3g of the orders, "+
				"times at most %s before and after it",
			allBut(x.outside), x.rising, p.names(fs[x.from:x.to+1]...), c.rising[x.rising], countOf(x.count))
	}
}

// allBut names the rest of the probability by the smaller of the two.
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
	slack := float64(e.Rows)*position.ErrorBound(e.Rows, len(core))/2 + float64(e.Rows)*0x1p-52
	i.atLeast(OneCard, positive(rows[card]/2-slack),
		"where the card at position %d of %s lands is that far from uniform", card+1, p.spell(core))
	i.atLeast(OneCard, positive(columns[place]/2-slack),
		"which card lands at position %d of %s is that far from uniform", place+1, p.spell(core))
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
		"which cards land at positions %d and %d of %s is that far from uniform", a+1, b+1, p.spell(core))
	return nil
}

func (p *Prover) startPair(i *Interval, core word.Word, a, b int, distance float64) {
	i.atLeast(TwoCards, positive(distance),
		"where the cards at positions %d and %d of %s land is that far from uniform", a+1, b+1, p.spell(core))
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
