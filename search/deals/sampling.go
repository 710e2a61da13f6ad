package deals

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"dovetail/exact/statistic"
	"dovetail/exact/tally"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/fileio"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// Limits of samples: of the deck, and of the number of deals.
const (
	maxSampledDeck = 10_000_000
	MaxSamples     = 1_000_000
)

// Sampling asks what statistics of real decks say about a word, for any size of deck.
type Sampling struct {
	N       int               `json:"n"`
	Letters []notation.Letter `json:"models"`
	Word    string            `json:"word"` // spelled in the letters' names
	Deals   int               `json:"deals"`
	Seed    number.Uint       `json:"seed"`
	Delta   float64           `json:"delta"` // the probability that the bound is wrong is at most this
}

func (Sampling) Schema() string { return results.SampleSchema }

func (q *Sampling) Params() param.List {
	return append(spelling.Own(&q.N, &q.Letters, &q.Word),
		param.Cards(&q.N, "52", 1, maxSampledDeck),
		param.Int(&q.Deals, "deals", "1e4", 2, MaxSamples, "number of decks to deal, 2 to 1e6"),
		param.Chance(&q.Delta, "delta", "1e-6", "probability that the bound does not hold"),
		param.Seed(&q.Seed))
}

func (q Sampling) Check() error {
	if q.Word == "" {
		return errors.New("the word is empty")
	}
	if err := checkDeals(q.N, q.Deals, q.Delta, q.Letters); err != nil {
		return err
	}
	return notation.CheckWord(q.N, q.Letters, q.Word)
}

// checkDeals refuses what cannot be sampled.
func checkDeals(n, deals int, delta float64, letters []notation.Letter) error {
	switch {
	case n < 1 || n > maxSampledDeck:
		return fmt.Errorf("n=%d is out of range 1..%d", n, maxSampledDeck)
	case deals < 2 || deals > MaxSamples:
		return fmt.Errorf("%d deals are not in 2..%d; half of them choose an event, half test it", deals, MaxSamples)
	case !(delta > 0 && delta < 1):
		return fmt.Errorf("delta=%v: want a probability above 0 and below 1", delta)
	}
	if err := notation.CheckLetters(n, letters); err != nil {
		return err
	}
	return dealable(letters)
}

// dealable refuses letters that deal small decks only.
func dealable(letters []notation.Letter) error {
	for _, l := range letters {
		if shuffle.DealerFor[uint32](l.Model, 16) == nil && l.Model.Check(16) == nil {
			return fmt.Errorf("%s cannot be sampled on large decks", l)
		}
	}
	return nil
}

// Seconds is roughly the time of the question on one processor, fair decks included: a nanosecond a
// card for each letter, and measuring.
func (q Sampling) Seconds() float64 {
	cards := float64(q.N) * float64(q.Deals)
	return cards * (float64(1e-9*float64(len(q.Word))) + float64(2*measureSeconds(q.N)))
}

// memory is roughly the number of bytes that a number of threads take.
func (q Sampling) memory(threads int) uint64 { return 40 * uint64(q.N) * uint64(threads) }

// measureSeconds is the time of one card of a fair deck, dealing it included. It grows as decks leave the caches.
func measureSeconds(n int) float64 {
	return min(4e-7, float64(4e-8*elementary.Pow(max(1, float64(n)/1e5), 0.7)))
}

// sampled is the data of the answer.
type sampled struct {
	word, fair []statistic.Values // of each deck
	laws       fairLaws
	bound      bound
}

// sample deals, and writes the word's decks to save unless that is nil.
func (q Sampling) sample(ctx context.Context, o run.Options, save io.Writer) (s sampled, err error) {
	o.Meter.Start(2*float64(q.Deals), 0)
	defer o.Meter.Stop()
	if s.word, err = measured(ctx, o, byLetters(q.N, uint64(q.Seed), q.Letters, q.Word), q.Deals, save); err != nil {
		return s, err
	}
	if s.fair, err = measured(ctx, o, fairly(q.N, uint64(q.Seed)), q.Deals, nil); err != nil {
		return s, err
	}
	s.laws = newFairLaws(q.N)
	s.bound = s.laws.boundOf(s.word, s.fair, q.Delta)
	return s, nil
}

// forDeals are the options of the deals for an answer.
func forDeals(o run.Options) run.Options {
	o.Meter = o.Meter.For("deals")
	return o
}

// measured is the statistics of a number of decks, which are written to save, in order, unless that
// is nil.
func measured(ctx context.Context, o run.Options, s Source[uint32], decks int, save io.Writer) ([]statistic.Values, error) {
	type text struct {
		number int
		line   []byte
	}
	all := make([]statistic.Values, decks)
	lines, waiting, next := bufio.NewWriter(cmp.Or(save, io.Discard)), map[int][]byte{}, 0
	err := Sum(ctx, o, s, 0, int64(decks), 1, func(ctx context.Context) func(int, Decks[uint32]) text {
		measurer := statistic.NewMeasurer(s.n)
		return func(k int, dealt Decks[uint32]) (t text) {
			for decks := range dealt {
				all[k], _ = measurer.Measure(ctx, decks[0]) // an error is that of ctx
				if save != nil {
					t = text{k, line(decks[0])}
				}
			}
			return t
		}
	}, func(_ int, t text) (err error) {
		for waiting[t.number] = t.line; err == nil && waiting[next] != nil; next++ {
			_, err = lines.Write(waiting[next])
			delete(waiting, next)
		}
		return err
	})
	return all, cmp.Or(err, lines.Flush())
}

