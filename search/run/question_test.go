package run

import (
	"context"
	"errors"
	"maps"
	"math/big"
	"testing"
)

// board is the question of queens.
type board struct {
	N, Depth int
	Budget   int `json:"-"`
}

func (board) Name() string { return "queens/1" }

func (b board) Job() (*queens, error) { return &queens{n: b.N, depth: b.Depth, budget: b.Budget}, nil }

func TestQuestion(t *testing.T) {
	p, err := Params(board{N: 8, Depth: 2, Budget: 30})
	if want := map[string]string{"job": "queens/1", "n": "8", "depth": "2"}; err != nil || !maps.Equal(p, want) {
		t.Errorf("%v, %v, want %v", p, err, want)
	}
	var parts []*State
	for i := range uint32(2) {
		_, s, err := Run(context.Background(), board{N: 8, Depth: 2, Budget: 30}, Options{Shard: Shard{i + 1, 2}})
		if done := new(PartDone); !errors.As(err, &done) || done.Done != int(s.Finished.GetCardinality()) || done.All != s.Roots {
			t.Fatalf("%+v, %v", done, err)
		}
		parts = append(parts, s)
	}
	j, _, err := Run(context.Background(), board{N: 8, Depth: 2}, Options{Parts: parts})
	if err != nil || total(t, j) != alone(t, 8) {
		t.Errorf("%v, %v", j, err)
	}
}

type inner struct{ B, C int }

// fields are of every kind that a question can have.
type fields struct {
	inner
	board `json:"-"`
	A     string
	Ok    bool `json:"fine"`
	X     float64
	List  []int
	None  []int
	Rat   *big.Rat
	Pairs []inner
	Gone  func() `json:"-"`
}

// The fields of a question are its parameters, in full, under their own names.
func TestParametersOfFields(t *testing.T) {
	q := fields{inner{1, 2}, board{}, `a "b"`, true, 0.1, []int{1, 2}, nil, big.NewRat(1, 3), []inner{{3, 4}}, nil}
	want := map[string]string{"job": "queens/1", "b": "1", "c": "2", "a": `a "b"`, "fine": "true", "x": "0.1",
		"list": "[1,2]", "none": "null", "rat": "1/3", "pairs": `[{"B":3,"C":4}]`}
	if got, err := Params(q); err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for _, bad := range []Question[*queens]{
		struct {
			board
			J int `json:"job"`
		}{},
		struct {
			board
			D int `json:"n"`
			E int `json:"N"`
		}{},
		struct {
			board
			F func()
		}{},
	} {
		if got, err := Params(bad); err == nil {
			t.Errorf("%T has the parameters %v", bad, got)
		}
	}
}
