package decks

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"path/filepath"
	"strings"

	"dovetail/exact/position"
	"dovetail/exact/riffle"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/perm/shuffle/riffles"
	"dovetail/results"
	"dovetail/search/computed"
	"dovetail/search/densities"
	"dovetail/search/run"
)

// worthPilot is the least number of sweeps, over all decks, for which a pilot is worth its few
// seconds. Walks with fewer have equal steps, as coarse ones do.
const worthPilot = 1 << 17

// counted is the greatest width of an interval that is not worth sampling.
const counted = 1e-3

// handsRows are the numbers of riffles.
type handsRows struct {
	Hands
	rows  []*handsRow
	exact bool
}

// handsRow is one of them.
type handsRow struct {
	estimation
	riffles int
	ideal   float64
	stage   int
	done    bool // no further stage would help
}

// rows returns what is known without sampling.
func (q Hands) rows(ctx context.Context, env run.Options) (*handsRows, error) {
	letter, err := q.letter()
	if err != nil {
		return nil, results.Refuse(err)
	}
	c := shuffle.ClosedOf(letter.Model)
	h := &handsRows{Hands: q, exact: c.Packets == 2 && !c.Inverse}
	letters, sampled := []notation.Letter{letter}, 0
	laws, err := position.NewLawsWithin(ctx, q.N, letters)
	if err != nil {
		return nil, err
	}
	for k := q.From; k <= q.To; k++ {
		two := computed.Pairs{N: q.N, Letters: letters, Word: strings.Repeat("Y", k)}
		row, err := h.row(two, laws, k, env)
		if err != nil {
			return nil, err
		}
		if !row.done {
			sampled++
		}
		h.rows = append(h.rows, row)
	}
	for _, row := range h.rows {
		row.delta = q.Delta / float64(max(1, sampled))
		row.Delta = row.delta
	}
	return h, nil
}

// row returns what is known of a number of riffles.
func (h *handsRows) row(two computed.Pairs, laws *position.Laws, riffles int, o run.Options) (*handsRow, error) {
	q := Question{Pairs: two, Seed: h.Seed, Walks: 2, Steps: h.Steps, Width: h.Width}
	w, err := laws.Parse(q.Word)
	if err != nil {
		return nil, err
	}
	if o.Dir != "" {
		o.Dir = filepath.Join(o.Dir, fmt.Sprintf("riffles%02d", riffles))
	}
	row := &handsRow{estimation: *q.estimationOf("", laws, w, o), riffles: riffles}
	ideal := riffle.New(h.N, riffle.None).TVD(new(big.Int).Lsh(big.NewInt(1), uint(riffles)))
	row.ideal, _ = ideal.Float64()
	lower, upper, by := unreachableShare(h.N, riffles), 1.0, byRising
	if h.exact {
		lower, upper, by = ideal, outward(ideal, 1), densities.ByClosed
	}
	row.r = results.TVD{Distance: results.Distance{Lower: outward(lower, -1), LowerBy: by, Upper: upper, UpperBy: by,
		Tested: number.OfInt(0), Decks: number.OfInt(0), Dealt: number.OfInt(0)}}
	row.done = row.r.Upper-row.r.Lower <= counted
	return row, nil
}

// byRising names the method of counted ends.
const byRising = "rising sequences"

// unreachableShare is the share of decks with more than 2^k rising sequences, which k riffles do
// not make.
func unreachableShare(n, k int) *big.Rat {
	if 1<<k >= n {
		return new(big.Rat)
	}
	made := new(big.Rat).SetFrac(shuffle.OutcomesOf(riffles.NewAShuffle(1<<k), n), new(big.Int).MulRange(1, int64(n)))
	return made.Sub(big.NewRat(1, 1), made)
}

// narrow takes the rows through their stages, until the limits end it.
func (h *handsRows) narrow(ctx context.Context, a *run.Account) error {
	return a.Spend(ctx, func() (run.Step, bool) {
		row := h.next(a)
		if row == nil {
			return run.Step{}, false
		}
		return run.Step{Price: row.price(h.Hands), Do: func(ctx context.Context) error { return row.next(ctx, h.Hands) }}, true
	})
}

