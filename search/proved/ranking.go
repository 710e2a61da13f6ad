// Package proved ranks all words of a length, or those that a budget of effort allows, by intervals that are proved to
// hold their distances over all orders (exact/bound).
package proved

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"golang.org/x/sync/errgroup"

	"dovetail/exact/bound"
	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/rank"
	"dovetail/search/run"
	"dovetail/search/words"
)

// checkBoundedDeck refuses decks of n cards that RankByBounds does not take.
func checkBoundedDeck(n int) error {
	if n < pairs.MinDeck || n > pairs.MaxDeck {
		return fmt.Errorf("a ranking by intervals needs decks of %d to %d cards, not n=%d; --by c ranks by single cards",
			pairs.MinDeck, pairs.MaxDeck, n)
	}
	return nil
}

// RankByBounds encloses the distance of every word of the one length of q, of at
// most results.MaxBoundedWords words, or of those within a budget.
func RankByBounds(ctx context.Context, q words.Query, b Budget, o run.Options) (BoundRanking, error) {
	return rankByBounds(ctx, q, b, false, o)
}

// rankByBounds leaves out the laws of pairs if single is set.
func rankByBounds(ctx context.Context, q words.Query, b Budget, single bool, o run.Options) (BoundRanking, error) {
	ranking, err := b.scored(ctx, q, rank.Rank, o)
	if err != nil {
		return BoundRanking{}, err
	}
	var two *pairs.Laws
	if !single {
		if two, err = pairLaws(ctx, o, q.Alphabet); err != nil {
			return BoundRanking{}, err
		}
	}
	r, err := enclosed(ctx, q, ranking, b, two, o)
	if err == nil {
		r.Sort()
	}
	return r, err
}

// rankByKnown does the same in another order. First it uses what counting and single cards prove,
// and what is known. Pairs of cards are followed only for the first words that could be best by
// that, and that have no lower end on record; for none if single is set. If ctx ends while they are followed, the ranking without them is returned with
// the error, unless its list takes long.
func rankByKnown(ctx context.Context, q words.Query, b Budget, single bool, known func(word.Word) (results.OnRecord, bool),
	o run.Options) (r BoundRanking, used *results.FromRecords, err error) {
	listed := q.Top
	ranking, err := b.scored(ctx, q, rank.Scored, o)
	if err != nil {
		return r, nil, err
	}
	r, err = enclosed(ctx, q, ranking, b, nil, o)
	if ended := new(run.Ended); known != nil && errors.As(err, &ended) {
		ended.Best = nil // better may be on record
	}
	if err != nil {
		return BoundRanking{}, nil, err
	}
	if known != nil {
		used = r.narrow(known)
	}
	r.Sort()
	var ended error
	if !single {
		ended = r.follow(ctx, q, known, o)
	}
	listed = min(listed, len(r.All))
	if ended != nil {
		proof := new(run.Ended)
		if !errors.As(ended, &proof) {
			proof = &run.Ended{Cause: ended, Stateless: true}
		}
		proof.Best, ended = nil, proof // the ranking has better intervals
		if ctx.Err() == nil || (words.Scoring{N: q.Alphabet.N}).Seconds(listed*q.M) > soon {
			return BoundRanking{}, nil, ended
		}
		ctx = context.WithoutCancel(ctx)
	}
	r.Rows = nil // only listed rows have all of their scores
	for _, w := range r.All[:listed] {
		r.Rows = append(r.Rows, w.Row)
	}
	if err = words.NewEvaluator(q).Complete(ctx, r.Rows); err != nil {
		return BoundRanking{}, nil, err
	}
	for i, row := range r.Rows {
		r.All[i].Row = row
	}
	return r, used, ended
}

// soon is how many seconds the scores of a list may take after an interrupt.
const soon = 0.2

// maxFollowed is the number of words of a ranking by what is known whose pairs of cards are
// followed; some share a core.
const maxFollowed = 64

// follow follows pairs of cards for the first words in order, and puts all in order again. If ctx ends before, nothing is
// changed.
func (r *BoundRanking) follow(ctx context.Context, q words.Query, known func(word.Word) (results.OnRecord, bool), o run.Options) error {
	cores := map[string]string{}
	for _, w := range r.open() {
		if len(cores) == maxFollowed {
			break
		}
		if w.Low.Cmp(w.High) == 0 {
			continue
		}
		if known != nil {
			if k, ok := known(w.Core()); ok && len(k.Lower.Records) > 0 {
				continue // known intervals have included pairs of cards
			}
		}
		cores[w.core] = w.Word
	}
	if len(cores) == 0 {
		return nil
	}
	two, err := pairLaws(ctx, o, q.Alphabet)
	if err != nil || two == nil {
		return err
	}
	intervals, err := enclose(ctx, q, cores, two, o.Threads)
	if err != nil {
		return err
	}
	for i := range r.All {
		w := &r.All[i]
		if found, ok := intervals[w.core]; ok && found.Lower.Value.Cmp(w.Low) > 0 {
			w.Low, w.LowBy = found.Lower.Value, string(found.Lower.By)
		}
	}
	r.Sort()
	return nil
}

