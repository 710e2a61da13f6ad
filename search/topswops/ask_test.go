package topswops

import (
	"context"

	"dovetail/results"
)

// ask is the answer to a question, on one processor.
func ask[R results.Record](ctx context.Context, q results.Question) (R, error) {
	return results.AnswerTo[R](ctx, q, results.Env{Threads: 1})
}
