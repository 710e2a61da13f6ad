package verify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"

	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/population"
	"dovetail/search/run"
	swops "dovetail/search/topswops"
)

// longest plays the decks and adds up the counts; if that is allowed it searches again,
// for the number of decks and the statistics. Decks that hold, are different and as many
// as there are, are all of them.
func longest(e *exam, r results.TopswopsMax) error {
	if err := require(r.N >= 1 && r.N <= swops.MaxCards, "n=%d is out of range 1..%d", r.N, swops.MaxCards); err != nil {
		return err
	}
	engine := swops.Engine(r.Engine)
	known := engine == swops.Bundles || engine == swops.Halving || engine == swops.Forward && r.Tasks == nil
	if err := cmp.Or(
		require(r.Kind == results.Exact, "kind is %q", r.Kind),
		require(known && r.State == "", "engine is %q, state %q", r.Engine, r.State),
		require(len(r.Assumed) == 0 || slices.Equal(r.Assumed, swops.AssumedFor(r.N, r.AtLeast == nil && !r.Sorted)), "lengths of %v cards cannot have been assumed", r.Assumed),
		playAll(r), addUp(r), checkTasks(r), checkParts(r),
	); err != nil {
		return err
	}
	if len(r.Decks) > 0 {
		e.checked("decks and ends, played")
	}
	e.checked("nodes, visits and tasks, added up")
	again, done, err := within(e, "length, count, at_least, sorted, nodes, visits, sizes, bundles, thresholds, tasks, assumed, engine, shard, decks", longestSeconds(r),
		func(ctx context.Context) (results.TopswopsMax, error) { return searchAgain(ctx, e, r) })
	if err == nil && !done {
		return onePart(e, r)
	}
	if err != nil {
		return err
	}
	again.Decks, again.Ends = r.Decks, r.Ends
	e.checked("every other field, by the whole search")
	return e.same(again)
}

// searchAgain asks what a record was asked, without listing decks.
func searchAgain(ctx context.Context, e *exam, r results.TopswopsMax) (results.TopswopsMax, error) {
	o := swops.Options{Bare: true, Engine: swops.Engine(r.Engine), From: r.Thresholds}
	o.Threads = e.Threads
	if len(r.Assumed) > 0 && !r.Sorted {
		o.Known = swops.Known
	}
	var err error
	if o.Shard, err = run.ParseShard(r.Shard); err != nil {
		return r, err
	}
	if err := cmp.Or(
		require(o.Engine != swops.Forward || r.N <= swops.ForwardMax && r.AtLeast == nil && !r.Sorted, "the forward engine finds no such games"),
		require(r.AtLeast == nil || *r.AtLeast >= 0 && *r.AtLeast <= swops.LongestAsked && !r.Sorted, "at_least is out of range 0..%d", swops.LongestAsked),
	); err != nil {
		return r, err
	}
	var a *swops.Answer
	switch {
	case r.Sorted:
		a, err = swops.LongestSorted(ctx, r.N, o)
	case r.AtLeast != nil:
		a, err = swops.AtLeast(ctx, r.N, *r.AtLeast, o)
	default:
		a, err = swops.Longest(ctx, r.N, o)
	}
	if err != nil {
		return r, err
	}
	return a.Record(), nil
}

// checkParts holds the parts of a search by bundles to the ends of the base, of which each
// has its share, and adds them up. The thresholds must suit the games that were asked for, of
// which nothing is known if that was the longest and a shard found none.
func checkParts(r results.TopswopsMax) error {
	if swops.Engine(r.Engine) != swops.Bundles {
		return require(len(r.Thresholds)+len(r.Bundles)+len(r.Parts) == 0, "engine %s has no bundles", r.Engine)
	}
	shard, err := run.ParseShard(r.Shard)
	if err != nil {
		return err
	}
	least := swops.LongestAsked
	switch {
	case r.AtLeast != nil:
		least = *r.AtLeast
	case r.Shard == "":
		least = r.Length
	}
	ends, roots, err := swops.Ends(r.N, least, r.Thresholds, shard)
	if err != nil {
		return err
	}
	if err := cmp.Or(
		require(len(r.Parts) == len(ends), "there are %d parts of the work, not %d", len(r.Parts), len(ends)),
		require(r.Tasks != nil && r.Tasks.Roots == roots, "the search has %d root tasks", roots),
	); err != nil {
		return err
	}
	bundles, games, looks, decks := new(big.Int), new(big.Int), new(big.Int), new(big.Int)
	for i, p := range r.Parts {
		if err := require(i == 0 || r.Parts[i-1].Part < p.Part, "part %d is out of order", p.Part); err != nil {
			return err
		}
		if want := number.OfUint(ends[p.Part]); p.Ends.Cmp(want.Int) != 0 {
			return fmt.Errorf("part %d has %s ends, not %s", p.Part, p.Ends, want)
		}
		bundles.Add(bundles, p.Bundles.Int)
		games.Add(games, p.Games.Int)
		looks.Add(looks, p.Looks.Int)
		decks.Add(decks, p.Decks.Int)
	}
	for _, s := range r.Bundles {
		bundles.Sub(bundles, s.Bundles.Int)
		games.Sub(games, s.Games.Int)
		looks.Sub(looks, s.Looks.Int)
		decks.Sub(decks, s.Decks.Int)
	}
	return require(bundles.Sign()|games.Sign()|looks.Sign()|decks.Sign() == 0, "parts and sizes do not add up to the same")
}

