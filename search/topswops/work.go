package topswops

import (
	"fmt"
	"maps"
	"slices"

	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/number"
)

// Record is the answer of a search for long games.
func (a *Answer) Record() results.TopswopsMax {
	r := results.TopswopsMax{
		Length: a.Best,
		Count:  number.OfUint(a.Count),
		Decks:  a.Decks,
		Nodes:  number.OfUint(a.Nodes),
		Visits: number.OfUint(0),
		CPU:    a.CPU,
	}
	a.question().Fill(&r)
	r.Assumed = append([]int{}, a.Assumed...)
	if a.Roots > 0 {
		r.Tasks = a.tasks()
	}
	if a.Work != nil {
		a.Work.record(&r.TopswopsWork)
		sum := a.Work.sum()
		r.Nodes, r.Visits = number.OfUint(sum.Bundles), number.OfUint(sum.Games+sum.Visits)
	}
	for _, d := range a.Decks {
		r.Ends = append(r.Ends, topswops.Play(d, false).End)
	}
	return r
}

func (a *Answer) tasks() *results.TopswopsTasks {
	t := results.TopswopsTasks{Roots: a.Roots, Done: number.OfUint(a.Tasks), Empty: number.OfUint(a.Empty)}
	for _, length := range slices.Sorted(maps.Keys(a.Bests)) {
		t.Bests = append(t.Bests, results.TopswopsBest{Length: length, Tasks: number.OfUint(a.Bests[length])})
	}
	return &t
}

// Counters count what a search by bundles does: one number of each, or one for every number of cards.
type Counters[T any] struct {
	Bundles T `json:"bundles"` // followed
	Games   T `json:"games"`   // played to find them
	Visits  T `json:"looks"`   // of decks: for the base, and to find the decks of bundles
	Decks   T `json:"decks"`   // found in the bundles of N cards, and on the way to them
}

// each lists them.
func (c *Counters[T]) each() [4]*T { return [...]*T{&c.Bundles, &c.Games, &c.Visits, &c.Decks} }

// Work is what a search does, by number of cards and by part.
type Work struct {
	Counters[[]uint64]

	// Parts are the same by the part of the work that --shard i/100 would do.
	Parts map[int]Part `json:"parts,omitempty"`
}

// Part is what a hundredth of a search did.
type Part struct {
	Ends uint64 `json:"ends"` // of the base, whether followed or not; their bundles are counted as those of the base
	Counters[uint64]
}

// PartsOfWork is the number of parts into which the statistics of a search by bundles go.
const PartsOfWork = 100

func newWork(n int) *Work {
	w := new(Work)
	for _, c := range w.each() {
		*c = make([]uint64, n+1)
	}
	return w
}

// sum adds up the sizes.
func (w *Work) sum() (sum Counters[uint64]) {
	to := sum.each()
	for i, c := range w.each() {
		*to[i] = sumOf(*c)
	}
	return sum
}

func sumOf(counts []uint64) (sum uint64) {
	for _, c := range counts {
		sum += c
	}
	return sum
}

// closed puts all that was counted into one part.
func (w *Work) closed(part int, ends uint64) *Work {
	w.Parts = map[int]Part{part: {ends, w.sum()}}
	return w
}

func (w *Work) merge(v *Work) {
	to := w.each()
	for i, from := range v.each() {
		for m, count := range *from {
			(*to[i])[m] += count
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
	p.Ends += q.Ends
	to := p.each()
	for i, c := range q.each() {
		*to[i] += *c
	}
	return p
}

// check refuses counts on n cards that do not add up.
func (w *Work) check(n int) error {
	for _, counts := range w.each() {
		if len(*counts) != n+1 {
			return fmt.Errorf("work on %d sizes, want %d", len(*counts), n+1)
		}
	}
	var sum Part
	for i, p := range w.Parts {
		if i < 0 || i >= PartsOfWork || p.Ends == 0 {
			return fmt.Errorf("part %d of the work, with %d ends, is impossible", i, p.Ends)
		}
		sum = sum.plus(p)
	}
	if w.sum() != sum.Counters {
		return fmt.Errorf("the parts of the work do not add up")
	}
	return nil
}

// record fills in the work, by size and by part.
func (w *Work) record(r *results.TopswopsWork) {
	for m := len(w.Bundles) - 1; m > 0; m-- {
		c := Counters[uint64]{w.Bundles[m], w.Games[m], w.Visits[m], w.Decks[m]}
		if c != (Counters[uint64]{}) {
			r.Bundles = append(r.Bundles, results.TopswopsBundles{Cards: m, TopswopsCounts: counts(c)})
		}
	}
	for _, i := range slices.Sorted(maps.Keys(w.Parts)) {
		p := w.Parts[i]
		part := results.TopswopsPart{Part: i + 1, Ends: number.OfUint(p.Ends), TopswopsCounts: counts(p.Counters)}
		r.Parts = append(r.Parts, part)
	}
}

func counts(c Counters[uint64]) results.TopswopsCounts {
	return results.TopswopsCounts{
		Bundles: number.OfUint(c.Bundles), Games: number.OfUint(c.Games),
		Looks: number.OfUint(c.Visits), Decks: number.OfUint(c.Decks),
	}
}
