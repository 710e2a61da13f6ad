package deals

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// Opening hands: of K cards of a kind in a deck of n, such as the lands of a card game, X are among the
// first h after a word.
//
// By linearity E X is the sum over the cards of the kind of the probability that the card comes to the
// first h positions, which the position law has, and E X(X-1) is twice that over pairs of them, which
// the law of pairs has. So mean and variance are exact for every letter with these laws. The
// probabilities of X = 0, 1, ... need laws of h cards together: they are counted in deals.

// MaxOpeningDeck is the largest deck of which opening hands are asked for; MaxOpeningPairs that with an
// exact variance: a law of pairs of more cards takes over half a gigabyte a letter.
const (
	MaxOpeningDeck  = 208
	MaxOpeningPairs = 128
)

// Where the cards of the kind lie before the word.
const (
	OnTop    = "top"
	AtBottom = "bottom"
	Spread   = "spread" // every n/K-th card, as evenly as can be
)

// Opening asks how many of Kind cards are among the first Hand of N after a word.
type Opening struct {
	N       int              `json:"n"`
	Letters []shuffle.Letter `json:"models"`
	Word    string           `json:"word"`
	Kind    int              `json:"cards_of_kind"`
	At      string           `json:"at"`
	Hand    int              `json:"hand"`
	Deals   int              `json:"deals"`
	Seed    number.Uint      `json:"seed"`
	Delta   float64          `json:"delta"` // some interval is wrong with this probability at most

	// Hands that are kept have from Least to Most cards of the kind, if Most is not 0; for others the deck is put back into
	// its order and shuffled again, a number of times at most.
	Least     int `json:"least,omitzero"`
	Most      int `json:"most,omitzero"`
	Mulligans int `json:"mulligans,omitzero"`
}

// Schema implements [results.Question].
func (Opening) Schema() string { return results.OpeningSchema }

// Params implements [results.Declared].
func (q *Opening) Params() param.List {
	return append(spelling.Own(&q.N, &q.Letters, &q.Word),
		param.Cards(&q.N, "60", 2, MaxOpeningDeck),
		param.Int(&q.Kind, "kind", "24", 1, MaxOpeningDeck, "number of cards of the kind in the deck"),
		param.Int(&q.Hand, "hand", "7", 1, MaxOpeningDeck, "number of cards in the hand"),
		param.Choice(&q.At, "at", OnTop, "where they lie before the word: top, bottom, or spread evenly",
			OnTop, AtBottom, Spread),
		param.Int(&q.Deals, "deals", "1e5", 2, MaxSamples, "number of decks to deal, 2 to 1e6"),
		param.Chance(&q.Delta, "delta", "1e-6", "probability that some interval does not hold"),
		param.Seed(&q.Seed),
		param.Range(&q.Least, &q.Most, "keep", "", 0, MaxOpeningDeck,
			"numbers of cards of the kind with which a hand is kept, such as 2..4, to have the chance of such a hand").Hide(func() bool { return q.Most == 0 }),
		param.Int(&q.Mulligans, "mulligans", "0", 0, 20, "how many more hands may be dealt, each after shuffling the first deck again, if no hand is kept").
			If(func() bool { return q.Most > 0 }, "mulligans need --keep"))
}

// Check implements [results.Question].
func (q Opening) Check() error {
	if err := number.InRange("n", q.N, 2, MaxOpeningDeck); err != nil {
		return err
	}
	switch {
	case q.Kind < 1 || q.Kind > q.N:
		return fmt.Errorf("kind=%d is out of range 1..%d, the cards of the deck", q.Kind, q.N)
	case q.Hand < 1 || q.Hand > q.N:
		return fmt.Errorf("hand=%d is out of range 1..%d, the cards of the deck", q.Hand, q.N)
	case !slices.Contains([]string{OnTop, AtBottom, Spread}, q.At):
		return fmt.Errorf("at=%q is not %s, %s or %s", q.At, OnTop, AtBottom, Spread)
	case q.Least < 0 || q.Least > q.Most || q.Most > q.Hand || q.Most == 0 && q.Mulligans > 0:
		return fmt.Errorf("keep=%d..%d is not a range of numbers of cards up to %d, those of the hand", q.Least, q.Most, q.Hand)
	case q.Mulligans < 0 || q.Mulligans > 20:
		return fmt.Errorf("mulligans=%d is out of range 0..20", q.Mulligans)
	}
	if err := checkDeals(q.N, q.Deals, q.Delta, q.Letters); err != nil {
		return err
	}
	return shuffle.CheckWord(q.N, q.Letters, q.Word)
}

// Seconds implements [results.Question].
func (q Opening) Seconds() float64 {
	s := float64(3e-9 * float64(q.N) * float64(q.Deals) * float64(len(q.Word)+2))
	if q.N <= MaxOpeningPairs {
		size := float64(shuffle.PairCount(q.N))
		s += float64(6e-8 * size * size)
	}
	return s
}

