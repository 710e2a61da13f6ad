// Package fair asks whether a shuffler is fair, by the decks that it has made: whether all orders
// are equally likely, and whether the decks are independent of each other.
//
// Decks are read once, and counted (Tally). The result, Counts, is part of the question, so that
// every answer follows from it. There are tests of many kinds: sums of statistics, by exact laws
// (tests.go); quadratic forms, by chi-square or by simulation (forms.go); repeated decks; and known
// faults, by likelihood ratios (faults.go). With k tests, an alarm is a p-value of at most 1/k of
// the rate of false alarms. The rate then holds over all tests together, as the chance of any of
// several events is at most the sum of theirs (Bonferroni). See docs/fair.md.
package fair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"

	"dovetail/exact/statistic"
	"dovetail/perm/cards"
	"dovetail/perm/number"
	"dovetail/perm/shuffle/draw"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/fileio"
	"dovetail/results/param"
	"dovetail/search/run"
	"dovetail/search/spelling"
)

// Question asks whether the decks are fair, by tests with a rate of false alarms over all of them.
type Question struct {
	Counts
	FalseAlarm float64     `json:"false_alarm"`
	Seed       number.Uint `json:"seed"` // of the simulations
	Skip       bool        `json:"skip,omitzero"`
}

func (Question) Schema() string { return results.FairSchema }

func (q *Question) Params() param.List {
	read := param.Int(&q.N, "cards,n", "", minCards, MaxCards,
		fmt.Sprintf("number of cards, %d to %d (default: those of the first line)", minCards, MaxCards))
	read.Clear = func() { q.Counts = Counts{} }
	read.Texts = func() []string { return nil }
	kinds := param.New(&q.Kinds, "kinds", "", "kinds of equal cards and how many there are of each, as in land=24,spell=36",
		spelling.Kinds(MaxCards))
	kinds.Texts = func() []string { return nil }
	from := param.Choice(&q.From, "from", New, "where each line comes from: new (a new deck, shuffled), previous (the deck "+
		"of the line before, shuffled) or table (no deck: how often a card was at each place)", froms...)
	ranks := param.Int(&q.Ranks, "ranks", "0", 0, MaxCards, "number of ranks, to count cards of one rank side by side and in place: cards c and "+
		"c + ranks are of one rank; 0 for 13 where 52 cards are named, and for none where they are numbers")
	ranks.Texts = func() []string { return nil }
	path := ""
	return param.List{param.Input(&path), read, kinds, from, ranks,
		param.Chance(&q.FalseAlarm, "false-alarm", "0.001", "how often a fair shuffler may be called unfair, by all tests together"),
		param.Seed(&q.Seed),
		param.Switch(&q.Skip, "skip-bad", "leave out lines that are no deck, and count them"),
		param.After(func(given func(string) bool) error {
			if given("kinds") && len(q.Kinds) < 2 {
				return errors.New("kinds: want two or more, as in land=24,spell=36")
			}
			if path == "" { // pages have the text of the decks
				return nil
			}
			var err error
			q.Counts, err = fileio.ReadAs(path, os.Stdin, func(r io.Reader) (Counts, error) { return Read(r, q.Reading()) })
			return err
		}),
	}
}

// Reading says how decks are read for the question.
func (q Question) Reading() Reading {
	return Reading{N: q.N, Kinds: q.Kinds, From: q.From, Skip: q.Skip, Order: cards.Suits, Ranks: q.Ranks}
}

// Filed reports that the question needs a file of decks.
func (q Question) Filed() bool { return true }

// most is the largest number of decks.
const most = 1 << 40

func (q Question) Check() error {
	if !(q.FalseAlarm > 0 && q.FalseAlarm < 1) {
		return fmt.Errorf("false-alarm=%v is not a number between 0 and 1", q.FalseAlarm)
	}
	if q.Failed > 0 && !q.Skip {
		return fmt.Errorf("%d lines are left out, which the question does not allow", q.Failed)
	}
	return q.check()
}

