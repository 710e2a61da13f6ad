package decks

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"dovetail/exact/riffle"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/models"
	"dovetail/perm/shuffle/notation"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/param"
	"dovetail/search/computed"
	"dovetail/search/densities"
	"dovetail/search/run"
)

// Piles asks which deal is best in a word: how far from fair it leaves a deck if each of its deals
// is into From, ..., To piles. Each number of piles is a [Question] of its own.
type Piles struct {
	computed.Pairs
	From     int         `json:"from"`
	To       int         `json:"to"`
	Gathered string      `json:"gathered"`
	Delta    float64     `json:"delta"` // probability that some interval does not contain its distance
	Seed     number.Uint `json:"seed"`
	Decks    int         `json:"decks,omitzero"` // that are walked on; 0 to bound from below alone, by a test
	Steps    int         `json:"steps,omitzero"` // of a walk
}

// compared keys the random streams of this question: a distance is then measured on decks that did
// not choose its deal.
const compared = "piles"

// The orders in which piles are gathered, from the top of the new deck.
const (
	inOrder  = "in-order"
	oddEven  = "odd-even"
	backward = "backward"
	bothEnds = "both-ends"
	random   = "random" // drawn from the seed for each number of piles
)

var orders = []string{inOrder, oddEven, backward, bothEnds, random}

func (Piles) Schema() string { return results.PilesSchema }

func (q *Piles) Params() param.List {
	return append(q.Pairs.Params(),
		param.Range(&q.From, &q.To, "piles", "", 1, 1000,
			"compare deals into so many piles, in place of those of the word").Needed(),
		param.Choices(&q.Gathered, "gathered", inOrder, "with --piles, how the piles are gathered, from the top: "+
			"in-order (1, 2, 3, ...), odd-even (1, 3, 5, ..., 2, 4, ...), backward (..., 3, 2, 1), both-ends (the first, the last, the "+
			"second, ...) or random (an order drawn for each number of piles, the same for all deals), or a list of these", orders...),
		param.Chance(&q.Delta, "delta", "1e-6", "probability that some interval does not contain its distance"),
		param.Int(&q.Decks, "decks", "0", 0, densities.MaxDecks, "number of uniform decks; with --piles, 0 means none"),
		param.Int(&q.Steps, "steps", "0", 0, densities.MaxSteps, "number of sweeps of each walk; 0 means as many as --width needs"),
		param.Seed(&q.Seed))
}

func (q Piles) Check() error {
	switch {
	case q.From < 1 || q.To < q.From || q.To > q.N:
		return fmt.Errorf("piles=%d..%d is out of range 1..%d", q.From, q.To, q.N)
	case !slices.Contains(orders, q.Gathered):
		return fmt.Errorf("gathered=%q is not one of %s", q.Gathered, param.Join(orders))
	case q.Steps > 0 && q.Decks == 0:
		return errors.New("steps are those of walks on decks; give --decks too")
	}
	if err := checkSampling(q.Decks, q.Steps, q.Delta, 0, run.Limits{}); err != nil {
		return err
	}
	if !slices.ContainsFunc(q.Letters, isDeal) {
		return fmt.Errorf("%s has no deal into piles, so that there is nothing to compare; D is one", q.Word)
	}
	return q.Pairs.Check()
}

// isDeal reports whether a letter is a deal into piles.
func isDeal(l notation.Letter) bool { return strings.HasPrefix(l.Model.String(), "deal(") }

// order is the order of piles from the top of the new deck, from 1.
func (q Piles) order(piles int) (order []int) {
	for pile := 1; pile <= piles; pile++ {
		order = append(order, pile)
	}
	switch q.Gathered {
	case backward:
		slices.Reverse(order)
	case oddEven:
		slices.SortStableFunc(order, func(a, b int) int { return b%2 - a%2 })
	case bothEnds:
		for i := range order {
			if order[i] = i/2 + 1; i%2 == 1 {
				order[i] = piles - i/2
			}
		}
	case random:
		rng := draw.Keyed(uint64(q.Seed), compared, piles, 0)
		for i := range order {
			j := i + int(draw.Below(rng, uint64(piles-i)))
			order[i], order[j] = order[j], order[i]
		}
	}
	return order
}

// with is the question about the word with deals into a number of piles.
func (q Piles) with(piles int) (Question, error) {
	var order []string
	for _, pile := range q.order(piles) {
		order = append(order, strconv.Itoa(pile))
	}
	one := Question{Pairs: q.Pairs, Delta: q.Delta / float64(q.To-q.From+1), Seed: q.Seed, Walks: 2, Decks: q.Decks, Steps: q.Steps}
	one.Letters = slices.Clone(q.Letters)
	for i, l := range one.Letters {
		if !isDeal(l) {
			continue
		}
		top := "last"
		if strings.Contains(l.Model.String(), "top=first") {
			top = "first"
		}
		m, err := models.Parse(fmt.Sprintf("deal(order=%s,top=%s)", strings.Join(order, "-"), top))
		if err != nil {
			return one, err
		}
		one.Letters[i].Model = m
	}
	return one, nil
}

func (q Piles) Seconds() (sum float64) {
	for piles := q.From; piles <= q.To; piles++ {
		if one, err := q.with(piles); err == nil {
			sum += one.Seconds()
		}
	}
	return sum
}

