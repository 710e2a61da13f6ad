package run

import (
	"context"
	"io"
	"math"
	"reflect"

	"dovetail/results"
	"dovetail/results/figure"
)

// These interfaces, of one method each, are what a question may do beside its answer. Most
// questions have none of them. Also here is the memory that a question may use while it is
// answered.

// Answerer is a question that can be answered.
type Answerer interface {
	results.Question

	// Answer computes the record. It is the same with any options, or fails.
	Answer(ctx context.Context, o Options) (results.Record, error)
}

// Rechecker is a question whose records can also be checked at less cost than by answering the
// question again.
type Rechecker interface {
	results.Question

	// Follows is the record as it follows from the expensive part of r, which it does not check:
	// from the decks that were dealt, for example. Its text says what that proves. r is of the
	// right type, but may say anything. With the error [results.ErrPartial] everything else has
	// been checked.
	Follows(ctx context.Context, o Options, r results.Record) (want results.Record, proves string, err error)
}

// Drawn is a question with a picture of its answer, or of that and those to the questions that were asked with it. The
// picture may show more than the answers. The program computes it once for both.
type Drawn interface {
	Picture(ctx context.Context, o Options, answers []results.Record) ([]figure.Block, error)
}

// Streamer is a question whose answer is written while it is found, because it may be long.
type Streamer interface {
	results.Question

	// Stream writes the record in a format.
	Stream(ctx context.Context, o Options, w io.Writer, format string) error
}

// Answer answers a question, if its type has answers. It uses a memo of its own unless the options
// have one.
func Answer(ctx context.Context, q results.Question, o Options) (results.Record, error) {
	if o.Memo == nil {
		o.Memo = NewMemo()
	}
	return q.(Answerer).Answer(ctx, o)
}

// AnswerTo is Answer with the record's own type.
func AnswerTo[R results.Record](ctx context.Context, q Answerer, o Options) (r R, err error) {
	answer, err := Answer(ctx, q, o)
	if err != nil {
		return r, err
	}
	return answer.(R), nil
}

// Limit is the most bytes that the memory has.
func (o Options) Limit() uint64 {
	if o.Memory == 0 {
		return math.MaxUint64
	}
	return o.Memory
}

// Workers is their number.
func (o Options) Workers() int { return Threads(o.Threads) }

// Memo holds what questions that are answered one after the other compute for each other.
type Memo struct{ made map[any]any }

// NewMemo has nothing yet except caches, which several memos may share at once.
func NewMemo(caches ...any) *Memo {
	m := &Memo{map[any]any{}}
	for _, c := range caches {
		m.made[reflect.TypeOf(c)] = c
	}
	return m
}

// Shared is what an earlier question has made for the key, or else is made now.
func Shared[T any](m *Memo, key any, create func() (T, error)) (T, error) {
	if m == nil {
		return create()
	}
	if known, ok := m.made[key].(T); ok {
		return known, nil
	}
	made, err := create()
	if err == nil {
		m.made[key] = made
	}
	return made, err
}

// Cache is the memo's cache of a type, an empty one at first.
func Cache[T any](m *Memo) *T {
	made, _ := Shared(m, reflect.TypeFor[*T](), func() (*T, error) { return new(T), nil })
	return made
}
