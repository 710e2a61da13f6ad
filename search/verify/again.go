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
	env := results.Env{Threads: e.Threads, Memory: e.Memory}
	if f, ok := q.(results.Following); ok {
		if err := e.follows(f, env); err != nil {
			return err
		}
	}
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		return q.Answer(ctx, env)
	})
	return err
}

// follows holds a record to what follows from its dear part.
func (e *exam) follows(q results.Following, env results.Env) error {
	r, err := results.Read(e.text, nil)
	if err != nil {
		return err
	}
	var proves string
	want, done, err := within(e, everything, 0, func(ctx context.Context) (want results.Record, err error) {
		want, proves, err = q.Follows(ctx, env, r)
		return want, err
	})
	if err != nil || !done {
		return err
	}
	if err := e.same(want); err != nil {
		return err
	}
	e.checked("%s", proves)
	return nil
}
