package main

import (
	"context"
	"io"
	"testing"
	"time"

	"dovetail/search/run/runtest"
)

// A page that goes away in the middle of a ranking frees the processors.
func TestPageGoesAway(t *testing.T) {
	p := visitorAt(t, explored(t))
	runtest.Cancelled(t, 200*time.Millisecond, time.Second, func(ctx context.Context) error {
		a := p.begin(ctx, "/words/rank", "n=120&m=12&by=maxerror")
		defer a.Body.Close()
		_, err := io.Copy(io.Discard, a.Body)
		return err
	})
}
