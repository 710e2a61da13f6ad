package orders

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"dovetail/search/run"
)

// Total computes the statistics of the plan's range on the runner: with
// checkpoints, if the options name a directory, and on several threads. The
// answer depends on the range alone.
func (p Plan) Total(ctx context.Context, o run.Options) (Stats, error) {
	j, _, err := run.Run(ctx, sums{p.From, p.To, p.Method}, o)
	if err == nil {
		err = j.complete()
	}
	if err != nil {
		return Stats{}, err
	}
	if o.Dir != "" {
		os.Remove(keepingPath(o.Dir)) // if it is there: nobody needs it now
	}
	return j.total, nil
}

// sums asks for the statistics of a range.
type sums struct {
	From, To uint64
	Method   Method
}

// Kinds are the questions that other machines can help with.
var Kinds = []run.Kind{run.KindOf[*job](sums{})}

// Name implements run.Question.
func (sums) Name() string { return "orders-stats/2" }

// Job implements run.Question.
func (q sums) Job() (*job, error) {
	p, err := NewPlan(q.From, q.To, q.Method)
	return &job{plan: p}, err
}

// job is the runner's view of a plan. The first roots are the stretches of the
// table, in order; the others are pieces of equal length beyond it. The table is
// no part of the state, but kept beside it.
type job struct {
	plan  Plan
	dir   string // where the state is kept, if it is
	total Stats

	mu      sync.Mutex
	filling *filling // from the first task on
	kept    *keeping
	source  *source // once the table is full

	computed atomic.Uint64 // moduli beyond the table, by this process
}

// Keep implements run.Keeper.
func (j *job) Keep(dir string) (release func()) {
	j.dir = dir
	return func() { j.kept.close() }
}

// maxRoots keeps the list of tasks short for the widest ranges.
const maxRoots = 1 << 16

// Roots implements run.Job.
func (j *job) Roots() ([]run.Piece, error) {
	p := j.plan
	var roots []run.Piece
	if p.table > 0 {
		for _, s := range slices.Concat(stretches(limitOf(tableEntries(p.table)))...) {
			roots = append(roots, piece(s.from, s.to, float64((s.to-s.from)/2+1)))
		}
	}
	from := p.beyond()
	if from > p.To {
		return roots, nil
	}
	length := map[Method]uint64{Full: 64 * segmentCells, Window: 16 * windowCells, Single: singlePiece}[p.Method]
	count := (p.To-from)/2 + 1
	for count/length > maxRoots {
		length *= 2
	}
	cost := map[Method]float64{Full: 1, Window: 12, Single: 1000}[p.Method]
	for done := uint64(0); done < count; done += length {
		n := min(length, count-done)
		roots = append(roots, piece(from+2*done, from+2*(done+n-1), cost*float64(n)))
	}
	return roots, nil
}

func piece(from, to uint64, weight float64) run.Piece {
	return run.Piece{Payload: binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, from), to), Weight: weight}
}

// Check implements run.Job.
func (j *job) Check(payload []byte) error {
	if len(payload) == 16 {
		from, to := binary.BigEndian.Uint64(payload), binary.BigEndian.Uint64(payload[8:])
		if from&to&1 == 1 && j.plan.beyond() <= from && from <= to && to <= j.plan.To || j.inTable(from, to) {
			return nil
		}
	}
	return fmt.Errorf("%x is no part of %d..%d", payload, j.plan.From, j.plan.To)
}

// inTable reports whether from..to is a stretch of the table.
func (j *job) inTable(from, to uint64) bool {
	return j.plan.table > 0 && slices.ContainsFunc(slices.Concat(stretches(limitOf(tableEntries(j.plan.table)))...),
		func(s stretch) bool { return s.from == from && s.to == to })
}

// Run implements run.Job.
func (j *job) Run(ctx context.Context, t run.Task) (run.Result, error) {
	from, to := binary.BigEndian.Uint64(t.Payload), binary.BigEndian.Uint64(t.Payload[8:])
	st, err := j.stats(ctx, from, to)
	if err != nil {
		return run.Result{}, err
	}
	found, err := json.Marshal(st)
	return run.Result{Found: found}, err
}

// stats is that of the moduli from..to, a stretch of the table or beyond it.
func (j *job) stats(ctx context.Context, from, to uint64) (st Stats, err error) {
	f := j.begin()
	if f != nil && to <= f.table.Limit() {
		return f.stats(ctx, from)
	}
	if f != nil {
		if err := f.all(ctx); err != nil {
			return st, err
		}
	}
	err = j.beyond(f).sweep(ctx, from, to, func(c *cells) error {
		st.Merge(c.stats(from, to))
		j.computed.Add(uint64(c.n))
		return nil
	})
	return st, err
}

// begin makes the table of a plan that has one, at the first call.
func (j *job) begin() *filling {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.filling == nil && j.plan.table > 0 {
		if j.dir != "" {
			j.kept = openKeeping(j.dir, j.plan)
		}
		j.filling = newFilling(j.plan, j.kept)
	}
	return j.filling
}

// beyond makes the source, at the first call.
func (j *job) beyond(f *filling) *source {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.source == nil {
		var t Table
		if f != nil {
			t = f.table
		}
		j.source = j.plan.source(t)
	}
	return j.source
}

// Merge implements run.Job.
func (j *job) Merge(result []byte) error {
	var st Stats
	if err := json.Unmarshal(result, &st); err != nil {
		return err
	}
	if err := st.possible(j.plan.From, j.plan.To); err != nil {
		return err
	}
	total := j.total
	total.Merge(st)
	if total.Count > j.plan.moduli() {
		return fmt.Errorf("%d moduli between %d and %d", total.Count, j.plan.From, j.plan.To)
	}
	j.total = total
	return nil
}

// complete holds the total to the number of moduli that there are.
func (j *job) complete() error {
	if want := j.plan.moduli(); j.total.Count != want {
		return fmt.Errorf("the state has %d moduli of %d", j.total.Count, want)
	}
	return nil
}

// Total implements run.Job.
func (j *job) Total() ([]byte, error) { return json.Marshal(j.total) }

// SoFar implements run.Shower: the largest order.
func (j *job) SoFar() []string {
	if j.total.Count == 0 {
		return nil
	}
	return []string{fmt.Sprintf("order %d modulo %d", j.total.Max, j.total.MaxAt)}
}