// check refuses counts that no decks have.
func (c Counts) check() error {
	total := func(row []int) (sum int) {
		for _, x := range row {
			if x < 0 || x > most {
				return -1
			}
			sum += x
		}
		return sum
	}
	switch {
	case cmp.Or(number.InRange("n", c.N, minCards, MaxCards), number.InRange("listed", c.Listed, 1, c.N),
		number.InRange("decks", c.Decks, 1, most), number.InRange("refused", c.Failed, 0, most)) != nil:
		return fmt.Errorf("there are no %d decks of %d cards, of which %d are listed", c.Decks, c.N, c.Listed)
	case !slices.Contains(froms, c.From):
		return fmt.Errorf("from=%q is not one of %s", c.From, param.Join(froms))
	}
	rows := c.N
	if c.Kinds != nil {
		rows = len(c.Kinds)
		sum := 0
		for _, k := range c.Kinds {
			if k.Count < 1 || k.Count > MaxCards {
				return fmt.Errorf("there are %d of the kind %s", k.Count, k.Name)
			}
			sum += k.Count
		}
		if rows < 2 || sum != c.N {
			return fmt.Errorf("%d kinds of %d cards in a deck of %d", rows, sum, c.N)
		}
	}
	if len(c.Cells) != rows || slices.ContainsFunc(c.Cells, func(row []int) bool { return len(row) != c.Listed || total(row) < 0 }) {
		return fmt.Errorf("the cells are no table of %d rows and %d columns", rows, c.Listed)
	}
	for j := range c.Listed {
		sum := 0
		for _, row := range c.Cells {
			sum += row[j]
		}
		if sum != c.Decks {
			return fmt.Errorf("place %d has %d cards in %d decks", j+1, sum, c.Decks)
		}
	}
	for a, row := range c.Cells {
		if c.Listed == c.N && total(row) != c.Decks*c.sizes()[a] {
			return fmt.Errorf("row %d of the cells adds up to %d, not to %d", a+1, total(row), c.Decks*c.sizes()[a])
		}
	}
	if c.whole() {
		if err := c.checkWhole(total); err != nil {
			return err
		}
	}
	if (c.Ranks > 0) != (c.SideBySide != nil) || c.Ranks > 0 && (!c.whole() || c.From != New) || c.Ranks < 0 || c.Ranks > MaxCards {
		return errors.New("the counts of ranks are missing, or not of new decks")
	}
	if (c.Alike != nil) != (c.Kinds != nil && c.Listed == c.N) || (c.Hands != nil) != (c.Kinds != nil && c.Listed < c.N) {
		return errors.New("the counts of kinds are missing")
	}
	if c.Alike != nil && (len(c.Alike) != c.N || total(c.Alike) != c.Decks) {
		return errors.New("the neighbours of one kind are not those of all decks")
	}
	if c.Hands != nil && len(c.Hands) != rows {
		return errors.New("the hands are not of all kinds")
	}
	for _, row := range c.Hands {
		if len(row) != c.Listed+1 || total(row) != c.Decks {
			return errors.New("the hands are not those of all decks")
		}
	}
	if r := c.Repeats; r != (Repeats{}) && (r.Bits < 0 || r.Bits > 64 || r.Decks < 0 || r.Decks > c.Decks || r.Different < 0 ||
		r.Different > r.Decks || r.Pairs < r.Decks-r.Different || r.Bits == 0 && r.Decks != c.Decks) {
		return errors.New("the repeated decks are not those of all decks")
	}
	return c.agree()
}

