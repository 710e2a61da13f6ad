package topswops

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/results/games"
	"dovetail/search/run"
	"dovetail/search/topswops/bundles"
)

// found is the result of a search for long games, complete or in part.
type found struct {
	Best  int           `json:"best"`            // length of the longest game found
	Count uint64        `json:"count"`           // number of decks found
	Decks [][]int       `json:"decks,omitempty"` // sorted; cards count from 1
	Work  *bundles.Work `json:"work,omitempty"`  // of bundles

	// Bests counts the finished tasks that found a deck, by the length of their longest. Empty is
	// the number of tasks that found none.
	Bests map[int]uint64 `json:"bests,omitempty"`
	Empty uint64         `json:"empty"`
}

// close completes the result of one task.
func (f *found) close() {
	if f.Count == 0 {
		f.Empty = 1
		return
	}
	f.Bests = map[int]uint64{f.Best: 1}
}

// add adds a deck, which is nil if decks are only counted. With all it keeps decks of every length,
// otherwise those of the greatest length.
func (f *found) add(moves int, deck []int, all bool) {
	if !all && f.Count > 0 && moves < f.Best {
		return
	}
	if !all && moves > f.Best {
		f.Count, f.Decks = 0, nil
	}
	f.Best = max(f.Best, moves)
	f.Count++
	if deck != nil {
		f.Decks = append(f.Decks, deck)
	}
}

