package trick

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/bits"

	"dovetail/perm/number"
	"dovetail/perm/shuffle/models"
	"dovetail/results"
	"dovetail/results/figure"
	"dovetail/results/games"
	"dovetail/results/param"
	"dovetail/search/deals"
	"dovetail/search/run"
)

// Question requests the probabilities that one, two or three guesses are right, estimated from
// random decks.
type Question struct {
	Trick
	Decks int         `json:"decks"` // of each row
	Seed  number.Uint `json:"seed"`
}

func (Question) Schema() string { return results.TrickSchema }

func (q *Question) Params() param.List {
	return append(append(param.List{param.Cards(&q.N, "52", MinDeck, MaxDeck)}, q.params()...),
		param.Int(&q.Decks, "decks", "1e5", minDecks, MaxDecks, "decks to deal for each row"), param.Seed(&q.Seed))
}

func (q Question) Check() error {
	return cmp.Or(number.InRange("decks", q.Decks, minDecks, MaxDecks), q.Trick.Check())
}

// Seconds is about the time of the answer on one processor.
func (q Question) Seconds() float64 {
	card := 2.5e-8
	if q.Cut.After() {
		card = 8e-8
	}
	return card * float64(q.N) * float64(q.Decks) * float64(q.To-q.From+1)
}

func (Question) Name() string { return "trick/decks/1" }

func (q Question) Job() (*job, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	j := &job{q: q, rows: make([]sums, q.To-q.From+1)}
	j.Sum = run.Sum[task, sums]{
		Of: "the trick", Tasks: j.tasks, Do: j.decks, Order: func(s, t sums) int { return s.Row - t.Row },
		Valid: j.valid, Add: func(s sums) { j.rows[s.Row].merge(s) }, Parts: j.parts,
	}
	return j, nil
}

// job is the job of package run. A task is some blocks of the decks of a row.
type job struct {
	run.Sum[task, sums]
	q    Question
	rows []sums
}

// sums are sums over decks of a row: of posteriors and of their squares in units of 2^-40, which
// are the same in any order, and of decks in which a guess was right. Cell g is for g+1 guesses.
type sums struct {
	Row, Decks           int
	Sum, Square, RightIn [guesses]uint64
}

// one is the posterior 1.
const one = 1 << 40

// task is blocks of a row.
type task struct{ Row, Block int }

// taskBlocks is the number of blocks of a task.
const taskBlocks = 4

func (q Question) blocks() int { return (q.Decks + deals.SourceBlock - 1) / deals.SourceBlock }

func (j *job) tasks() (all []task) {
	for row := range j.rows {
		for block := 0; block < j.q.blocks(); block += taskBlocks {
			all = append(all, task{row, block})
		}
	}
	return all
}

// decks are the sums of a task.
func (j *job) decks(ctx context.Context, t task) ([]sums, error) {
	q, riffles := j.q, j.q.From+t.Row
	model, err := models.Parse("riffle")
	if err != nil {
		return nil, err
	}
	source := deals.OfModel(q.N, model, riffles, "trick", uint64(q.Seed))
	a := newAct(q.Trick, riffles)
	s := sums{Row: t.Row}
	for block := t.Block; block < min(t.Block+taskBlocks, q.blocks()); block++ {
		rng := source.Stream("noted "+string(q.Cut)+" "+string(q.Insert), block)
		for decks := range source.Block(ctx, block, min(deals.SourceBlock, q.Decks-block*deals.SourceBlock)) {
			for _, deck := range decks {
				s.add(a.perform(rng, deck))
			}
		}
	}
	return []sums{s}, ctx.Err()
}

// add adds the cumulative sums of the greatest posteriors of a deck. right is the index of the
// right guess, from 0, or guesses if none is right.
func (s *sums) add(greatest [guesses]float64, right int) {
	s.Decks++
	sum := 0.0
	for g, p := range greatest {
		sum = min(1, sum+p)
		s.Sum[g] += uint64(math.Round(sum * one))
		s.Square[g] += uint64(math.Round(sum * sum * one))
		if right <= g {
			s.RightIn[g]++
		}
	}
}

// merge adds sums of other decks of the row.
func (s *sums) merge(t sums) {
	s.Decks += t.Decks
	for g := range guesses {
		s.Sum[g] += t.Sum[g]
		s.Square[g] += t.Square[g]
		s.RightIn[g] += t.RightIn[g]
	}
}

