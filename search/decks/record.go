package decks

import (
	"cmp"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/laws"
	"dovetail/search/words"
)

// record is the ranking with its first words. Its question is the one that leads to it again: so
// many rounds, unless the race ended before its time.
func (a *raced) record() results.BoundRank {
	q := a.race
	if a.untested+a.unwalked == 0 {
		q.Rounds, q.Time = max(1, a.rounds), 0
	}
	record := results.BoundRank{
		Ranking:   words.Heading(q, results.Sampled, ByDecks, a.query),
		Best:      a.best(),
		Precision: words.Precision(a.query, a.Rows, a.Close),
		Rows:      []results.BoundRow{},
		Sampling: &results.Sampling{
			Delta: q.Delta, Seed: number.OfUint(uint64(q.Seed)), Rounds: a.rounds, Words: a.cores,
			Untested: a.untested, Unwalked: a.unwalked,
		},
	}
	record.Sampling.TauC, record.Sampling.TauMeanTVD = a.taus()
	for _, p := range a.compared() {
		record.Sampling.Compared = append(record.Sampling.Compared, a.row(p))
	}
	for i := range a.placed[:min(q.Top, len(a.placed))] {
		record.Rows = append(record.Rows, a.row(i))
	}
	return record
}

func (a *raced) row(place int) results.BoundRow {
	p := a.placed[place]
	return results.BoundRow{
		Rank: place + 1, CRank: p.CRank,
		TVDLow: number.Certified(p.low, false), TVDHigh: number.Certified(p.high, true), LowBy: p.lowBy, HighBy: p.highBy,
		WordRow: p.WordRow,
	}
}

// compared are the places of the best word by C and of the best of those that repeat one
// letter.
func (a *raced) compared() []int {
	return []int{
		slices.IndexFunc(a.placed, func(p placed) bool { return p.CRank == 1 }),
		slices.IndexFunc(a.placed, func(p placed) bool { return strings.Count(p.Word, p.Word[:1]) == len(p.Word) }),
	}
}

// mostNamed words are named as possibly best.
const mostNamed = 10

func (a *raced) best() (b results.Best) {
	least, low := leastHigh(a.placed, func(p placed) *big.Rat { return p.high }), a.placed[0].low
	cores := map[string]bool{}
	for _, p := range a.placed {
		if p.low.Cmp(low) < 0 {
			low = p.low
		}
		if p.low.Cmp(least) > 0 {
			continue
		}
		cores[string(p.Core())] = true
		if b.Count++; b.Count <= mostNamed {
			b.Words = append(b.Words, p.Word)
		}
	}
	b.Proved = len(cores) == 1
	b.Low, b.High = number.Certified(low, false), number.Certified(least, true)
	b.Unmixed = a.Order.Unmixed(func(yield func(*big.Rat) bool) {
		for _, p := range a.placed {
			yield(p.low)
		}
	})
	return b
}

// taus are Kendall's tau-b of the ranking with those by C and by mean TVD.
func (a *raced) taus() (byC, byMean float64) {
	place := func(compare func(x, y placed) int) []int {
		sorted := slices.SortedStableFunc(slices.Values(a.placed), compare)
		places := map[string]int{}
		at := 0
		for i, p := range sorted {
			if i > 0 && compare(sorted[i-1], p) != 0 {
				at = i
			}
			places[p.Word] = at
		}
		var all []int
		for _, p := range a.placed {
			all = append(all, places[p.Word])
		}
		return all
	}
	own := place(a.compare)
	byC = laws.Tau(own, place(func(x, y placed) int { return cmp.Compare(y.White, x.White) }))
	return byC, laws.Tau(own, place(func(x, y placed) int { return cmp.Compare(x.MeanTVD, y.MeanTVD) }))
}

// consistent refuses a record whose intervals are not within those proved, out of order,
// or, if all words are listed, not those that its best words were read off.
func consistent(r results.BoundRank, proved words.BoundRanking) error {
	certified := map[string]words.Bounded{}
	for _, w := range proved.All {
		certified[w.Word] = w
	}
	if len(r.Sampling.Compared) != 2 {
		return fmt.Errorf("compared has %s, not the best by C and the best that repeats one letter", number.Count(len(r.Sampling.Compared), "word"))
	}
	if r.Best.Unmixed == nil {
		proved.Sort(words.FormerOrder)
	}
	a := &raced{BoundRanking: proved}
	listed := map[string]bool{}
	for i, row := range append(slices.Clone(r.Sampling.Compared), r.Rows...) {
		w, known := certified[row.Word]
		low, wrongLow := number.ParseRat(row.TVDLow)
		high, wrongHigh := number.ParseRat(row.TVDHigh)
		switch {
		case !known || wrongLow != nil || wrongHigh != nil || low.Cmp(high) > 0:
			return fmt.Errorf("%s has no interval %q to %q", row.Word, row.TVDLow, row.TVDHigh)
		case row.LowBy == string(w.Interval.Lower.By) && row.TVDLow != w.Interval.Lower.Outward(),
			row.HighBy == string(w.Interval.Upper.By) && row.TVDHigh != w.Interval.Upper.Outward():
			return fmt.Errorf("%s has an end %s to %s that is not the certified one", row.Word, row.TVDLow, row.TVDHigh)
		case !within(low, high, w):
			return fmt.Errorf("%s has an interval wider than the certified one", row.Word)
		case !slices.Contains([]string{byClosed, byAnnealed, byTest, string(w.Interval.Lower.By)}, row.LowBy),
			!slices.Contains([]string{byClosed, byAnnealed, string(w.Interval.Upper.By)}, row.HighBy):
			return fmt.Errorf("%s has an interval by %q and %q", row.Word, row.LowBy, row.HighBy)
		case row.CRank != w.CRank:
			return fmt.Errorf("%s has rank %d by C, not %d", row.Word, row.CRank, w.CRank)
		}
		if i < len(r.Sampling.Compared) {
			continue
		}
		if listed[row.Word] {
			return fmt.Errorf("%s is listed twice", row.Word)
		}
		listed[row.Word] = true
		a.placed = append(a.placed, placed{w, standing{low, high, row.LowBy, row.HighBy}})
	}
	if !slices.IsSortedFunc(a.placed, a.inOrder) {
		return fmt.Errorf("the rows are not in order")
	}
	if len(a.placed) < len(proved.All) {
		return nil
	}
	if b := a.best(); !reflect.DeepEqual(b, r.Best) {
		return fmt.Errorf("best is %+v, the rows say %+v", r.Best, b)
	}
	for i, place := range a.compared() {
		if r.Sampling.Compared[i] != r.Rows[place] {
			return fmt.Errorf("%s is compared, not %s", r.Sampling.Compared[i].Word, r.Rows[place].Word)
		}
	}
	byC, byMean := a.taus()
	if byC != r.Sampling.TauC || byMean != r.Sampling.TauMeanTVD {
		return fmt.Errorf("the tau of Kendall is %v and %v, the rows say %v and %v", r.Sampling.TauC, r.Sampling.TauMeanTVD, byC, byMean)
	}
	return nil
}

// within reports whether an interval is within the certified one of a word, as that is printed.
func within(low, high *big.Rat, w words.Bounded) bool {
	lower, err := number.ParseRat(w.Interval.Lower.Outward())
	upper, err2 := number.ParseRat(w.Interval.Upper.Outward())
	return err == nil && err2 == nil && low.Cmp(lower) >= 0 && high.Cmp(upper) <= 0
}
