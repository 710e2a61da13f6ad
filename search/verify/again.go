package verify

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"dovetail/results"
	"dovetail/search/questions"
)

// again asks the question of a record once more.
func again(e *exam) error {
	q, err := e.question()
	if err != nil {
		return err
	}
	env := results.Env{Threads: e.Threads, Memory: e.Memory}
	if s, ok := q.(results.Streaming); ok {
		if done, err := e.streamed(s, env); done || err != nil {
			return err
		}
	}
	if err := e.fits(e.text); err != nil {
		return err
	}
	if e.tree, err = parse(e.text); err != nil {
		return err
	}
	if f, ok := q.(results.Following); ok {
		if done, err := e.follows(f, env); done || err != nil {
			return err
		}
	}
	_, err = e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		return q.Answer(ctx, env)
	})
	return err
}

// question is that of the record.
func (e *exam) question() (results.Question, error) {
	var head struct {
		Schema   string
		Question json.RawMessage
	}
	if err := json.Unmarshal(e.text, &head); err != nil || head.Question == nil {
		return nil, errors.New("the question of the record is missing")
	}
	return questions.All.Question(head.Schema, head.Question)
}

// breath is what a part that is cheap may take beyond the time that is allowed.
const breath = time.Second

// follows holds a record to what follows from its dear part. It reports whether nothing is left to
// do, or no more can be done within the limits.
func (e *exam) follows(q results.Following, env results.Env) (all bool, err error) {
	r, err := results.Read(e.text, nil)
	if err == nil {
		err = asPrinted(e.tree, r)
	}
	if err != nil {
		return false, err
	}
	if e.Time > 0 {
		inTime := e.ctx
		patient, cancel := context.WithTimeout(e.outer, e.Time+breath)
		defer cancel()
		e.ctx = patient
		defer func() { e.ctx = inTime }()
	}
	var proves string
	var once results.Once
	want, done, err := within(e, everything, 0, func(ctx context.Context) (want results.Record, err error) {
		if want, proves, err = q.Follows(ctx, env, r); errors.As(err, &once) {
			err = nil
		}
		return want, err
	})
	if err != nil || !done {
		return true, err
	}
	if err := e.same(want); err != nil {
		return false, err
	}
	e.checked("%s", proves)
	if once != "" {
		e.left(everything, "%v", once)
		return true, nil
	}
	return proves == results.EveryField, nil
}
