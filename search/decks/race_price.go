package decks

import (
	"cmp"
	"context"
	"math"

	"dovetail/perm/elementary"
	"dovetail/results"
	"dovetail/search/anneal"
)

// What it would take to tell the words apart that a race leaves. The moves of a word's walks follow from the
// length of its path, and their number from the width that the intervals must have; words that never walked have
// pilot runs for this alone.

// What the price is for: about the width at which words can be told apart, and the decks of either kind, their walks
// and the scatter that it takes.
const (
	pricedWidth   = 0.05
	pricedDecks   = 2048
	pricedWalks   = 4
	pricedScatter = 0.2
)

// mostPiloted are so many words as are worth pilots for the price alone, of some seconds each.
const mostPiloted = 24

// pilots finds the lengths of the paths of words that could be best and did not walk.
func (a *raced) pilots(ctx context.Context) error {
	all := a.contenders()
	if len(all) < 2 || len(all) > mostPiloted {
		return nil
	}
	for _, r := range all {
		if !r.open || r.method == nil || r.method.closed != nil || r.length > 0 || r.method.w.Moves() == 0 {
			continue
		}
		stages, err := anneal.Pilot(ctx, r.method.w, r.method.w.Ladder(), uint64(a.race.Seed), a.query.Alphabet.Format(r.core))
		if err != nil {
			return err
		}
		r.length = anneal.Length(stages)
	}
	return nil
}

// sweeps is about how many a word's interval takes.
func (a *raced) sweeps(r *racer) float64 {
	return float64(pricedWalks * pricedDecks * elementary.Pow(cmp.Or(r.length, longPath)/pricedScatter, 2))
}

// price is about what it takes to tell the words apart that could be best; nil if one is left.
func (a *raced) price() *results.Price {
	all := a.contenders()
	p := &results.Price{Width: pricedWidth, Words: len(all)}
	seconds := 0.0
	for _, r := range all {
		switch {
		case r.open && r.method == nil:
			p.Unknown++
			continue
		case !r.open || r.method.closed != nil:
			continue // nothing, or seconds
		case r.length == 0:
			p.Guessed++
		}
		seconds += float64(a.sweeps(r) * r.method.w.Seconds())
	}
	if len(all) < 2 || p.Unknown < len(all) && seconds == 0 {
		return nil
	}
	p.Hours = math.Ceil(seconds/36) / 100
	return p
}
