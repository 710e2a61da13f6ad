package verify

import (
	"context"
	"errors"
	"fmt"

	"dovetail/results"
	"dovetail/results/fault"
	"dovetail/results/number"
)

// What the check of a record may take: the time and the memory that are allowed, and no more of the
// process than its own verdict. A record is written by anybody, so its check may ask an engine for what
// never ends, or meet what it did not expect.

// everything stands for all fields of a record, or those that are not checked already, and is
// then told as theRest.
const everything, theRest = "all of it", "the rest"

// whole computes the record again, which costs about the given number of seconds, and compares
// all of it. It reports whether that was allowed.
func (e *exam) whole(seconds float64, again func(ctx context.Context) (any, error)) (done bool, err error) {
	want, done, err := within(e, everything, seconds, again)
	if err != nil || !done {
		return done, err
	}
	e.checked(results.EveryField)
	return true, e.same(want)
}

// within computes a part of a record again if its cost is allowed, and if it then keeps
// to it; what it does not is listed as not checked.
func within[T any](e *exam, what string, seconds float64, again func(ctx context.Context) (T, error)) (answer T, done bool, err error) {
	if e.Time > 0 && seconds > e.Time.Seconds() {
		e.left(what, "computing it again takes about %s, --time allows %v", duration(seconds), e.Time)
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

// guarded does what may panic, or not listen: when ctx is over it is left to itself.
func guarded[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type result struct {
		answer T
		err    error
	}
	finished := make(chan result, 1)
	go func() {
		var r result
		r.err = fault.Caught(func() (err error) { r.answer, err = do(); return err })
		if failed := (fault.Fault{}); errors.As(r.err, &failed) {
			r.err = fmt.Errorf("cannot be checked: %w", r.err)
		}
		finished <- r
	}()
	select {
	case r := <-finished:
		return r.answer, r.err
	case <-ctx.Done():
		var r result
		return r.answer, ctx.Err()
	}
}

// tooMuch takes the error of what does not fit into memory for what it says of the record: nothing.
// Other errors stay.
func (e *exam) tooMuch(what string, err error) error {
	var large number.TooLarge
	var larger tooLarge
	if errors.As(err, &large) || errors.As(err, &larger) {
		e.left(what, "%v", err)
		return nil
	}
	return err
}

// tooLarge is the error of what does not fit into the memory allowed.
type tooLarge struct{ error }

// duration is a number of seconds in words, to one digit.
func duration(seconds float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"years", 365 * 86400}, {"days", 86400}, {"hours", 3600}, {"minutes", 60}} {
		if seconds >= 2*unit.size {
			return fmt.Sprintf("%.0f %s", seconds/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.2g s", seconds)
}
