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
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// The answer about opening hands: means and deviations come from laws, the hands of a fair deck
// from counting, and the shares of hands from deals.

func (q Opening) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	r := results.Opening{
		Head: results.Answering(q, results.Sampled), N: q.N, Word: q.Word, Models: notation.Definitions(q.Letters),
		At: q.At, Hand: q.Hand, Deals: q.Deals, Seed: number.OfUint(uint64(q.Seed)), Delta: q.Delta,
	}
	if err := q.Check(); err != nil {
		return r, results.Refuse(err)
	}
	hands := q.hands()
	if q.Word == "" {
		return q.fromFair(r, hands), nil
	}
	counts, err := q.counts(ctx, forDeals(env), hands)
	if err != nil {
		return r, err
	}
	if err := q.moments(ctx, env, hands, counts, &r); err != nil {
		return r, err
	}
	r.Rows = q.rows(hands, counts)
	if q.Keep != nil {
		r.Kept = q.kept(hands, counts)
	}
	return r, nil
}

// fromFair is the answer without a word: what is said of its decks is that of fair ones, exactly.
func (q Opening) fromFair(r results.Opening, hands [][]int) results.Opening {
	r.Head, r.Models, r.SDBy, r.Deals, r.Delta = results.Answering(q, results.Exact), []string{}, results.Exact, 0, 0
	for _, named := range q.Kinds {
		x := q.fairKind(named)
		x.Mean, x.SD = x.FairMean, x.FairSD
		r.Kinds = append(r.Kinds, x)
	}
	none := make([]int64, len(hands))
	for _, row := range q.rows(hands, none) {
		row.Share, row.Low, row.High = row.Fair, row.Fair, row.Fair
		r.Rows = append(r.Rows, row)
	}
	if q.Keep != nil {
		r.Kept = q.kept(hands, none)
		r.Kept.Share, r.Kept.Low, r.Kept.High = r.Kept.Fair, r.Kept.Fair, r.Kept.Fair
	}
	return r
}

// fairKind is a kind in a hand from a fair deck.
func (q Opening) fairKind(named spelling.Kind) results.OpeningKind {
	n, k, h := float64(q.N), float64(named.Count), float64(q.Hand)
	return results.OpeningKind{Name: named.Name, Cards: named.Count, FairMean: h * k / n,
		FairSD: math.Sqrt(h * k / n * (n - k) / n * (n - h) / max(1, n-1))}
}

// counts deals decks, and counts the hands.
func (q Opening) counts(ctx context.Context, o run.Options, hands [][]int) ([]int64, error) {
	o.Meter.Start(float64(q.Deals), 0)
	defer o.Meter.Stop()
	digit := make([]int, len(q.Kinds)) // what a card of a kind adds to a hand as a number
	for kind, base := 0, 1; kind < len(q.Kinds); kind, base = kind+1, base*(q.Hand+1) {
		digit[kind] = base
	}
	at := make(map[int]uint16, len(hands))
	for i, hand := range hands {
		key := 0
		for kind, x := range hand {
			key += x * digit[kind]
		}
		at[key] = uint16(i)
	}
	of, found := q.kinds(), make([]uint16, q.Deals)
	worth := make([]int, q.N)
	for card, kind := range of {
		if kind >= 0 {
			worth[card] = digit[kind]
		}
	}
	source := byLetters(q.N, uint64(q.Seed), q.Letters, q.Word)
	err := source.Each(ctx, o, 0, int64(q.Deals), func(context.Context) func(int, Decks[uint32]) {
		return func(k int, dealt Decks[uint32]) {
			key := 0
			for decks := range dealt {
				for _, card := range decks[0][:q.Hand] {
					key += worth[card]
				}
			}
			found[k] = at[key]
		}
	})
	counts := make([]int64, len(hands))
	for _, x := range found {
		if err == nil {
			counts[x]++
		}
	}
	return counts, err
}

// moments are the means and the variances, exact where the letters have laws of pairs, else from the deals.
func (q Opening) moments(ctx context.Context, env run.Options, hands [][]int, counts []int64, r *results.Opening) error {
	a, err := position.NewLawsWithin(ctx, q.N, q.Letters)
	if err != nil {
		return err
	}
	w, err := a.Parse(q.Word)
	if err != nil {
		return results.Refuse(err)
	}
	both, slack, known, err := q.both(ctx, env, a.Alphabet, w)
	if err != nil {
		return err
	}
	r.SDBy = results.Exact
	if !known {
		r.SDBy = results.Sampled
	}
	of, chances := q.kinds(), q.chances(a, w)
	for kind, named := range q.Kinds {
		x := q.fairKind(named)
		for i := range of {
			if of[i] == kind {
				x.Mean += chances[i]
			}
		}
		x.MeanError = 2 * float64(named.Count) * float64(len(w)*(q.N+8)+named.Count) * 0x1p-53
		if known {
			x.SD, x.SDError = q.deviation(both, slack, x, func(i int) bool { return of[i] == kind })
		} else {
			x.SD, x.SDError = sampledSD(hands, counts, kind)
		}
		r.Kinds = append(r.Kinds, x)
	}
	return nil
}

