package run

import (
	"context"
	"maps"
	"math/big"
	"strings"
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
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, s)
	}
	j, err := Combine(board{N: 8, Depth: 2}, parts...)
	if err != nil || total(t, j) != alone(t, 8) {
		t.Errorf("%v, %v", j, err)
	}
}

type inner struct{ B, C int }

type twin struct{ B int }

// The fields of a question are its parameters, in full, under their own names.
func TestParametersOfFields(t *testing.T) {
	for _, c := range []struct {
		question any
		want     map[string]string // nil if refused
	}{
		{struct{}{}, map[string]string{}},
		{struct {
			inner
			A     string
			Ok    bool `json:"fine"`
			X     float64
			List  []int
			None  []int
			Rat   *big.Rat
			Pairs []inner
			Gone  func() `json:"-"`
		}{inner{1, 2}, `a "b"`, true, 0.1, []int{1, 2}, nil, big.NewRat(1, 3), []inner{{3, 4}}, nil},
			map[string]string{"b": "1", "c": "2", "a": `a "b"`, "fine": "true", "x": "0.1", "list": "[1,2]", "none": "null", "rat": "1/3", "pairs": `[{"B":3,"C":4}]`}},
		{struct{ a int }{1}, nil},
		{struct {
			A int `json:",omitempty"`
		}{1}, nil},
		{struct{ F func() }{}, nil},
		{struct{ M map[string]int }{}, nil},
		{struct{ P *int }{}, nil},
		{struct{ I any }{1}, nil},
		{struct{ S struct{ b int } }{}, nil},
		{struct {
			A int
			B int `json:"a"`
		}{1, 2}, nil},
		{struct{ Job int }{1}, nil},
		{struct {
			inner
			twin
		}{}, nil},
		{struct{ *big.Rat }{big.NewRat(1, 2)}, nil},
		{7, nil},
	} {
		got, err := describe("test", c.question)
		if c.want == nil {
			if err == nil {
				t.Errorf("%+v has parameters %v", c.question, got)
			}
			continue
		}
		c.want["job"] = "test"
		if err != nil || !maps.Equal(got, c.want) {
			t.Errorf("%+v: %v, %v, want %v", c.question, got, err, c.want)
		}
	}
	_, _, err := Run(t.Context(), hiding{board{N: 4}, 3}, Options{})
	if err == nil || !strings.Contains(err.Error(), "hidden is not exported") {
		t.Error(err)
	}
}

// hiding is a question with a field that nobody would see.
type hiding struct {
	board
	hidden int
}
