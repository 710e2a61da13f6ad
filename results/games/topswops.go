// Package games has the records of games with cards: topswops, card tricks and guessing the next card.
package games

import (
	"fmt"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/render"
)

// TopswopsMax lists decks of n cards with long games.
type TopswopsMax struct {
	results.Head
	N int `json:"n" unit:"cards"`
	// The length of the longest game that was found.
	Length int `json:"length" unit:"moves"`
	// The number of moves, if all decks of at least as many were requested.
	AtLeast *int `json:"at_least,omitempty" unit:"moves"`
	// Whether only games count that end with the cards in order.
	Sorted bool       `json:"sorted,omitempty"`
	Count  number.Int `json:"count" unit:"decks"`
	Decks  [][]int    `json:"decks,omitempty" unit:"cards"`
	Ends   [][]int    `json:"ends,omitempty" unit:"cards"`
	Engine string     `json:"engine"`
	Nodes  number.Int `json:"nodes" unit:"decks"`
	Visits number.Int `json:"visits" unit:"decks"`
	// Statistics of the tasks of the engine of bundles.
	Tasks *TopswopsTasks `json:"tasks,omitempty"`
	TopswopsWork
	// The numbers of cards whose longest length was taken from the published table.
	Assumed []int   `json:"assumed" unit:"cards"`
	CPU     float64 `json:"cpu_seconds" unit:"seconds"`
	results.Named
}

// TopswopsWork is what the engine of bundles did. Its nodes are bundles, its visits games
// and decks visited.
type TopswopsWork struct {
	// The least moves of the bundles that were followed, at n-1 cards and below, the largest last.
	Thresholds []int `json:"thresholds,omitempty" unit:"moves"`
	// The least bounds of the bundles that were followed, at the same sizes, if some decks may be missed.
	Bounds  []int             `json:"bounds,omitempty" unit:"moves"`
	Bundles []TopswopsBundles `json:"bundles,omitempty"`
	// The hundredths of the work, by number.
	Parts []TopswopsPart `json:"parts,omitempty"`
}

// TopswopsBundles are the statistics of a search by bundles for one number of cards.
type TopswopsBundles struct {
	Cards int `json:"cards" text:"cards" unit:"cards"`
	TopswopsCounts
}

// TopswopsCounts are the numbers of what a search by bundles did.
type TopswopsCounts struct {
	Bundles number.Int `json:"bundles" text:"bundles followed" unit:"number"`
	Games   number.Int `json:"games" text:"games played" unit:"number"`
	// How many decks were visited for the base, or to find the decks of bundles.
	Looks number.Int `json:"looks" text:"decks visited" unit:"number"`
	// The number of decks in the bundles of n cards, and on the way to them.
	Decks number.Int `json:"decks" text:"decks found" unit:"decks"`
}

// TopswopsPart is what --shard part/100 does of a search by bundles: its share of the final decks of the base, and what
// follows from them.
type TopswopsPart struct {
	Part int        `json:"part" unit:"number"`
	Ends number.Int `json:"ends" unit:"number"`
	TopswopsCounts
}

// Each lists them.
func (c *TopswopsCounts) Each() [4]*number.Int {
	return [...]*number.Int{&c.Bundles, &c.Games, &c.Looks, &c.Decks}
}

// Sections implements Record.
func (r TopswopsMax) Sections(p *render.Page) {
	if r.Bounds != nil && r.AtLeast != nil {
		r.missed(p)
	}
	p.Header = []string{"n", "deck", "end"}
	for i, d := range r.Decks {
		p.Whole("  %s -> %s", r.Text(d...), r.Text(r.Ends[i]...))
		p.Add(r.N, r.GivenText(d...), r.GivenText(r.Ends[i]...))
	}
	assumed := ""
	if len(r.Assumed) > 0 {
		assumed = fmt.Sprintf("; lengths for n = %s taken from the published table, not computed", render.Spaced(r.Assumed))
	}
	p.Line("%s engine, %.2f CPU seconds%s", r.Engine, r.CPU, assumed)
	if r.Tasks == nil {
		p.Line("%s followed", number.Count(r.Nodes, "deck"))
		return
	}
	p.Show(r.Bundles)
}

// missed says which decks a search with bounds may have missed.
func (r TopswopsMax) missed(p *render.Page) {
	at := func(i int) int { return r.N - len(r.Bounds) + i }
	p.Line("There can be others: bundles of %d to %d cards whose bounds are less than %s moves were left out.",
		at(0), r.N-1, render.Spaced(r.Bounds))
	var sizes []int
	for i, e := range r.Thresholds {
		if next := append(r.Thresholds, *r.AtLeast)[i+1]; 2*e > next {
			sizes = append(sizes, at(i))
		}
	}
	if len(sizes) > 0 {
		p.Line("Also left out were decks whose halves both have fewer moves than the threshold, at sizes whose threshold is "+
			"more than half of the next: %s cards.", render.Spaced(sizes))
	}
}

// TopswopsTasks summarise the tasks of a search: each ended with a longest deck of its own, or with none.
type TopswopsTasks struct {
	// The number of root tasks that are finished with all their pieces.
	Roots int `json:"roots" unit:"tasks"`
	// The number of tasks finished, roots included.
	Done number.Int `json:"done" unit:"tasks"`
	// The number of tasks that found no deck.
	Empty number.Int `json:"empty" unit:"tasks"`
	// The other tasks, by the length of the longest deck that each found, in increasing order.
	Bests []TopswopsBest `json:"bests" none:"null"`
}

// TopswopsBest counts the tasks whose longest deck has this length.
type TopswopsBest struct {
	Length int        `json:"length" unit:"moves"`
	Tasks  number.Int `json:"tasks" unit:"tasks"`
}