// deviation is the standard deviation of a kind, by the law of pairs. Every term of the sum is off
// by the slack, and each addition by u times the number of all pairs of a hand at most.
func (q Opening) deviation(both []float64, slack float64, x results.OpeningKind, of func(card int) bool) (sd, off float64) {
	sum, among, h := 0.0, 0.0, float64(q.Hand)
	for i := range q.N {
		for j := i + 1; j < q.N; j++ {
			if of(i) && of(j) {
				sum += both[shuffle.PairIndex(q.N, i, j)]
				among++
			}
		}
	}
	variance := max(0, float64(2*sum)+x.Mean-float64(x.Mean*x.Mean))
	off = float64(2*among*(slack+float64(h*h*0x1p-53))) + float64((1+float64(2*h))*x.MeanError) + float64(4*h*h*0x1p-53)
	sd = math.Sqrt(variance)
	return sd, min(math.Sqrt(off), off/max(sd, math.SmallestNonzeroFloat64)) + float64(0x1p-52*sd)
}

// chances are the probabilities that each card is in the hand. A letter adds (n+8) u to the error
// of a card's probability: its cells are off by 4u in a row together, and a row has n products.
func (q Opening) chances(a *position.Laws, w word.Word) []float64 {
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
	return f
}

// both are the probabilities of pairs, if they are known for all letters.
func (q Opening) both(ctx context.Context, env run.Options, a *word.Alphabet, w word.Word) (both []float64,
	slack float64, known bool, err error) {
	if q.N > maxOpeningPairs {
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

// sampledSD is the standard deviation of a kind in the deals, with its standard error.
func sampledSD(hands [][]int, counts []int64, kind int) (sd, off float64) {
	var values []int64
	for i, k := range counts {
		for range k {
			values = append(values, int64(hands[i][kind]))
		}
	}
	m := tally.MomentsOf(values)
	sd = math.Sqrt(m.Variance)
	if sd > 0 {
		off = m.VarianceError / (2 * sd)
	}
	return sd, off
}

// each is the probability that one end of one interval is wrong.
func (q Opening) each(hands int) float64 {
	if q.Keep != nil {
		hands++
	}
	return q.Delta / float64(2*hands)
}

// ways is the number of hands with these numbers of cards of each kind: a product of C(K, x).
func (q Opening) ways(hand []int) *big.Int {
	left := int64(q.Hand)
	ways := big.NewInt(1)
	for kind, x := range hand {
		left -= int64(x)
		ways.Mul(ways, new(big.Int).Binomial(int64(q.Kinds[kind].Count), int64(x)))
	}
	return ways.Mul(ways, new(big.Int).Binomial(int64(q.others()), left))
}

// fair is the probability, in a fair deck, of hands that occur in the given number of ways.
func (q Opening) fair(ways *big.Int) *big.Rat {
	return new(big.Rat).SetFrac(ways, new(big.Int).Binomial(int64(q.N), int64(q.Hand)))
}

// kept is the probability that some hand is kept: 1 - (1-p)^(k+1) with k mulligans, of independent
// hands.
func (q Opening) kept(hands [][]int, counts []int64) *results.OpeningKept {
	dealt, ways := int64(0), new(big.Int)
	for i, hand := range hands {
		if !slices.ContainsFunc(q.Keep, func(k results.OpeningKeep) bool {
			x := hand[q.kindOf(k)]
			return x < k.Least || x > k.Most
		}) {
			dealt += counts[i]
			ways.Add(ways, q.ways(hand))
		}
	}
	one := big.NewRat(1, 1)
	missed, none := new(big.Rat).Sub(one, q.fair(ways)), big.NewRat(1, 1)
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
	delta := q.each(len(hands))
	r := &results.OpeningKept{Keep: q.Keep, Mulligans: q.Mulligans, Share: again(float64(dealt) / float64(q.Deals)),
		Low:  again(tally.ClopperPearsonLower(dealt, int64(q.Deals), delta)),
		High: again(tally.ClopperPearsonUpper(dealt, int64(q.Deals), delta))}
	r.Fair, _ = none.Sub(one, none).Float64()
	return r
}

// rows are the hands with their probabilities: the fair one, and intervals that all hold together with probability
// 1-delta.
func (q Opening) rows(hands [][]int, counts []int64) (rows []results.OpeningRow) {
	delta := q.each(len(hands))
	for i, k := range counts {
		fair, _ := q.fair(q.ways(hands[i])).Float64()
		rows = append(rows, results.OpeningRow{
			Cards: hands[i], Fair: fair, Share: float64(k) / float64(q.Deals),
			Low:  tally.ClopperPearsonLower(k, int64(q.Deals), delta),
			High: tally.ClopperPearsonUpper(k, int64(q.Deals), delta),
		})
	}
	return rows
}

// Picture draws the shares beside the fair ones, separately for each kind.
func (Opening) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	r := answers[0].(results.Opening)
	var all []figure.Series
	for kind, k := range r.Kinds {
		dealt, fair := r.Alone(kind)
		what := k.Name
		if what != "" {
			what += ", "
		}
		if r.Word != "" {
			all = append(all, figure.Series{Name: what + r.Word, Y: dealt})
		}
		all = append(all, figure.Series{Name: what + "fair deck", Y: fair})
	}
	title, caption := fmt.Sprintf("%s in the first %d of %d", r.Called(), r.Hand, r.N), "Exact."
	if r.Word != "" {
		title, caption = title+", after "+r.Word, fmt.Sprintf("Shares of %d deals, seed %v.", r.Deals, r.Seed)
	}
	return []figure.Block{
		figure.Title(title),
		figure.Caption(caption),
		figure.Curve{XLabel: "cards of the kind in the hand", YLabel: "share of the deals", Step: 1, Series: all},
	}, nil
}
