package orders

import (
	"context"
	"sync"
	"sync/atomic"
)

// filling is the table of a plan that several workers compute, stretch by stretch,
// each with the statistics of its moduli. Whoever wants a stretch first computes
// it, or reads it where a run before has kept it; the others wait.
type filling struct {
	plan  Plan
	table Table
	kept  *keeping // nil if nothing is kept
	waves []*wave

	mu    sync.Mutex
	parts map[uint64]*part // by their first modulus
	full  int              // waves known to be there

	computed atomic.Uint64 // moduli, not read
}

// part is a stretch of a filling.
type part struct {
	stretch
	wave  int
	busy  chan struct{} // closed when the worker at it is done; nil if there is none
	there bool
	stats Stats
}

func newFilling(p Plan, kept *keeping) *filling {
	f := &filling{plan: p, table: newTable(p.table), kept: kept, parts: map[uint64]*part{}}
	f.waves = f.table.waves()
	for k, w := range f.waves {
		for _, s := range w.stretches {
			f.parts[s.from] = &part{stretch: s, wave: k}
		}
	}
	return f
}

// stats is that of the stretch that begins at from, once it and all waves before
// are in the table.
func (f *filling) stats(ctx context.Context, from uint64) (Stats, error) {
	p := f.parts[from]
	if err := f.upTo(ctx, p.wave); err != nil {
		return Stats{}, err
	}
	err := f.get(ctx, p)
	return p.stats, err
}

// all fills the table.
func (f *filling) all(ctx context.Context) error { return f.upTo(ctx, len(f.waves)) }

// upTo fills the first waves: of each it takes the parts that nobody is at, then
// waits for the rest.
func (f *filling) upTo(ctx context.Context, waves int) error {
	for k := f.known(); k < waves; k++ {
		for _, wait := range []bool{false, true} {
			for _, s := range f.waves[k].stretches {
				if p := f.parts[s.from]; wait || f.idle(p) {
					if err := f.get(ctx, p); err != nil {
						return err
					}
				}
			}
		}
		f.mu.Lock()
		f.full = max(f.full, k+1)
		f.mu.Unlock()
	}
	return nil
}

func (f *filling) known() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.full
}

func (f *filling) idle(p *part) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !p.there && p.busy == nil
}

// get makes sure that a part is there.
func (f *filling) get(ctx context.Context, p *part) error {
	f.mu.Lock()
	for !p.there {
		if err := ctx.Err(); err != nil {
			f.mu.Unlock()
			return err
		}
		if p.busy == nil {
			p.busy = make(chan struct{})
			f.mu.Unlock()
			st, err := f.make(ctx, p)
			f.mu.Lock()
			p.stats, p.there = st, err == nil
			close(p.busy)
			p.busy = nil
			if err != nil {
				f.mu.Unlock()
				return err
			}
			break
		}
		busy := p.busy
		f.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
		}
		f.mu.Lock()
	}
	f.mu.Unlock()
	return nil
}

// make reads a part, or computes and keeps it.
func (f *filling) make(ctx context.Context, p *part) (st Stats, err error) {
	if st, ok := f.kept.read(f.table, p.stretch); ok {
		return st, nil
	}
	err = f.table.compute(ctx, f.waves[p.wave], p.stretch, func(c *cells) error {
		st.Merge(c.stats(f.plan.From, f.plan.To))
		f.computed.Add(uint64(c.n))
		return nil
	})
	if err == nil {
		f.kept.write(f.table, p.stretch, st)
	}
	return st, err
}