// merge adds the result of another part of the same search, decks in no order, as add does.
func (f *found) merge(g found, all bool) {
	if f.Work != nil && g.Work != nil {
		f.Work.Merge(g.Work)
	}
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

// sorted is the result with the decks in order.
func (f *found) sorted() found {
	slices.SortFunc(f.Decks, slices.Compare)
	return *f
}

// tasks is the number of tasks that found f.
func (f *found) tasks() uint64 {
	sum := f.Empty
	for _, tasks := range f.Bests {
		sum += tasks
	}
	return sum
}

// A checkpoint is either the search's own or refused: every deck is played, and every count
// compared with the others.

func (f found) encode() ([]byte, error) { return json.Marshal(f) }

// decode reads what encode wrote.
func (s search) decode(b []byte) (f found, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return found{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return found{}, errors.New("more than one result")
	}
	if err := s.checkCounts(f); err != nil {
		return found{}, err
	}
	return f, s.checkDecks(f)
}

func (s search) checkCounts(f found) error {
	if f.Work == nil {
		return errors.New("no statistics")
	}
	if err := f.Work.Check(s.N); err != nil {
		return err
	}
	var tasks uint64
	longest := 0
	for length, count := range f.Bests {
		if length < s.Least || count == 0 {
			return fmt.Errorf("%d tasks with a longest deck of %d moves", count, length)
		}
		tasks += count
		longest = max(longest, length)
	}
	if s.AtLeast == 0 {
		tasks = f.Bests[f.Best]
	}
	if (tasks == 0) != (f.Count == 0) || tasks > f.Count || longest != f.Best {
		return fmt.Errorf("%d decks of up to %d moves, found by %d tasks", f.Count, f.Best, tasks)
	}
	return nil
}

// checkDecks also puts the decks in order.
func (s search) checkDecks(f found) error {
	if listed := uint64(len(f.Decks)); s.CountOnly && listed > 0 || !s.CountOnly && listed != f.Count {
		return fmt.Errorf("%d decks are listed, %d counted", listed, f.Count)
	}
	slices.SortFunc(f.Decks, slices.Compare)
	best := 0
	for i, deck := range f.Decks {
		if err := topswops.CheckDeck(deck); err != nil || len(deck) != s.N {
			return fmt.Errorf("deck %v is not of %d cards", deck, s.N)
		}
		g := pack(deck).Play()
		moves := int(g.Moves)
		switch {
		case moves < s.Least || s.AtLeast == 0 && moves != f.Best || s.Sorted && !g.End.Ordered(s.N):
			return fmt.Errorf("deck %v has %d moves, and does not belong in this answer", deck, moves)
		case i > 0 && slices.Equal(deck, f.Decks[i-1]):
			return fmt.Errorf("deck %v is there twice", deck)
		}
		best = max(best, moves)
	}
	if !s.CountOnly && best != f.Best {
		return fmt.Errorf("the longest deck has %d moves, not %d", best, f.Best)
	}
	return nil
}

// answer is the answer of a shard of the search, or of all of it, with the work behind its state.
// It refuses to be complete without the game whose length was assumed, if the tasks are not those
// that were counted, or if an end of the base is missing or there twice.
func (j *job) answer(shard run.Shard, state *run.State) (r games.TopswopsMax, err error) {
	f := j.total.sorted()
	if shard.N <= 1 {
		if err := j.reached(f); err != nil {
			return r, err
		}
	}
	j.Fill(&r)
	r.Length, r.Count, r.Decks = f.Best, number.OfUint(f.Count), f.Decks
	for _, d := range f.Decks {
		r.Ends = append(r.Ends, topswops.Play(d, false).End)
	}
	r.CPU = state.CPUSeconds
	t := games.TopswopsTasks{
		Empty: number.OfUint(f.Empty), Roots: int(state.Finished.GetCardinality()), Done: number.OfUint(state.Tasks),
	}
	for _, length := range slices.Sorted(maps.Keys(f.Bests)) {
		t.Bests = append(t.Bests, games.TopswopsBest{Length: length, Tasks: number.OfUint(f.Bests[length])})
	}
	if t.Roots > 0 {
		r.Tasks = &t
	}
	if tasks := f.tasks(); tasks != state.Tasks {
		return r, fmt.Errorf("%d tasks reported results, but %d are counted as done", tasks, state.Tasks)
	}
	sum := f.Work.Sum()
	r.Nodes, r.Visits = number.OfUint(sum.Bundles), number.OfUint(sum.Games+sum.Visits)
	r.TopswopsWork = workOf(f.Work, r.TopswopsWork)
	return r, j.checkEnds(f.Work, shard)
}

// reached refuses an answer without a game of the assumed length.
func (s search) reached(f found) error {
	if f.Count == 0 && s.AtLeast == 0 {
		return fmt.Errorf("the length assumed for %d cards is wrong: no deck has %d moves", s.N, s.Least)
	}
	return nil
}

// checkEnds refuses work that does not have each end of the base in a shard once.
func (s search) checkEnds(w *bundles.Work, shard run.Shard) error {
	ends, _, err := s.Ends(s.Least, shard)
	if err != nil {
		return err
	}
	for part := range bundles.PartsOfWork {
		if counted := w.Parts[part].Ends; counted != ends[part+1] {
			return fmt.Errorf("counted %d ends of the base in part %d of the work instead of %d", counted, part+1, ends[part+1])
		}
	}
	return nil
}

// workOf adds the work, by size and by part.
func workOf(w *bundles.Work, r games.TopswopsWork) games.TopswopsWork {
	for m := len(w.Bundles) - 1; m > 0; m-- {
		c := bundles.Counters[uint64]{Bundles: w.Bundles[m], Games: w.Games[m], Visits: w.Visits[m], Decks: w.Decks[m]}
		if c != (bundles.Counters[uint64]{}) {
			r.Bundles = append(r.Bundles, games.TopswopsBundles{Cards: m, TopswopsCounts: counts(c)})
		}
	}
	for _, i := range slices.Sorted(maps.Keys(w.Parts)) {
		p := w.Parts[i]
		part := games.TopswopsPart{Part: i + 1, Ends: number.OfUint(p.Ends), TopswopsCounts: counts(p.Counters)}
		r.Parts = append(r.Parts, part)
	}
	return r
}

func counts(c bundles.Counters[uint64]) games.TopswopsCounts {
	return games.TopswopsCounts{
		Bundles: number.OfUint(c.Bundles), Games: number.OfUint(c.Games),
		Looks: number.OfUint(c.Visits), Decks: number.OfUint(c.Decks),
	}
}
