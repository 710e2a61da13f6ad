package topswops

import (
	"context"
	"fmt"

	"dovetail/search/run"
)

// Options say how to search.
type Options struct {
	run.Options
	Bare    bool   // count the decks without listing them
	Forward bool   // by the published search instead of halving
	Known   []Fact // lengths to take on trust instead of computing them; usually nil
}

// Answer is what a search for long games found, and on what ground.
type Answer struct {
	Query
	Found
	Engine  string
	Assumed []int      // sizes whose longest length was taken on trust
	State   *run.State // of the last search; nil for the forward engine, and if merged
	Roots   int        // root tasks finished; 0 for the forward engine
	Tasks   uint64     // tasks finished, those that the roots left included
	CPU     float64    // seconds that the process took
}

// Longest finds every deck of n cards with the longest game.
//
// It first computes the longest lengths below n, which bound the search, and
// a long game, from whose length on it lists all. With o.Known both are taken
// from there.
func Longest(ctx context.Context, n int, o Options) (*Answer, error) {
	f, assumed, err := lengthsBelow(ctx, n, o)
	if err != nil {
		return nil, err
	}
	least := lengthIn(o.Known, n)
	if least < 0 {
		least = incumbent(n, f)
	} else {
		assumed = append(assumed, n)
	}
	a, err := solve(ctx, Query{N: n, Least: least, Bare: o.Bare, Lengths: f}, o)
	if err != nil {
		return nil, err
	}
	a.Assumed = assumed
	if a.Count == 0 && o.Shard.N <= 1 {
		return nil, fmt.Errorf("no deck of %d cards has %d moves, which was taken for granted", n, least)
	}
	return a, nil
}

// AtLeast finds every deck of n cards with at least the given moves.
func AtLeast(ctx context.Context, n, least int, o Options) (*Answer, error) {
	f, assumed, err := lengthsBelow(ctx, n, o)
	if err != nil {
		return nil, err
	}
	a, err := solve(ctx, Query{N: n, Least: least, All: true, Bare: o.Bare, Lengths: f}, o)
	if err == nil {
		a.Assumed = assumed
	}
	return a, err
}

// LongestSorted finds every deck of n cards with the longest of the games that
// end in order. Like [Longest] it starts from the length of one such game.
func LongestSorted(ctx context.Context, n int, o Options) (*Answer, error) {
	f, assumed, err := lengthsBelow(ctx, n, o)
	if err != nil {
		return nil, err
	}
	a, err := solve(ctx, Query{N: n, Least: sortedIncumbent(n, f), Sorted: true, Lengths: f}, o)
	if err == nil {
		a.Assumed = assumed
	}
	return a, err
}

// Table finds the longest games on 1, 2, ..., n cards, each with the lengths
// before it as bounds.
func Table(ctx context.Context, n int, o Options) ([]*Answer, error) {
	f := []int{0}
	var answers []*Answer
	for k := 1; k <= n; k++ {
		a, err := solve(ctx, Query{N: k, Least: incumbent(k, f), Bare: true, Lengths: f}, o)
		if err != nil {
			return nil, err
		}
		f, answers = append(f, a.Best), append(answers, a)
	}
	return answers, nil
}

// lengthsBelow is f(1..n-1), from position 1 on.
func lengthsBelow(ctx context.Context, n int, o Options) (f, assumed []int, err error) {
	f = []int{0}
	quiet := Options{Options: run.Options{Threads: o.Threads}, Bare: true}
	for k := 1; k < n; k++ {
		if length := lengthIn(o.Known, k); length >= 0 {
			f, assumed = append(f, length), append(assumed, k)
			continue
		}
		a, err := solve(ctx, Query{N: k, Least: incumbent(k, f), Bare: true, Lengths: f}, quiet)
		if err != nil {
			return nil, nil, err
		}
		f = append(f, a.Best)
	}
	return f, assumed, nil
}

func solve(ctx context.Context, q Query, o Options) (*Answer, error) {
	a := &Answer{Query: q, Engine: "halving"}
	if o.Forward {
		a.Engine = "forward"
		if q.All || q.Sorted {
			return nil, fmt.Errorf("the forward engine finds the longest games alone")
		}
		start := run.CPUTime()
		found, err := Forward(q.N, q.Least, q.Lengths)
		a.Found, a.CPU = found, (run.CPUTime() - start).Seconds()
		return a, err
	}
	j, state, err := run.Run(ctx, question{q, budget}, o.Options)
	if err != nil {
		return nil, err
	}
	a.Found, a.State = j.total.sorted(), state
	a.count(state)
	return a, a.complete()
}

// Merged adds up the complete states of the shards of one search.
func Merged(parts ...*run.State) (*Answer, error) {
	if len(parts) == 0 {
		return nil, fmt.Errorf("no parts to merge")
	}
	q, err := questionOf(parts[0].Params)
	if err != nil {
		return nil, err
	}
	j, err := run.Combine(q, parts...)
	if err != nil {
		return nil, err
	}
	a := &Answer{Query: q.Query, Found: j.total.sorted(), Engine: "halving"}
	for _, s := range parts {
		a.count(s)
	}
	return a, a.complete()
}

// count adds up the work behind a state.
func (a *Answer) count(s *run.State) {
	a.Roots += int(s.Finished.GetCardinality())
	a.Tasks += s.Tasks
	a.CPU += s.CPUSeconds
}

// complete holds what was found to the number of tasks that found it.
func (a *Answer) complete() error {
	if found := a.Found.tasks(); found != a.Tasks {
		return fmt.Errorf("the state has results of %d tasks of %d", found, a.Tasks)
	}
	return nil
}
