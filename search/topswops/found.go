package topswops

import (
	"encoding/json"
	"slices"
)

// Found is what a search for long games found, in whole or in part.
type Found struct {
	Best  int     `json:"best"`            // length of the longest game found
	Count uint64  `json:"count"`           // number of decks found
	Decks [][]int `json:"decks,omitempty"` // sorted; cards count from 1
	Stats Stats   `json:"stats"`

	// Bests counts the finished tasks that found a deck, by the length of
	// their longest; Empty are the tasks that found none.
	Bests map[int]uint64 `json:"bests,omitempty"`
	Empty uint64         `json:"empty"`
}

// task closes what one task found.
func (f *Found) task() {
	if f.Count == 0 {
		f.Empty = 1
		return
	}
	f.Bests = map[int]uint64{f.Best: 1}
}

// add takes a deck of the longest games alone.
func (f *Found) add(moves int, deck []int) {
	if moves < f.Best && f.Count > 0 {
		return
	}
	if moves > f.Best {
		f.Count, f.Decks = 0, nil
	}
	f.Best = moves
	f.Count++
	if deck != nil {
		f.Decks = append(f.Decks, deck)
	}
}

// merge adds in another part of the same search, decks in no order. all keeps
// those of every length, else those of the greatest length are kept.
func (f *Found) merge(g Found, all bool) {
	f.Stats.merge(g.Stats)
	f.Empty += g.Empty
	for length, tasks := range g.Bests {
		if f.Bests == nil {
			f.Bests = map[int]uint64{}
		}
		f.Bests[length] += tasks
	}
	if g.Count == 0 {
		return
	}
	if !all && f.Count > 0 && g.Best < f.Best {
		return
	}
	if !all && g.Best > f.Best {
		f.Count, f.Decks = 0, nil
	}
	f.Best = max(f.Best, g.Best)
	f.Count += g.Count
	f.Decks = append(f.Decks, g.Decks...)
}

// sorted is what was found, with the decks in order.
func (f *Found) sorted() Found {
	slices.SortFunc(f.Decks, slices.Compare)
	return *f
}

func (s *Stats) merge(t Stats) {
	for _, pair := range [][2]*[]uint64{{&s.Nodes, &t.Nodes}, {&s.Visits, &t.Visits}, {&s.Stops, &t.Stops}, {&s.Short, &t.Short}} {
		for len(*pair[0]) < len(*pair[1]) {
			*pair[0] = append(*pair[0], 0)
		}
		for i, v := range *pair[1] {
			(*pair[0])[i] += v
		}
	}
}

// Sum adds up a statistic over the sizes.
func Sum(counts []uint64) uint64 {
	var sum uint64
	for _, c := range counts {
		sum += c
	}
	return sum
}

func (f Found) encode() ([]byte, error) { return json.Marshal(f) }

// tasks is the number of tasks that found f.
func (f *Found) tasks() uint64 {
	sum := f.Empty
	for _, tasks := range f.Bests {
		sum += tasks
	}
	return sum
}
