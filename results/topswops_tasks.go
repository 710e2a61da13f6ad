package results

import (
	"fmt"
	"slices"

	"dovetail/results/number"
)

// TopswopsTasks sum up the tasks of a search: each ended with a longest deck of
// its own, or with none.
type TopswopsTasks struct {
	Roots int            `json:"roots"` // root tasks finished with all that they left
	Done  number.Int     `json:"done"`  // tasks finished, the roots among them
	Empty number.Int     `json:"empty"` // those that found no deck
	Bests []TopswopsBest `json:"bests"` // the others, by increasing length
}

// TopswopsBest counts the tasks whose longest deck has this length.
type TopswopsBest struct {
	Length int        `json:"length"`
	Tasks  number.Int `json:"tasks"`
}

// verifyTasks checks that each task is counted once, and that the maxima of
// the tasks make the maximum of the record and need no more decks than it has.
func (r TopswopsMax) verifyTasks() error {
	t := r.Tasks
	if t == nil {
		if r.Engine == "halving" {
			return fmt.Errorf("the tasks of the search are missing")
		}
		return nil
	}
	done, found := number.OfInt(0), number.OfInt(0)
	for i, b := range t.Bests {
		if b.Tasks.Sign() <= 0 || i > 0 && b.Length <= t.Bests[i-1].Length {
			return fmt.Errorf("the longest decks of the tasks are out of order at length %d", b.Length)
		}
		found.Add(found.Int, b.Tasks.Int)
	}
	done.Add(found.Int, t.Empty.Int)
	if done.Cmp(t.Done.Int) != 0 || done.Cmp(number.OfInt(int64(t.Roots)).Int) < 0 {
		return fmt.Errorf("the tasks add up to %s, not to %s from %d roots", done, t.Done, t.Roots)
	}
	if len(t.Bests) == 0 {
		if r.Count.Sign() != 0 {
			return fmt.Errorf("no task found a deck, but %s are counted", r.Count)
		}
		return nil
	}
	best := t.Bests[len(t.Bests)-1]
	if best.Length != r.Length {
		return fmt.Errorf("the longest deck of all tasks has %d moves, not %d", best.Length, r.Length)
	}
	if r.AtLeast == nil {
		found = best.Tasks
	}
	if found.Cmp(r.Count.Int) > 0 {
		return fmt.Errorf("%s tasks found decks, but %s are counted", found, r.Count)
	}
	return nil
}

// lacksCounts tells whether any number that the checks add up is not there.
func (r TopswopsMax) lacksCounts() bool {
	counts := []number.Int{r.Count, r.Nodes, r.Visits}
	for _, s := range r.Sizes {
		counts = append(counts, s.Nodes, s.Visits)
	}
	if t := r.Tasks; t != nil {
		counts = append(counts, t.Done, t.Empty)
		for _, b := range t.Bests {
			counts = append(counts, b.Tasks)
		}
	}
	return slices.ContainsFunc(counts, func(c number.Int) bool { return c.Int == nil || c.Sign() < 0 })
}