// onePart searches the part of a whole search by bundles that takes the least time, if that
// is allowed: it must do what the record says, and find no deck that the record has not.
func onePart(e *exam, r results.TopswopsMax) error {
	if len(r.Parts) == 0 || r.Shard != "" {
		return nil
	}
	visits := func(p results.TopswopsPart) *big.Int { return new(big.Int).Add(p.Games.Int, p.Looks.Int) }
	part := slices.MinFunc(r.Parts, func(p, q results.TopswopsPart) int { return visits(p).Cmp(visits(q)) })
	alone := r
	alone.Shard = fmt.Sprintf("%d/%d", part.Part, swops.PartsOfWork)
	alone.Nodes, alone.Visits = part.Bundles, number.Of(visits(part))
	again, done, err := within(e, fmt.Sprintf("part %d of the work", part.Part), longestSeconds(alone),
		func(ctx context.Context) (results.TopswopsMax, error) { return searchAgain(ctx, e, alone) })
	if err != nil || !done {
		return err
	}
	e.checked("part %d of the work, searched again", part.Part)
	same, err := sameTree(part, again.Parts[0])
	return cmp.Or(err,
		require(same, "part %d of the work is %+v", part.Part, again.Parts[0]),
		require(again.Length <= r.Length && again.Count.Cmp(r.Count.Int) <= 0, "part %d of the work finds %s decks of up to %d moves", part.Part, again.Count, again.Length))
}

// sameTree reports whether two parts of records are written alike.
func sameTree(a, b any) (bool, error) {
	s, err := json.Marshal(a)
	if err != nil {
		return false, err
	}
	t, err := json.Marshal(b)
	return bytes.Equal(s, t), err
}

// longestSeconds is about what the search behind a record takes: 16 ns for each deck
// that it looked at, and what smaller decks take.
func longestSeconds(r results.TopswopsMax) float64 {
	looked, _ := new(big.Float).SetInt(r.Visits.Int).Float64()
	followed, _ := new(big.Float).SetInt(r.Nodes.Int).Float64()
	seconds := 16e-9 * (looked + followed)
	if len(r.Assumed) == 0 {
		for n := range r.N {
			seconds += gameSeconds(n)
		}
	}
	return seconds
}

// gameSeconds is about what the search for the longest games on n cards takes.
func gameSeconds(n int) float64 {
	if n < 13 {
		return 0.3 * math.Pow(4, float64(n-13))
	}
	return 0.3 * math.Pow(9, float64(n-13))
}

// playAll plays the decks that are listed, which must be in order.
func playAll(r results.TopswopsMax) error {
	if err := cmp.Or(
		require(len(r.Decks) == 0 || number.OfInt(int64(len(r.Decks))).Cmp(r.Count.Int) == 0, "%d decks are listed, count is %s", len(r.Decks), r.Count),
		require(len(r.Ends) == len(r.Decks), "%d decks have %d ends", len(r.Decks), len(r.Ends)),
	); err != nil {
		return err
	}
	least, longest := r.Length, 0
	if r.AtLeast != nil {
		least = *r.AtLeast
	}
	for i, d := range r.Decks {
		if err := cmp.Or(
			require(len(d) == r.N, "deck %d has %d cards, not %d", i+1, len(d), r.N),
			topswops.CheckDeck(d),
		); err != nil {
			return err
		}
		g := topswops.Play(d, false)
		longest = max(longest, g.Length())
		if err := cmp.Or(
			require(g.Length() >= least && g.Length() <= r.Length, "deck %d has %d moves, not %d", i+1, g.Length(), r.Length),
			require(slices.Equal(g.End, r.Ends[i]), "deck %d ends as %v", i+1, g.End),
			require(!r.Sorted || slices.IsSorted(g.End), "deck %d does not end in order", i+1),
			require(i == 0 || slices.Compare(r.Decks[i-1], d) < 0, "decks %d and %d are equal or out of order", i, i+1),
		); err != nil {
			return err
		}
	}
	return require(len(r.Decks) == 0 || longest == r.Length, "the longest deck has %d moves, not %d", longest, r.Length)
}