// checkWhole checks the counts of whole decks.
func (c Counts) checkWhole(total func([]int) int) error {
	since := 0
	if c.From == New {
		since = c.Decks - 1
	}
	for _, l := range []struct {
		name        string
		counts      []int
		size, decks int
	}{
		{"rising", c.Rising, c.N + 1, c.Decks}, {"descents", c.Descents, c.N, c.Decks}, {"fixed", c.Fixed, c.N + 1, c.Decks},
		{"cycles", c.Cycles, c.N + 1, c.Decks}, {"neighbours", c.Neighbours, c.N, c.Decks},
		{"ranks_side_by_side", c.SideBySide, c.N * indicator(c.Ranks > 0), c.Decks * indicator(c.Ranks > 0)},
		{"ranks_in_place", c.InPlace, (c.N + 1) * indicator(c.Ranks > 0), c.Decks * indicator(c.Ranks > 0)},
		{"longest_run_of_rank", c.Longest, (c.N + 1) * indicator(c.Ranks > 0), c.Decks * indicator(c.Ranks > 0)},
		{"stays", c.Stays, c.N + 1, since}, {"rising_since", c.Since, c.N + 1, since},
	} {
		if len(l.counts) != l.size || total(l.counts) != l.decks {
			return fmt.Errorf("%s counts %d decks, not %d", l.name, total(l.counts), l.decks)
		}
	}
	for _, table := range [][][]int{c.Places, c.Cards} {
		if len(table) != c.N {
			return errors.New("the pairs are not those of all places and cards")
		}
		for q, row := range table {
			if len(row) != q || total(row) < 0 || slices.ContainsFunc(row, func(x int) bool { return x > c.Decks }) {
				return fmt.Errorf("the pairs of place or card %d are not those of all decks", q+1)
			}
		}
	}
	if len(c.Follows) != c.N {
		return errors.New("the neighbours are not those of all cards")
	}
	for a, row := range c.Follows {
		if len(row) != c.N || total(row) != c.Decks || row[a] != 0 {
			return fmt.Errorf("the neighbours of card %d are not those of all decks", a+1)
		}
	}
	if c.Even < 0 || c.Even > since {
		return fmt.Errorf("%d of %d decks have the sign of the deck before", c.Even, since)
	}
	models := scoredFaults(c.N)
	if c.Rotations < 0 || c.Rotations > c.Decks || len(c.Scores) != len(models) {
		return errors.New("the scores are not those of all faults")
	}
	for i, s := range c.Scores {
		if s.Model != models[i].model || s.Decks != min(scored, c.Decks) || math.IsNaN(s.Log) || math.Abs(s.Log) > 1e9 {
			return fmt.Errorf("the score of %s is not that of all decks", models[i].model)
		}
	}
	return nil
}

func (q Question) Seconds() float64 {
	n := float64(q.N)
	seconds := 0.02 + float64(8e-8*float64(n*n*n)) + statistic.RankSeconds(q.N, q.Ranks)
	if q.Decks < fewest {
		seconds += float64(1e-3 * float64(q.Decks))
	}
	return seconds
}

func (q Question) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	r := results.Fair{Head: results.Answering(q, results.Sampled), N: q.N, Decks: q.Decks, From: q.From, FalseAlarm: q.FalseAlarm,
		Kinds: q.names(), Refused: q.Failed, Faults: []results.FairFault{}}
	if q.Listed < q.N {
		r.Listed = q.Listed
	}
	faults := q.faults()
	for i := range faults {
		if f := &faults[i]; f.dealt {
			if err := f.trial(ctx, q.N); err != nil {
				return nil, err
			}
		}
	}
	var err error
	if r.Tests, err = q.tests(ctx, uint64(q.Seed), faults, q.FalseAlarm); err != nil {
		return nil, err
	}
	slices.SortStableFunc(r.Tests, func(a, b results.FairTest) int { return cmp.Compare(a.P, b.P) })
	k := len(r.Tests)
	limit, holm := q.FalseAlarm/float64(k), 0.0
	for i := range r.Tests {
		t := &r.Tests[i]
		holm = max(holm, min(1, float64(k-i)*t.P)) // S. Holm, A simple sequentially rejective multiple test procedure, 1979
		t.Alarm = holm <= q.FalseAlarm
		t.P, t.Seen, t.Fair = digits(t.P), digits(t.Seen), digits(t.Fair)
	}
	r.PValue = digits(min(1, float64(k)*r.Tests[0].P))
	cell, _ := q.largest()
	cell.Expected = digits(cell.Expected)
	r.Largest = cell
	r.Visible = digits(q.visible(limit))
	naive := 0.0
	for _, f := range faults {
		x := results.FairFault{Model: f.model, Times: f.times, By: f.by, Decks: f.decks, Needed: number.OfInt(int64(min(1e15, f.needed(len(faults), limit))))}
		if !math.IsInf(f.log, -1) {
			log := digits(f.log)
			x.LogLikelihood = &log
		}
		if f.model == "naive" {
			naive = f.needed(len(faults), limit)
		}
		r.Faults = append(r.Faults, x)
	}
	r.Riffles = hidden(faults, limit, q.Decks)
	switch {
	case r.PValue <= q.FalseAlarm:
		r.Verdict = results.Unfair
	case naive > float64(q.Decks) || naive == 0 && r.Visible > 0.25:
		r.Verdict = results.TooFew
	default:
		r.Verdict = results.IsFair
	}
	if r.Verdict != results.Unfair {
		return r, nil
	}
	for i, f := range faults {
		x := &r.Faults[i]
		if x.Explains, err = q.explains(ctx, f, len(faults), q.FalseAlarm); err != nil {
			return nil, err
		}
		if x.Explains {
			r.Fits = f.says()
			return r, nil
		}
	}
	if i := slices.IndexFunc(r.Tests, func(t results.FairTest) bool { return t.Name == repeatedDecks }); i >= 0 {
		r.Seeds = q.seeds(r.Tests[i], q.FalseAlarm)
	}
	return r, nil
}

