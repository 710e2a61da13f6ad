package copies

import (
	"errors"

	"dovetail/exact/repeated"
)

// NewGame reads a game: a deck of n cards, and the order of its values in the source or in
// the target, or in a deal, which is a target that has four equal hands if no deck is
// named. At most one of these is given; otherwise the source is in blocks.
func NewGame(deck string, n int, source, target, deal repeated.Order) (g repeated.Game, err error) {
	given := 0
	g.Fixed, g.Order = repeated.Source, repeated.Blocks
	for _, o := range []struct {
		side  repeated.Side
		order repeated.Order
	}{{repeated.Source, source}, {repeated.Target, target}, {repeated.Target, deal}} {
		if o.order != "" {
			given++
			g.Fixed, g.Order = o.side, o.order
		}
	}
	if given > 1 {
		return g, errors.New("source, target and deal say which deck is fixed: give only one of them")
	}
	if deck == "" {
		deck = "red-black"
		if deal != "" {
			deck = "suits"
		}
	}
	g.Deck, err = repeated.Parse(deck, n)
	return g, err
}
