package topswops

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"

	"dovetail/perm/elementary"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
)

// What is asked of all decks of N cards: the decks with long games, and a table of how long the
// longest are.

// Max asks for every deck of N cards with the longest game.
//
// The longest lengths below N, which bound the search, are computed first, and a long game,
// from whose length on all are listed; with Known these are taken from what is published.
type Max struct {
	N          int       `json:"n"`
	AtLeast    int       `json:"at_least,omitzero"`   // every deck of so many moves instead
	Sorted     bool      `json:"sorted,omitzero"`     // only games that end in order
	CountOnly  bool      `json:"count_only,omitzero"` // without a list of the decks
	Known      bool      `json:"known,omitzero"`
	Engine     Engine    `json:"engine"`
	Thresholds []int     `json:"thresholds,omitzero"` // of bundles; by a rule if nil, and part of the record's question
	Bounds     []int     `json:"bounds,omitzero"`     // least bounds of bundles; if set, some decks are missed
	Shard      run.Shard `json:"shard,omitzero"`
}

// Schema implements [results.Question].
func (Max) Schema() string { return results.TopswopsMaxSchema }

// Check implements [results.Question].
func (q Max) Check() error {
	err := cmp.Or(number.InRange("n", q.N, 1, MaxCards), number.InRange("at_least", q.AtLeast, 0, LongestAsked))
	switch {
	case err != nil:
	case q.AtLeast > 0 && q.Sorted:
		return errors.New("at_least and sorted are two questions")
	case !slices.Contains(Engines, q.Engine):
		return fmt.Errorf("engine=%q is not one of %v", q.Engine, Engines)
	case q.Engine == Forward && (q.N > ForwardMax || q.AtLeast > 0 || q.Sorted || q.Shard.N > 1):
		return fmt.Errorf("engine=forward finds the longest games of up to %d cards alone: "+
			"it takes neither --at-least nor --shard",
			ForwardMax)
	case q.Engine != Bundles && q.Thresholds != nil:
		return fmt.Errorf("engine=%s has no thresholds; leave out --thresholds", q.Engine)
	case slices.ContainsFunc(q.Thresholds, func(t int) bool { return t < 0 || t > LongestAsked }):
		return fmt.Errorf("thresholds=%v are out of range 0..%d", q.Thresholds, LongestAsked)
	case q.Thresholds != nil:
		_, err = q.plan(make([]int, q.N)).Job()
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

// plan is a search by bundles with thresholds, where the longest games of fewer cards have given lengths.
func (q Max) plan(lengths []int) bundled {
	return bundled{
		Query: Query{N: q.N, Least: q.leastAsked(), Lengths: lengths},
		From:  q.Thresholds, Budget: bundleBudget, Bounds: q.Bounds,
	}
}

// leastAsked is the length of the games asked for, or if that is not known the greatest.
func (q Max) leastAsked() int { return cmp.Or(q.AtLeast, LongestAsked) }

// assumed are the sizes whose published lengths are taken on trust: N is one if the longest games are
// asked for.
func (q Max) assumed() []int {
	switch {
	case !q.Known:
		return nil
	case q.Bounds != nil:
		return ranked(counting(q.N - 1))
	case q.AtLeast > 0 || q.Sorted:
		return sizesIn(Known, q.N-1)
	}
	return sizesIn(Known, q.N)
}

// Seconds implements [results.Question].
func (q Max) Seconds() float64 {
	own := gameSeconds(q.N)
	if q.Engine == Forward {
		own = float64(0.5 * elementary.Pow(6, float64(q.N-12)))
	}
	if known := longestKnown(q.N)[q.N-1].Length - 20; 0 < q.AtLeast && q.AtLeast < known { // ever more decks, at most all
		decks, _ := new(big.Float).SetInt(new(big.Int).MulRange(1, int64(q.N))).Float64()
		own = max(own, min(own*elementary.Pow(2, float64(known-q.AtLeast)/6), 2e-9*decks))
	}
	own /= float64(max(1, q.Shard.N))
	if q.Known {
		return own
	}
	return own + findSeconds(q.N) - gameSeconds(q.N) + Table{q.N - 1}.Seconds()
}

// gameSeconds is about what the search for the longest games on n cards takes without AVX-512: twice what it
// takes with it.
func gameSeconds(n int) float64 {
	if n < 14 {
		return float64(0.3 * elementary.Pow(4, float64(n-13)))
	}
	return float64(4 * elementary.Pow(9, float64(n-15)))
}

// findSeconds is the same with the long game that is found first.
func findSeconds(n int) float64 {
	if n < 14 {
		return gameSeconds(n)
	}
	return gameSeconds(n) + float64(4e-5*float64(beamFor(n)))
}

// Answer implements [results.Question].
func (q Max) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	a, err := q.search(ctx, run.Of(ctx, env.Threads))
	if err != nil {
		return nil, err
	}
	return a.Record(), nil
}

func (q Max) search(ctx context.Context, options run.Options) (*Answer, error) {
	o := Options{Options: options, Engine: q.Engine, From: q.Thresholds, Bounds: q.Bounds}
	o.Shard = q.Shard
	switch {
	case q.Known && q.Bounds != nil:
		o.Known = longestKnown(q.N - 1)
	case q.Known:
		o.Known = Known
	}
	return o.answer(ctx, Query{
		N: q.N, Least: q.AtLeast, All: q.AtLeast > 0, Sorted: q.Sorted, Bare: q.CountOnly, Assumed: q.assumed(),
	})
}

// question is what an answer was asked, with the thresholds that were chosen: of parts that were
// merged the same as of the whole.
func (a *Answer) question() Max {
	q := Max{N: a.N, Sorted: a.Sorted, CountOnly: a.Bare, Known: len(a.Assumed) > 0, Engine: a.Engine, Thresholds: a.From,
		Bounds: a.Bounds}
	if a.All {
		q.AtLeast = a.Least
	}
	if a.shard.N > 1 {
		q.Shard = a.shard
	}
	return q
}

// Fill fills in what a record says of its question.
func (q Max) Fill(r *results.TopswopsMax) {
	kind := results.Exact
	if q.Bounds != nil {
		kind = results.Bound
	}
	r.Head, r.N, r.Sorted = results.Answering(q, kind), q.N, q.Sorted
	r.Engine, r.Thresholds, r.Bounds = string(q.Engine), q.Thresholds, q.Bounds
	r.Assumed = append([]int{}, q.assumed()...)
	r.AtLeast, r.Shard, r.State = nil, "", ""
	if q.AtLeast > 0 {
		r.AtLeast = &q.AtLeast
	}
	if q.Shard.N > 1 {
		r.Shard = q.Shard.String()
	}
}

// Table asks for the lengths of the longest games on 1, 2, ..., To cards.
type Table struct {
	To int `json:"to"`
}

// Schema implements [results.Question].
func (Table) Schema() string { return results.TopswopsTableSchema }

// Check implements [results.Question].
func (q Table) Check() error { return number.InRange("to", q.To, 1, MaxCards) }

// Seconds implements [results.Question].
func (q Table) Seconds() (sum float64) {
	for n := range q.To {
		sum += findSeconds(n + 1)
	}
	return sum
}

// Answer implements [results.Question]: each size has the lengths before it as bounds.
func (q Table) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	_, answers, err := Options{Options: run.Of(ctx, env.Threads)}.below(ctx, q.To+1, 0)
	r := results.TopswopsTable{Head: results.Answering(q, results.Exact)}
	for _, a := range answers {
		r.Rows = append(r.Rows, results.TopswopsRow{N: a.N, Length: a.Best, Decks: number.OfUint(a.Count)})
	}
	return r, err
}