// valid refuses sums that no decks have.
func (j *job) valid(s sums) error {
	if s.Row < 0 || s.Row >= len(j.rows) || s.Decks < 1 || s.Decks > j.q.Decks-j.rows[s.Row].Decks {
		return fmt.Errorf("%d decks of row %d are not to be had", s.Decks, s.Row)
	}
	decks := uint64(s.Decks)
	for g := range guesses {
		wrong := s.Sum[g] > decks*one || s.Square[g] > s.Sum[g]+decks || s.RightIn[g] > decks
		if g > 0 {
			wrong = wrong || s.Sum[g] < s.Sum[g-1] || s.Square[g] < s.Square[g-1] || s.RightIn[g] < s.RightIn[g-1]
		}
		hi, lo := bits.Mul64(s.Sum[g], s.Sum[g]) // the mean of squares is at least the square of the mean, except for rounding
		mean, _ := bits.Div64(hi%(decks*one), lo, decks*one)
		if wrong || mean > s.Square[g]+2*decks {
			return fmt.Errorf("impossible sums %+v", s)
		}
	}
	return nil
}

// parts are the rows that have decks.
func (j *job) parts() (all []sums) {
	for row, s := range j.rows {
		if s.Row = row; s.Decks > 0 {
			all = append(all, s)
		}
	}
	return all
}

func (q Question) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if err := q.Check(); err != nil {
		return nil, results.Refuse(err)
	}
	job, _, err := run.Run(ctx, q, env)
	if err != nil {
		return nil, err
	}
	r := games.Trick{
		Head: results.Answering(q, results.Sampled), N: q.N, Cut: string(q.Cut),
		Insert: string(q.Insert), Insertion: q.Insert.describe(q.N), Decks: q.Decks,
		Seed: number.OfUint(uint64(q.Seed)), Rows: []games.TrickRow{},
	}
	for k, s := range job.rows {
		if s.Decks != q.Decks {
			return r, fmt.Errorf("the state has %d decks of %d", s.Decks, q.Decks)
		}
		row := games.TrickRow{Riffles: q.From + k}
		for g, cell := range []struct {
			mean, right *json.Number
			se          *float64
		}{{&row.One, &row.OneRight, &row.OneSE}, {&row.Two, &row.TwoRight, &row.TwoSE}, {&row.Three, &row.ThreeRight,
			&row.ThreeSE}} {
			mean, se := s.estimate(g)
			*cell.se = number.StandardError(se)
			*cell.mean = json.Number(number.Estimate(mean, shown(se)))
			share := float64(s.RightIn[g]) / float64(s.Decks)
			*cell.right = json.Number(number.Estimate(share, shown(math.Sqrt(mean*(1-mean)/float64(s.Decks)))))
		}
		r.Rows = append(r.Rows, row)
	}
	return r, nil
}

// shown is the error by which digits are printed, also for an estimate without scatter.
func shown(se float64) float64 {
	if se == 0 {
		return 1e-4
	}
	return se
}

// estimate is the probability that one of g+1 guesses is right, with its standard error.
func (s sums) estimate(g int) (mean, se float64) {
	decks := float64(s.Decks)
	mean = float64(s.Sum[g]) / one / decks
	variance := float64(s.Square[g])/one/decks - float64(mean*mean)
	return mean, math.Sqrt(max(0, variance) / (decks - 1))
}

// Picture is the probabilities over the number of riffles.
func (Question) Picture(_ context.Context, _ run.Options, answers []results.Record) ([]figure.Block, error) {
	r := answers[0].(games.Trick)
	curve := figure.Curve{XLabel: "riffles", YLabel: "probability that the card is named", YMax: 1}
	for g, name := range []string{"1 guess", "2 guesses", "3 guesses"} {
		text := func(row games.TrickRow) string { return []json.Number{row.One, row.Two, row.Three}[g].String() }
		curve.Series = append(curve.Series, figure.Column(name, r.Rows[0].Riffles, r.Rows, text))
	}
	title := fmt.Sprintf("The noted card of %d, %s; cut: %s", r.N, r.Insertion, r.Cut)
	return []figure.Block{figure.Title(title), curve}, nil
}
