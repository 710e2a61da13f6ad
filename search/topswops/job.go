package topswops

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/search/run"
	"dovetail/search/topswops/bundles"
)

// BundlesJob names the search by bundles, with the version of its tasks, in checkpoints.
const BundlesJob = "topswops-bundles/3"

// search is a question, with its thresholds, and everything else on which the search
// by bundles depends.
type search struct {
	Max
	Least   int    // moves of the decks to find: all of them, or the longest if AtLeast is 0
	Lengths []int  // of the longest games on 1..N-1 cards, from position 1 on
	Budget  uint64 // games and decks visited before a task shares out its rest
}

// taskBudget is the default size of tasks.
const taskBudget = 10_000_000

// searchFrom is the search for the answer, for decks of at least some moves. lengths are the
// longest games of fewer cards.
func (q Max) searchFrom(least int, lengths []int) search {
	if q.Thresholds == nil {
		q.Thresholds = bundles.Usual(q.N, least)
	}
	return search{Max: q, Least: least, Lengths: lengths, Budget: taskBudget}
}

func (search) Name() string { return BundlesJob }

func (s search) Job() (*job, error) {
	if least, most := bundles.Sizes(s.N); len(s.Thresholds) < least || len(s.Thresholds) > most {
		return nil, results.Refuse(fmt.Errorf("got %d thresholds for %d cards; want %d to %d",
			len(s.Thresholds), s.N, least, most))
	}
	at := bundles.NewLevels(s.N, s.Least, s.Thresholds, s.Bounds)
	if err := at.Check(s.Lengths); err != nil {
		return nil, results.Refuse(err)
	}
	j := &job{search: s, at: at, most: maxListed, total: found{Work: bundles.NewWork(s.N)}}
	j.base = bundles.NewBase(at, bundles.Reach(s.Lengths))
	return j, nil
}

// job is the search as a [run.Job]. A task is the ends at the base that have their largest cards at
// given places.
type job struct {
	search
	at    bundles.Levels
	base  *bundles.Base // for prefixes alone
	most  int           // decks to list
	total found
	idle  sync.Pool // of tasks that are done
}

// maxListed is the greatest number of decks that a search lists. A million of 16 cards take half a
// gigabyte in transit.
const maxListed = 1_000_000

// rootCards is the number of cards that root tasks place: 7,920 tasks at a base of 12 cards.
func (j *job) rootCards() int { return min(4, j.at.Base-1) }

// unitShare is the part of the budget, in ends, that a task does between checks of what it has
// spent.
const unitShare = 1000

// Roots implements [run.Job]. The tasks are in the order of a hash, so that those done at any time
// are like a sample of all.
func (j *job) Roots() ([]run.Piece, error) {
	all := []bundles.Prefix{j.base.Bare()}
	for range j.rootCards() {
		var next []bundles.Prefix
		for _, p := range all {
			next = append(next, j.base.More(p)...)
		}
		all = next
	}
	var pieces []run.Piece
	for _, p := range all {
		pieces = append(pieces, run.Piece{Payload: j.base.Payload(p)})
	}
	slices.SortFunc(pieces, func(a, b run.Piece) int {
		return cmp.Compare(xxhash.Sum64(a.Payload), xxhash.Sum64(b.Payload))
	})
	return pieces, nil
}

// part is the part of the work to which a task belongs, by its root.
func (j *job) part(payload []byte) int {
	return int(xxhash.Sum64(payload[:j.rootCards()]) % bundles.PartsOfWork)
}

// Ends are the numbers of ends of the base in each part of a search by bundles for games of least
// moves, within a shard, by the number of the part, counted from 1, and the number of root tasks.
func (q Max) Ends(least int, within run.Shard) (ends map[int]uint64, roots int, err error) {
	j, err := q.searchFrom(least, make([]int, q.N)).Job()
	if err != nil {
		return nil, 0, err
	}
	pieces, err := j.Roots()
	if err != nil {
		return nil, 0, err
	}
	ends = map[int]uint64{}
	for _, r := range pieces {
		if within.Has(r.Payload) {
			p, _ := j.base.PrefixOf(r.Payload)
			ends[1+j.part(r.Payload)] += j.base.Ends(p)
			roots++
		}
	}
	return ends, roots, nil
}