// addUp adds up nodes and visits by size, the largest first.
func addUp(r results.TopswopsMax) error {
	nodes, visits := new(big.Int), new(big.Int)
	above := r.N + 1
	for _, s := range r.Sizes {
		if err := below(&above, 1, s.Cards); err != nil {
			return err
		}
		nodes.Add(nodes, s.Nodes.Int)
		visits.Add(visits, s.Visits.Int)
	}
	for _, s := range r.Bundles {
		if err := below(&above, r.N-len(r.Thresholds), s.Cards); err != nil {
			return err
		}
		nodes.Add(nodes, s.Bundles.Int)
		visits.Add(visits, s.Games.Int)
		visits.Add(visits, s.Looks.Int)
	}
	return require(nodes.Cmp(r.Nodes.Int) == 0 && visits.Cmp(r.Visits.Int) == 0,
		"nodes and visits of the sizes add up to %s and %s, not %s and %s", nodes, visits, r.Nodes, r.Visits)
}

// below wants the sizes of a table to go down, to the least at most.
func below(above *int, least, size int) error {
	err := require(size < *above && size >= least, "the row of %d cards is out of order, or out of range", size)
	*above = size
	return err
}

// checkTasks wants each task to be counted once, and the longest games of the tasks to
// make that of the record and to need no more decks than it counts.
func checkTasks(r results.TopswopsMax) error {
	t := r.Tasks
	if t == nil {
		return nil
	}
	found := new(big.Int)
	for i, b := range t.Bests {
		if b.Tasks.Sign() <= 0 || i > 0 && b.Length <= t.Bests[i-1].Length {
			return fmt.Errorf("the longest decks of the tasks are out of order at length %d", b.Length)
		}
		found.Add(found, b.Tasks.Int)
	}
	done := new(big.Int).Add(found, t.Empty.Int)
	if err := require(done.Cmp(t.Done.Int) == 0 && done.Cmp(big.NewInt(int64(t.Roots))) >= 0 && t.Roots > 0,
		"the tasks add up to %s, not to %s from %d roots", done, t.Done, t.Roots); err != nil {
		return err
	}
	if len(t.Bests) == 0 {
		return require(r.Count.Sign() == 0, "no task found a deck, but count is %s", r.Count)
	}
	best := t.Bests[len(t.Bests)-1]
	if r.AtLeast == nil {
		found = best.Tasks.Int
	}
	return cmp.Or(
		require(best.Length == r.Length, "the longest deck of all tasks has %d moves, not %d", best.Length, r.Length),
		require(found.Cmp(r.Count.Int) <= 0, "%s tasks found decks, but count is %s", found, r.Count),
	)
}

// play plays the deck again.
func play(e *exam, r results.TopswopsPlay) error {
	if err := topswops.CheckDeck(r.Deck); err != nil {
		return err
	}
	_, err := e.whole(float64(r.Length)*float64(len(r.Deck))*1e-9, func(ctx context.Context) (any, error) {
		g, err := topswops.PlayUntil(ctx, r.Deck, len(r.Deck) <= topswops.PrintedCards)
		if err != nil {
			return nil, err
		}
		return g.Record(), nil
	})
	return err
}

// census counts all decks, or adds up what is counted.
func census(e *exam, r results.TopswopsCensus) error {
	if err := require(r.N >= 1 && r.N <= swops.CensusMax, "n=%d is out of range 1..%d", r.N, swops.CensusMax); err != nil {
		return err
	}
	orders := new(big.Int).MulRange(1, int64(r.N))
	decks, _ := new(big.Float).SetInt(orders).Float64()
	done, err := e.whole(decks/float64(r.N)*2e-8, func(ctx context.Context) (any, error) {
		return swops.CensusRecord(ctx, r.N, run.Options{Threads: e.Threads})
	})
	if err != nil || done {
		return err
	}
	sum := new(big.Int)
	for _, c := range r.Counts {
		sum.Add(sum, c.Int)
	}
	if err := require(sum.Cmp(orders) == 0, "the counts add up to %s, not to %d! = %s", sum, r.N, orders); err != nil {
		return err
	}
	want := r
	want.Kind, want.Total, want.Sources = results.Exact, number.Of(orders), number.OfUint(swops.Sources(r.N))
	want.Fill()
	e.checked("total, moments and sources, from formulas and the counts")
	return e.same(want)
}

