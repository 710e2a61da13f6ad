package topswops

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/search/run"
)

// The bundles of one end of 13 cards have three decks of 22 cards with 335 moves. One of them was
// known (github.com/tjd/sqlite_cpp, topswops/best_so_far.db): 34, 26, 28, ... bound them.
func TestBoundsFindALongGame(t *testing.T) {
	q := long22(335)
	lengths, _, err := q.below(t.Context(), run.Options{}, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	s := q.searchFrom(q.AtLeast, lengths)
	s.Budget = math.MaxUint64
	j, err := s.Job()
	if err != nil {
		t.Fatal(err)
	}
	end := []int{1, 9, 8, 7, 6, 11, 4, 3, 2, 10, 5, 12, 13}
	var places []byte
	for card := 13; card > 5; card-- {
		places = append(places, byte(slices.Index(end, card)))
	}
	p, _ := j.base.PrefixOf(places)
	x := j.newTask()
	x.Begin(t.Context())
	x.all(p)
	known := []int{4, 13, 20, 6, 19, 3, 2, 21, 16, 5, 18, 22, 10, 7, 14, 12, 9, 1, 17, 15, 11, 8}
	if x.out.Count != 3 || !slices.ContainsFunc(x.out.Decks, func(d []int) bool { return slices.Equal(d, known) }) {
		t.Errorf("found %d decks, %v", x.out.Count, x.out.Decks)
	}
	for _, d := range x.out.Decks {
		if moves := topswops.Play(d, false).Length(); moves != 335 {
			t.Errorf("%v has %d moves", d, moves)
		}
	}
}

// long22 requests decks of 22 cards.
func long22(least int) Max {
	return Max{
		N: 22, AtLeast: least, Known: true,
		Thresholds: []int{1, 2, 3, 6, 10, 18, 30, 50, 83},
		Bounds:     []int{33, 26, 27, 28, 28, 60, 78, 108, 158},
	}
}

// A slack that does not fit its byte would leave decks out unsaid, with bounds as without.
func TestBoundsHoldTheirSlack(t *testing.T) {
	q := long22(330)
	q.Thresholds = []int{1, 2, 3, 6, 10, 18, 30, 30, 30}
	lengths, _, err := q.below(t.Context(), run.Options{}, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.searchFrom(q.AtLeast, lengths).Job(); err != nil {
		t.Errorf("slacks of up to %d moves: %v", lengths[21]-30, err)
	}
	q.Thresholds[6], q.Thresholds[7], q.Thresholds[8] = 27, 27, 27
	if _, err := q.searchFrom(q.AtLeast, lengths).Job(); err == nil {
		t.Errorf("slacks of up to %d moves are taken", lengths[21]-27)
	}
}

// What bounds find is a bound, and says which lengths it took on trust.
func TestBoundsAreOnRecord(t *testing.T) {
	q := Max{N: 10, AtLeast: 30, Known: true, Thresholds: []int{3, 7}, Bounds: []int{9, 15}}
	r, err := run.AnswerTo[games.TopswopsMax](t.Context(), q, run.Options{Threads: 1})
	if err != nil || r.Kind != results.Bound || !slices.Equal(r.Bounds, q.Bounds) || len(r.Assumed) != 9 || r.Length != 38 {
		t.Errorf("%+v, %v", r, err)
	}
	for name, q := range map[string]Max{
		"longest": {N: 10, Thresholds: []int{3, 7}, Bounds: []int{9, 15}},
		"sizes":   {N: 10, AtLeast: 30, Thresholds: []int{3, 7}, Bounds: []int{9}},
		"rule":    {N: 10, AtLeast: 30, Bounds: []int{9, 15}},
		"below 0": {N: 10, AtLeast: 30, Thresholds: []int{3, 7}, Bounds: []int{-1, 15}},
		"falling": {N: 10, AtLeast: 30, Thresholds: []int{7, 3}, Bounds: []int{9, 15}},
		"zero":    {N: 10, AtLeast: 30, Thresholds: []int{3, 7}, Bounds: []int{0, 0}},
		"beyond":  {N: 10, AtLeast: 30, Thresholds: []int{3, 7}, Bounds: []int{9, 31}},
	} {
		_, err := q.Answer(context.Background(), run.Options{Threads: 1})
		if wrong := (results.Refused{}); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Questions of other search methods are refused.
func TestUnknownEngine(t *testing.T) {
	if err := json.Unmarshal([]byte(`{"n":8,"engine":"forward"}`), new(Max)); err == nil || err.Error() != `engine="forward" is not bundles` {
		t.Error(err)
	}
}