// kind says of every card, by its place before the word, whether it is of the kind.
func (q Opening) kind() []bool {
	of := make([]bool, q.N)
	for i := range of {
		switch q.At {
		case OnTop:
			of[i] = i < q.Kind
		case AtBottom:
			of[i] = i >= q.N-q.Kind
		default:
			of[i] = (i+1)*q.Kind/q.N > i*q.Kind/q.N
		}
	}
	return of
}

// Answer implements [run.Answerer].
func (q Opening) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	r := results.Opening{
		Head: results.Answering(q, results.Sampled), N: q.N, Word: q.Word, Models: shuffle.Definitions(q.Letters),
		Cards: q.Kind, At: q.At, Hand: q.Hand, Deals: q.Deals, Seed: number.OfUint(uint64(q.Seed)), Delta: q.Delta,
	}
	if err := q.Check(); err != nil {
		return r, results.Refuse(err)
	}
	counts, err := q.counts(ctx, options(env))
	if err != nil {
		return r, err
	}
	if err := q.moments(ctx, env, counts, &r); err != nil {
		return r, err
	}
	r.Rows = q.rows(counts)
	if q.Most > 0 {
		r.Kept = q.kept(counts)
	}
	return r, nil
}

// counts deals, and counts the hands by their cards of the kind.
func (q Opening) counts(ctx context.Context, o Options) ([]int64, error) {
	o.Meter.Start(float64(q.Deals), 0)
	defer o.Meter.Stop()
	of, found := q.kind(), make([]uint8, q.Deals)
	err := byLetters(q.N, uint64(q.Seed), q.Letters, q.Word).each(ctx, o, q.Deals,
		func(_ *hand, k int, deck []uint32) error {
			for _, card := range deck[:q.Hand] {
				if of[card] {
					found[k]++
				}
			}
			return nil
		}, nil)
	counts := make([]int64, min(q.Kind, q.Hand)+1)
	for _, x := range found {
		if err == nil {
			counts[x]++
		}
	}
	return counts, err
}

// moments are the mean and the variance, exact where the letters have laws of pairs, else from the deals.
func (q Opening) moments(ctx context.Context, env run.Options, counts []int64, r *results.Opening) error {
	a, err := position.NewLawsWithin(ctx, q.N, q.Letters)
	if err != nil {
		return err
	}
	w, err := a.Parse(q.Word)
	if err != nil {
		return results.Refuse(err)
	}
	r.Mean, r.MeanError = q.mean(a, w)
	n, k, h := float64(q.N), float64(q.Kind), float64(q.Hand)
	r.FairMean = h * k / n
	r.FairSD = math.Sqrt(h * k / n * (n - k) / n * (n - h) / max(1, n-1))
	both, slack, known, err := q.both(ctx, env, a.Alphabet, w)
	if err != nil {
		return err
	}
	if !known {
		r.SDBy = results.Sampled
		r.SD, r.SDError = q.sampledSD(counts)
		return nil
	}
	of, sum, among := q.kind(), 0.0, 0.0
	for i := range of {
		for j := i + 1; j < q.N; j++ {
			if of[i] && of[j] {
				sum += both[shuffle.PairIndex(q.N, i, j)]
				among++
			}
		}
	}
	variance := max(0, float64(2*sum)+r.Mean-float64(r.Mean*r.Mean))
	// Of the sum every term is off by the slack and each addition by u of at most all pairs of a hand.
	off := float64(2*among*(slack+float64(h*h*0x1p-53))) + float64((1+float64(2*h))*r.MeanError) + float64(4*h*h*0x1p-53)
	r.SDBy = results.Exact
	r.SD = math.Sqrt(variance)
	r.SDError = min(math.Sqrt(off), off/max(r.SD, math.SmallestNonzeroFloat64)) + float64(0x1p-52*r.SD)
	return nil
}

// mean is E X. A letter adds (n+8) u to the probability of a card: its cells are off by 4u in a row
// together, and a row has n products.
func (q Opening) mean(a *position.Laws, w word.Word) (mean, off float64) {
	f := make([]float64, q.N)
	for j := range q.Hand {
		f[j] = 1
	}
	for k := len(w) - 1; k >= 0; k-- {
		before := make([]float64, q.N)
		for i := range before {
			if p := a.Letters[w[k]].Perm; p != nil {
				before[i] = f[p[i]]
				continue
			}
			for j, p := range position.Probabilities(a.E[w[k]], i) {
				before[i] += float64(p * f[j])
			}
		}
		f = before
	}
	for i, of := range q.kind() {
		if of {
			mean += f[i]
		}
	}
	return mean, 2 * float64(q.Kind) * float64(len(w)*(q.N+8)+q.Kind) * 0x1p-53
}

