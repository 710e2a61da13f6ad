package verify

import (
	"context"
	"encoding/json"
	"errors"

	"dovetail/results"
	"dovetail/search/questions"
)

// again asks the question of a record once more.
func again(e *exam) error {
	var err error
	if err := e.fits(e.text); err != nil {
		return err
	}
	if e.tree, err = parse(e.text); err != nil {
		return err
	}
	var head struct {
		Schema   string
		Question json.RawMessage
	}
	if err := json.Unmarshal(e.text, &head); err != nil || head.Question == nil {
		return errors.New("question is missing")
	}
	q, err := questions.All.Question(head.Schema, head.Question)
	if err != nil {
		return err
	}
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		return q.Answer(ctx, results.Env{Threads: e.Threads, Memory: e.Memory})
	})
	return err
}
