package results

import "dovetail/results/number"

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
