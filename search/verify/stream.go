package verify

import (
	"bytes"
	"cmp"
	"context"
	"errors"

	"dovetail/results"
)

// streamed writes the answer to a question again and holds the text of the record against that, byte
// by byte: it may be long, and is taken apart only if it is not what is written. It reports whether
// nothing is left to do.
func (e *exam) streamed(q results.Streaming, env results.Env) (done bool, err error) {
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

// comparison is written to what should be its text, but for blanks at the end.
type comparison struct{ left []byte }

var errDiffers = errors.New("another text")

// Write implements [io.Writer].
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
