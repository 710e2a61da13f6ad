package deals

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"dovetail/exact/statistic"
	"dovetail/exact/tally"
	"dovetail/perm/shuffle"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/number"
)

// Answer implements [results.Question].
func (q Sampling) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	return q.Written(ctx, env, "", "")
}

// Written is the answer. The decks are written to the file save, and the laws drawn to the file
// picture, if these are named.
func (q Sampling) Written(ctx context.Context, env results.Env, save, picture string) (record results.Sample,
	err error) {
	var s sampled
	o := options(ctx, env)
	threads := env.Workers()
	if err := number.Fits(fmt.Sprintf("%d threads that deal %d cards", threads, q.N), q.memory(threads),
		env.Limit()); err != nil {
		return record, results.Refuse(err)
	}
	deal := func(w io.Writer) (err error) { s, err = q.sample(ctx, o, w); return err }
	if save == "" {
		err = deal(nil)
	} else {
		err = results.WriteFile(save, deal)
	}
	if err != nil {
		return record, err
	}
	if picture != "" {
		if err := figure.WriteFile(picture, q.picture(s)...); err != nil {
			return record, err
		}
	}
	return q.record(s), nil
}

// Follows implements [results.Following]: from its counts follow the bound, and what a fair deck is
// like. It fails on what deals cannot count.
func (q Sampling) Follows(_ context.Context, _ results.Env, record results.Record) (results.Record, string, error) {
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
		want.Statistics = append(want.Statistics, old)
	}
	return want, "the bound, from its counts, and the laws of a fair deck", nil
}

// begun is the record without its statistics.
func (q Sampling) begun(b bound) results.Sample {
	record := results.Sample{
		Schema: q.Schema(), Kind: results.Sampled, Asked: results.Ask(q),
		N: q.N, Word: q.Word, Deals: q.Deals, Seed: number.OfUint(uint64(q.Seed)), Delta: q.Delta,
		TVDLow: b.low(), Event: b.record(), Models: shuffle.Definitions(q.Letters),
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

// The sides of a threshold, in words.
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

// fewValues are listed one by one.
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

// mostBars is about how many bars a curve has.
const mostBars = 60

// picture draws each statistic's shares beside those of a fair deck, by its law where that
// is known.
func (q Sampling) picture(s sampled) []figure.Block {
	blocks := []figure.Block{
		figure.Title(fmt.Sprintf("%s on %d cards, dealt %d times", q.Word, q.N, q.Deals)),
		figure.Caption(fmt.Sprintf("Shares of the deals with each value, or in each stretch of values. Seed %d.",
			q.Seed)),
	}
	for k := range statistic.Statistic(statistic.Count) {
		word, fairs := column(s.word, k), column(s.fair, k)
		least, most := min(word[0], fairs[0]), max(word[len(word)-1], fairs[len(fairs)-1])
		step := 1 + (most-least)/mostBars
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
	return blocks
}