// Query asks for decks of N cards with at least Least moves.
type Query struct {
	N, Least int
	All      bool  // every such deck, not the longest of them alone
	Sorted   bool  // only decks whose game ends in order
	Bare     bool  // count the decks without listing them
	Lengths  []int // longest games on 1..N-1 cards, for the bound of the climbs; nil for no bound
	Assumed  []int // sizes whose longest length was taken on trust
}

// LongestAsked is the greatest length that a query asks for.
const LongestAsked = 10_000

// resume takes from the checkpoint in a directory what bounds the search and was
// found before it began, and the thresholds, and reports whether there is one.
func (o *Options) resume(q *Query) (begun bool, err error) {
	if o.Dir == "" {
		return false, nil
	}
	file := run.Checkpoint(o.Dir)
	s, err := run.Load(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	}
	there, err := queryOf(s.Params)
	switch {
	case err != nil:
		return false, fmt.Errorf("%s: %w", file, err)
	case there == nil:
		return false, results.Refuse(fmt.Errorf("%s: state of a different search: its job is %q, but %q here",
			file, s.Params["job"], BundlesJob))
	case there.N != q.N:
		return false, results.Refuse(fmt.Errorf("%s: state of a different search: n is %q in the state, but %q here",
			file, strconv.Itoa(there.N), strconv.Itoa(q.N)))
	}
	q.Lengths = there.Lengths
	if !q.All {
		q.Least = there.Least
	}
	if o.From == nil {
		o.From = there.From
	}
	if o.From == nil { // the run will refuse the state, whatever they are
		o.From = usual(q.N, q.Least)
	}
	return true, nil
}

