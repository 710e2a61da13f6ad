package verify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dovetail/perm/fault"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/forms"
	"dovetail/search/questions"
	"dovetail/search/run"
)

// again answers the question of a record again.
func again(e *checker) error {
	q, err := e.question()
	if err != nil {
		return err
	}
	env := run.Options{Threads: e.Threads, Memory: e.Memory, Memo: run.NewMemo(e.Laws)}
	if s, ok := q.(run.Streamer); ok {
		if done, err := e.streamed(s, env); done || err != nil {
			return err
		}
	}
	if err := e.fits(e.text); err != nil {
		return err
	}
	if e.tree, err = forms.Parse(e.text); err != nil {
		return err
	}
	if r, err := forms.Read(e.text, nil); err == nil {
		if err := forms.Sound(r); err != nil {
			return err
		}
	}
	if f, ok := q.(run.Rechecker); ok {
		if done, err := e.follows(f, env); done || err != nil {
			return err
		}
	}
	seconds := q.Seconds()
	if p, ok := q.(results.Priced); ok {
		if r, err := forms.Read(e.text, nil); err == nil {
			seconds = max(0, p.Again(r))
		}
	}
	return e.whole(seconds, func(ctx context.Context) (any, error) { return run.Answer(ctx, q, env) })
}

// question is the question of the record.
func (e *checker) question() (results.Question, error) {
	var head struct {
		Schema   string
		Question json.RawMessage
	}
	if err := json.Unmarshal(e.text, &head); err != nil || head.Question == nil {
		return nil, errors.New("the question of the record is missing")
	}
	return questions.All.Question(head.Schema, head.Question)
}

// grace is the time beyond the limit that a cheap part of a check may take.
const grace = time.Second

// follows compares a record with what follows from its expensive part. It reports whether the check
// is complete, or cannot continue within the limits.
func (e *checker) follows(q run.Rechecker, env run.Options) (all bool, err error) {
	r, err := forms.Read(e.text, nil)
	if err == nil {
		err = forms.AsPrinted(e.tree, r)
	}
	if err != nil {
		return false, err
	}
	if e.Time > 0 {
		inTime := e.ctx
		lenient, cancel := context.WithTimeout(e.outer, e.Time+e.grace)
		defer cancel()
		e.ctx = lenient
		defer func() { e.ctx = inTime }()
	}
	var proves string
	var partial results.ErrPartial
	want, done, err := within(e, everything, 0, func(ctx context.Context) (want results.Record, err error) {
		if want, proves, err = q.Follows(ctx, env, r); errors.As(err, &partial) {
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
	if partial != "" {
		e.left(everything, "%v", partial)
		return true, nil
	}
	return proves == results.EveryField, nil
}

// streamed writes the answer to a question again, and compares it with the text of the record byte by byte.
// The text may be long, so it is parsed only if it differs. streamed reports whether the check is complete.
func (e *checker) streamed(q run.Streamer, env run.Options) (done bool, err error) {
	same, done, err := within(e, everything, q.Seconds(), func(ctx context.Context) (bool, error) {
		c := &comparison{left: bytes.TrimSpace(e.text)}
		err := q.Stream(ctx, env, c, "json")
		return err == nil && len(c.left) == 0, cmp.Or(err, ctx.Err())
	})
	switch {
	case errors.Is(err, errDiffers):
		return false, nil
	case err != nil || !done:
		return true, err
	case same:
		e.checked(results.EveryField)
	}
	return same, nil
}

// comparison is a writer that compares its input with a text, except for blanks at the end.
type comparison struct{ left []byte }

var errDiffers = errors.New("another text")

func (c *comparison) Write(p []byte) (int, error) {
	if rest, same := bytes.CutPrefix(c.left, p); same {
		c.left = rest
	} else if more, same := bytes.CutPrefix(p, c.left); same && len(bytes.TrimSpace(more)) == 0 {
		c.left = nil
	} else {
		return 0, errDiffers
	}
	return len(p), nil
}

// The check of a record keeps to the given limits of time and memory. Anybody may have written the
// record, so that a computation of its check may never end, or panic. That affects only the verdict
// of this record.

// everything stands for all fields of a record. If some are checked already, it is printed as theRest.
const everything, theRest = "all of it", "the rest"

// whole computes the record again and compares all of it, if the given number of seconds is allowed.
func (e *checker) whole(seconds float64, again func(ctx context.Context) (any, error)) error {
	return e.exceptFields(everything, seconds, again)
}

// exceptFields does the same. If that takes too long, only the given fields are listed as not checked.
func (e *checker) exceptFields(fields string, seconds float64, again func(ctx context.Context) (any, error)) error {
	want, done, err := within(e, fields, seconds, again)
	if err != nil || !done {
		return err
	}
	e.checked(results.EveryField)
	return e.same(want)
}

// within computes a part of a record again if its cost is allowed. A part that is not allowed, or
// takes longer, is listed as not checked.
func within[T any](e *checker, what string, seconds float64, again func(ctx context.Context) (T, error)) (answer T,
	done bool, err error) {
	if e.Time > 0 && seconds > e.Time.Seconds() {
		e.left(what, "computing it again takes about %s, --time allows %v", number.Span(seconds), e.Time)
		return answer, false, nil
	}
	result, err := guarded(e.ctx, func() (T, error) { return again(e.ctx) })
	over := err != nil
	if err = e.tooMuch(what, err); err != nil && errors.Is(e.ctx.Err(), context.DeadlineExceeded) {
		e.left(what, "computing it again takes longer than the %v that --time allows", e.Time)
		err = nil
	}
	return result, !over, err
}

// guarded calls a function that may panic, or ignore ctx: it does not wait for it when ctx is over.
func guarded[T any](ctx context.Context, do func() (T, error)) (T, error) {
	answer, err := fault.Until(ctx, do)
	if failed := (fault.Fault{}); errors.As(err, &failed) {
		err = fmt.Errorf("cannot be checked: %w", err)
	}
	return answer, err
}

// tooMuch lists what does not fit into memory as not checked. It returns all other errors.
func (e *checker) tooMuch(what string, err error) error {
	if large := (number.TooLarge{}); errors.As(err, &large) {
		e.left(what, "%v", err)
		return nil
	}
	return err
}
