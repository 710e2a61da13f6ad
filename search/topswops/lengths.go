package topswops

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/search/population"
	"dovetail/search/run"
)

// Two steps come before a search: the longest games of fewer cards, which bound it, and a long
// game, whose length is the least that is listed.

// prepared is the search for the answer once these are known. Lengths of fewer cards are computed
// if these are nil.
func (q Max) prepared(ctx context.Context, o run.Options, lengths []int) (s search, err error) {
	if lengths == nil {
		if lengths, _, err = q.below(ctx, o, findSeconds(q.N), false); err != nil {
			return s, err
		}
	}
	o.Meter.Start(0, 0)
	defer o.Meter.Stop()
	least, err := q.start(ctx, o)
	return q.searchFrom(least, lengths), err
}

// below finds the longest games on fewer cards, and lists their lengths from position 1 on.
// Searches that take longer than saving their state keep it in directories f12, f13, ... below that
// of the options. follows is the time of what follows, in seconds; list has each search list its decks.
func (q Max) below(ctx context.Context, o run.Options, follows float64, list bool) (f []int, answers []games.TopswopsMax, err error) {
	f = []int{0}
	facts := q.facts()
	all, done := follows, 0.
	for k := 1; k < q.N; k++ {
		if lengthIn(facts, k) < 0 {
			all += findSeconds(k)
		}
	}
	defer func() { o.Meter.Span(done/all, 1) }()
	for k := 1; k < q.N; k++ {
		length := lengthIn(facts, k)
		if length < 0 {
			o.Meter.Span(done/all, (done+findSeconds(k))/all)
			done += findSeconds(k)
			a, err := q.next(ctx, o, f, list)
			if ended := new(run.Ended); errors.As(err, &ended) {
				ended.During = fmt.Sprintf("f(%d)", k)
			}
			if err != nil {
				return nil, nil, fmt.Errorf("f(%d): %w", k, err)
			}
			length, answers = a.Length, append(answers, a)
		}
		f = append(f, length)
	}
	return f, answers, nil
}

// savedFrom is the smallest deck whose longest games take longer to find than to save.
const savedFrom = 12

// next finds the longest length after f(1), f(2), ...
func (q Max) next(ctx context.Context, o run.Options, f []int, list bool) (games.TopswopsMax, error) {
	n := len(f)
	name := fmt.Sprintf("f%d", n)
	o = o.Part(name, name)
	if n < savedFrom {
		o.Dir = ""
	}
	return Max{N: n, CountOnly: !list, Known: q.Known}.find(ctx, o, f)
}

// start is the length from which on all decks are listed: the given one, or one that some deck
// reaches.
func (q Max) start(ctx context.Context, o run.Options) (least int, err error) {
	switch length := lengthIn(q.facts(), q.N); {
	case q.AtLeast > 0:
		return q.AtLeast, nil
	case length >= 0 && !q.Sorted:
		return length, nil
	}
	least, err = incumbent(ctx, q.N, q.Sorted)
	return least, unbegun(o, "searching for a long game", err)
}

// incumbent is the length of a long game on n cards, from which on a search lists all games; of a
// game that ends in order, if sorted is set. It need not be the longest, but some deck reaches it.
// A beam finds it much faster than the search will take.
func incumbent(ctx context.Context, n int, sorted bool) (int, error) {
	beam := population.Beam{Width: beamFor(n), Families: 12, Seed: 1, Sorted: sorted}
	decks, err := beam.Longest(ctx, min(n, population.MaxBeam))
	if err != nil {
		return 0, err
	}
	return topswops.Play(decks[len(decks)-1], false).Length(), nil
}

// beamFor is the width of the beam for a search on n cards: with 2^16 decks it takes some
// twenty seconds.
func beamFor(n int) int { return 1 << max(6, min(n, 16)) }

