// Package topswops searches all decks of n cards for the longest games, and
// counts and bounds them. docs/topswops.md has the proofs.
//
// [Max] and [Table] request the longest games. They are found by bundles: every deck is cut where
// its largest card shows, which leaves a deck with one card fewer, and decks whose games end alike
// are followed together. [Max.Answer] first finds the longest games of fewer cards (lengths.go),
// and then runs the search as tasks (job.go), by package bundles. The published search is the
// reference of the tests (published_test.go). [Census] requests the numbers of decks of every
// length, [Records] the longest games that a heuristic finds, [Bounds] long decks without a search,
// and [Playing] the game of one deck.
//
// One deck, its games and its packed form, and the kernels of games and climbs are in
// perm/topswops. Tasks, checkpoints and shards are the runner's, and package results prints
// answers.
package topswops

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/search/run"
)

// MaxCards is the largest deck of the searches.
const MaxCards = topswops.MaxCards

// MaxLength is the greatest length of games in a question.
const MaxLength = 10_000

// Engine names the search method in records: bundles.
type Engine struct{}

// String is the name.
func (Engine) String() string { return "bundles" }

// MarshalText is the name too.
func (e Engine) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText refuses other names.
func (e Engine) UnmarshalText(text []byte) error {
	if string(text) != e.String() {
		return fmt.Errorf("engine=%q is not %s", text, e)
	}
	return nil
}

// Max requests every deck of N cards with the longest game.
//
// The longest lengths below N, which bound the search, are computed first. So is a long game, whose
// length is the least that is listed. With Known these are published lengths instead.
type Max struct {
	N          int    `json:"n"`
	AtLeast    int    `json:"at_least,omitzero"`   // every deck of at least this many moves instead
	Sorted     bool   `json:"sorted,omitzero"`     // only games that end in order
	CountOnly  bool   `json:"count_only,omitzero"` // without a list of the decks
	Known      bool   `json:"known,omitzero"`
	Engine     Engine `json:"engine"`
	Thresholds []int  `json:"thresholds,omitzero"` // of bundles; nil for the usual ones; part of the record's question
	Bounds     []int  `json:"bounds,omitzero"`     // least bounds of bundles; if set, some decks are missed
}

func (Max) Schema() string { return results.TopswopsMaxSchema }

func (q Max) About() string { return fmt.Sprint(q.N, q.AtLeast, q.Sorted, q.Bounds) }

// AnsweredBy implements [results.Recorded]. A complete search answers, if the question does not set
// how to search.
func (q Max) AnsweredBy(r results.Record) (answer results.Record, width float64, ok bool) {
	return r, 0, q.Thresholds == nil && !q.CountOnly
}

func (q Max) Check() error {
	err := cmp.Or(number.InRange("n", q.N, 1, MaxCards), number.InRange("at_least", q.AtLeast, 0, MaxLength))
	switch {
	case err != nil:
	case q.AtLeast > 0 && q.Sorted:
		return errors.New("give either at-least or sorted, not both")
	case slices.ContainsFunc(q.Thresholds, func(t int) bool { return t < 0 || t > MaxLength }):
		return fmt.Errorf("thresholds=%v are out of range 0..%d", q.Thresholds, MaxLength)
	case q.Thresholds != nil:
		_, err = q.searchFrom(cmp.Or(q.AtLeast, MaxLength), make([]int, q.N)).Job()
	}
	if err == nil && q.Bounds != nil {
		err = q.checkBounds()
	}
	return err
}

func (q Max) checkBounds() error {
	if q.AtLeast == 0 || len(q.Bounds) != len(q.Thresholds) {
		return fmt.Errorf("bounds need --at-least and as many --thresholds: got %s and %s",
			number.Count(len(q.Bounds), "bound"), number.Count(len(q.Thresholds), "threshold"))
	}
	return attainable(q.N, q.Bounds)
}

// facts are the published lengths that the search uses.
func (q Max) facts() []Fact {
	switch {
	case !q.Known:
		return nil
	case q.Bounds != nil:
		return longestKnown(q.N - 1)
	}
	return Known
}

// assumed are the sizes of the facts behind the answer. N is among them if the longest games are
// requested.
func (q Max) assumed() []int {
	if q.AtLeast > 0 || q.Sorted {
		return sizesIn(q.facts(), q.N-1)
	}
	return sizesIn(q.facts(), q.N)
}

func (q Max) Seconds() float64 {
	own := gameSeconds(q.N)
	if known := longestKnown(q.N)[q.N-1].Length - 20; 0 < q.AtLeast && q.AtLeast < known { // more and more decks, at most all
		decks, _ := new(big.Float).SetInt(new(big.Int).MulRange(1, int64(q.N))).Float64()
		own = max(own, min(own*elementary.Pow(2, float64(known-q.AtLeast)/6), 2e-9*decks))
	}
	if q.Known {
		return own
	}
	return own + findSeconds(q.N) - gameSeconds(q.N) + Table{To: q.N - 1}.Seconds()
}

func (q Max) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	r, err := q.find(ctx, env, nil)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// find is the answer. lengths are the longest games of fewer cards. If they are nil they are found
// first, except those that a directory of the options has.
func (q Max) find(ctx context.Context, o run.Options, lengths []int) (r games.TopswopsMax, err error) {
	s, begun, err := q.resumed(o)
	if err == nil && !begun {
		s, err = q.prepared(ctx, o, lengths)
	}
	if err != nil {
		return r, q.unsearched(err)
	}
	j, state, err := run.Run(ctx, s, o)
	if ended := new(run.Ended); errors.As(err, &ended) {
		if known := q.atLeast(j.total.Best); known != nil {
			ended.Best = known
		}
	}
	if err != nil {
		return r, err
	}
	return j.answer(run.Shard{}, state)
}

// InPart is what one part of the search finds, with its work.
func (q Max) InPart(ctx context.Context, o run.Options, shard run.Shard) (r games.TopswopsMax, err error) {
	s, err := q.prepared(ctx, o, nil)
	if err != nil {
		return r, err
	}
	o.Shard = shard
	j, state, err := run.Run(ctx, s, o)
	if !errors.As(err, new(*run.PartDone)) {
		return r, err
	}
	return j.answer(shard, state)
}

// Fill adds what a record says of its question.
func (q Max) Fill(r *games.TopswopsMax) {
	kind := results.Exact
	if q.Bounds != nil {
		kind = results.Bound
	}
	r.Head, r.N, r.Sorted = results.Answering(q, kind), q.N, q.Sorted
	r.Engine, r.Thresholds, r.Bounds = q.Engine.String(), q.Thresholds, q.Bounds
	r.Assumed = append([]int{}, q.assumed()...)
	r.AtLeast = nil
	if q.AtLeast > 0 {
		r.AtLeast = &q.AtLeast
	}
}

// ranked counts cards from 1 instead of 0.
func ranked(cards []int) []int {
	for i := range cards {
		cards[i]++
	}
	return cards
}

// pack packs cards that count from 1.
func pack(cards []int) (d topswops.Deck) {
	for p, v := range cards {
		d = d.Put(v-1, p)
	}
	return d
}