func (j *job) Check(payload []byte) error {
	if _, ok := j.base.PrefixOf(payload); !ok || len(payload) < j.rootCards() {
		return fmt.Errorf("%v is no part of a search on %d cards", payload, j.N)
	}
	return nil
}

func (j *job) Run(ctx context.Context, t run.Task) (run.Result, error) {
	x, ok := j.idle.Get().(*task)
	if !ok {
		x = j.newTask()
	}
	p, ok := j.base.PrefixOf(t.Payload)
	if !ok {
		return run.Result{}, j.Check(t.Payload)
	}
	x.out, x.left = found{}, nil
	x.Begin(ctx)
	x.all(p)
	switch {
	case len(x.out.Decks) > j.most:
		return run.Result{}, j.tooMany()
	case ctx.Err() != nil:
		return run.Result{}, ctx.Err()
	}
	x.out.Work = x.Done(j.part(t.Payload))
	x.out.close()
	b, err := x.out.encode()
	result := run.Result{Found: b, Rest: x.left}
	j.idle.Put(x)
	return result, err
}

// task is a task in progress.
type task struct {
	*job
	*bundles.Search
	out  found
	left []run.Piece
}

func (j *job) newTask() *task {
	x := &task{job: j}
	x.Search = bundles.NewSearch(j.at, j.Lengths, x.take)
	if j.Sorted {
		x.Wanted = j.ordered
	}
	return x
}

// ordered reports whether the games of a bundle of N cards end in order.
func (j *job) ordered(b *topswops.Bundle) bool {
	for p := range j.N {
		if int(b.End[p]) != p {
			return false
		}
	}
	return true
}

// take records a deck of N cards, if its game is long enough.
func (x *task) take(d topswops.Deck, moves int) {
	if moves < x.Least {
		return
	}
	var deck []int
	if !x.CountOnly {
		deck = ranked(d.Unpack(x.N))
	}
	x.out.add(moves, deck, x.AtLeast > 0)
	if len(x.out.Decks) > x.most {
		x.Stop()
	}
}

// all does the ends that have a prefix, or leaves the ends beyond the budget as pieces.
func (x *task) all(p bundles.Prefix) {
	if x.Left(p) == 0 || x.Search.Ends(p) <= x.Budget/unitShare {
		x.Unit(p)
		return
	}
	for _, q := range x.More(p) {
		if x.Spent() >= x.Budget {
			x.left = append(x.left, run.Piece{Payload: x.Payload(q)})
			continue
		}
		x.all(q)
	}
}

func (j *job) Merge(result []byte) error {
	part, err := j.decode(result)
	if err != nil {
		return err
	}
	if len(j.total.Decks)+len(part.Decks) > j.most && j.AtLeast > 0 {
		return j.tooMany()
	}
	j.total.merge(part, j.AtLeast > 0)
	return nil
}

func (j *job) tooMany() error {
	return fmt.Errorf("more than %d decks of %d cards have at least %d moves; raise --at-least, or use --count-only",
		j.most, j.N, j.Least)
}

func (j *job) Total() ([]byte, error) { return j.total.sorted().encode() }

// SoFar implements [run.Reporter]: the longest games, or their length if none are listed.
func (j *job) SoFar() []string {
	if j.total.Count == 0 {
		return nil
	}
	length := fmt.Sprintf("%d moves", j.total.Best)
	var best []string
	for _, deck := range j.total.Decks[:min(maxShown, len(j.total.Decks))] {
		if moves := int(pack(deck).Play().Moves); moves == j.total.Best {
			best = append(best, length+": "+strings.Trim(fmt.Sprint(deck), "[]"))
		}
	}
	if best == nil {
		best = []string{fmt.Sprintf("%s with %d cards", length, j.N)}
	}
	return best
}

// maxShown is the most decks that are shown while the search runs.
const maxShown = 3
