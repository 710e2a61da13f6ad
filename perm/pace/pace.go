// Package pace lets a long computation tell how far it is. Who wants to know
// travels in the context, as in net/http/httptrace, so that engines need no
// parameter for it and know no display.
package pace

import "context"

// Listener is told what there is to do, in any unit, and what was done since. Start
// may come again, for another part of the work. Add may come from anywhere.
type Listener interface {
	Start(all, done float64)
	Add(done float64)
}

type key struct{}

// Listen returns a context whose computations report to l.
func Listen(ctx context.Context, l Listener) context.Context {
	return context.WithValue(ctx, key{}, l)
}

// Of is the listener of the context, or one that is deaf.
func Of(ctx context.Context) Listener {
	if l, ok := ctx.Value(key{}).(Listener); ok {
		return l
	}
	return deaf{}
}

type deaf struct{}

// Start implements [Listener].
func (deaf) Start(float64, float64) {}

// Add implements [Listener].
func (deaf) Add(float64) {}