// unsearched is the error of the steps before a search. If they ended early, it says what is known
// without a search.
func (q Max) unsearched(err error) error {
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

// atLeast is the best lower bound when a search ends early: the longest game that it has found, or
// the longest known without it if that is longer.
func (q Max) atLeast(found int) []string {
	if known := q.LongestKnown(); known != "" && found < longestKnown(q.N)[q.N-1].Length {
		return []string{known}
	}
	return nil
}

// LongestKnown says how long the longest game is that is known without a search, and its source. It
// is "" for questions other than that of the longest games.
func (q Max) LongestKnown() string {
	f := longestKnown(q.N)[q.N-1]
	if q.AtLeast > 0 || q.Sorted || f.Length == 0 {
		return ""
	}
	published, ok := KnownAt(q.N)
	switch {
	case ok && published.Decks > 0:
		return fmt.Sprintf("published: f(%d) = %d, reached by %s (%s)", q.N, f.Length, number.Count(published.Decks, "deck"),
			published.Source)
	case ok && published.Length == f.Length:
		return fmt.Sprintf("published: a game of %d moves with %d cards (%s)", f.Length, q.N, published.Source)
	}
	return fmt.Sprintf("on record: a game of %d moves with %d cards (docs/records/topswops.json)", f.Length, q.N)
}

// unbegun is the error of the steps before a search. Their state is not kept, but that of searches
// of fewer cards may be, beside its directory or in it. The error names these.
func unbegun(o run.Options, what string, err error) error {
	if o.Dir != "" && errors.Is(err, context.Canceled) {
		first := fmt.Sprintf("f%d", savedFrom)
		for _, dir := range []string{o.Dir, filepath.Dir(o.Dir)} {
			if _, missing := os.Stat(run.Checkpoint(filepath.Join(dir, first))); missing == nil {
				return fmt.Errorf("%s: %w", what, &run.Stopped{Dir: dir})
			}
		}
	}
	return err
}

// resumed is the search that a directory or the parts of the options have begun. The lengths of fewer
// cards, the long game that was found first, and the thresholds if none are given, are those of the
// state; [run.Run] compares everything else with it.
func (q Max) resumed(o run.Options) (s search, begun bool, err error) {
	file := "the first part"
	var state *run.State
	switch {
	case o.Parts != nil:
		state = o.Parts[0]
	case o.Dir == "":
		return s, false, nil
	default:
		file = run.Checkpoint(o.Dir)
		state, err = run.Load(file)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return s, false, nil
	}
	if err != nil {
		return s, false, err
	}
	here := map[string]string{"job": BundlesJob, "n": strconv.Itoa(q.N)}
	for _, name := range []string{"job", "n"} {
		if there := state.Params[name]; there != here[name] {
			return s, false, results.Refuse(fmt.Errorf("%s: state of a different search: %s is %q in the state, but %q here",
				file, name, there, here[name]))
		}
	}
	there, err := stepsOf(state.Params)
	if err == nil && len(there.Lengths) != q.N {
		err = fmt.Errorf("it has the lengths of %d sizes", len(there.Lengths))
	}
	if err != nil {
		return s, false, fmt.Errorf("%s: %w", file, err)
	}
	if q.Thresholds == nil {
		q.Thresholds = there.Thresholds
	}
	return q.searchFrom(cmp.Or(q.AtLeast, there.Least), there.Lengths), true, q.Check()
}

// stepsOf reads what the steps before a search have found from the parameters in its state.
func stepsOf(params map[string]string) (s search, err error) {
	for name, to := range map[string]any{"least": &s.Least, "lengths": &s.Lengths, "thresholds": &s.Thresholds} {
		if text, ok := params[name]; ok {
			err = cmp.Or(err, json.Unmarshal([]byte(text), to))
		}
	}
	out := func(length int) bool { return length < 0 || length > MaxLength }
	if err == nil && (out(s.Least) || !slices.IsSorted(s.Lengths) || slices.ContainsFunc(s.Lengths, out)) {
		err = errors.New("no search has its lengths")
	}
	return s, err
}

// prices are about the seconds of the search for the longest games on 13, 14, ... cards on one processor with AVX2:
// measured up to 20 cards, and estimated by samples of the search tree for 21 and 22 (docs/topswops.md). A processor
// without AVX2 takes three times as long.
var prices = [...]float64{0.1, 0.25, 1.5, 9, 90, 1200, 1.3e4, 9.5e4, 1.1e6, 1.8e7}

// gameSeconds is the price of n cards: each card fewer costs a quarter, and each beyond the table 15 times as much.
func gameSeconds(n int) float64 {
	const first, last = 13, 13 + len(prices) - 1
	switch {
	case n < first:
		return float64(prices[0] * elementary.Pow(4, float64(n-first)))
	case n > last:
		return float64(prices[last-first] * elementary.Pow(15, float64(n-last)))
	}
	return prices[n-first]
}

// findSeconds includes the long game that is found first.
func findSeconds(n int) float64 {
	if n < 14 {
		return gameSeconds(n)
	}
	return gameSeconds(n) + float64(4e-5*float64(beamFor(n)))
}

// Table requests the lengths of the longest games on From, ..., To cards.
type Table struct {
	From int `json:"from"`
	To   int `json:"to"`
}

func (Table) Schema() string { return results.TopswopsTableSchema }

func (q Table) Check() error {
	return cmp.Or(number.InRange("n", q.From, 1, q.To), number.InRange("n", q.To, 1, MaxCards))
}

// Seconds implements [results.Question]. All smaller sizes are searched too.
func (q Table) Seconds() (sum float64) {
	for n := range q.To {
		sum += findSeconds(n + 1)
	}
	return sum
}

// Answer implements [run.Answerer]. Each size has the lengths before it as bounds.
func (q Table) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	_, answers, err := Max{N: q.To + 1}.below(ctx, env, 0, true)
	r := games.TopswopsTable{Head: results.Answering(q, results.Exact)}
	for _, a := range answers[min(q.From-1, len(answers)):] {
		r.Rows = append(r.Rows, games.TopswopsRow{N: a.N, Length: a.Length, Decks: a.Count, First: a.Decks[0]})
	}
	return r, err
}
