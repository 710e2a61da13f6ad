package orders

import (
	"context"
	"fmt"

	"dovetail/results/figure"
)

// MostDrawn is how many decks a picture has at most: points beyond would lie on each other.
const MostDrawn = 100_000

// Picture draws the orders of the decks from a to b, of the kind out, in or both.
func (p Plan) Picture(ctx context.Context, kind string, a, b uint64) ([]figure.Block, error) {
	outs := figure.Series{Name: "out-shuffles", First: int(a)}
	ins := figure.Series{Name: "in-shuffles", First: int(a)}
	err := p.Decks(ctx, a, b, func(_, out, in uint64) bool {
		outs.Y, ins.Y = append(outs.Y, float64(out)), append(ins.Y, float64(in))
		return true
	})
	curve := figure.Curve{XLabel: "cards", YLabel: "shuffles until the deck returns", Apart: true}
	if kind != "in" {
		curve.Series = append(curve.Series, outs)
	}
	if kind != "out" {
		curve.Series = append(curve.Series, ins)
	}
	return []figure.Block{figure.Title(fmt.Sprintf("Orders of perfect shuffles, %d to %d cards", a, b)), curve}, err
}
