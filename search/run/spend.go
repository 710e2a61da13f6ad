package run

import (
	"context"
	"fmt"
	"time"

	"dovetail/perm/number"
	"dovetail/search/run/progress"
)

// Limits end a computation that could always go on: Work by the prices of its steps, in seconds of
// one processor, which leads to the same answer everywhere, or Time by the clock. 0 is no limit.
type Limits struct {
	Time time.Duration   `json:"nanoseconds,omitzero"`
	Work number.Duration `json:"work,omitzero"`
}

func (l Limits) Limit() (limit time.Duration, ofWork bool) {
	if l.Time == 0 {
		return time.Duration(l.Work), true
	}
	return l.Time, false
}

// Limited reports whether there is one.
func (l Limits) Limited() bool { return l.Time > 0 || l.Work > 0 }

// CheckLimits refuses negative ones.
func (l Limits) CheckLimits() error {
	switch {
	case l.Time < 0:
		return fmt.Errorf("time=%v must be positive", l.Time)
	case l.Work < 0:
		return fmt.Errorf("work=%v must be positive", time.Duration(l.Work))
	}
	return nil
}

// Account is what a computation spends of its limits, step by step.
type Account struct {
	Limits
	Whole float64 // about the price of everything, for the progress
	Spent float64 // the price of the steps so far
	Began time.Time

	free    float64 // the price of what is no part of the work
	threads int
	meter   *progress.Meter
}

// NewAccount has spent nothing yet.
func NewAccount(l Limits, whole float64, o Options) *Account {
	return &Account{Limits: l, Whole: whole, Began: time.Now(), threads: o.Workers(), meter: o.Meter}
}

// Step is something that a computation may do next, and its price.
type Step struct {
	Price float64
	Do    func(ctx context.Context) error
}

// Spend does one step after the other until there is none, or one fails.
func (a *Account) Spend(ctx context.Context, next func() (Step, bool)) error {
	for s, more := next(); more; s, more = next() {
		if err := a.Do(ctx, s.Price, s.Do); err != nil {
			return err
		}
	}
	return nil
}

// Do does one step.
func (a *Account) Do(ctx context.Context, price float64, step func(ctx context.Context) error) error {
	a.follows(price)
	a.Spent += price
	return step(ctx)
}

// Free does a step that is no part of the work.
func (a *Account) Free(ctx context.Context, price float64, step func(ctx context.Context) error) error {
	a.follows(price)
	a.free += price
	return step(ctx)
}

func (a *Account) follows(price float64) {
	done := a.free + a.Spent
	a.meter.Span(min(1, done/a.Whole), min(1, (done+price)/a.Whole))
}

// Pays reports whether the limits allow a step. What the steps so far took by the clock predicts its
// time.
func (a *Account) Pays(price float64) bool {
	if a.Work > 0 && a.Spent+price > time.Duration(a.Work).Seconds() {
		return false
	}
	took := time.Since(a.Began).Seconds()
	return a.Time == 0 || price*max(1/float64(a.threads), took/max(1, a.Spent)) <= a.Time.Seconds()-took
}
