// Package topswops searches all decks of n cards for the longest games, and
// counts, samples and bounds them. docs/topswops.md has the proofs.
//
// [Max] and [Table] ask for long games, which are found by bundles
// (bundles.go): every deck is cut where its largest card shows, which leaves a deck
// with one card fewer, and decks whose games end alike are followed together. The
// published search (forward.go) is their oracle.
// [Census] asks for the numbers of decks of every length, [Estimate] for the
// size of a search too large to be made, [Records] for the longest games that a
// heuristic finds, and [Bounds] for long decks without a search.
//
// One deck, how it is played and how it is packed, and the kernels of games and
// climbs are in perm/topswops; tasks, checkpoints and shards are the runner's, and how
// answers are printed is that of package results.
package topswops

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dovetail/search/run"
)

// Options say how to search.
type Options struct {
	run.Options
	Engine Engine // Bundles if empty
	From   []int  // thresholds of the search by bundles at N-1 cards and below, the largest last; chosen if nil
	Bounds []int  // least bounds of the bundles followed, at the same sizes; nil for a search that misses no deck
	Known  []Fact // lengths to take on trust instead of computing them; usually nil
}

// Engine is a way to search.
type Engine string

// Engines are all of them.
var Engines = []Engine{Bundles, Forward}

// The engines find the same.
const (
	Bundles Engine = "bundles"
	Forward Engine = "forward" // the published search, which finds the longest games alone
)

// Answer is what a search for long games found, and on what ground.
type Answer struct {
	Query
	Found
	Engine Engine
	From   []int     // thresholds of the search by bundles
	Bounds []int     // and least bounds
	shard  run.Shard // of the work; zero for all of it, and if merged
	Roots  int       // root tasks finished; 0 for the forward engine
	Tasks  uint64    // tasks finished, those that the roots left included
	CPU    float64   // seconds that the process took
}

// answer searches for a query, which may lack what bounds the search, unless the directory of the options has
// that already.
func (o Options) answer(ctx context.Context, q Query) (*Answer, error) {
	begun, err := o.resume(&q)
	if err == nil && !begun {
		if q.Lengths == nil {
			q.Lengths, _, err = o.below(ctx, q.N, findSeconds(q.N))
		}
		if err == nil {
			o.Meter.Start(0, 0)
			defer o.Meter.Stop()
			err = o.start(ctx, &q)
		}
	}
	if err != nil {
		return nil, q.unsearched(err)
	}
	return solve(ctx, q, o)
}

// unsearched is the error of what comes before a search: if that was ended, with what is known all the same.
func (q Query) unsearched(err error) error {
	ended, stopped := new(run.Ended), new(run.Stopped)
	switch {
	case errors.As(err, &stopped) || !errors.Is(err, context.Canceled):
		return err
	case !errors.As(err, &ended):
		ended = &run.Ended{Cause: err}
		err = ended
	}
	ended.Best = q.atLeast(0)
	return err
}

// atLeast is the best that is known of the question when a search for it ends early: what the search has found, or
// what is known without it if that is longer.
func (q Query) atLeast(found int) []string {
	known := longestKnown(q.N)[q.N-1].Length
	if q.All || q.Sorted || found >= known {
		return nil
	}
	return []string{fmt.Sprintf("a game of %d moves with %d cards is known (dovetail topswops bounds %[2]d)", known, q.N)}
}

// below finds the longest games on fewer than n cards, and lists their lengths
// from position 1 on. What takes longer than saving it is kept in directories
// f12, f13, ... below that of the options. What follows takes so many seconds.
func (o Options) below(ctx context.Context, n int, follows float64) (f []int, answers []*Answer, err error) {
	f = []int{0}
	all, done := follows, 0.
	for k := 1; k < n; k++ {
		if lengthIn(o.Known, k) < 0 {
			all += findSeconds(k)
		}
	}
	defer func() { o.Meter.Span(done/all, 1) }()
	for k := 1; k < n; k++ {
		length := lengthIn(o.Known, k)
		if length < 0 {
			o.Meter.Span(done/all, (done+findSeconds(k))/all)
			done += findSeconds(k)
			a, err := o.next(ctx, f)
			if ended := new(run.Ended); errors.As(err, &ended) {
				ended.During = fmt.Sprintf("f(%d)", k)
			}
			if err != nil {
				return nil, nil, fmt.Errorf("f(%d): %w", k, err)
			}
			length, answers = a.Best, append(answers, a)
		}
		f = append(f, length)
	}
	return f, answers, nil
}

// fleeting is the largest deck whose longest games are found in less time than
// it takes to save them.
const fleeting = 11

// next finds the longest length after f(1), f(2), ...
func (o Options) next(ctx context.Context, f []int) (*Answer, error) {
	n := len(f)
	name := fmt.Sprintf("f%d", n)
	o.Options = o.Options.Part(name, name)
	o.Shard, o.From, o.Bounds, o.Engine = run.Shard{}, nil, nil, Bundles
	if n <= fleeting {
		o.Dir, o.Cluster = "", nil
	}
	return o.answer(ctx, Query{N: n, Bare: true, Lengths: f, Assumed: sizesIn(o.Known, n-1)})
}

