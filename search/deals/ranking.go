package deals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"dovetail/exact/statistic"
	"dovetail/exact/tally"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
	"dovetail/search/words"
)

// maxWords is the most words in one ranking by deals.
const maxWords = 1_000_000

// sampledWords is the question of the bounds and grids of all words of M letters. The probability
// that any bound is wrong is at most Delta. Each word has Delta over the number of words.
type sampledWords struct {
	N, M    int
	Letters []string // with their models
	Deals   int      // of each word, and of fair decks
	Seed    uint64
	Delta   float64
}

// rankDecks keys the decks of a ranking: a word that one chooses is then sampled on others.
const rankDecks = "rank"

func (sampledWords) Name() string { return "deals/sampled/3" }

func (q sampledWords) Job() (*dealtWords, error) {
	j := &dealtWords{sampledWords: q, found: map[string]dealt{}}
	for _, definition := range q.Letters {
		l, err := notation.ParseLetter(definition)
		if err != nil {
			return nil, err
		}
		j.letters = append(j.letters, l)
	}
	j.laws = sync.OnceValue(func() fairLaws { return newFairLaws(q.N) })
	j.tables.New = func() any {
		return &gridded{newTable(fairly(q.N, q.Seed)), statistic.NewMeasurer(q.N), newGrid(q.N)}
	}
	j.Sum = run.Sum[string, dealt]{
		Of: "sampled words", Tasks: j.words, Do: j.deal, Order: func(a, b dealt) int { return cmp.Compare(a.Word, b.Word) },
		Valid: j.valid, Add: func(d dealt) { j.found[d.Word] = d }, Parts: j.parts,
	}
	return j, nil
}

// dealtWords is the job of package run. A task is a word.
type dealtWords struct {
	run.Sum[string, dealt]
	sampledWords
	letters []notation.Letter
	laws    func() fairLaws
	tables  sync.Pool // of *gridded
	found   map[string]dealt

	dealing sync.Mutex
	fair    []statistic.Values // values of all of them, computed once
}

// gridded deals decks and counts the cells of their cards.
type gridded struct {
	table    *table[uint32]
	measurer *statistic.Measurer
	*grid
}

// dealt is the result of the deals of a word: the event with the decks for which it holds, and the
// grid.
type dealt struct {
	Word       string
	Statistic  string
	AtLeast    bool
	Threshold  int64
	Inside     int64
	FairInside int64 // 0 where the law of a fair deck is known
	White      int
	Distance   float64
	Error      float64 // standard error
}

// count is the number of words.
func (q sampledWords) count() *big.Int {
	k := big.NewInt(int64(len(q.Letters)))
	return k.Exp(k, big.NewInt(int64(q.M)), nil)
}

// share is the delta of one word.
func (q sampledWords) share() float64 {
	all, _ := new(big.Float).SetInt(q.count()).Float64()
	return q.Delta / all
}

// words are all of them.
func (j *dealtWords) words() []string {
	words := []string{""}
	for range j.M {
		var longer []string
		for _, w := range words {
			for _, l := range j.letters {
				longer = append(longer, w+string(l.Name))
			}
		}
		words = longer
	}
	return words
}

// fairDecks are as many as the deals of a word. The first task that needs them deals them.
func (j *dealtWords) fairDecks(ctx context.Context) (_ []statistic.Values, err error) {
	j.dealing.Lock()
	defer j.dealing.Unlock()
	if j.fair == nil {
		j.fair, err = measured(ctx, run.Options{Threads: 1}, fairly(j.N, j.Seed).with(rankDecks), j.Deals, nil)
		if err != nil {
			j.fair = nil
		}
	}
	return j.fair, err
}

