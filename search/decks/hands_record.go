package decks

import (
	"math"

	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/run"
)

// record returns what is known.
func (h *handsRows) record() results.Hands {
	h.tighten()
	kind := results.Bound
	if h.exact {
		kind = results.Exact
	}
	q := h.Hands
	if q.Limits = (run.Limits{}); q.Decks == 0 {
		q.Stages = nil
	}
	r := results.Hands{N: q.N, Riffle: q.Riffle, Delta: q.Delta, Seed: number.OfUint(uint64(q.Seed))}
	for _, row := range h.rows {
		if row.stage > isCounted {
			kind = results.Sampled
		}
		if q.Decks == 0 {
			q.Stages = append(q.Stages, row.stage)
		}
		r.Rows = append(r.Rows, row.record(h.exact, q.Decks > 0))
		if width := row.r.Upper - row.r.Lower; width > q.Width {
			r.Rows[len(r.Rows)-1].Takes = row.r.Needs
		}
	}
	r.Needs = needsOf(r.Rows)
	r.Head = results.Answering(q, kind)
	return r
}

// record makes a row. The estimate is the middle of the two ends' estimates, kept within the ends,
// or comes from counting. Nothing is estimated where no deck was sampled and counting leaves much
// open. With a given number of decks no row is coarse.
func (row *handsRow) record(exact, decided bool) results.HandsRow {
	r := row.r
	out := results.HandsRow{Shuffles: row.riffles, TVDLow: r.Lower, TVDHigh: r.Upper, LowBy: r.LowerBy,
		HighBy: r.UpperBy, Ideal: row.ideal,
		Decks: int(r.Decks.Int64()), Steps: r.Steps, Tested: int(r.Tested.Int64()),
		Coarse: !row.done && row.stage <= isTested && !decided,
	}
	switch {
	case row.stage > isCounted:
		low, high := row.estimates.Low, row.estimates.High
		estimate := min(r.Upper, max(r.Lower, (low.Value+high.Value)/2))
		out.Estimate = &estimate
		if se := elementary.Hypot(math.Max(low.SE, high.SE), (high.Value-low.Value)/2); se > 0 {
			out.EstimateSE = &se
		}
	case exact:
		out.Estimate = &out.Ideal
	case row.done:
		middle := (r.Lower + r.Upper) / 2
		out.Estimate = &middle
	}
	return out
}

// distances are the distances for which the record gives the number of riffles.
var distances = []float64{0.5, 0.25, 0.1, 0.01}

// needsOf returns how many riffles a distance takes: the least number that is shown to be enough,
// and the least that is not excluded.
func needsOf(rows []results.HandsRow) (needs []results.HandsNeed) {
	for _, d := range distances {
		n := results.HandsNeed{TVD: d}
		for i := len(rows) - 1; i >= 0; i-- {
			if rows[i].TVDHigh <= d {
				n.Shown = rows[i].Shuffles
			}
			if rows[i].TVDLow <= d {
				n.Possible = rows[i].Shuffles
			}
			if rows[i].Ideal <= d {
				n.Ideal = rows[i].Shuffles
			}
		}
		needs = append(needs, n)
	}
	return needs
}