// hidden is the least number of riffles from which on riffles would not be found, or 0.
func hidden(faults []fault, limit float64, decks int) (least int) {
	found := 0
	for _, f := range faults {
		if f.model == "riffle" {
			if f.needed(len(faults), limit) <= float64(decks) {
				found = max(found, f.times)
			}
			least = max(least, f.times)
		}
	}
	if found == least {
		return 0
	}
	return found + 1
}

// digits rounds to six significant digits, which rounding errors do not reach.
func digits(x float64) float64 {
	if math.Abs(x) < 1e-300 {
		return 0
	}
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return x
}

// shown is the most fair decks that are dealt for the picture of noise.
const shown = 20_000

// Picture is the cells that are off by more than two standard deviations, beside those of as many fair decks.
func (q Question) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	r := answers[0].(results.Fair)
	if q.Kinds != nil || q.Listed < q.N {
		return nil, results.Refuse(errors.New("there is a picture only of whole decks of different cards; leave out --png"))
	}
	seen, noise, dealt := q.Heat()
	return []figure.Block{
		figure.Title(r.What()),
		figure.Caption(fmt.Sprintf("Cards in rows, places in columns. Red: the card was there too often, by more than two standard "+
			"deviations; blue: too rarely. Right: %s of a fair shuffler; one in twenty of its cells has a colour.",
			number.Count(dealt, "deck"))),
		figure.Montage{Rows: []figure.Row{{Tiles: []figure.Tile{
			{Label: []string{"these decks"}, Bitmap: bitmap(seen)}, {Label: []string{"fair decks"}, Bitmap: bitmap(noise)}}}}},
	}, nil
}

// Heat is the deviation of each cell, card or kind by place, in standard deviations: for the decks,
// and for as many fair ones, or the most that are dealt.
func (q Question) Heat() (seen, noise [][]float64, dealt int) {
	t := q.fairly()
	dealt = min(q.Decks, shown)
	t.deal(draw.Keyed(uint64(q.Seed), "fair picture", 0, 0), dealt)
	return q.deviations(), t.Done().deviations(), dealt
}

// deviations are those of all cells.
func (c Counts) deviations() [][]float64 {
	all := make([][]float64, len(c.Cells))
	for a, size := range c.sizes() {
		share := float64(size) / float64(c.N)
		mean := float64(float64(c.Decks) * share)
		for _, x := range c.Cells[a] {
			all[a] = append(all[a], (float64(x)-mean)/math.Sqrt(mean*(1-share)))
		}
	}
	return all
}

// bitmap has the cells that are off by more than two.
func bitmap(deviations [][]float64) figure.Bitmap {
	b := figure.Bitmap{N: len(deviations)}
	for _, row := range deviations {
		for _, z := range row {
			cell := figure.White
			switch {
			case z > 2:
				cell = figure.Red
			case z < -2:
				cell = figure.Blue
			}
			b.Cells = append(b.Cells, cell)
		}
	}
	return b
}