// enclosed encloses the distance of every word of a ranking by C, with laws of pairs or without them.
func enclosed(ctx context.Context, q words.Query, ranking rank.Ranking, b Budget, two *pairs.Laws, o run.Options) (BoundRanking, error) {
	r := BoundRanking{Ranking: ranking, Budget: b, Order: newEndOrder(q.Alphabet.N)}
	cores := map[string]string{} // with the first word of each
	for _, row := range slices.Backward(r.Rows) {
		cores[coreOf(q.Alphabet, row)] = row.Word
	}
	intervals, err := enclose(ctx, q, cores, two, o.Threads)
	if err != nil {
		return r, err
	}
	for i, row := range r.Rows {
		core := coreOf(q.Alphabet, row)
		low, high := intervals[core].Lower, intervals[core].Upper
		r.All = append(r.All, Bounded{row, Ends{low.Value, high.Value, string(low.By), string(high.By)}, i + 1, core})
	}
	return r, nil
}

func coreOf(a *position.Laws, r words.Row) string {
	_, core, _ := a.Split(word.Word(r.Letters))
	return string(core)
}

// enclose proves an interval for every core. The map has the name of a word for each core. Cores in
// order share prefixes. Each worker takes a stretch of them, and no interval depends on what was
// proved before.
func enclose(ctx context.Context, q words.Query, names map[string]string, two *pairs.Laws, threads int) (map[string]bound.Interval, error) {
	cores := slices.Sorted(maps.Keys(names))
	threads = run.Threads(threads)
	found := make([]bound.Interval, len(cores))
	share := (len(cores) + threads - 1) / threads
	var group errgroup.Group
	for from := 0; from < len(cores); from += share {
		group.Go(func() error {
			var starts []int
			if two != nil {
				starts = bound.EndPairs(q.Alphabet.N)
			}
			p := bound.NewProver(q.Alphabet, two, starts, 1)
			for i := from; i < min(from+share, len(cores)); i++ {
				interval, err := p.Word(ctx, word.Word(cores[i]), false)
				if err != nil {
					return err
				}
				found[i] = interval
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, enclosedSoFar(err, cores, names, found)
	}
	intervals := map[string]bound.Interval{}
	for i, core := range cores {
		intervals[core] = found[i]
	}
	return intervals, nil
}

// enclosedSoFar is the error of a proof that ended early. It names the words nearest to uniform
// among those enclosed by then, and for each core the first word.
func enclosedSoFar(cause error, cores []string, names map[string]string, found []bound.Interval) error {
	ended := &run.Ended{Cause: cause, Roots: len(cores), Stateless: true}
	var done []int
	for i, interval := range found {
		if interval.Upper.Value != nil {
			done = append(done, i)
		}
	}
	slices.SortStableFunc(done, func(i, j int) int { return found[i].Upper.Value.Cmp(found[j].Upper.Value) })
	for _, i := range done[:min(nearest, len(done))] {
		low, high := found[i].Lower.Outward(), found[i].Upper.Outward()
		ended.Best = append(ended.Best, fmt.Sprintf("%s at %s to %s", names[cores[i]], low, high))
	}
	ended.Done = len(done)
	return ended
}

// nearest is the number of words that are named when a proof ends early.
const nearest = 3

// pairLaws are the laws of pairs of all letters, or nil if one has none. It fails only if ctx is
// over.
func pairLaws(ctx context.Context, o run.Options, a *position.Laws) (*pairs.Laws, error) {
	two, err := run.Cache[pairs.Cache](o.Memo).Laws(ctx, a.Alphabet, a.Every())
	if err != nil {
		return nil, ctx.Err()
	}
	return two, nil
}

// An EndOrder puts words in order by intervals that hold their distances. Words proved not to mix
// come last. The others are ordered by upper ends, then by lower ends. No law is further from
// uniform than that of a fixed order, 1 - 1/n!, so that a larger upper end counts as this one: a
// fixed order does not come before words of which nothing is known.
type EndOrder struct {
	fixed *big.Rat // 1 - 1/n!
}

// newEndOrder is the order for decks of n cards.
func newEndOrder(n int) EndOrder {
	one := big.NewRat(1, 1)
	return EndOrder{one.Sub(one, new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, int64(n))))}
}

// Unmixed is the distance from which on a word does not mix, as the record says.
var Unmixed = big.NewRat(99, 100)

// Compare puts the better of two intervals first.
func (o EndOrder) Compare(x, y Ends) int {
	return cmp.Or(x.last()-y.last(), o.within(x.High).Cmp(o.within(y.High)), x.Low.Cmp(y.Low))
}

// within is an upper end, at most that of a fixed order.
func (o EndOrder) within(high *big.Rat) *big.Rat {
	if high.Cmp(o.fixed) > 0 {
		return o.fixed
	}
	return high
}

// Ends is an interval that contains a distance, and the methods behind its ends.
type Ends struct {
	Low, High     *big.Rat
	LowBy, HighBy string
}

// last is 1 for a word that is proved not to mix, and otherwise 0.
func (e Ends) last() int {
	if e.Low.Cmp(Unmixed) >= 0 {
		return 1
	}
	return 0
}

// Bounded is a word with an interval of its distance from uniform on S_n, and its rank by convergence.
type Bounded struct {
	words.Row
	Ends
	CRank int
	core  string
}

// Core is the core of the word. Words with the same core have the same distance.
func (b Bounded) Core() word.Word { return word.Word(b.core) }

// Record is the word as a row of a ranking, counted from 1.
func (b Bounded) Record(rank int) results.BoundRow {
	return results.BoundRow{
		Rank: rank, CRank: b.CRank, WordRow: b.WordRow,
		TVDLow: number.Certified(b.Low, false), TVDHigh: number.Certified(b.High, true),
		LowBy: b.LowBy, HighBy: b.HighBy,
	}
}

// BoundRanking is all words of one length, or within a budget, by their intervals, then by the word.
type BoundRanking struct {
	rank.Ranking
	Budget
	All   []Bounded
	Order EndOrder
}

// Compare puts the better of two words first.
func (r *BoundRanking) Compare(x, y Bounded) int {
	return cmp.Or(r.Order.Compare(x.Ends, y.Ends), cmp.Compare(x.Word, y.Word))
}

// Sort puts the words in order, as Compare does. Rounding to doubles keeps the order of fractions, so that these are
// compared only where their doubles are equal.
func (r *BoundRanking) Sort() {
	type key struct {
		last int
		high float64
		at   *Bounded
	}
	var keys []key
	for i := range r.All {
		w := &r.All[i]
		high, _ := r.Order.within(w.High).Float64()
		keys = append(keys, key{w.last(), high, w})
	}
	slices.SortFunc(keys, func(x, y key) int {
		if first := cmp.Or(x.last-y.last, cmp.Compare(x.high, y.high)); first != 0 {
			return first
		}
		if x.at.High == y.at.High && x.at.Low == y.at.Low { // compare the fractions themselves
			return cmp.Compare(x.at.Word, y.at.Word)
		}
		return r.Compare(*x.at, *y.at)
	})
	all := make([]Bounded, 0, len(keys))
	for _, k := range keys {
		all = append(all, *k.at)
	}
	r.All = all
}

// narrow takes the better ends that are on record or follow from records. It names these records,
// and is nil if there are none.
func (r *BoundRanking) narrow(known func(word.Word) (results.OnRecord, bool)) *results.FromRecords {
	var used []results.End
	narrowed := 0
	for i := range r.All {
		w := &r.All[i]
		k, ok := known(w.Core())
		if !ok {
			continue
		}
		low, high := new(big.Rat).SetFloat64(k.Lower.Value), new(big.Rat).SetFloat64(k.Upper.Value)
		better := false
		if low.Cmp(w.Low) > 0 {
			w.Low, w.LowBy, better = low, k.Lower.By, true
			used = append(used, k.Lower)
		}
		if high.Cmp(w.High) < 0 {
			w.High, w.HighBy, better = high, k.Upper.By, true
			used = append(used, k.Upper)
		}
		if better {
			narrowed++
		}
	}
	if narrowed == 0 {
		return nil
	}
	all := results.FromRecords{Words: narrowed}
	for _, s := range results.Sources(used...) {
		all.Records = append(all.Records, s.Name)
		all.Delta += s.Delta
	}
	return &all
}

// maxNamed is the most words that are named as possibly best.
const maxNamed = 10

// Best says which words could have the least distance: those whose lower end is not above the least
// upper end. It is proved that no word has a smaller distance than the first of them if all have
// its core, or if, with ties, their lower ends equal the least upper end.
func (r *BoundRanking) Best(ties bool) results.Best {
	low := slices.MinFunc(r.All, func(x, y Bounded) int { return x.Low.Cmp(y.Low) }).Low
	first := slices.MinFunc(r.All, func(x, y Bounded) int { return x.High.Cmp(y.High) })
	b := results.Best{Proved: true, Low: number.Certified(low, false), High: number.Certified(first.High, true)}
	for _, w := range r.All {
		b.Unmixed += w.last()
		c := w.Low.Cmp(first.High)
		if c > 0 {
			continue
		}
		b.Proved = b.Proved && (w.core == first.core || ties && c == 0)
		if b.Count++; b.Count <= maxNamed {
			b.Words = append(b.Words, w.Word)
		}
	}
	return b
}

// Record is the answer to a question, with the first words.
func (r *BoundRanking) Record(asked results.Question, kind string, by words.Key, q words.Query) results.BoundRank {
	record := results.BoundRank{
		Ranking:   r.Heading(asked, kind, by, q),
		Best:      r.Best(kind == results.Bound),
		Budget:    r.Buys(),
		Precision: words.Precision(q, r.Rows, r.Close),
		Rows:      []results.BoundRow{},
	}
	for place := range min(q.Top, len(r.All)) {
		record.Rows = append(record.Rows, r.Row(place))
	}
	return record
}

// Row is the word at index i as a row of a ranking, whose ranks begin with 1.
func (r *BoundRanking) Row(place int) results.BoundRow {
	row := r.All[place].Record(place + 1)
	row.Effort, _ = r.Of(row.Word).Float64()
	return row
}
