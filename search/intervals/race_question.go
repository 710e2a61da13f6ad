package intervals

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/densities"
	"dovetail/search/laws"
	"dovetail/search/run"
	"dovetail/search/words"
)

// streams keys the random streams of races: those of an interval of a word that a race chose are others.
const streams = "rank"

// ByDecks is the name of the ranking by sampled intervals.
const ByDecks words.Key = "decks"

func (Race) Schema() string { return results.DecksRankSchema }

func (q Race) About() string {
	all := q.All
	all.Top = 0
	return results.Canonical(Race{All: all, Budget: q.Budget})
}

// AnsweredBy implements [results.Recorded]. Any race of the same words that lists as many answers,
// unless a number of rounds is given.
func (q Race) AnsweredBy(record results.Record) (answer results.Record, width float64, ok bool) {
	r, was := record.(results.BoundRank), q
	if json.Unmarshal(r.Question, &was) != nil || r.Sampling == nil {
		return nil, 0, false
	}
	low, _ := strconv.ParseFloat(r.Best.Low, 64)
	high, _ := strconv.ParseFloat(r.Best.High, 64)
	ok = q.Rounds == 0 && r.Sampling.Delta <= q.Delta && (q.Top <= was.Top || len(r.Rows) < was.Top)
	was.Top = q.Top
	r.Rows, r.QuestionText = r.Rows[:min(q.Top, len(r.Rows))], results.TextOf(was)
	return r, high - low, ok
}

func (q *Race) Params() param.List {
	return append(q.Budget.Params(&q.All), param.Fixed("by", string(ByDecks)),
		param.Chance(&q.Delta, "delta", "1e-6",
			"with --by decks or sampled, probability that not all intervals or bounds hold"),
		param.Seed(&q.Seed),
		param.Int(&q.Rounds, "rounds", "0", 0, MaxRounds,
			"with --by decks, maximum number of rounds; 0 means as many as --work or --time allows"),
		param.Clock(&q.Time).For("--by decks"),
		param.Work(&q.Work, "10m0s", "tests and rounds", "--rounds or --time",
			func() bool { return q.Rounds > 0 || q.Time > 0 }).For("--by decks"))
}

// Among shares time and work among questions for several lengths, by the number of their words;
// without a share they have no limit.
func (q Race) Among(all []results.Question) results.Question {
	first, last := all[0].(Race), all[len(all)-1].(Race)
	share := q.Share([2]int{first.M, last.M})
	if q.Time > 0 {
		q.Time = max(1, time.Duration(float64(q.Time)*share))
	}
	if q.Work > 0 {
		q.Work = max(1, number.Duration(float64(q.Work)*share))
	}
	return q
}

func (q Race) Check() error {
	switch {
	case !(q.Delta > 0 && q.Delta < 1):
		return fmt.Errorf("delta=%v is not a number between 0 and 1", q.Delta)
	case q.Rounds < 0 || q.Rounds > MaxRounds:
		return fmt.Errorf("rounds=%d is out of range 0..%d", q.Rounds, MaxRounds)
	}
	return cmp.Or(q.CheckLimits(), q.certified().Check())
}

// Answer implements [run.Answerer]. If ctx ends before the race does, what is known is part of the
// error.
func (q Race) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	query, err := q.Query(ctx, env.Memo)
	if err != nil {
		return nil, err
	}
	o, err := boundOptions(query, env)
	if err != nil {
		return nil, err
	}
	raced, err := q.run(ctx, query, o)
	if raced == nil {
		return nil, err
	}
	record := raced.record()
	return record, results.Unfinished(err, []results.Record{record})
}

