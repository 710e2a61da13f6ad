package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"
)

// patience is how long a command may take to end by itself once it is interrupted.
const patience = 500 * time.Millisecond

// endSoon lets a command, and those below it, end soon after an interrupt whatever it
// is about: a single law of a thousand cards, or an answer of gigabytes on its way
// to a pipe, takes seconds without a look at its context. A search that keeps its state
// ends by itself, once that is saved.
func endSoon(c *cobra.Command) {
	if work := c.RunE; work != nil {
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if keeps := cmd.Flags().Lookup("resume"); keeps != nil && keeps.Changed {
				return work(cmd, args)
			}
			return finish(cmd.Context(), func() error { return work(cmd, args) })
		}
	}
	for _, sub := range c.Commands() {
		endSoon(sub)
	}
}

// finish waits for the work, or leaves it unfinished when ctx is over and patience too,
// because the program then ends.
func finish(ctx context.Context, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return ctx.Err()
	}
}
