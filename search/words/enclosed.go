package words

import (
	"context"

	"dovetail/exact/bound"
	"dovetail/exact/position"
	"dovetail/results"
)

// Scores of position laws see single cards: a word can have C = 1 and hardly mix the order.
// So the first rows of a ranking by them have, beside the scores, the certified interval of
// their distance over all orders. Two cards are left out of it, whose laws would take longer
// than the ranking: where the interval is wide, RankByBounds and bound.Prove narrow it.

// mostEnclosed rows of a ranking have an interval.
const mostEnclosed = 100

// Enclose proves the intervals of the first rows, where decks are not too large for it. None
// depends on the others.
func Enclose(ctx context.Context, a *position.Laws, rows []results.RankRow) error {
	if CheckBoundedDeck(a.N) != nil {
		return nil
	}
	p := bound.NewProver(a, nil, nil, 1)
	for i := range rows[:min(mostEnclosed, len(rows))] {
		w, err := a.Parse(rows[i].Word)
		if err != nil {
			return err
		}
		interval, err := p.Word(ctx, w, false)
		if err != nil {
			return err
		}
		rows[i].Enclosed = results.Enclosed{
			TVDKind: results.Bound,
			TVDLow:  interval.Lower.Outward(), LowBy: string(interval.Lower.By),
			TVDHigh: interval.Upper.Outward(), HighBy: string(interval.Upper.By),
		}
	}
	return nil
}
