package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm/number"
	"dovetail/perm/topswops"
	"dovetail/results"
	"dovetail/results/games"
	"dovetail/search/population"
	"dovetail/search/run"
	swops "dovetail/search/topswops"
	"dovetail/search/topswops/bundles"
)

// longest plays the decks and adds up the counts. If that is allowed it searches again, for the
// number of decks and the statistics. If the decks hold, are different, and their number is right,
// they are all of them.
func longest(e *checker, q swops.Max, r games.TopswopsMax) error {
	want := r
	q.Fill(&want)
	if err := cmp.Or(
		e.same(want),
		playAll(q, r), addUp(r), checkTasks(r), checkParts(q, r),
	); err != nil {
		return err
	}
	if len(r.Decks) > 0 {
		e.checked("decks and ends, played")
	}
	e.checked("nodes, visits and tasks, added up")
	again, done, err := within(e, "length, count, nodes, visits, bundles, tasks, assumed, decks",
		longestSeconds(q, r),
		func(ctx context.Context) (games.TopswopsMax, error) { return searchAgain(ctx, e, q) })
	if err == nil && !done {
		return onePart(e, q, r)
	}
	if err != nil {
		return err
	}
	again.QuestionText, again.Decks, again.Ends = r.QuestionText, r.Decks, r.Ends
	e.checked("every other field, by the whole search")
	return e.same(again)
}

// searchAgain is the same search without a list of the decks.
func searchAgain(ctx context.Context, e *checker, q swops.Max) (games.TopswopsMax, error) {
	q.CountOnly = true
	return run.AnswerTo[games.TopswopsMax](ctx, q, run.Options{Threads: e.Threads})
}

// checkParts compares the ends of the base in each part of a search by bundles with those that the
// part must have, and adds the parts up. The thresholds must suit the requested games. The length
// of these is that of the record if they are the longest.
func checkParts(q swops.Max, r games.TopswopsMax) error {
	ends, roots, err := q.Ends(cmp.Or(q.AtLeast, r.Length), run.Shard{})
	if err != nil {
		return err
	}
	if err := cmp.Or(
		require(len(r.Parts) == len(ends), "there are %d parts of the work, not %d", len(r.Parts), len(ends)),
		require(r.Tasks != nil && r.Tasks.Roots == roots, "the search has %d root tasks", roots),
	); err != nil {
		return err
	}
	var sum [4]big.Int
	for i, p := range r.Parts {
		if err := require(i == 0 || r.Parts[i-1].Part < p.Part, "part %d is out of order", p.Part); err != nil {
			return err
		}
		if want := number.OfUint(ends[p.Part]); p.Ends.Cmp(want.Int) != 0 {
			return fmt.Errorf("part %d has %s ends, not %s", p.Part, p.Ends, want)
		}
		for i, c := range p.Each() {
			sum[i].Add(&sum[i], c.Int)
		}
	}
	for _, s := range r.Bundles {
		for i, c := range s.Each() {
			sum[i].Sub(&sum[i], c.Int)
		}
	}
	whole := !slices.ContainsFunc(sum[:], func(x big.Int) bool { return x.Sign() != 0 })
	return require(whole, "parts and sizes do not add up to the same")
}

// onePart searches the part of a whole search by bundles that takes the least time, if that is
// allowed. The part must do the work in the record, and find no deck that is missing there.
func onePart(e *checker, q swops.Max, r games.TopswopsMax) error {
	if len(r.Parts) == 0 {
		return nil
	}
	visits := func(p games.TopswopsPart) *big.Int { return new(big.Int).Add(p.Games.Int, p.Looks.Int) }
	part := slices.MinFunc(r.Parts, func(p, q games.TopswopsPart) int { return visits(p).Cmp(visits(q)) })
	alone := r
	alone.Nodes, alone.Visits = part.Bundles, number.Of(visits(part))
	again, done, err := within(e, fmt.Sprintf("part %d of the work", part.Part), longestSeconds(q, alone),
		func(ctx context.Context) (games.TopswopsMax, error) {
			q.CountOnly = true
			return q.InPart(ctx, run.Options{Threads: e.Threads}, run.Shard{I: uint32(part.Part), N: bundles.PartsOfWork})
		})
	if err != nil || !done {
		return err
	}
	e.checked("part %d of the work, searched again", part.Part)
	return cmp.Or(
		require(fmt.Sprint(part) == fmt.Sprint(again.Parts[0]), "part %d of the work is %+v", part.Part, again.Parts[0]),
		require(again.Length <= r.Length && again.Count.Cmp(r.Count.Int) <= 0,
			"part %d of the work finds %s decks of up to %d moves", part.Part, again.Count, again.Length))
}

// longestSeconds is about the time of the search behind a record: 16 ns for each deck that it
// visited, and the time of smaller decks.
func longestSeconds(q swops.Max, r games.TopswopsMax) float64 {
	looked, _ := new(big.Float).SetInt(r.Visits.Int).Float64()
	followed, _ := new(big.Float).SetInt(r.Nodes.Int).Float64()
	seconds := float64(16e-9 * (looked + followed))
	if !q.Known {
		seconds += swops.Table{To: q.N - 1}.Seconds()
	}
	return seconds
}