// deal deals a word.
func (j *dealtWords) deal(ctx context.Context, word string) ([]dealt, error) {
	c := j.tables.Get().(*gridded)
	defer j.tables.Put(c)
	c.table.take(byLetters(j.N, j.Seed, j.letters, word).with(rankDecks))
	c.clear()
	values, distances := []statistic.Values{}, []float64{}
	for decks := range c.table.deal(ctx, 0, 0, int64(j.Deals)) {
		if len(values) == j.Deals/2 { // the same halves as in halves
			c.takeSides()
		}
		v, err := c.measurer.Measure(ctx, decks[0])
		if err != nil {
			return nil, err
		}
		values = append(values, v)
		c.add(decks[0])
		if c.signs != nil {
			distances = append(distances, c.distance())
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	fairDecks, err := j.fairDecks(ctx)
	if err != nil {
		return nil, err
	}
	laws := j.laws()
	b := laws.boundOf(values, fairDecks, j.share())
	m := tally.MomentsOf(distances)
	d := dealt{word, b.statistic.String(), b.event.atLeast, b.threshold, b.inside, b.fairInside, c.white(), m.Mean, 0}
	if m.Variance > 0 {
		d.Error = math.Sqrt(m.Variance / float64(len(distances)))
	}
	return []dealt{d}, nil
}

// valid refuses a result that no deals of a word can have.
func (j *dealtWords) valid(d dealt) error {
	unknown := func(c byte) bool { return notation.Find(j.letters, c) == nil }
	if len(d.Word) != j.M || slices.ContainsFunc([]byte(d.Word), unknown) {
		return fmt.Errorf("%q is no word of %d letters", d.Word, j.M)
	}
	if _, known := j.found[d.Word]; known {
		return fmt.Errorf("%s twice", d.Word)
	}
	tested, side := int64(j.Deals-j.Deals/2), min(j.N, maxStretches)
	_, known := statistic.Named(d.Statistic)
	farthest := 1 - 1/float64(j.N) + 1e-12 // of the distances by stretches
	if !known || d.Threshold < 0 || d.Inside < 0 || d.Inside > tested || d.FairInside < 0 || d.FairInside > tested ||
		d.White < 0 || d.White > side*side || !(math.Abs(d.Distance) <= farthest) || !(d.Error >= 0 && d.Error <= 1) {
		return fmt.Errorf("impossible deals: %+v", d)
	}
	return nil
}

// parts are the words dealt, in order.
func (j *dealtWords) parts() (all []dealt) {
	for _, word := range slices.Sorted(maps.Keys(j.found)) {
		all = append(all, j.found[word])
	}
	return all
}

// ranked is a word with its bound.
type ranked struct {
	dealt
	bound bound
}

// rows are all words. Words proved not to be fair with the smallest bound come first; among the
// others those with more white cells, then those of less distance.
func (j *dealtWords) rows() (all []ranked, err error) {
	if int64(len(j.found)) != j.count().Int64() {
		return nil, fmt.Errorf("the state has %d words of %s", len(j.found), j.count())
	}
	laws := j.laws()
	tested := int64(j.Deals - j.Deals/2)
	for _, d := range j.found {
		s, ok := statistic.Named(d.Statistic)
		if !ok {
			return nil, errors.New("the state has an unknown statistic")
		}
		e := event{s, d.AtLeast, d.Threshold}
		all = append(all, ranked{d, laws.counted(e, tested, d.Inside, d.FairInside, j.share())})
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.bound.low(), b.bound.low()), cmp.Compare(b.White, a.White),
			cmp.Compare(a.Distance, b.Distance), strings.Compare(a.Word, b.Word))
	})
	return all, nil
}

// bySampled is the key of the ranking by bounds from real deals.
const bySampled words.Key = "sampled"

// Ranking ranks all words of a length by what their deals prove, for any size of deck.
type Ranking struct {
	N       int               `json:"n"`
	Letters []notation.Letter `json:"models"`
	M       int               `json:"m"`
	Top     int               `json:"top"`   // rows to list
	Deals   int               `json:"deals"` // of each word
	Seed    number.Uint       `json:"seed"`
	Delta   float64           `json:"delta"` // with probability 1 - Delta all bounds are right
}

// Part names one of several lengths that are requested together.
func (q Ranking) Part() string { return strconv.Itoa(q.M) }

