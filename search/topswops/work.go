package topswops

import (
	"fmt"
	"maps"
	"slices"

	"dovetail/results"
	"dovetail/results/number"
)

// Work counts what a search by bundles did, by number of cards and by part.
type Work struct {
	Bundles []uint64 `json:"bundles"` // bundles followed
	Games   []uint64 `json:"games"`   // games played to find them
	Looks   []uint64 `json:"looks"`   // decks looked at: for the base, and to find the decks of bundles
	Decks   []uint64 `json:"decks"`   // decks found in the bundles of N cards, and on the way to them

	// Parts are the same by the part of the work that --shard i/100 would do.
	Parts map[int]Part `json:"parts,omitempty"`
}

// Part is what a hundredth of a search did.
type Part struct {
	Ends    uint64 `json:"ends"`    // of the base, whether followed or not
	Bundles uint64 `json:"bundles"` // those of the base among them
	Games   uint64 `json:"games"`
	Looks   uint64 `json:"looks"`
	Decks   uint64 `json:"decks"`
}

// PartsOfWork is the number of parts into which the statistics of a search by bundles go.
const PartsOfWork = 100

func newWork(n int) *Work {
	return &Work{make([]uint64, n+1), make([]uint64, n+1), make([]uint64, n+1), make([]uint64, n+1), nil}
}

// closed puts all that was counted into one part.
func (w *Work) closed(part int, ends uint64) *Work {
	w.Parts = map[int]Part{part: {ends, sumOf(w.Bundles), sumOf(w.Games), sumOf(w.Looks), sumOf(w.Decks)}}
	return w
}

func (w *Work) merge(v *Work) {
	for _, pair := range [][2][]uint64{{w.Bundles, v.Bundles}, {w.Games, v.Games}, {w.Looks, v.Looks}, {w.Decks, v.Decks}} {
		for m, count := range pair[1] {
			pair[0][m] += count
		}
	}
	for i, p := range v.Parts {
		if w.Parts == nil {
			w.Parts = map[int]Part{}
		}
		w.Parts[i] = w.Parts[i].plus(p)
	}
}

func (p Part) plus(q Part) Part {
	return Part{p.Ends + q.Ends, p.Bundles + q.Bundles, p.Games + q.Games, p.Looks + q.Looks, p.Decks + q.Decks}
}

// check refuses counts on n cards that do not add up.
func (w *Work) check(n int) error {
	for _, counts := range [][]uint64{w.Bundles, w.Games, w.Looks, w.Decks} {
		if len(counts) != n+1 {
			return fmt.Errorf("work on %d sizes, want %d", len(counts), n+1)
		}
	}
	var sum Part
	for i, p := range w.Parts {
		if i < 0 || i >= PartsOfWork || p.Ends == 0 {
			return fmt.Errorf("part %d of the work, with %d ends, is impossible", i, p.Ends)
		}
		sum = sum.plus(p)
	}
	if got := (Part{sum.Ends, sumOf(w.Bundles), sumOf(w.Games), sumOf(w.Looks), sumOf(w.Decks)}); got != sum {
		return fmt.Errorf("the parts of the work do not add up")
	}
	return nil
}

// record fills in the work, and gives the sums of bundles and of games and decks looked at.
func (w *Work) record(r *results.TopswopsWork) (bundles, visits uint64) {
	for m := len(w.Bundles) - 1; m > 0; m-- {
		if w.Bundles[m]+w.Games[m]+w.Looks[m]+w.Decks[m] > 0 {
			r.Bundles = append(r.Bundles, results.TopswopsBundles{
				Cards:   m,
				Bundles: number.OfUint(w.Bundles[m]),
				Games:   number.OfUint(w.Games[m]),
				Looks:   number.OfUint(w.Looks[m]),
				Decks:   number.OfUint(w.Decks[m]),
			})
		}
	}
	for _, i := range slices.Sorted(maps.Keys(w.Parts)) {
		p := w.Parts[i]
		r.Parts = append(r.Parts, results.TopswopsPart{
			Part:    i + 1,
			Ends:    number.OfUint(p.Ends),
			Bundles: number.OfUint(p.Bundles),
			Games:   number.OfUint(p.Games),
			Looks:   number.OfUint(p.Looks),
			Decks:   number.OfUint(p.Decks),
		})
	}
	return sumOf(w.Bundles), sumOf(w.Games) + sumOf(w.Looks)
}
