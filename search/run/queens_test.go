package run

import (
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"sync/atomic"
)

// queens is a small honest job: it counts the ways to place n queens that do
// not attack each other, and finds the placements that maximise the sum of
// (i+1)*column(i), all of them. A task is a prefix of columns; a subtree that exceeds its budget of nodes leaves its open branches
// as pieces.
type queens struct {
	n, depth int
	budget   int // nodes before a task splits; 0 for never
	total    sum
	started  atomic.Int64 // tasks, for tests that interrupt
}

// sum is both a result and the total.
type sum struct {
	Count uint64  `json:"count"`
	Best  int64   `json:"best"`
	Decks [][]int `json:"decks,omitempty"` // sorted
}

// described is a job that says itself what a question would say.
type described interface {
	Job
	Params() map[string]string
}

func start(ctx context.Context, j described, o Options) (*State, error) {
	return runJob(ctx, j.Params(), j, o)
}

func unite(j *queens, parts ...*State) error {
	fresh := func() (Job, error) { return &queens{n: j.n, depth: j.depth}, nil }
	return combine(j.Params(), j, fresh, parts)
}

func planOf(j described) (*plan, error) { return newPlan(j.Params(), j, Shard{}) }

func (j *queens) Params() map[string]string {
	return map[string]string{"job": "queens/1", "n": strconv.Itoa(j.n), "depth": strconv.Itoa(j.depth)}
}

func (j *queens) Roots() ([]Piece, error) {
	s := placing{n: j.n, stop: j.depth}
	s.place(nil)
	return s.rest, nil
}

func (j *queens) Check(payload []byte) error {
	for _, b := range payload {
		if int(b) >= j.n || len(payload) > j.n {
			return fmt.Errorf("%v are no columns of %d", payload, j.n)
		}
	}
	return nil
}

func (j *queens) Run(ctx context.Context, t Task) (Result, error) {
	j.started.Add(1)
	s := placing{n: j.n, stop: j.n, budget: j.budget, ctx: ctx}
	s.place(columns(t.Payload))
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	found, err := json.Marshal(s.found)
	return Result{Found: found, Rest: s.rest}, err
}

func (j *queens) Merge(result []byte) error {
	var r sum
	if err := json.Unmarshal(result, &r); err != nil {
		return err
	}
	j.total.Count += r.Count
	for _, d := range r.Decks {
		j.total.keep(r.Best, d)
	}
	return nil
}

func (j *queens) Total() ([]byte, error) { return json.Marshal(j.total) }

func columns(payload []byte) []int {
	c := make([]int, len(payload))
	for i, b := range payload {
		c[i] = int(b)
	}
	return c
}

// placing is one depth-first walk.
type placing struct {
	n, stop int
	budget  int
	nodes   int
	ctx     context.Context
	found   sum
	rest    []Piece
}

func (s *placing) place(prefix []int) {
	if s.ctx != nil && s.ctx.Err() != nil {
		return
	}
	s.nodes++
	k := len(prefix)
	if k == s.stop && k < s.n || s.budget > 0 && s.nodes > s.budget {
		payload := make([]byte, k)
		for i, c := range prefix {
			payload[i] = byte(c)
		}
		s.rest = append(s.rest, Piece{Payload: payload, Weight: float64(s.n - k)})
		return
	}
	if k == s.n {
		s.complete(prefix)
		return
	}
	var used uint64
	for i, c := range prefix {
		d := k - i
		used |= 1<<c | 1<<(c+d) | 1<<c>>d
	}
	for free := ^used & (1<<s.n - 1); free != 0; free &= free - 1 {
		s.place(append(prefix[:k:k], bits.TrailingZeros64(free)))
	}
}

func (s *placing) complete(deck []int) {
	s.found.Count++
	var v int64
	for i, c := range deck {
		v += int64((i + 1) * c)
	}
	s.found.keep(v, deck)
}

// keep adds a placement if it is among the best.
func (s *sum) keep(v int64, deck []int) {
	if s.Decks != nil && v < s.Best {
		return
	}
	if v > s.Best || s.Decks == nil {
		s.Best, s.Decks = v, nil
	}
	i, _ := slices.BinarySearchFunc(s.Decks, deck, slices.Compare[[]int])
	s.Decks = slices.Insert(s.Decks, i, slices.Clone(deck))
}
