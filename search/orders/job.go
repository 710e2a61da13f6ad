package orders

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"sync"

	"dovetail/search/run"
)

// Total computes the statistics of the plan's range on the runner: with
// checkpoints, if the options name a directory, and on several threads. The
// answer depends on the range alone.
func (p Plan) Total(ctx context.Context, o run.Options) (Stats, error) {
	j := &job{plan: p, threads: o.Threads}
	if j.threads == 0 {
		j.threads = runtime.GOMAXPROCS(0)
	}
	if _, err := run.Run(ctx, j, o); err != nil {
		return Stats{}, err
	}
	return j.total, nil
}

// job is the runner's view of a plan. Root 0 is the part of the range within
// the table; the others are pieces of equal length beyond it. The table is no
// part of the state: a run that is taken up again fills it again.
type job struct {
	plan    Plan
	threads int
	total   Stats

	mu     sync.Mutex
	source *source // once filled
	inside Stats   // of the moduli in the table
}

// Params implements run.Job.
func (j *job) Params() map[string]string {
	return map[string]string{
		"job":    "orders-stats/1",
		"from":   strconv.FormatUint(j.plan.From, 10),
		"to":     strconv.FormatUint(j.plan.To, 10),
		"method": string(j.plan.Method),
	}
}

// maxRoots keeps the list of tasks short for the widest ranges.
const maxRoots = 1 << 16

// Roots implements run.Job.
func (j *job) Roots() ([]run.Piece, error) {
	p := j.plan
	roots := []run.Piece{piece(0, 0, 1+float64(limitOf(tableEntries(p.table)))/2)}
	if p.table == 0 {
		roots = nil
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

// Run implements run.Job.
func (j *job) Run(ctx context.Context, t run.Task, _ run.Bound) (run.Result, error) {
	if len(t.Payload) != 16 {
		return run.Result{}, fmt.Errorf("task %s has %d bytes, want 16", t.ID, len(t.Payload))
	}
	s, inside, err := j.open(ctx)
	if err != nil {
		return run.Result{}, err
	}
	from, to := binary.BigEndian.Uint64(t.Payload), binary.BigEndian.Uint64(t.Payload[8:])
	st := inside
	if to > 0 {
		st = Stats{}
		err = s.sweep(ctx, from, to, func(c *cells) error {
			st.Merge(c.stats(from, to))
			return nil
		})
	}
	if err != nil {
		return run.Result{}, err
	}
	found, err := json.Marshal(st)
	return run.Result{Found: found}, err
}

// open fills the table at the first call; the other workers wait for it.
func (j *job) open(ctx context.Context) (*source, Stats, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.source != nil {
		return j.source, j.inside, nil
	}
	var inside Stats
	var mu sync.Mutex
	s, err := j.plan.open(ctx, j.threads, func(c *cells) error {
		st := c.stats(j.plan.From, j.plan.To)
		mu.Lock()
		defer mu.Unlock()
		inside.Merge(st)
		return nil
	})
	if err == nil {
		j.source, j.inside = s, inside
	}
	return s, inside, err
}

// Merge implements run.Job.
func (j *job) Merge(result []byte, _ run.Bound) error {
	var st Stats
	if err := json.Unmarshal(result, &st); err != nil {
		return err
	}
	j.total.Merge(st)
	return nil
}

// Total implements run.Job.
func (j *job) Total() ([]byte, error) { return json.Marshal(j.total) }