// start finds a length that some deck reaches, from which on to list them all,
// if the query has none.
func (o Options) start(ctx context.Context, q *Query) (err error) {
	switch length := lengthIn(o.Known, q.N); {
	case q.All:
		return nil
	case length >= 0 && !q.Sorted:
		q.Least = length
	default:
		q.Least, err = incumbent(ctx, q.N, q.Sorted)
	}
	return o.unbegun("looking for a long game", err)
}

// unbegun is the error of what comes before a search, of which nothing is kept: at most the searches of fewer cards
// are, beside it or below it.
func (o Options) unbegun(what string, err error) error {
	if o.Dir != "" && errors.Is(err, context.Canceled) {
		first := fmt.Sprintf("f%d", fleeting+1)
		for _, dir := range []string{o.Dir, filepath.Dir(o.Dir)} {
			if _, missing := os.Stat(run.Checkpoint(filepath.Join(dir, first))); missing == nil {
				return fmt.Errorf("%s: %w", what, &run.Stopped{Dir: dir})
			}
		}
	}
	return err
}

func solve(ctx context.Context, q Query, o Options) (a *Answer, err error) {
	a = &Answer{Query: q, Engine: cmp.Or(o.Engine, Bundles)}
	switch a.Engine {
	case Bundles:
		if a.From = o.From; a.From == nil {
			a.From = usual(q.N, q.Least)
		}
		var j *bundles
		var state *run.State
		a.Bounds = o.Bounds
		asked := bundled{Query: q, From: a.From, Budget: bundleBudget, Bounds: a.Bounds}
		if j, state, err = run.Run(ctx, asked, o.Options); err == nil {
			a.Found, a.shard = j.found(), o.Shard
			a.count(state)
		}
		if ended := new(run.Ended); errors.As(err, &ended) {
			if known := q.atLeast(j.total.Best); known != nil {
				ended.Best = known
			}
		}
	case Forward:
		if q.All || q.Sorted {
			return nil, fmt.Errorf("the forward engine finds only the longest games")
		}
		start := run.CPUTime()
		a.Found, err = searchForward(ctx, q.N, q.Least, q.Lengths, o.Meter)
		a.CPU = (run.CPUTime() - start).Seconds()
	}
	if err == nil {
		err = a.check(o.Shard)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Merged adds up the complete states of the shards of one search.
func Merged(parts ...*run.State) (*Answer, error) {
	if len(parts) == 0 {
		return nil, fmt.Errorf("no parts to merge")
	}
	for _, s := range parts {
		if trusted(parts[0]) != trusted(s) {
			return nil, fmt.Errorf("part %s assumed the lengths for %s, part %s those for %s: "+
				"they are not parts of the same search",
				parts[0].Shard, trusted(parts[0]), s.Shard, trusted(s))
		}
	}
	q, err := queryOf(parts[0].Params)
	if err == nil && q == nil {
		err = fmt.Errorf("the parts are of %q, not of %s", parts[0].Params["job"], BundlesJob)
	}
	if err != nil {
		return nil, err
	}
	j, err := run.Combine(*q, parts...)
	if err != nil {
		return nil, err
	}
	a := &Answer{Query: q.Query, Engine: Bundles, From: q.From, Bounds: q.Bounds, Found: j.found()}
	for _, s := range parts {
		a.count(s)
	}
	return a, a.check(run.Shard{})
}

// trusted names the sizes whose longest length a search took on trust.
func trusted(s *run.State) string {
	if n := s.Params["assumed"]; n != "null" {
		return "n = " + n
	}
	return "no n"
}

// count adds up the work behind a state.
func (a *Answer) count(s *run.State) {
	a.Roots += int(s.Finished.GetCardinality())
	a.Tasks += s.Tasks
	a.CPU += s.CPUSeconds
}

// check refuses a whole answer without the game that was taken for granted, one whose tasks
// are not those that were counted, and one that does not have each end of the base once.
func (a *Answer) check(shard run.Shard) error {
	if a.Count == 0 && !a.All && shard.N <= 1 {
		return fmt.Errorf("the length assumed for %d cards is wrong: no deck has %d moves", a.N, a.Least)
	}
	if tasks := a.Found.tasks(); tasks != a.Tasks {
		return fmt.Errorf("%d tasks reported results, but %d are counted as done", tasks, a.Tasks)
	}
	if a.Work == nil {
		return nil
	}
	q := a.question()
	q.Shard = shard
	ends, _, err := q.Ends(a.Least)
	if err != nil {
		return err
	}
	for part := range PartsOfWork {
		if counted := a.Work.Parts[part].Ends; counted != ends[part+1] {
			return fmt.Errorf("counted %d ends of the base in part %d of the work instead of %d", counted, part+1, ends[part+1])
		}
	}
	return nil
}