// Follows implements [run.Rechecker]. No interval is wider than the certified one, and the order
// and the best words follow from them.
func (q Race) Follows(ctx context.Context, env run.Options, record results.Record) (results.Record, string, error) {
	want := record.(results.BoundRank)
	if s := want.Sampling; s == nil || s.Rounds < 0 || s.Rounds > cmp.Or(q.Rounds, MaxRounds) {
		return nil, "", errors.New("sampling is missing, or has more rounds than were asked for")
	}
	sampling := *want.Sampling
	sampling.Delta, sampling.Seed = q.Delta, number.OfUint(uint64(q.Seed))
	rest := error(nil)
	switch {
	case sampling.Streams == "":
		rest = results.ErrStreams
	case q.Time > 0 || q.Work == 0 && (q.Rounds == 0 || sampling.Untested+sampling.Unwalked > 0):
		rest = results.ErrPartial("the race ended early, at a moment that nothing repeats")
	}
	if sampling.Streams != "" {
		sampling.Streams = streams
	}
	want.Sampling = &sampling
	query, err := rescored(ctx, q.All, want.Rows, q.Budget)
	if err != nil {
		return nil, "", err
	}
	want.Ranking, want.Budget = q.Heading(q, results.Sampled, ByDecks, query), q.Restated(want.Budget)
	o, err := boundOptions(query, env)
	if err != nil {
		return want, words.RowsRescored, rest // what follows does not fit into memory
	}
	inTime, cancel := earlierContext(ctx)
	defer cancel()
	ranking, err := rankByBounds(inTime, query, q.Budget, false, o)
	switch {
	case run.Over(inTime, err):
		return want, words.RowsRescored, ctx.Err() // nor into the time
	case err == nil:
		err = q.consistent(want, ranking)
	}
	if err != nil {
		return nil, "", err
	}
	want.Precision = words.Precision(query, ranking.Rows, ranking.Close)
	return want, words.RowsRescored + ", that all intervals are within certified ones, proved again, and in order, " +
		"and the best words", rest
}

// earlierContext is over a little before ctx, so that there is time for an answer without what sooner
// interrupts.
func earlierContext(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, end.Add(-time.Until(end)/8))
}

// record is the ranking with its first words. Its question is the one that leads to it again: a
// number of rounds, or the work where that did not pay for one, unless the race ended by the clock.
func (a *raced) record() results.BoundRank {
	q := a.race
	switch {
	case a.timedOut:
		q.Work = 0
	case a.outOfWork:
		q.Time = 0
	default:
		q.Rounds, q.Limits = max(1, a.rounds), run.Limits{}
	}
	record := a.Record(q, results.Sampled, ByDecks, a.query)
	record.Sampling = &results.Sampling{
		Delta: q.Delta, Seed: number.OfUint(uint64(q.Seed)), Streams: streams, Rounds: a.rounds, Words: a.cores,
		Untested: a.untested(), Unwalked: a.unwalked, Price: a.price(),
	}
	record.Sampling.TauC, record.Sampling.TauMeanTVD = a.taus()
	for _, place := range a.compared() {
		record.Sampling.Compared = append(record.Sampling.Compared, a.Row(place))
	}
	return record
}

// compared are the places of the best word by C and of the best word that repeats one letter.
func (a *raced) compared() []int {
	return []int{
		slices.IndexFunc(a.All, func(p Bounded) bool { return p.CRank == 1 }),
		slices.IndexFunc(a.All, func(p Bounded) bool { return strings.Count(p.Word, p.Word[:1]) == len(p.Word) }),
	}
}

// taus are Kendall's tau-b of the ranking with those by C and by mean TVD.
func (a *raced) taus() (byC, byMean float64) {
	places := func(compare func(x, y Bounded) int) (all []int) {
		sorted := slices.SortedFunc(slices.Values(a.All), compare)
		for _, w := range a.All {
			place, _ := slices.BinarySearchFunc(sorted, w, compare)
			all = append(all, place)
		}
		return all
	}
	own := places(func(x, y Bounded) int { return a.Order.Compare(x.Ends, y.Ends) })
	byC = laws.Tau(own, places(func(x, y Bounded) int { return cmp.Compare(y.White, x.White) }))
	return byC, laws.Tau(own, places(func(x, y Bounded) int { return cmp.Compare(x.MeanTVD, y.MeanTVD) }))
}

