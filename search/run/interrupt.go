package run

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Interruptible is a context that the first Ctrl-C, SIGTERM or SIGHUP cancels,
// so that a run can save its state; the second ends the process with code 130.
// A hangup that the process was started to ignore, as by nohup, stays ignored.
// stop gives the signals back.
func Interruptible(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	quit := make(chan struct{})
	go func() {
		for range 2 {
			select {
			case <-signals:
				if ctx.Err() != nil {
					os.Exit(130)
				}
				cancel()
			case <-quit:
				return
			}
		}
	}()
	return ctx, sync.OnceFunc(func() {
		signal.Stop(signals)
		close(quit)
		cancel()
	})
}
