package topswops

import (
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
		nodes, visits := a.Work.record(&r.TopswopsWork)
		r.Nodes, r.Visits = number.OfUint(nodes), number.OfUint(visits)
	} else if a.Nodes > 0 {
		r.Sizes = []results.TopswopsSizes{{Cards: a.N, Nodes: r.Nodes, Visits: r.Visits, Stops: r.Visits, Short: r.Visits}}
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