// job is the question of the runner.
func (q Ranking) job() sampledWords {
	return sampledWords{
		N: q.N, M: q.M, Letters: notation.Definitions(q.Letters), Deals: q.Deals, Seed: uint64(q.Seed), Delta: q.Delta,
	}
}

func (q *Ranking) Params() param.List {
	return append(param.List{
		param.Cards(&q.N, "52", 1, maxSampledDeck), words.Length(&q.M), words.Top(&q.Top),
		param.Fixed("by", string(bySampled)),
		param.Int(&q.Deals, "deals", "1000", 2, MaxSamples, "with --by sampled, number of deals of each word, 2 to 1e6"),
		param.Chance(&q.Delta, "delta", "1e-6",
			"with --by decks or sampled, probability that not all intervals or bounds hold"),
		param.Seed(&q.Seed),
	}, spelling.Alphabet(&q.N, &q.Letters)...)
}

func (Ranking) Schema() string { return results.SampledRankSchema }

func (q Ranking) Check() error {
	err := cmp.Or(number.InRange("m", q.M, 1, words.MaxLength), number.InRange("top", q.Top, 0, words.MaxTop))
	if err != nil {
		return err
	}
	if all := q.job().count(); !all.IsInt64() || all.Int64() > maxWords {
		return fmt.Errorf("%s words of length %d are too many to sample each; at most %d", all, q.M, maxWords)
	}
	return checkDeals(q.N, q.Deals, q.Delta, q.Letters)
}

func (q Ranking) Seconds() float64 {
	cards := float64(q.N) * float64(q.Deals)
	each := float64(cards*(float64(1e-9*float64(q.M))+measureSeconds(q.N))) + float64(5e-6*float64(q.Deals)) // and events of every deck
	return float64(cards*measureSeconds(q.N)) + float64(each*float64(q.job().count().Int64()))
}

// memory is the number of bytes that the program takes with a number of threads: for a hand each,
// and one that deals the fair decks, for the values of their decks, and for a row for each word.
func (q Ranking) memory(threads int) uint64 {
	const handBytes, rowBytes = 24, 1 << 10
	values := uint64(q.Deals) * valuesBytes
	hands := uint64(threads+1) * (handBytes*uint64(q.N) + 2*values)
	return number.ProgramBytes + hands + rowBytes*q.job().count().Uint64()
}

func (q Ranking) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if err := number.Fits(fmt.Sprintf("%d deals of %d cards each", q.Deals, q.N), q.memory(1),
		env.Limit()); err != nil {
		return nil, results.Refuse(err)
	}
	for env.Threads = env.Workers(); q.memory(env.Threads) > env.Limit(); {
		env.Threads--
	}
	job, _, err := run.Run(ctx, q.job(), env)
	if err != nil {
		return nil, err
	}
	rows, err := job.rows()
	if err != nil {
		return nil, err
	}
	return q.record(rows), nil
}

func (q Ranking) record(rows []ranked) results.SampledRank {
	one, side := q.job(), min(q.N, maxStretches)
	cells := side * side
	record := results.SampledRank{
		Head: results.Answering(q, results.Sampled), N: q.N, M: q.M, Models: one.Letters,
		Alphabet: notation.ListNames(notation.NamesOf(q.Letters)), By: string(
			bySampled), Words: number.Int{Int: one.count()},
		Deals: q.Deals, Seed: number.OfUint(uint64(q.Seed)), Delta: q.Delta,
		Grid: side, Cell: float64(q.N) * float64(q.Deals) / float64(cells), Tolerance: tolerance(side),
		Rows: []results.SampledRankRow{},
	}
	for i, r := range rows[:min(q.Top, len(rows))] {
		record.Rows = append(record.Rows, results.SampledRankRow{
			Rank: i + 1, Word: r.Word, TVDLow: r.bound.low(),
			Statistic: r.Statistic, Side: r.bound.side(), Threshold: r.Threshold,
			White: r.White, C: results.Share(r.White, cells), Distance: r.Distance, Error: r.Error,
		})
	}
	return record
}