// line is a deck as a JSON list of its cards, counted from 1.
func line(deck []uint32) (to []byte) {
	for j, c := range deck {
		if j == 0 {
			to = append(to, '[')
		} else {
			to = append(to, ',')
		}
		to = strconv.AppendUint(to, uint64(c)+1, 10)
	}
	return append(to, ']', '\n')
}

func (q Sampling) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	return q.Written(ctx, env, "")
}

// Written is the answer. The decks are written to the file save, if that is named.
func (q Sampling) Written(ctx context.Context, env run.Options, save string) (results.Record, error) {
	s, err := q.sampled(ctx, env, save)
	if err != nil {
		return nil, err
	}
	return q.record(s), nil
}

// sampled is the sample that answer and picture share.
func (q Sampling) sampled(ctx context.Context, env run.Options, save string) (sampled, error) {
	threads := env.Workers()
	if err := number.Fits(fmt.Sprintf("%d threads that deal %d cards", threads, q.N), q.memory(threads),
		env.Limit()); err != nil {
		return sampled{}, results.Refuse(err)
	}
	return run.Shared(env.Memo, results.Canonical(q), func() (s sampled, err error) {
		deal := func(w io.Writer) (err error) { s, err = q.sample(ctx, forDeals(env), w); return err }
		if save == "" {
			err = deal(nil)
		} else {
			err = fileio.Write(save, deal)
		}
		return s, err
	})
}

// Follows implements [run.Rechecker]. The bound follows from the record's counts, as does what a
// fair deck is like. It fails on counts that no deals have.
func (q Sampling) Follows(_ context.Context, _ run.Options, record results.Record) (results.Record, string, error) {
	r := record.(results.Sample)
	s, known := statistic.Named(r.Event.Statistic)
	fairInside := int64(0)
	if r.Event.FairInside != nil {
		fairInside = *r.Event.FairInside
	}
	tested := int64(q.Deals - q.Deals/2)
	if !known || min(r.Event.Inside, fairInside) < 0 || max(r.Event.Inside,
		fairInside) > tested || len(r.Statistics) != statistic.Count {
		return nil, "", fmt.Errorf("no deals count %+v, in %d statistics", r.Event, len(r.Statistics))
	}
	laws := newFairLaws(q.N)
	b := laws.counted(event{s, r.Event.Side == atLeast, r.Event.Threshold}, tested, r.Event.Inside, fairInside, q.Delta)
	want := q.begun(b)
	for k, old := range r.Statistics {
		old.Name = statistic.Statistic(k).String()
		old.FairMean, old.FairSD, old.FairBy = laws[k].Mean, laws[k].SD, laws[k].By
		again, err := q.described(statistic.Statistic(k), old)
		if err != nil {
			return nil, "", err
		}
		want.Statistics = append(want.Statistics, again)
	}
	return want, "the bound, from its counts, and the laws of a fair deck", nil
}

// described is a statistic as it follows from its histogram. If it has none its figures must be
// possible for some decks.
func (q Sampling) described(k statistic.Statistic, s results.SampledStatistic) (results.SampledStatistic, error) {
	most := float64(q.N) * float64(q.N) // no statistic of a deck is larger, nor below 0
	order := []int64{0, s.Min, s.Low, s.Median, s.High, s.Max, int64(most)}
	if mid := []float64{float64(s.Min), s.Mean, float64(s.Max)}; !slices.IsSorted(order) || !slices.IsSorted(mid) ||
		min(s.MeanError, s.SD, s.SDError, s.DealtMean, s.DealtSD) < 0 ||
		max(s.MeanError, s.SD, s.SDError, s.DealtMean, s.DealtSD) > most {
		return s, fmt.Errorf("no deck has the %s of %v to %v and %v on average", s.Name, s.Min, s.Max, s.Mean)
	}
	if s.Histogram == nil {
		return s, nil
	}
	var values []int64
	for i, bar := range s.Histogram {
		if bar.Deals < 1 || bar.Deals > q.Deals-len(values) || i > 0 && bar.Value <= s.Histogram[i-1].Value {
			return s, fmt.Errorf("%s counts %d deals with %d, out of order or too many", s.Name, bar.Deals, bar.Value)
		}
		values = append(values, slices.Repeat([]int64{bar.Value}, bar.Deals)...)
	}
	if len(values) < q.Deals {
		return s, fmt.Errorf("%s counts %d of %d deals", s.Name, len(values), q.Deals)
	}
	again := describe(k, statistic.Law{Mean: s.FairMean, SD: s.FairSD, By: s.FairBy}, values, values)
	again.DealtMean, again.DealtSD = s.DealtMean, s.DealtSD
	return again, nil
}

