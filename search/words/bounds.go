package words

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"golang.org/x/sync/errgroup"

	"dovetail/exact/bound"
	pairlaw "dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/search/run"
)

// MaxBounded is the largest number of words that are enclosed at once.
const MaxBounded = results.MaxBoundedWords

// Bounded is a word with the certified interval of its distance from uniform on
// S_n, and its rank by convergence.
type Bounded struct {
	Row
	CRank    int
	Interval bound.Interval
	core     string
}

// Core is the core of the word: words with the same have the same distance.
func (b Bounded) Core() word.Word { return word.Word(b.core) }

// BoundRanking is all words of one length by their intervals, then the word.
type BoundRanking struct {
	Ranking
	All   []Bounded
	Order EndOrder
	// Contenders are the words that could have the least distance: their lower end
	// is not above the least upper end. Proved says that none can have less than
	// the first word: each has its law, or a lower end that is the least upper end.
	Contenders []Bounded
	Proved     bool
}

// Least encloses the least distance of all words.
func (r BoundRanking) Least() (lower, upper *big.Rat) {
	lower, upper = r.All[0].Interval.Lower.Value, r.All[0].Interval.Upper.Value
	for _, w := range r.All {
		if w.Interval.Lower.Value.Cmp(lower) < 0 {
			lower = w.Interval.Lower.Value
		}
		if w.Interval.Upper.Value.Cmp(upper) < 0 {
			upper = w.Interval.Upper.Value
		}
	}
	return lower, upper
}

// CheckBoundedDeck refuses decks of n cards that RankByBounds does not take.
func CheckBoundedDeck(n int) error {
	if n < pairlaw.MinDeck || n > pairlaw.MaxDeck {
		return fmt.Errorf("a ranking by intervals needs decks of %d to %d cards, not n=%d", pairlaw.MinDeck, pairlaw.MaxDeck, n)
	}
	return nil
}

// RankByBounds encloses the distance of every word of the one length of q, of at
// most MaxBounded words.
func RankByBounds(ctx context.Context, q Query, o run.Options) (BoundRanking, error) {
	q.Key, q.Top = ByConvergence, int(count(q.Alphabet, q.M).Int64())
	ranking, err := Rank(ctx, q, o)
	if err != nil {
		return BoundRanking{}, err
	}
	r := BoundRanking{Ranking: ranking}
	intervals, err := enclose(ctx, q, r.Rows, o.Threads)
	if err != nil {
		return r, err
	}
	for i, row := range r.Rows {
		core := coreOf(q.Alphabet, row)
		r.All = append(r.All, Bounded{row, i + 1, intervals[core], core})
	}
	r.Sort(NewEndOrder(q.Alphabet.N))
	return r, nil
}

// Sort puts the words in an order.
func (r *BoundRanking) Sort(by EndOrder) {
	r.Order = by
	slices.SortFunc(r.All, func(a, b Bounded) int {
		x, y := a.Interval, b.Interval
		return cmp.Or(by.Compare(x.Lower.Value, x.Upper.Value, y.Lower.Value, y.Upper.Value), cmp.Compare(a.Word, b.Word))
	})
	_, least := r.Least()
	best := r.All[slices.IndexFunc(r.All, func(w Bounded) bool { return w.Interval.Upper.Value.Cmp(least) == 0 })]
	r.Contenders, r.Proved = nil, true
	for _, w := range r.All {
		if c := w.Interval.Lower.Value.Cmp(least); c <= 0 {
			r.Contenders = append(r.Contenders, w)
			r.Proved = r.Proved && (c == 0 || w.core == best.core)
		}
	}
}

func coreOf(a *position.Laws, r Row) string {
	_, core, _ := a.Split(word.Word(r.letters))
	return string(core)
}

// enclose proves an interval for every core among the words. Cores in order share
// prefixes; each worker takes a stretch of them, and no interval depends on what
// was proved before.
func enclose(ctx context.Context, q Query, rows []Row, threads int) (map[string]bound.Interval, error) {
	names := map[string]string{} // by core, of the first word that has it
	for _, row := range slices.Backward(rows) {
		names[coreOf(q.Alphabet, row)] = row.Word
	}
	cores := slices.Sorted(maps.Keys(names))
	threads = run.Threads(threads)
	two, err := pairLaws(ctx, q.Alphabet)
	if err != nil {
		return nil, err
	}
	found := make([]bound.Interval, len(cores))
	share := (len(cores) + threads - 1) / threads
	var group errgroup.Group
	for from := 0; from < len(cores); from += share {
		group.Go(func() error {
			p := bound.NewProver(q.Alphabet, two, endPairs(q.Alphabet.N), 1)
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

// enclosedSoFar is the error of a proof that ended early, with the words that are nearest to uniform
// of those that were enclosed by then; of the words with one core the first is named.
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

// nearest is how many words are named when a proof ends early.
const nearest = 3

// pairLaws are those of all letters, or nil if one has none. It fails only if ctx is
// over.
func pairLaws(ctx context.Context, a *position.Laws) (*pairlaw.Laws, error) {
	two, err := pairlaw.NewLaws(ctx, a.Alphabet, a.Every())
	if err != nil {
		return nil, ctx.Err()
	}
	return two, nil
}

// endPairs are the pairs of the first three and last two positions: two cards that
// begin there are hardest to part. All start pairs would cost a hundred times more.
func endPairs(n int) (starts []int) {
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
