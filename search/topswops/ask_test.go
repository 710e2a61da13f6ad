package topswops

import (
	"context"

	"dovetail/results"
)

// Searches as tests ask for them, with other lengths on trust than those published.

func Longest(ctx context.Context, n int, o Options) (*Answer, error) {
	return o.answer(ctx, Query{N: n, Assumed: sizesIn(o.Known, n)})
}

func AtLeast(ctx context.Context, n, least int, o Options) (*Answer, error) {
	return o.answer(ctx, Query{N: n, Least: least, All: true, Assumed: sizesIn(o.Known, n-1)})
}

func LongestSorted(ctx context.Context, n int, o Options) (*Answer, error) {
	return o.answer(ctx, Query{N: n, Sorted: true, Assumed: sizesIn(o.Known, n-1)})
}

// ask is the answer to a question, on one processor.
func ask[R results.Record](ctx context.Context, q results.Question) (R, error) {
	return results.AnswerTo[R](ctx, q, results.Env{Threads: 1})
}
