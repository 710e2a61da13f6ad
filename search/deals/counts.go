package deals

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"dovetail/exact/tally"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/search/run"
)

// blockDeals is the number of deals of a run that share a random stream. It is part of the meaning
// of a seed: another size would deal other decks.
const blockDeals = 1 << 14

// countRuns deals some runs of s decks each, and passes on the counts of each: those of start i and
// end j in cell j*n+i. Runs finish in any order.
func countRuns(ctx context.Context, o run.Options, of Source[uint16], s int64, runs int, finish func(run int, counts []uint64)) error {
	switch {
	case of.n < 1 || of.n > 1<<16:
		return fmt.Errorf("n=%d: want a deck of 1..65536 cards", of.n)
	case s < 1:
		return fmt.Errorf("%d deals: want at least 1", s)
	case runs < 1:
		return fmt.Errorf("%d repetitions: want at least 1", runs)
	}
	type total struct {
		counts []uint64
		open   int64 // blocks
	}
	open := map[int]*total{}
	of.block, of.task = blockDeals, blockDeals
	o.Meter.Start(float64(s)*float64(runs), 0)
	defer o.Meter.Stop()
	return Sum(ctx, o, of, 0, s, runs, func(context.Context) func(int, Decks[uint16]) []uint32 {
		counts := make([]uint32, of.n*of.n)
		return func(_ int, dealt Decks[uint16]) []uint32 {
			clear(counts)
			for decks := range dealt {
				countCards(counts, of.n, decks)
			}
			return counts
		}
	}, func(run int, counts []uint32) error {
		t := open[run]
		if t == nil {
			t = &total{make([]uint64, len(counts)), (s + blockDeals - 1) / blockDeals}
			open[run] = t
		}
		for c, k := range counts {
			t.counts[c] += uint64(k)
		}
		if t.open--; t.open == 0 {
			finish(run, t.counts)
			delete(open, run)
		}
		return nil
	})
}

// countCards adds where the cards of some decks are. The counts of one position, a row of the
// table, are updated for all decks while they are in the nearest cache.
func countCards(row []uint32, n int, decks [][]uint16) {
	for j := range n {
		for _, deck := range decks {
			row[deck[j]]++
		}
		row = row[n:]
	}
}

// counted is real deals of a word as the paper describes them: T_s, the number of times
// that a card went from position i to position j, P_s = T_s/s and E_s = P_s - 1/n (Ide and
// Okuda 2018, section 3.1).
type counted struct {
	wordRuns
	n    int
	from [][]uint64 // T_s: row i, column j
}

// countDeals deals the word q.Deals times. These are the decks of the first run of
// whiteCounts.
func countDeals(ctx context.Context, q wordRuns, o run.Options) (*counted, error) {
	lead, _, trail := q.Alphabet.Split(q.Word)
	before, after := q.Alphabet.Run(lead), q.Alphabet.Run(trail)
	c := &counted{wordRuns: q, n: q.Alphabet.N}
	err := countRuns(ctx, o, ofCore(q.Alphabet, q.Word, q.Seed), q.Deals, 1, func(_ int, counts []uint64) {
		for _, i := range before {
			row := make([]uint64, c.n)
			for j, end := range after {
				row[end] = counts[j*c.n+i]
			}
			c.from = append(c.from, row)
		}
	})
	return c, err
}

// signs says for every cell whether the move was too rare (-1), within the tolerance (0),
// or too frequent (1).
func (c *counted) signs() (all []int8) {
	a, b := tally.Bounds(c.n, c.Deals, c.Emax)
	for _, row := range c.from {
		for _, t := range row {
			switch {
			case int64(t) < a:
				all = append(all, -1)
			case int64(t) > b:
				all = append(all, 1)
			default:
				all = append(all, 0)
			}
		}
	}
	return all
}

// white is the number of cells within the tolerance.
func (c *counted) white() (w int) {
	for _, sign := range c.signs() {
		if sign == 0 {
			w++
		}
	}
	return w
}

// cell is P_s, or E_s, or T_s.
func (c *counted) cell(what string, t uint64) float64 {
	s, n := float64(c.Deals), float64(c.n)
	switch what {
	case "T":
		return float64(t)
	case "P":
		return float64(t) / s
	}
	return (float64(n*float64(t)) - s) / (n * s)
}

// record is w and C of the deals, and the scatter of w.
func (c *counted) record(ctx context.Context, white *tally.White) (*results.Dealt, error) {
	p, err := predict(ctx, c.Alphabet, c.Word, white, predictDeals, c.Seed)
	if err != nil {
		return nil, err
	}
	w := c.white()
	d := &results.Dealt{
		Kind: results.Sampled, Seed: number.OfUint(c.Seed), White: w, C: results.Convergence(w, c.n), Prediction: p,
	}
	for _, row := range c.from {
		for _, t := range row {
			d.MaxError = max(d.MaxError, math.Abs(c.cell("E", t)))
		}
	}
	return d, nil
}

// matrix is T_s, P_s or E_s.
func (c *counted) matrix(s results.Setting, what string) results.Law {
	l := results.Law{
		Head: results.Head{Schema: results.LawSchema, Kind: results.Sampled}, Setting: s,
		Word: c.Alphabet.Format(c.Word), What: what, Seed: number.OfUint(c.Seed), StdError: new(float64),
	}
	deals := float64(c.Deals)
	unit := 1 / math.Sqrt(deals) // of the standard deviation of one deal
	if what == "T" {
		unit = math.Sqrt(deals)
	}
	for _, row := range c.from {
		cells := make([]float64, c.n)
		for j, t := range row {
			p := float64(t) / deals
			*l.StdError = max(*l.StdError, math.Sqrt(p*(1-p))*unit)
			cells[j] = c.cell(what, t)
		}
		l.Rows = append(l.Rows, cells)
	}
	return l
}

// plate is the picture of T_s in greys, as in the paper's figure 2, and of the blue, white
// and red cells below it.
func (c *counted) plate() []figure.Block {
	colour := map[int8]figure.Cell{-1: figure.Blue, 0: figure.White, 1: figure.Red}
	grey, cells := figure.Bitmap{N: c.n}, figure.Bitmap{N: c.n}
	for _, row := range c.from {
		for _, t := range row {
			grey.Cells = append(grey.Cells, figure.Grey(c.cell("P", t)*float64(c.n)/2))
		}
	}
	for _, sign := range c.signs() {
		cells.Cells = append(cells.Cells, colour[sign])
	}
	w := c.white()
	emax, _ := c.Emax.Float64()
	return []figure.Block{
		figure.Title(fmt.Sprintf("%s, %d deals: C = %s (%d)", c.Alphabet.Format(c.Word), c.Deals,
			results.Convergence(w, c.n), w)),
		figure.Plate{Bitmap: grey},
		figure.Caption("T: white never, grey once in n deals, black twice as often and more."),
		figure.Plate{Bitmap: cells},
		figure.Legend{N: c.n, EMax: emax},
		figure.Caption("Row: start position. Column: end position. Seed " + strconv.FormatUint(c.Seed, 10) + "."),
	}
}
