package run

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// Sum is a [Job] whose tasks leave nothing over and find parts that are only added up, such as one
// for each word. The job of a question has it beside its total. T is a task, and P a part; both are
// values in JSON.
type Sum[T, P any] struct {
	Of     string                                      // what the sum is of, for errors
	Tasks  func() []T                                  // all of them, each once
	Weight func(T) float64                             // expected cost; nil where all tasks cost the same
	Do     func(ctx context.Context, t T) ([]P, error) // the parts that a task finds
	Order  func(a, b P) int                            // the parts of a result and of the total increase; nil where there is one
	Valid  func(P) error                               // refuses a part that cannot be added to the total
	Add    func(P)                                     // adds a valid part
	Parts  func() []P                                  // the total
}

func (s *Sum[T, P]) Roots() (pieces []Piece, err error) {
	for _, t := range s.Tasks() {
		p := Piece{}
		if p.Payload, err = json.Marshal(t); err != nil {
			return nil, err
		}
		if s.Weight != nil {
			p.Weight = s.Weight(t)
		}
		pieces = append(pieces, p)
	}
	return pieces, nil
}

// Check refuses what is not one of the tasks.
func (s *Sum[T, P]) Check(payload []byte) error {
	pieces, err := s.Roots()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(pieces, func(p Piece) bool { return bytes.Equal(p.Payload, payload) }) {
		return fmt.Errorf("%.100q is no task of %s", payload, s.Of)
	}
	return nil
}

func (s *Sum[T, P]) Run(ctx context.Context, task Task) (Result, error) {
	var t T
	if err := json.Unmarshal(task.Payload, &t); err != nil {
		return Result{}, fmt.Errorf("a task of %s: %w", s.Of, err)
	}
	parts, err := s.Do(ctx, t)
	if err != nil {
		return Result{}, err
	}
	return Whole(parts)
}

// Merge checks every part before it adds the first.
func (s *Sum[T, P]) Merge(result []byte) error {
	var parts []P
	if err := json.Unmarshal(result, &parts); err != nil {
		return fmt.Errorf("result of %s: %w", s.Of, err)
	}
	for i, p := range parts {
		if err := s.Valid(p); err != nil {
			return fmt.Errorf("result of %s: %w", s.Of, err)
		}
		if i > 0 && (s.Order == nil || s.Order(parts[i-1], p) >= 0) {
			return fmt.Errorf("result of %s: %+v follows %+v", s.Of, p, parts[i-1])
		}
	}
	for _, p := range parts {
		s.Add(p)
	}
	return nil
}

func (s *Sum[T, P]) Total() ([]byte, error) { return json.Marshal(append([]P{}, s.Parts()...)) }