// table searches as many rows again as are allowed.
func table(e *exam, r results.TopswopsTable) error {
	if err := require(len(r.Rows) >= 1 && len(r.Rows) <= swops.MaxCards, "rows has %d entries, not 1 to %d", len(r.Rows), swops.MaxCards); err != nil {
		return err
	}
	seconds, to := 0.0, 0
	for to < len(r.Rows) && (to == 0 || e.Time == 0 || seconds+gameSeconds(to+1) <= e.Time.Seconds()) {
		to++
		seconds += gameSeconds(to)
	}
	again, done, err := within(e, everything, seconds, func(ctx context.Context) (results.TopswopsTable, error) {
		o := swops.Options{}
		o.Threads = e.Threads
		answers, err := swops.Table(ctx, to, o)
		return swops.TableRecord(answers), err
	})
	if err != nil || !done {
		return err
	}
	e.checked("rows to n=%d, searched again", to)
	if to < len(r.Rows) {
		e.left("rows", "from n=%d on, as searching again takes about %s, --time allows %v", to+1, duration(gameSeconds(to+1)), e.Time)
	}
	for i, row := range r.Rows[to:] {
		if err := require(row.N == to+i+1 && row.Length >= r.Rows[to+i-1].Length && row.Decks.Sign() > 0, "row %d of n=%d, %d moves and %s decks does not go on from the one before", to+i+1, row.N, row.Length, row.Decks); err != nil {
			return err
		}
	}
	again.Rows = append(again.Rows, r.Rows[to:]...)
	return e.same(again)
}

// bounds builds the deck again.
func bounds(e *exam, r results.TopswopsBounds) error {
	if err := require(r.N >= 1 && r.N <= swops.BoundsMax, "n=%d is out of range 1..%d", r.N, swops.BoundsMax); err != nil {
		return err
	}
	_, err := e.whole(1, func(ctx context.Context) (any, error) {
		b, err := swops.BoundsAt(ctx, r.N)
		b.OnRecord = formerly(r.OnRecord, b.OnRecord)
		return b, err
	})
	return err
}

// formerly is what was on record: no more than is now, or nothing yet.
func formerly(then, now *int) *int {
	if then == nil || now != nil && 0 < *then && *then <= *now {
		return then
	}
	return now
}

// longDecks plays the decks, and grows them again if that is allowed.
func longDecks(e *exam, r results.TopswopsRecords) error {
	if err := cmp.Or(
		require(r.Kind == results.Bound, "kind is %q", r.Kind),
		require(len(r.Rows) > 0 && len(r.Rows) <= population.MaxCards, "rows has %d entries, not 1 to %d", len(r.Rows), population.MaxCards),
		require(r.Rounds >= 1 && r.Rounds <= population.MaxRounds, "rounds=%d is out of range 1..%d", r.Rounds, population.MaxRounds),
	); err != nil {
		return err
	}
	from, played := len(r.Rows[0].Deck), r
	played.Rows = nil
	for i, row := range r.Rows {
		if err := cmp.Or(
			require(len(row.Deck) == from+i && from+i <= population.MaxCards, "row %d has a deck of %d cards", i+1, len(row.Deck)),
			topswops.CheckDeck(row.Deck),
		); err != nil {
			return err
		}
		again := swops.RecordOf(row.Deck)
		again.OnRecord = formerly(row.OnRecord, again.OnRecord)
		played.Rows = append(played.Rows, again)
	}
	if err := e.same(played); err != nil {
		return err
	}
	e.checked("rows, played")
	q := population.Query{N: from + len(r.Rows) - 1, Seed: r.Seed.Uint64(), Rounds: r.Rounds}
	_, err := e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		grown, err := swops.Records(ctx, from, q, run.Options{Threads: e.Threads})
		for i := range min(len(grown.Rows), len(r.Rows)) {
			grown.Rows[i].OnRecord = played.Rows[i].OnRecord
		}
		return grown, err
	})
	return err
}

// estimate makes the same probes again, which is free of the pace of the machine.
func estimate(e *exam, r results.TopswopsEstimate) error {
	known, published := swops.KnownAt(r.N)
	if err := cmp.Or(
		require(r.N >= 2 && r.N <= len(swops.Known)+1, "n=%d is out of range 2..%d", r.N, len(swops.Known)+1),
		require(r.Least >= 1 && r.Least <= swops.LongestAsked, "least=%d is out of range 1..%d", r.Least, swops.LongestAsked),
		require(r.Source == "given" || published && r.Source == known.Source && r.Least == known.Length, "least is %d by %q", r.Least, r.Source),
		require((r.Kind == results.Exact) == (r.Probes == 0 && r.Nodes > 0) && r.Probes >= 0 && r.Forecasts >= 0, "%d probes and %d forecasts are no estimate", r.Probes, r.Forecasts),
		require(r.CPU >= 0 && nearly(r.CPUError*r.Visits, r.CPU*r.VisitsError), "cpu_seconds are not in proportion to visits"),
	); err != nil {
		return err
	}
	e.checked("least and its source, and that the seconds are in proportion to the decks looked at")
	_, err := e.whole(float64(r.Probes), func(ctx context.Context) (any, error) {
		return swops.Probe(ctx, r)
	})
	return err
}

// nearly reports whether two numbers are equal but for roundings.
func nearly(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)) }