// both are the probabilities of pairs, if they are known for all letters.
func (q Opening) both(ctx context.Context, env run.Options, a *word.Alphabet, w word.Word) (both []float64,
	slack float64, known bool, err error) {
	if q.N > MaxOpeningPairs {
		return nil, 0, false, nil
	}
	if err := number.Fits(fmt.Sprintf("laws of pairs of %d cards", q.N), pairs.BothMemory(a, w), env.Limit()); err != nil {
		return nil, 0, false, results.Refuse(err)
	}
	both, slack, err = pairs.Both(ctx, a, w, q.Hand)
	if errors.Is(err, pairs.ErrUnknown) {
		return nil, 0, false, nil
	}
	return both, slack, err == nil, err
}

// sampledSD is the standard deviation of the deals, with its standard error.
func (q Opening) sampledSD(counts []int64) (sd, off float64) {
	var values []int64
	for x, k := range counts {
		for range k {
			values = append(values, int64(x))
		}
	}
	m := tally.MomentsOf(values)
	sd = math.Sqrt(m.Variance)
	if sd > 0 {
		off = m.VarianceError / (2 * sd)
	}
	return sd, off
}

// each is the chance that one end of one interval is wrong.
func (q Opening) each(counts []int64) float64 {
	intervals := len(counts)
	if q.Most > 0 {
		intervals++
	}
	return q.Delta / float64(2*intervals)
}

// kept is the chance that some hand is kept: 1 - (1-p)^(k+1) with k mulligans, of independent hands.
func (q Opening) kept(counts []int64) *results.OpeningKept {
	dealt, ways := int64(0), new(big.Int)
	for x := q.Least; x <= min(q.Most, len(counts)-1); x++ {
		dealt += counts[x]
		if q.Hand-x <= q.N-q.Kind {
			hands := new(big.Int).Binomial(int64(q.Kind), int64(x))
			ways.Add(ways, hands.Mul(hands, new(big.Int).Binomial(int64(q.N-q.Kind), int64(q.Hand-x))))
		}
	}
	fair, one := new(big.Rat).SetFrac(ways, new(big.Int).Binomial(int64(q.N), int64(q.Hand))), big.NewRat(1, 1)
	missed, none := new(big.Rat).Sub(one, fair), big.NewRat(1, 1)
	for range q.Mulligans + 1 {
		none.Mul(none, missed)
	}
	again := func(p float64) float64 {
		none := 1.0
		for range q.Mulligans + 1 {
			none *= 1 - p
		}
		return 1 - none
	}
	delta := q.each(counts)
	r := &results.OpeningKept{Least: q.Least, Most: q.Most, Mulligans: q.Mulligans, Share: again(float64(dealt) / float64(q.Deals)),
		Low:  again(tally.ClopperPearsonLower(dealt, int64(q.Deals), delta)),
		High: again(tally.ClopperPearsonUpper(dealt, int64(q.Deals), delta))}
	r.Fair, _ = none.Sub(one, none).Float64()
	return r
}

// rows are the numbers of cards with their probabilities: the fair one, and intervals that all hold
// together with probability 1-delta.
func (q Opening) rows(counts []int64) (rows []results.OpeningRow) {
	delta := q.each(counts)
	for x, k := range counts {
		rows = append(rows, results.OpeningRow{
			Cards: x, Fair: hypergeometric(q.N, q.Kind, q.Hand, x), Share: float64(k) / float64(q.Deals),
			Low:  tally.ClopperPearsonLower(k, int64(q.Deals), delta),
			High: tally.ClopperPearsonUpper(k, int64(q.Deals), delta),
		})
	}
	return rows
}

// hypergeometric is C(K, x) C(n-K, h-x) / C(n, h), rounded once.
func hypergeometric(n, k, h, x int) float64 {
	if h-x > n-k {
		return 0
	}
	ways := new(big.Int).Binomial(int64(k), int64(x))
	ways.Mul(ways, new(big.Int).Binomial(int64(n-k), int64(h-x)))
	p, _ := new(big.Rat).SetFrac(ways, new(big.Int).Binomial(int64(n), int64(h))).Float64()
	return p
}

// Picture draws the shares beside the fair ones.
func (Opening) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	r := answers[0].(results.Opening)
	dealt := figure.Series{Name: r.Word}
	fair := figure.Series{Name: "fair deck"}
	for _, row := range r.Rows {
		dealt.Y, fair.Y = append(dealt.Y, row.Share), append(fair.Y, row.Fair)
	}
	return []figure.Block{
		figure.Title(fmt.Sprintf("%d cards of a kind in the first %d of %d, after %s", r.Cards, r.Hand, r.N, r.Word)),
		figure.Caption(fmt.Sprintf("Shares of %d deals, seed %v.", r.Deals, r.Seed)),
		figure.Curve{XLabel: "cards of the kind in the hand", YLabel: "share of the deals", Step: 1,
			Series: []figure.Series{dealt, fair}},
	}, nil
}
