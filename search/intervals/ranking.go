// Package intervals ranks all words of a length, or those that a budget of effort allows, by
// intervals of their distances over all orders: proved ones (exact/bound), or with those on record,
// or sampled ones, by a race.
package intervals

import (
	"context"
	"fmt"
	"maps"
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

// checkBoundedDeck refuses decks of n cards that rankByBounds does not take.
func checkBoundedDeck(n int) error {
	if n < pairs.MinDeck || n > pairs.MaxDeck {
		return fmt.Errorf("a ranking by intervals needs decks of %d to %d cards, not n=%d; --by c ranks by single cards",
			pairs.MinDeck, pairs.MaxDeck, n)
	}
	return nil
}

// rankByBounds encloses the distance of every word of the one length of q, of at most
// results.MaxBoundedWords words, or of those within a budget. It leaves out the laws of pairs if
// single is set.
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
	threads = min(run.Threads(threads), len(cores))
	found := make([]bound.Interval, len(cores))
	share := (len(cores) + threads - 1) / threads
	var starts []int
	if two != nil {
		starts = bound.EndPairs(q.Alphabet.N)
	}
	var group errgroup.Group
	for k, p := range bound.NewProvers(threads, q.Alphabet, two, starts) {
		group.Go(func() error {
			for i := k * share; i < min((k+1)*share, len(cores)); i++ {
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