// next is the first row that has not reached its stage, or then the widest one whose next stage the
// limits still allow; nil if there is none.
func (h *handsRows) next(a *run.Account) (widest *handsRow) {
	for i, row := range h.rows {
		stage := isCoarse
		if len(h.Stages) > 0 {
			stage = h.Stages[i]
		}
		if !row.done && row.stage < stage && (!h.open() || a.Pays(row.price(h.Hands))) {
			return row
		}
	}
	if !h.open() && (h.Time == 0 || h.Decks > 0) {
		return nil
	}
	h.tighten()
	for _, row := range h.rows {
		width := row.r.Upper - row.r.Lower
		if row.done || width <= h.Width || row.stage >= isTested+maxIntervals || !a.Pays(row.price(h.Hands)) {
			continue
		}
		if widest == nil || width > widest.r.Upper-widest.r.Lower {
			widest = row
		}
	}
	return widest
}

// price is about the time of the next stage, in seconds of one processor. For walks it is the price
// of the next interval.
func (row *handsRow) price(q Hands) float64 {
	k := row.stage - isTested + 1
	if q.Decks > 0 || k <= 1 {
		return q.seconds(row.riffles, row.stage+1) - q.seconds(row.riffles, row.stage)
	}
	of := q
	of.Steps = cmp.Or(row.r.Steps, 1)
	return of.seconds(row.riffles, row.stage+1) - of.seconds(row.riffles, row.stage)
}

// next takes a row to its next stage.
func (row *handsRow) next(ctx context.Context, q Hands) (err error) {
	before := row.estimation
	whole := row.Delta
	defer func() {
		if err != nil { // a stage is reached completely or not at all
			row.estimation = before
		}
	}()
	switch {
	case q.Decks > 0:
		if !q.plain() {
			err = row.test(ctx, 1./4)
		}
		if err == nil {
			err = row.coarse(ctx, row.delta, densities.Spec{To: q.Decks, Steps: q.Steps, Plain: q.plain()})
		}
	case row.stage < isCoarse:
		decks, steps := coarseDecks, coarseSteps
		if q.Steps > 0 {
			steps = min(steps, q.Steps)
		}
		if j, err := row.question().Job(); err == nil && j.Methods[0].Closed != nil {
			decks = coarseClosed
		}
		err = row.coarse(ctx, whole/4, densities.Spec{To: decks, Steps: steps, Plain: true})
	case row.stage < isTested:
		err = row.smallTest(ctx)
	default:
		k := row.stage - isTested + 1
		if row.r.Tested.Sign() > 0 {
			err = row.prepare(ctx, k)
		}
		if err == nil {
			row.delta = whole / 2
			err = row.sample(ctx, k, intervalDecks(k))
		}
	}
	if err == nil {
		row.stage++
	}
	return err
}

// prepare prepares interval k after a small test: the first splits decks by the test, and largeInterval has a test as
// large as the width needs.
func (row *handsRow) prepare(ctx context.Context, k int) (err error) {
	row.plannedTestSize = row.testDecks()
	if k == 1 {
		err = row.split(ctx)
	}
	if err == nil && k == largeInterval {
		err = row.runTest(ctx, "", row.testDecks(), 1./8)
	}
	return err
}

// smallTest puts a row to a small test, if there is one.
func (row *handsRow) smallTest(ctx context.Context) error {
	if able, err := row.testable(ctx); err != nil || !able {
		return err
	}
	return row.runTest(ctx, "-early", earlyDecks, 1./8)
}

// coarse samples a given number of decks.
func (row *handsRow) coarse(ctx context.Context, delta float64, how densities.Spec) error {
	l := row.estimation
	l.spec.Steps, l.spec.Plain, l.delta = how.Steps, how.Plain, delta
	if l.o.Dir != "" {
		l.o.Dir = filepath.Join(l.o.Dir, "coarse")
	}
	if err := l.sample(ctx, 0, how.To); err != nil {
		return err
	}
	row.r, row.estimates = l.r, l.estimates
	return nil
}

// tighten gives each row the lower ends of more riffles and the upper ends of fewer.
func (h *handsRows) tighten() {
	for i := range h.rows {
		if i > 0 {
			r, fewer := &h.rows[i].r, h.rows[i-1].r
			if fewer.Upper < r.Upper {
				r.Upper, r.UpperBy = fewer.Upper, fewer.UpperBy
			}
		}
		i = len(h.rows) - 1 - i
		if i < len(h.rows)-1 {
			r, more := &h.rows[i].r, h.rows[i+1].r
			if more.Lower > r.Lower {
				r.Lower, r.LowerBy = more.Lower, more.LowerBy
			}
		}
	}
}
