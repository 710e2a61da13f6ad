package topswops

import (
	"context"
	"fmt"
	"math"

	"dovetail/results"
	"dovetail/results/figure"
)

// RecordPicture draws moves over the square of the number of cards, beside what is published.
func RecordPicture(r results.TopswopsRecords) []figure.Block {
	found := figure.Series{Name: "found", First: r.Rows[0].N}
	published := figure.Series{Name: "published", First: r.Rows[0].N}
	for i, row := range r.Rows {
		found.Y = append(found.Y, row.Square)
		if row.Published != nil && len(published.Y) == i { // as far as all are
			published.Y = append(published.Y, float64(*row.Published)/float64(row.N*row.N))
		}
	}
	curve := figure.Curve{XLabel: "cards", YLabel: "moves / cards²", Series: []figure.Series{found}}
	if published.Y != nil {
		curve.Series = append(curve.Series, published)
	}
	return []figure.Block{figure.Title("Topswops: long games"), curve}
}

// Distributions draws the share of decks by length, of a census and of those with two, four, ...
// cards fewer.
func Distributions(ctx context.Context, r results.TopswopsCensus, env results.Env) ([]figure.Block, error) {
	const most, apart = 5, 2
	curve := figure.Curve{XLabel: "moves", YLabel: "share of all decks, decimal logarithm"}
	for i := range most {
		curve.Series = append(curve.Series, figure.Series{Name: fmt.Sprintf("%d cards", r.N), Y: shares(r)})
		n := r.N - apart
		if n < 1 || i == most-1 {
			break
		}
		var err error
		if r, err = results.AnswerTo[results.TopswopsCensus](ctx, Census{n}, env); err != nil {
			return nil, err
		}
	}
	title := "Topswops: all decks by length"
	return []figure.Block{figure.Title(title), curve}, nil
}

// shares are the logarithms. Lengths that no deck has end the line.
func shares(r results.TopswopsCensus) (y []float64) {
	total, _ := r.Total.Float64()
	for _, c := range r.Counts {
		decks, _ := c.Float64()
		if decks == 0 {
			break
		}
		y = append(y, math.Log10(decks/total))
	}
	return y
}
