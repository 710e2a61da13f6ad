// Package fault keeps a panic of one computation from ending a process that has others: the panic
// becomes the error of that computation.
package fault

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
)

// Fault is the error of work that panicked.
type Fault struct{ Value any }

func (f Fault) Error() string { return fmt.Sprintf("internal error: %v", f.Value) }

// Caught is the error of the work, or its [Fault]. The stack of a fault goes to standard error. It
// catches no panic in goroutines that the work starts: these need a Caught of their own.
func Caught(work func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			fmt.Fprintf(os.Stderr, "fault: %v\n%s", value, debug.Stack())
			err = Fault{value}
		}
	}()
	return work()
}

// Until computes f, or leaves it unfinished once ctx is done, because the program then ends. It is
// for work that takes seconds and does not check ctx.
func Until[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		a.err = Caught(func() (err error) { a.value, err = f(); return err })
		done <- a
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	case a := <-done:
		return a.value, a.err
	}
}
