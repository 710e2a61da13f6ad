package race

import (
	"cmp"
	"math"

	"dovetail/perm/elementary"
	"dovetail/results"
)

// The price of separating the words that a race leaves. The moves of a word's walks follow from the
// length of its path, and the number of walks from the width that the intervals must have. Words
// without walks have pilot runs for this alone.

// The sample behind the price: about the width at which words can be separated, and the decks of
// either kind, their walks and the scatter that this takes.
const (
	pricedWidth   = 0.05
	pricedDecks   = 2048
	pricedWalks   = 4
	pricedScatter = 0.2
)

// sweeps is about the number of sweeps for a word's interval.
func (a *raced) sweeps(r *racer) float64 {
	return float64(pricedWalks * pricedDecks * elementary.Pow(cmp.Or(r.length, longPath)/pricedScatter, 2))
}

// price is about the price of separating the words that could be best; nil if one is left.
func (a *raced) price() *results.Price {
	all := a.contenders()
	p := &results.Price{Width: pricedWidth, Words: len(all)}
	seconds := 0.0
	for _, r := range all {
		switch {
		case r.open && r.method == nil:
			p.Unknown++
			continue
		case !r.open || r.method.Closed != nil:
			continue // no walks, or seconds
		case r.length == 0:
			p.Guessed++
		}
		seconds += float64(a.sweeps(r) * r.method.Target.Seconds())
	}
	if len(all) < 2 || p.Unknown < len(all) && seconds == 0 {
		return nil
	}
	p.Hours = math.Ceil(seconds/36) / 100
	return p
}
