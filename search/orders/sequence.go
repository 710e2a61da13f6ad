package orders

import (
	"context"
	"errors"
	"sync"

	"dovetail/perm/pace"
)

// sequence is the orders of a plan, part by part: the stretches of its table in waves, then pieces
// of equal length beyond it. The first goroutine that needs a part computes it, once all waves
// before are in the table. Others that need the part wait.
type sequence struct {
	plan  Plan
	table Table
	waves []*wave // the last is the part beyond the table
	visit func(*part, *cells) error

	once sync.Once // makes room for the table
	mu   sync.Mutex
	full int // waves known to be complete
}

// wave is parts that need only earlier waves, with their engines.
type wave struct {
	parts   []*part
	engines sync.Pool // of engine
}

// part is a stretch of a sequence.
type part struct {
	stretch
	wave  int
	busy  chan struct{} // closed when the worker is done; nil if there is none
	there bool
	stats Stats
}

// sequence cuts the plan into parts. Those beyond the table have a number of runs of an engine
// each. The cells of a part that is computed are passed to visit, in order.
func (p Plan) sequence(runs uint64, visit func(*part, *cells) error) *sequence {
	s := &sequence{plan: p, visit: visit}
	for k, stretches := range append(tableWaves(p.table), p.pieces(runs)) {
		w := &wave{}
		for _, st := range stretches {
			w.parts = append(w.parts, &part{stretch: st, wave: k})
		}
		s.waves = append(s.waves, w)
	}
	for k, w := range s.waves {
		w.engines.New = s.engines(k)
	}
	return s
}

// pieces cuts the moduli beyond the table.
func (p Plan) pieces(runs uint64) (pieces []stretch) {
	from := p.beyond()
	if from > p.To {
		return nil
	}
	length, count := runs*engines[p.Method].cells, (p.To-from)/2+1
	for count/length > maxPieces {
		length *= 2
	}
	for done := uint64(0); done < count; done += length {
		pieces = append(pieces, stretch{from: from + 2*done, to: from + 2*(min(done+length, count)-1)})
	}
	return pieces
}

// maxPieces keeps the list of tasks short for the widest ranges.
const maxPieces = 1 << 16

// engines makes the engines of a wave.
func (s *sequence) engines(k int) func() any {
	to, last := s.plan.To, k == len(s.waves)-1
	switch {
	case last && s.plan.Method == Single:
		return func() any { return newSingle(singlePiece) }
	case last && s.plan.Method == Window:
		return func() any { return newWindow(s.table, to) }
	case k == 0:
		return func() any { return newSingle(seedLimit / 2) }
	case !last:
		parts := s.waves[k].parts
		to = parts[len(parts)-1].to
	}
	powers := sync.OnceValue(func() *primePowers { return newPowers(to, s.table) })
	return func() any { return newSegment(s.table, powers()) }
}

// all computes one part after the other.
func (s *sequence) all(ctx context.Context) error {
	for _, w := range s.waves {
		for _, p := range w.parts {
			if err := s.get(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// get returns when a part is complete.
func (s *sequence) get(ctx context.Context, p *part) error {
	s.once.Do(func() {
		if s.plan.table > 0 {
			s.table = newTable(s.plan.table)
		}
	})
	if err := s.fill(ctx, p.wave); err != nil {
		return err
	}
	return s.one(ctx, p)
}

// fill completes the first waves. In each it takes the parts that no other goroutine computes, then
// waits for the rest.
func (s *sequence) fill(ctx context.Context, waves int) error {
	s.mu.Lock()
	full := s.full
	s.mu.Unlock()
	for k := full; k < waves; k++ {
		for _, wait := range []bool{false, true} {
			for _, p := range s.waves[k].parts {
				if wait || s.idle(p) {
					if err := s.one(ctx, p); err != nil {
						return err
					}
				}
			}
		}
		s.mu.Lock()
		s.full = max(s.full, k+1)
		s.mu.Unlock()
	}
	return nil
}

func (s *sequence) idle(p *part) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !p.there && p.busy == nil
}

// one is get once the earlier waves are complete.
func (s *sequence) one(ctx context.Context, p *part) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !p.there {
		if err := ctx.Err(); err != nil {
			return err
		}
		if busy := p.busy; busy != nil {
			s.mu.Unlock()
			select {
			case <-busy:
			case <-ctx.Done():
			}
			s.mu.Lock()
			continue
		}
		p.busy = make(chan struct{})
		s.mu.Unlock()
		err := s.make(ctx, p)
		s.mu.Lock()
		p.there = err == nil
		close(p.busy)
		p.busy = nil
		if err != nil {
			return err
		}
	}
	return nil
}

// make computes a part.
func (s *sequence) make(ctx context.Context, p *part) error {
	inTable := p.wave < len(s.waves)-1
	w := s.waves[p.wave]
	e := w.engines.Get().(engine)
	defer w.engines.Put(e)
	p.stats = Stats{}
	for first := p.from; first <= p.to; first += 2 * uint64(e.size()) {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := e.run(first, int(min(uint64(e.size()), (p.to-first)/2+1)))
		if inTable {
			s.table.store(c)
		}
		if err := s.visit(p, c); err != nil {
			return err
		}
	}
	return nil
}

// errStop ends a walk that the caller has seen enough of.
var errStop = errors.New("stop")

// Each calls yield with every odd modulus of the range and its order, in
// order, until it returns false or ctx is cancelled.
func (p Plan) Each(ctx context.Context, yield func(m, order uint64, prime bool) bool) error {
	meter := p.meter(ctx)
	err := p.sequence(engines[p.Method].runs, func(_ *part, c *cells) error {
		meter.Add(float64(c.n))
		primes := c.primes
		for lo, hi := c.clip(p.From, p.To); lo < hi; lo++ {
			for len(primes) > 0 && int(primes[0]) < lo {
				primes = primes[1:]
			}
			if !yield(c.modulus(lo), c.orders[lo], len(primes) > 0 && int(primes[0]) == lo) {
				return errStop
			}
		}
		return nil
	}).all(ctx)
	if err == errStop {
		return nil
	}
	return err
}

// meter counts all moduli that the plan computes.
func (p Plan) meter(ctx context.Context) pace.Listener {
	meter := pace.Of(ctx)
	meter.Start(float64(p.table/2+(p.To+2-min(p.beyond(), p.To+2))/2), 0)
	return meter
}

// Decks calls yield with every deck size n in [from, to], 2 <= from <= to <
// 2^63, and the orders of its out- and in-shuffle, in order, until it returns
// false or ctx is cancelled. An even n needs the orders of n-1 and of n+1.
func (p Plan) Decks(ctx context.Context, from, to uint64, yield func(n, out, in uint64) bool) error {
	var before uint64
	return p.Each(ctx, func(m, order uint64, _ bool) bool {
		if n := m - 1; from <= n && n <= to && !yield(n, before, order) {
			return false
		}
		before = order
		return m < from || m > to || yield(m, order, order)
	})
}
