package topswops

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"dovetail/perm/topswops"
)

// Found is what a search for long games found, in whole or in part.
type Found struct {
	Best  int     `json:"best"`            // length of the longest game found
	Count uint64  `json:"count"`           // number of decks found
	Decks [][]int `json:"decks,omitempty"` // sorted; cards count from 1
	Work  *Work   `json:"work,omitempty"`  // of bundles
	Nodes uint64  `json:"-"`               // of the forward search

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
	if f.Work != nil && g.Work != nil {
		f.Work.merge(g.Work)
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

// sorted is what was found, with the decks in order.
func (f *Found) sorted() Found {
	slices.SortFunc(f.Decks, slices.Compare)
	return *f
}

// tasks is the number of tasks that found f.
func (f *Found) tasks() uint64 {
	sum := f.Empty
	for _, tasks := range f.Bests {
		sum += tasks
	}
	return sum
}

// What a search reads back from a checkpoint was written by itself, or is
// refused: every deck is played, and every count held to the others.

func (f Found) encode() ([]byte, error) { return json.Marshal(f) }

// decode reads what encode wrote of a search for q.
func (q Query) decode(b []byte) (f Found, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return Found{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return Found{}, errors.New("more than one result")
	}
	if err := q.checkCounts(f); err != nil {
		return Found{}, err
	}
	return f, q.checkDecks(f)
}

func (q Query) checkCounts(f Found) error {
	if f.Work == nil {
		return errors.New("no statistics")
	}
	if err := f.Work.check(q.N); err != nil {
		return err
	}
	var tasks uint64
	longest := 0
	for length, count := range f.Bests {
		if length < q.Least || count == 0 {
			return fmt.Errorf("%d tasks with a longest deck of %d moves", count, length)
		}
		tasks += count
		longest = max(longest, length)
	}
	if !q.All {
		tasks = f.Bests[f.Best]
	}
	if (tasks == 0) != (f.Count == 0) || tasks > f.Count || longest != f.Best {
		return fmt.Errorf("%d decks of up to %d moves, found by %d tasks", f.Count, f.Best, tasks)
	}
	return nil
}

// checkDecks puts the decks in order, too.
func (q Query) checkDecks(f Found) error {
	if listed := uint64(len(f.Decks)); q.Bare && listed > 0 || !q.Bare && listed != f.Count {
		return fmt.Errorf("%d decks are listed, %d counted", listed, f.Count)
	}
	slices.SortFunc(f.Decks, slices.Compare)
	best := 0
	for i, deck := range f.Decks {
		if err := topswops.CheckDeck(deck); err != nil || len(deck) != q.N {
			return fmt.Errorf("deck %v is not of %d cards", deck, q.N)
		}
		g := pack(deck).Play()
		moves := int(g.Moves)
		switch {
		case moves < q.Least || !q.All && moves != f.Best || q.Sorted && !g.End.Ordered(q.N):
			return fmt.Errorf("deck %v has %d moves, and was not asked for", deck, moves)
		case i > 0 && slices.Equal(deck, f.Decks[i-1]):
			return fmt.Errorf("deck %v is there twice", deck)
		}
		best = max(best, moves)
	}
	if !q.Bare && best != f.Best {
		return fmt.Errorf("the longest deck has %d moves, not %d", best, f.Best)
	}
	return nil
}

// finder adds up what a search for a query finds.
type finder struct {
	asked Query
	most  int // decks to list
	total Found
}

// maxListed is the greatest number of decks that a search lists. A million of 16
// cards take half a gigabyte on the way.
const maxListed = 1_000_000

func (f *finder) tooMany() error {
	return fmt.Errorf("more than %d decks of %d cards have at least %d moves; raise --at-least, or use --count-only",
		f.most, f.asked.N, f.asked.Least)
}

// take puts a deck of N cards into part, if its game is long enough.
func (f *finder) take(part *Found, d topswops.Deck, moves int) {
	q := &f.asked
	if moves < q.Least {
		return
	}
	var deck []int
	if !q.Bare {
		deck = ranked(d.Unpack(q.N))
	}
	if q.All {
		part.Count++
		part.Best = max(part.Best, moves)
		if deck != nil {
			part.Decks = append(part.Decks, deck)
		}
		return
	}
	part.add(moves, deck)
}

// Merge implements [run.Job].
func (f *finder) Merge(result []byte) error {
	part, err := f.asked.decode(result)
	if err != nil {
		return err
	}
	if f.asked.All && len(f.total.Decks)+len(part.Decks) > f.most {
		return f.tooMany()
	}
	f.total.merge(part, f.asked.All)
	return nil
}

// Total implements [run.Job].
func (f *finder) Total() ([]byte, error) { return f.total.sorted().encode() }

// SoFar implements [run.Shower]: the longest games, or their length if none are listed.
func (f *finder) SoFar() []string {
	if f.total.Count == 0 {
		return nil
	}
	length := fmt.Sprintf("%d moves", f.total.Best)
	var best []string
	for _, deck := range f.total.Decks[:min(maxShown, len(f.total.Decks))] {
		if moves := int(pack(deck).Play().Moves); moves == f.total.Best {
			best = append(best, length+": "+strings.Trim(fmt.Sprint(deck), "[]"))
		}
	}
	if best == nil {
		best = []string{fmt.Sprintf("%s with %d cards", length, f.asked.N)}
	}
	return best
}

// maxShown is how many decks are shown while the search goes on.
const maxShown = 3

func (f *finder) found() Found { return f.total.sorted() }

// notPart is the error of a payload that no search can have.
func notPart(payload []byte, n int) error {
	return fmt.Errorf("%v is no part of a search on %d cards", payload, n)
}

// pack packs cards that count from 1.
func pack(cards []int) (d topswops.Deck) {
	for p, v := range cards {
		d = d.Put(v-1, p)
	}
	return d
}
