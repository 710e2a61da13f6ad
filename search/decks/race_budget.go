package decks

import (
	"math/big"
	"slices"

	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/words"
)

// budget is what each effort buys, where words have a budget: nil if they have none. A row begins where a
// word that is shown to mix takes the lead, by the order of the ranking, among those that take no more.
func (a *raced) budget() *results.Budget {
	if !a.race.Given() {
		return nil
	}
	b := &results.Budget{Effort: a.race.Effort, Within: a.race.Within, Frontier: []results.Frontier{}}
	efforts := make([]*big.Rat, len(a.All))
	for i, w := range a.All {
		efforts[i] = a.race.Of(w.Word)
	}
	levels := slices.CompactFunc(slices.SortedFunc(slices.Values(efforts), (*big.Rat).Cmp),
		func(x, y *big.Rat) bool { return x.Cmp(y) == 0 })
	leader := ""
	for _, level := range levels {
		within := words.BoundRanking{Order: a.Order}
		for i, w := range a.All {
			if efforts[i].Cmp(level) <= 0 {
				within.All = append(within.All, w)
			}
		}
		lead := within.All[0]
		if lead.Word == leader || lead.High.Cmp(mixes) >= 0 {
			continue
		}
		leader = lead.Word
		best := within.Best(false)
		f := results.Frontier{Word: lead.Word, TVDLow: number.Certified(lead.Low, false),
			TVDHigh: number.Certified(lead.High, true), Count: best.Count, Words: best.Words}
		f.Effort, _ = level.Float64()
		b.Frontier = append(b.Frontier, f)
	}
	return b
}