// consistent refuses a record whose intervals are not within the proved ones, or are out of order.
// If all words are listed, the best words must also follow from the intervals.
func (q Race) consistent(r results.BoundRank, ranking BoundRanking) error {
	of := map[string]Bounded{}
	for _, w := range ranking.All {
		of[w.Word] = w
	}
	if len(r.Sampling.Compared) != 2 {
		return fmt.Errorf("compared has %s, not the best by C and the best that repeats one letter",
			number.Count(len(r.Sampling.Compared), "word"))
	}
	a := &raced{BoundRanking: BoundRanking{Budget: q.Budget, Order: ranking.Order}, race: q}
	listed := map[string]bool{}
	for i, row := range append(slices.Clone(r.Sampling.Compared), r.Rows...) {
		w, known := of[row.Word]
		low, wrongLow := number.ParseRat(row.TVDLow)
		high, wrongHigh := number.ParseRat(row.TVDHigh)
		if !known || wrongLow != nil || wrongHigh != nil || low.Cmp(high) > 0 {
			return fmt.Errorf("%s has no interval %q to %q", row.Word, row.TVDLow, row.TVDHigh)
		}
		certified := w.Record(0)
		lower, wrongLow := number.ParseRat(certified.TVDLow)
		upper, wrongHigh := number.ParseRat(certified.TVDHigh)
		switch {
		case row.LowBy == w.LowBy && row.TVDLow != certified.TVDLow, row.HighBy == w.HighBy && row.TVDHigh != certified.TVDHigh:
			return fmt.Errorf("%s has an end %s to %s that is not the certified one", row.Word, row.TVDLow, row.TVDHigh)
		case wrongLow != nil || wrongHigh != nil || low.Cmp(lower) < 0 || high.Cmp(upper) > 0:
			return fmt.Errorf("%s has an interval wider than the certified one", row.Word)
		case !slices.Contains([]string{densities.ByClosed, densities.ByAnnealed, densities.ByTest, w.LowBy}, row.LowBy),
			!slices.Contains([]string{densities.ByClosed, densities.ByAnnealed, w.HighBy}, row.HighBy):
			return fmt.Errorf("%s has an interval by %q and %q", row.Word, row.LowBy, row.HighBy)
		case row.CRank != w.CRank:
			return fmt.Errorf("%s has rank %d by C, not %d", row.Word, row.CRank, w.CRank)
		}
		if i < len(r.Sampling.Compared) {
			continue
		}
		if listed[row.Word] {
			return fmt.Errorf("%s is listed twice", row.Word)
		}
		listed[row.Word] = true
		if row.LowBy != w.LowBy { // a certified end stays as it is, because rows are in the order of ends before their rounding
			w.Low, w.LowBy = low, row.LowBy
		}
		if row.HighBy != w.HighBy {
			w.High, w.HighBy = high, row.HighBy
		}
		a.All = append(a.All, w)
	}
	if !slices.IsSortedFunc(a.All, a.Compare) {
		return fmt.Errorf("the rows are not in order")
	}
	if len(a.All) < len(ranking.All) {
		return nil
	}
	if b := a.Best(false); !reflect.DeepEqual(b, r.Best) {
		return fmt.Errorf("best is %+v, the rows say %+v", r.Best, b)
	}
	if b := a.Buys(); !reflect.DeepEqual(b, r.Budget) {
		return fmt.Errorf("the frontier is %+v, the rows say %+v", r.Budget, b)
	}
	for i, place := range a.compared() {
		if r.Sampling.Compared[i] != r.Rows[place] {
			return fmt.Errorf("%s is compared, not %s", r.Sampling.Compared[i].Word, r.Rows[place].Word)
		}
	}
	byC, byMean := a.taus()
	if byC != r.Sampling.TauC || byMean != r.Sampling.TauMeanTVD {
		return fmt.Errorf("the tau of Kendall is %v and %v, the rows say %v and %v",
			r.Sampling.TauC, r.Sampling.TauMeanTVD, byC, byMean)
	}
	return nil
}
