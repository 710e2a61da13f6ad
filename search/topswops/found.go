package topswops

import (
	"encoding/json"
	"fmt"
	"slices"

	"dovetail/perm/topswops"
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

// decode reads what may come from a file, and refuses what no search for this
// query could have found.
func (j *halving) decode(b []byte) (f Found, err error) {
	if err := json.Unmarshal(b, &f); err != nil {
		return f, err
	}
	for _, counts := range [][]uint64{f.Stats.Nodes, f.Stats.Visits, f.Stats.Stops, f.Stats.Short} {
		if len(counts) != j.N+1 {
			return f, fmt.Errorf("statistics of %d sizes, not %d", len(counts), j.N+1)
		}
	}
	if len(f.Bests) > 0 != (f.Count > 0) || f.Count == 0 && f.Best != 0 || f.Count > 0 && f.Bests[f.Best] == 0 {
		return f, fmt.Errorf("%d decks of %d moves from tasks %v", f.Count, f.Best, f.Bests)
	}
	for length, tasks := range f.Bests {
		if length < j.Least || length > f.Best || tasks == 0 {
			return f, fmt.Errorf("%d tasks found %d moves", tasks, length)
		}
	}
	return f, j.checkDecks(f)
}

// checkDecks plays the decks, which are those counted, each once.
func (j *halving) checkDecks(f Found) error {
	if want := f.Count; j.Bare && len(f.Decks) > 0 || !j.Bare && uint64(len(f.Decks)) != want {
		return fmt.Errorf("%d decks listed of %d", len(f.Decks), want)
	}
	decks := f.sorted().Decks
	longest := 0
	for i, d := range decks {
		if len(d) != j.N || topswops.CheckDeck(d) != nil || i > 0 && slices.Equal(decks[i-1], d) {
			return fmt.Errorf("%v is no deck of %d cards, or twice there", d, j.N)
		}
		g := topswops.Play(d, false)
		longest = max(longest, g.Length())
		if g.Length() < j.Least || !j.All && g.Length() != f.Best || j.Sorted && !slices.IsSorted(g.End) {
			return fmt.Errorf("deck %v with %d moves was not looked for", d, g.Length())
		}
	}
	if !j.Bare && longest != f.Best {
		return fmt.Errorf("no deck has %d moves", f.Best)
	}
	return nil
}

// tasks is the number of tasks that found f.
func (f *Found) tasks() uint64 {
	sum := f.Empty
	for _, tasks := range f.Bests {
		sum += tasks
	}
	return sum
}