// Answer implements [run.Answerer]. If ctx ends, the rows so far are part of the error, as the answer to the question for
// these numbers of piles alone.
func (q Piles) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	r := q.record()
	for piles := q.From; piles <= q.To; piles++ {
		l, err := q.estimation(ctx, piles, env)
		if err == nil {
			err = l.enclose(ctx, run.NewAccount(run.Limits{}, l.Seconds(), l.o))
		}
		switch {
		case err != nil && len(r.Rows) == 0:
			return nil, err
		case err != nil:
			var rows int
			rows, q.Delta = share(r.Rows[0].Delta, len(r.Rows))
			q.To, r.Rows = q.From+rows-1, r.Rows[:rows]
			r.QuestionText = results.TextOf(q)
			return r, results.Unfinished(err, []results.Piles{r})
		}
		row := l.known()
		if row.Kind == results.Sampled {
			row.Streams = compared
		}
		r.Add(piles, row)
	}
	return r, nil
}

// share is the number whose part of so many equal ones is the given part, to the last bit. Where there is none it is that of
// fewer parts.
func share(part float64, most int) (parts int, whole float64) {
	for parts = most; ; parts-- {
		whole = part * float64(parts)
		for _, near := range []float64{whole, math.Nextafter(whole, 0), math.Nextafter(whole, 1)} {
			if near/float64(parts) == part {
				return parts, near
			}
		}
	}
}

// estimation is the estimation of one number of piles, whose laws of cards no other has.
func (q Piles) estimation(ctx context.Context, piles int, env run.Options) (*estimation, error) {
	one, err := q.with(piles)
	if err != nil {
		return nil, results.Refuse(err)
	}
	env.Memo = run.NewMemo()
	a, w, workers, err := one.Read(ctx, env)
	if err != nil {
		return nil, err
	}
	env.Threads = workers
	return one.estimationOf(compared, a, w, env.Part(fmt.Sprintf("piles%02d", piles), number.Count(piles, "pile"))), nil
}

// record is the record without rows.
func (q Piles) record() results.Piles {
	r := results.Piles{Head: results.Answering(q, results.Exact), N: q.N, Word: q.Word, Gathered: q.Gathered}
	riffled := func(l notation.Letter) bool {
		c := shuffle.ClosedOf(l.Model)
		return c.Packets == 2 && !c.Inverse || isDeal(l)
	}
	if q.N > 1 && !slices.ContainsFunc(q.Letters, func(l notation.Letter) bool { return !riffled(l) }) {
		x, _ := riffle.New(q.N, riffle.None).TVD(new(big.Int).Lsh(big.NewInt(1), uint(len(q.Word)))).Float64()
		r.Riffles = &x
	}
	return r
}

// Follows implements [run.Rechecker] for each row as for a question of its own, without the laws of pairs of cards, which
// would take as long as the answer.
func (q Piles) Follows(ctx context.Context, env run.Options, record results.Record) (results.Record, string, error) {
	r, want := record.(results.Piles), q.record()
	if len(r.Rows) != q.To-q.From+1 {
		return nil, "", fmt.Errorf("there are %d rows for %d numbers of piles", len(r.Rows), q.To-q.From+1)
	}
	for i, row := range r.Rows {
		l, err := q.estimation(ctx, q.From+i, env)
		if err != nil {
			return nil, "", err
		}
		l.Single = true
		follows, _, err := l.follows(ctx, results.TVD{Kind: row.Kind, Distance: row.Distance})
		if err == nil {
			follows.Certified, err = narrowed(follows.Certified, row.Certified)
		}
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", number.Count(q.From+i, "pile"), err)
		}
		want.Add(q.From+i, follows)
	}
	return want, "that the intervals are within those by single cards, proved again; the numbers of decks; the riffles", nil
}

// narrowed is an interval within a certified one.
func narrowed(certified, within results.Ends) (results.Ends, error) {
	var ends []*big.Rat
	for _, text := range []string{certified.Lower, within.Lower, within.Upper, certified.Upper} {
		x, err := number.ParseRat(text)
		if err != nil {
			return within, err
		}
		ends = append(ends, x)
	}
	if !slices.IsSortedFunc(ends, (*big.Rat).Cmp) {
		return within, fmt.Errorf("%s to %s is no interval within %s to %s", within.Lower, within.Upper, certified.Lower, certified.Upper)
	}
	return within, nil
}

// Picture shows the distances over the number of piles, for each way to gather them, beside that of as many riffles as the
// word has letters.
func (Piles) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	first := answers[0].(results.Piles)
	curve := figure.Curve{XLabel: "piles", YLabel: "distance from a fair deck"}
	add := func(name string, r results.Piles, y func(results.PilesRow) float64) {
		s := figure.Series{Name: name, First: r.Rows[0].Piles}
		for _, row := range r.Rows {
			s.Y = append(s.Y, y(row))
		}
		curve.Series = append(curve.Series, s)
	}
	for _, answer := range answers {
		r := answer.(results.Piles)
		add(fmt.Sprintf("gathered %s, at least", r.Gathered), r, func(row results.PilesRow) float64 { return row.Lower })
		if len(answers) == 1 && r.Shown() {
			add("at most", r, func(row results.PilesRow) float64 { return row.Upper })
		}
	}
	if first.Riffles != nil {
		add(fmt.Sprintf("%d riffles", len(first.Word)), first, func(results.PilesRow) float64 { return *first.Riffles })
	}
	return []figure.Block{figure.Title(fmt.Sprintf("%s, %s, by the number of piles of each deal", first.Word, number.Count(first.N, "card"))), curve,
		figure.Caption(fmt.Sprintf("At least: with confidence 1 - %.3g. Riffles: exact.", first.Delta()))}, nil
}