// queryOf reads back the parameters that a search by bundles stored with its state; nil are those of another.
func queryOf(params map[string]string) (*bundled, error) {
	if params["job"] != BundlesJob {
		return nil, nil
	}
	fields := map[string]json.RawMessage{}
	for name, value := range params {
		if name != "job" {
			fields[name] = json.RawMessage(value)
		}
	}
	var q bundled
	text, err := json.Marshal(fields)
	if err == nil {
		err = json.Unmarshal(text, &q)
	}
	if err != nil {
		return nil, fmt.Errorf("the parameters of the state: %w", err)
	}
	again, err := run.Params(q)
	if err == nil && !(q.validate() && maps.Equal(again, params)) {
		err = errors.New("the state is not that of a topswops search known to this program")
	}
	return &q, err
}

// validate reports whether a search can have this query.
func (q Query) validate() bool {
	length := func(v int) bool { return v >= 0 && v <= LongestAsked }
	size := func(v int) bool { return v >= 1 && v <= q.N }
	none := func(v []int, ok func(int) bool) bool {
		return !slices.ContainsFunc(v, func(v int) bool { return !ok(v) })
	}
	return q.N >= 1 && q.N <= MaxCards && length(q.Least) &&
		(q.Lengths == nil || len(q.Lengths) == q.N && slices.IsSorted(q.Lengths) && none(q.Lengths, length)) &&
		slices.IsSorted(q.Assumed) && none(q.Assumed, size)
}

// Otherwise implements [results.Doubted]: by a lower last threshold, which follows other bundles; by the
// published search where there are no thresholds, and by bundles where that was used.
func (q Max) Otherwise(r results.Record) (results.Question, error) {
	thresholds := slices.Clone(r.(results.TopswopsMax).Thresholds)
	switch last := len(thresholds) - 1; {
	case q.Engine != Bundles:
		q.Engine, q.Thresholds = Bundles, nil
	case last < 0 || thresholds[last] == 0:
		q.Engine, q.Thresholds = Forward, nil
	default:
		limit := thresholds[last] - 1
		for i, t := range slices.Backward(thresholds) {
			thresholds[i] = min(t, limit)
			limit = thresholds[i] / 2
		}
		q.Thresholds = thresholds
	}
	return q, q.Check()
}

// Agree implements [results.Doubted]: length, number of decks, and the decks with their ends.
func (Max) Agree(one, other results.Record) error {
	a, b := one.(results.TopswopsMax), other.(results.TopswopsMax)
	switch {
	case a.Length != b.Length:
		return fmt.Errorf("the longest game has %d moves in one way, %d in the other", a.Length, b.Length)
	case a.Count.Cmp(b.Count.Int) != 0:
		return fmt.Errorf("%v decks in one way, %v in the other", a.Count, b.Count)
	case !reflect.DeepEqual(a.Decks, b.Decks) || !reflect.DeepEqual(a.Ends, b.Ends):
		return fmt.Errorf("the decks are %v in one way, %v in the other", a.Decks, b.Decks)
	}
	return nil
}