// playAll plays the decks that are listed, which must be in order.
func playAll(q swops.Max, r games.TopswopsMax) error {
	if err := cmp.Or(
		require(!q.CountOnly || len(r.Decks) == 0, "decks are listed that were to be counted"),
		require(q.CountOnly || number.OfInt(int64(len(r.Decks))).Cmp(r.Count.Int) == 0, "%d decks are listed, count is %s",
			len(r.Decks), r.Count),
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
func addUp(r games.TopswopsMax) error {
	nodes, visits := new(big.Int), new(big.Int)
	above := r.N + 1
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

// below requires that the sizes of a table go down, to the least at most.
func below(above *int, least, size int) error {
	err := require(size < *above && size >= least, "the row of %d cards is out of order, or out of range", size)
	*above = size
	return err
}

// checkTasks requires that each task is counted once, and that the longest games of the tasks make
// that of the record and need no more decks than it counts.
func checkTasks(r games.TopswopsMax) error {
	t := r.Tasks
	if t == nil {
		return errors.New("the tasks are missing")
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

// table searches as many rows again as are allowed.
func table(e *checker, q swops.Table, r games.TopswopsTable) error {
	if err := require(len(r.Rows) == q.To-q.From+1, "rows has %d entries, not %d", len(r.Rows), q.To-q.From+1); err != nil {
		return err
	}
	part := swops.Table{From: q.From, To: q.From}
	for part.To < q.To && (e.Time == 0 || swops.Table{To: part.To + 1}.Seconds() <= e.Time.Seconds()) {
		part.To++
	}
	again, done, err := within(e, everything, part.Seconds(), func(ctx context.Context) (games.TopswopsTable, error) {
		return run.AnswerTo[games.TopswopsTable](ctx, part, run.Options{Threads: e.Threads})
	})
	if err != nil || !done {
		return err
	}
	e.checked("rows to n=%d, searched again", part.To)
	if part.To < q.To {
		e.left("rows", "from n=%d on, as searching again takes about %s, --time allows %v", part.To+1,
			number.Span(swops.Table{To: part.To + 1}.Seconds()), e.Time)
	}
	for i := part.To - q.From + 1; i < len(r.Rows); i++ {
		row, before := r.Rows[i], r.Rows[i-1]
		if err := require(row.N == q.From+i && row.Length >= before.Length && row.Decks.Sign() > 0,
			"row %d of n=%d, %d moves and %s decks does not go on from the one before",
			i+1, row.N, row.Length, row.Decks); err != nil {
			return err
		}
	}
	again.QuestionText, again.Rows = r.QuestionText, append(again.Rows, r.Rows[len(again.Rows):]...)
	return e.same(again)
}

// bounds builds the deck again.
func bounds(e *checker, q swops.Bounds, r games.TopswopsBounds) error {
	return e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		b, err := run.AnswerTo[games.TopswopsBounds](ctx, q, run.Options{})
		b.OnRecord = onRecord(r.OnRecord, b.OnRecord)
		return b, err
	})
}

// onRecord is what a record may say that was on record when it was made: no more than is now, or nothing.
func onRecord(then, now *int) *int {
	if then == nil || now != nil && 0 < *then && *then <= *now {
		return then
	}
	return now
}

// longDecks plays the decks, and grows them again if that is allowed, unless the search ended
// within a round.
func longDecks(e *checker, q swops.Records, r games.TopswopsRecords) error {
	if err := cmp.Or(
		require(r.Kind == results.Bound, "kind is %q", r.Kind),
		require(len(r.Rows) == q.To-q.From+1, "rows has %d entries, not those of %d..%d", len(r.Rows), q.From, q.To),
		require(r.Rounds >= 0 && r.Rounds <= cmp.Or(q.Rounds, population.MaxRounds), "rounds=%d is out of range", r.Rounds),
	); err != nil {
		return err
	}
	played := r
	played.QuestionText, played.Seed, played.Rows = results.TextOf(q), number.OfUint(uint64(q.Seed)), nil
	for i, row := range r.Rows {
		if err := cmp.Or(require(len(row.Deck) == q.From+i, "row %d has a deck of %d cards", i+1, len(row.Deck)),
			topswops.CheckDeck(row.Deck)); err != nil {
			return err
		}
		again := swops.RecordOf(row.Deck)
		again.OnRecord = onRecord(row.OnRecord, again.OnRecord)
		played.Rows = append(played.Rows, again)
	}
	if err := e.same(played); err != nil {
		return err
	}
	e.checked("rows, played")
	if q.Time > 0 || q.Work > 0 || r.Rounds != q.Rounds {
		e.unchecked("rounds", "the search was ended in the midst of one, and what it had found by then is not found again")
		return nil
	}
	return e.whole(q.Seconds(), func(ctx context.Context) (any, error) {
		grown, err := run.AnswerTo[games.TopswopsRecords](ctx, q, run.Options{Threads: e.Threads})
		for i := range min(len(grown.Rows), len(r.Rows)) {
			grown.Rows[i].OnRecord = played.Rows[i].OnRecord
		}
		return grown, err
	})
}
