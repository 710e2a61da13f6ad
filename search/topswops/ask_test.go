package topswops

import (
	"context"

	"dovetail/results"
	"dovetail/search/run"
)

// ask is the answer to a question, on one processor.
func ask[R results.Record](ctx context.Context, q run.Answerer) (R, error) {
	return run.AnswerTo[R](ctx, q, run.Options{Threads: 1})
}
