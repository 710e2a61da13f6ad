package runtest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"dovetail/search/run"
)

// squares requests the sum of the squares below N. Fault is a promise that its job breaks.
type squares struct {
	N, Piece int
	Unit     unit
	Fault    string
	Threads  int `json:"-"`
}

// unit has a text of its own.
type unit struct{ name string }

func (u unit) MarshalText() ([]byte, error) { return []byte(u.name), nil }

// UnmarshalText forgets one.
func (u *unit) UnmarshalText(text []byte) error {
	*u = unit{strings.TrimPrefix(string(text), "lost ")}
	return nil
}

func (squares) Name() string { return "squares/1" }

func (q squares) Job() (*summing, error) { return &summing{squares: q}, nil }

type summing struct {
	squares
	prepared sync.Once
	total    sum
}

type sum struct {
	Terms, Sum int
	Order      []int `json:",omitempty"`
}

func span(from, to int) run.Piece {
	return run.Piece{Payload: []byte{byte(from), byte(to)}, Weight: float64(to - from)}
}

func (j *summing) Roots() ([]run.Piece, error) {
	var roots []run.Piece
	for from := 0; from < j.N; from += 8 {
		roots = append(roots, span(from, min(from+8, j.N)))
	}
	return roots, nil
}

func (j *summing) Check(payload []byte) error {
	if len(payload) != 2 || payload[0] >= payload[1] || int(payload[1]) > j.N {
		return fmt.Errorf("%v is no range", payload)
	}
	return nil
}

func (j *summing) Run(ctx context.Context, t run.Task) (run.Result, error) {
	switch j.Fault {
	case "deaf":
		time.Sleep(soon / 2)
	case "slow":
		select {
		case <-ctx.Done():
		case <-time.After(soon):
		}
	case "unprepared":
		j.prepared.Do(func() {
			for start := run.CPUTime(); run.CPUTime()-start < 200*time.Millisecond; {
			}
		})
	}
	if err := ctx.Err(); err != nil {
		return run.Result{}, err
	}
	from, to := int(t.Payload[0]), int(t.Payload[1])
	var found sum
	var rest []run.Piece
	if to-from > j.Piece {
		rest = append(rest, span(from+j.Piece, to))
		to = from + j.Piece
	}
	for x := from; x < to; x++ {
		found.Terms++
		found.Sum += x * x
	}
	if j.Fault == "in order of arrival" {
		found.Order = []int{from}
	}
	if j.Fault == "scheduled" {
		found.Sum += j.Threads
	}
	b, err := json.Marshal(found)
	return run.Result{Found: b, Rest: rest}, err
}

func (j *summing) Merge(result []byte) error {
	var r sum
	if err := json.Unmarshal(result, &r); err != nil {
		return err
	}
	if j.Fault != "credulous" && (r.Terms < 0 || r.Sum < 0) {
		return fmt.Errorf("%d terms of sum %d", r.Terms, r.Sum)
	}
	j.total.Terms += r.Terms
	j.total.Sum += r.Sum
	j.total.Order = append(j.total.Order, r.Order...)
	if j.Fault == "forgetful" && r.Terms > j.Piece { // what is merged is a total
		j.total.Sum--
	}
	return nil
}

func (j *summing) Total() ([]byte, error) { return json.Marshal(j.total) }

func honest() squares { return squares{N: 60, Piece: 5, Unit: unit{"one"}} }

func neighbour() squares {
	q := honest()
	q.Unit = unit{"another"}
	return q
}

func TestHonestJob(t *testing.T) {
	Test(t, honest(), neighbour())
	q := honest()
	q.Fault = "slow"
	Stops(t, q)
}

func FuzzHonestMerge(f *testing.F) { FuzzMerge(f, honest()) }
func FuzzHonestTask(f *testing.F)  { FuzzTask(f, honest()) }

// Every check finds a job that breaks its promise.
func TestBrokenJobs(t *testing.T) {
	for _, c := range []struct {
		fault string
		check func(s *suite[*summing]) error
		want  string
	}{
		{"scheduled", func(s *suite[*summing]) error { return s.parameters([]run.Question[*summing]{neighbour()}) }, "the total is"},
		{"", func(s *suite[*summing]) error { return s.parameters(nil) }, `nothing changes "unit"`},
		{"in order of arrival", (*suite[*summing]).shards, "the total is"},
		{"forgetful", (*suite[*summing]).shards, "its total is not written as"},
		{"forgetful", (*suite[*summing]).kills, "its total is not written as"},
		{"credulous", (*suite[*summing]).spoilt, "accepted"},
		{"deaf", func(s *suite[*summing]) error { return s.stops(10*time.Millisecond, soon/4) }, "it goes on for"},
		{"unprepared", (*suite[*summing]).resumes, "it takes"},
	} {
		q := honest()
		q.Fault = c.fault
		s := &suite[*summing]{question: q, tmp: scratch(t)}
		if c.fault != "deaf" && c.fault != "unprepared" {
			if err := s.prepare(); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.check(s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.fault, err, c.want)
		}
	}
}

type inner struct{ B, C int }

type twin struct{ B int }

// Questions whose JSON is complete are distinguished from those whose JSON leaves something out.
func TestPlainQuestions(t *testing.T) {
	for _, c := range []struct {
		question any
		plain    bool
	}{
		{struct{}{}, true},
		{struct {
			inner
			A     string
			Ok    bool `json:"fine"`
			X     float64
			List  []int
			Rat   *big.Rat
			Pairs []inner
			Gone  func() `json:"-"`
		}{}, true},
		{struct{ a int }{1}, false},
		{struct {
			A int `json:",omitempty"`
		}{1}, false},
		{struct {
			A []int `json:",omitzero"`
		}{}, true},
		{struct {
			A int
			B int `json:"a,omitzero"`
		}{}, false},
		{struct{ F func() }{}, false},
		{struct{ M map[string]int }{}, false},
		{struct{ P *int }{}, false},
		{struct{ I any }{1}, false},
		{struct{ S struct{ b int } }{}, false},
		{struct {
			A int
			B int `json:"a"`
		}{1, 2}, false},
		{struct {
			inner
			twin
		}{}, false},
		{struct{ *big.Rat }{big.NewRat(1, 2)}, false},
		{7, false},
	} {
		if err := plain(reflect.TypeOf(c.question)); (err == nil) != c.plain {
			t.Errorf("%+v: %v", c.question, err)
		}
	}
}