// begun is the record without its statistics.
func (q Sampling) begun(b bound) results.Sample {
	record := results.Sample{
		Head: results.Answering(q, results.Sampled),
		N:    q.N, Word: q.Word, Deals: q.Deals, Seed: number.OfUint(uint64(q.Seed)), Delta: q.Delta,
		TVDLow: b.low(), Event: b.record(), Models: notation.Definitions(q.Letters),
	}
	return record
}

func (q Sampling) record(s sampled) results.Sample {
	record := q.begun(s.bound)
	for k := range statistic.Statistic(statistic.Count) {
		record.Statistics = append(record.Statistics, describe(k, s.laws[k], column(s.word, k), column(s.fair, k)))
	}
	return record
}

func (b bound) record() results.Event {
	e := results.Event{
		Statistic: b.statistic.String(), Side: b.side(), Threshold: b.threshold,
		Tested: b.tested, Inside: b.inside, AtLeast: b.atLeast, FairBy: statistic.Exact, FairAtMost: b.fairAtMost,
	}
	if b.fairTested > 0 {
		e.FairBy, e.FairTested, e.FairInside = results.Sampled, b.fairTested, &b.fairInside
	}
	return e
}

// The names of the sides of a threshold.
const (
	atMost  = "at most"
	atLeast = "at least"
)

func (e event) side() string {
	if e.atLeast {
		return atLeast
	}
	return atMost
}

// column is one statistic of all decks, sorted.
func column(decks []statistic.Values, s statistic.Statistic) []int64 {
	values := make([]int64, len(decks))
	for k, v := range decks {
		values[k] = v[s]
	}
	slices.Sort(values)
	return values
}

// fewValues is the most values that are listed one by one.
const fewValues = 64

func describe(s statistic.Statistic, law statistic.Law, values, fairValues []int64) results.SampledStatistic {
	m, f := tally.MomentsOf(values), tally.MomentsOf(fairValues)
	quantile := func(share float64) int64 { return values[max(0, int(math.Ceil(share*float64(len(values))))-1)] }
	r := results.SampledStatistic{
		Name: s.String(),
		Mean: m.Mean, MeanError: math.Sqrt(m.Variance / float64(len(values))), SD: math.Sqrt(m.Variance),
		Min: values[0], Low: quantile(0.05), Median: quantile(0.5), High: quantile(0.95), Max: values[len(values)-1],
		FairMean: law.Mean, FairSD: law.SD, FairBy: law.By,
		DealtMean: f.Mean, DealtSD: math.Sqrt(f.Variance),
	}
	if m.Variance > 0 {
		r.SDError = m.VarianceError / (2 * r.SD)
	}
	for _, x := range values {
		if k := len(r.Histogram); k == 0 || r.Histogram[k-1].Value != x {
			if k == fewValues {
				r.Histogram = nil
				break
			}
			r.Histogram = append(r.Histogram, results.Bar{Value: x})
		}
		r.Histogram[len(r.Histogram)-1].Deals++
	}
	return r
}

// maxBars is about the number of bars of a curve.
const maxBars = 60

// Picture draws the shares of each statistic beside those of a fair deck, by its law where that is
// known.
func (q Sampling) Picture(ctx context.Context, env run.Options, _ []results.Record) ([]figure.Block, error) {
	s, err := q.sampled(ctx, env, "")
	if err != nil {
		return nil, err
	}
	blocks := []figure.Block{
		figure.Title(fmt.Sprintf("%s on %d cards, dealt %d times", q.Word, q.N, q.Deals)),
		figure.Caption(fmt.Sprintf("Shares of the deals with each value, or in each stretch of values. Seed %d.",
			q.Seed)),
	}
	for k := range statistic.Statistic(statistic.Count) {
		word, fairs := column(s.word, k), column(s.fair, k)
		least, most := min(word[0], fairs[0]), max(word[len(word)-1], fairs[len(fairs)-1])
		step := 1 + (most-least)/maxBars
		bars := make([]float64, (most-least)/step+1)
		dealt := func(values []int64) []float64 {
			shares := slices.Clone(bars)
			for _, x := range values {
				shares[(x-least)/step] += 1 / float64(len(values))
			}
			return shares
		}
		fairly := figure.Series{Name: "fair decks dealt", First: int(least), Y: dealt(fairs)}
		if upTo := s.laws[k].UpTo; upTo != nil {
			fairly.Name = "fair deck"
			for i := range fairly.Y {
				from := least + int64(i)*step
				fairly.Y[i] = max(0, upTo(from+step-1)-upTo(from-1))
			}
		}
		name := k.String()
		if step > 1 {
			name = fmt.Sprintf("%s, in stretches of %d", name, step)
		}
		blocks = append(blocks,
			figure.Curve{XLabel: name, YLabel: "share of the deals", Step: int(step), Series: []figure.Series{
				{Name: q.Word, First: int(least), Y: dealt(word)}, fairly,
			}})
	}
	return blocks, nil
}
