package orders

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"sync"

	"dovetail/perm/modular"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/results/powers"
	"dovetail/search/run"
)

// Questions about a range of moduli: sums over their orders. verify.go checks these, and list.go
// has lists.

// Range is the odd moduli of a question, 2 <= From <= To.
type Range struct {
	From number.Uint `json:"from"`
	To   number.Uint `json:"to"`
}

// plan is the plan for the range by the cheapest of some methods.
func (r Range) plan(methods ...Method) (Plan, error) {
	if r.From < 2 || r.From > r.To || r.To > LargestModulus {
		return Plan{}, fmt.Errorf("%d..%d is no range within 2..%d", r.From, r.To, LargestModulus)
	}
	return NewPlan(max(uint64(r.From), 3), uint64(r.To), methods...)
}

// fitting is plan, with an error if it takes more memory than there is.
func (r Range) fitting(env run.Options, threads int, methods ...Method) (Plan, error) {
	p, err := r.plan(methods...)
	if err == nil {
		err = p.CheckMemory(env.Memory, threads)
	}
	return p, results.Refuse(err)
}

// Summing requests sums, extremes and prime counts of the orders of a range. No answer depends on
// the engine.
type Summing struct {
	Range
	Engine Method `json:"-"`
}

func (Summing) Schema() string { return results.OrdersStatsSchema }

func (q Summing) Check() error {
	_, err := q.plan(q.Engine.among(Methods)...)
	return err
}

func (q Summing) Seconds() float64 {
	p, _ := q.plan(q.Engine.among(Methods)...)
	return p.Seconds()
}

func (q Summing) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if env.Parts != nil {
		q.Engine = Method(env.Parts[0].Params["method"]) // of all parts, or they are refused
	}
	p, err := q.fitting(env, env.Workers(), q.Engine.among(Methods)...)
	if err != nil {
		return nil, err
	}
	st, err := p.Total(ctx, env)
	return powers.OrdersStats{
		Head: results.Answering(q, results.Exact), From: number.OfUint(uint64(q.From)), To: number.OfUint(uint64(q.To)),
		Count: number.OfUint(st.Count), Sum: number.Of(st.Sum.Big()), Xor: number.OfUint(st.Xor),
		Max: number.OfUint(st.Max), MaxAt: number.OfUint(st.MaxAt),
		Min: number.OfUint(st.Min), MinAt: number.OfUint(st.MinAt),
		Primes: number.OfUint(st.Primes), PrimitiveRootPrimes: number.OfUint(st.PrimitiveRootPrimes),
		PrimeSum: number.Of(st.PrimeSum.Big()), Pseudoprimes: number.OfUint(st.Pseudoprimes),
		PrimitiveRootShare: share(st.PrimitiveRootPrimes, st.Primes), Artin: powers.Artin,
	}, err
}

// share is the quotient of two numbers of primes; 0 without primes.
func share(some, primes uint64) float64 { return float64(some) / float64(max(primes, 1)) }

// Follows implements [run.Rechecker]. It checks the orders at the two extremes.
func (q Summing) Follows(_ context.Context, _ run.Options, r results.Record) (results.Record, string, error) {
	p, err := q.plan(Methods...)
	if err != nil {
		return nil, "", err
	}
	s := r.(powers.OrdersStats)
	for _, x := range []number.Int{s.MaxAt, s.MinAt, s.Primes, s.PrimitiveRootPrimes} {
		if x.Int == nil || !x.IsUint64() {
			return nil, "", fmt.Errorf("%v is no number of 64 bits", x)
		}
	}
	for _, e := range []struct {
		at    uint64
		order *number.Int
	}{{s.MaxAt.Uint64(), &s.Max}, {s.MinAt.Uint64(), &s.Min}} {
		if e.at < p.From || e.at > p.To || e.at%2 == 0 {
			return nil, "", fmt.Errorf("max_at or min_at is %d, no modulus of the range", e.at)
		}
		c, err := modular.Order(2, e.at)
		if err != nil {
			return nil, "", err
		}
		*e.order = number.OfUint(c.Order)
	}
	s.Head, s.Artin = results.Answering(q, results.Exact), powers.Artin
	s.From, s.To, s.Count = number.OfUint(uint64(q.From)), number.OfUint(uint64(q.To)), number.OfUint(p.moduli())
	s.PrimitiveRootShare = share(s.PrimitiveRootPrimes.Uint64(), s.Primes.Uint64())
	return s, "count, and that max and min are orders", nil
}

// Total computes the statistics of the plan's range on the runner: with
// checkpoints, if the options name a directory, and on several threads. The
// answer depends on the range alone.
func (p Plan) Total(ctx context.Context, o run.Options) (Stats, error) {
	j, _, err := run.Run(ctx, sums{p.From, p.To, p.Method}, o)
	if err != nil {
		return Stats{}, err
	}
	st := j.total
	if st.Count != p.moduli() {
		return Stats{}, fmt.Errorf("the state has %d moduli of %d", st.Count, p.moduli())
	}
	if p.Method != Full {
		return st, nil
	}
	if st.Max, st.MaxAt, err = largest(ctx, p.From, p.To); err == nil {
		st.Min, st.MinAt, err = smallest(ctx, p.From, p.To)
	}
	return st, err
}

// sums is the question of the statistics of a range.
type sums struct {
	From, To uint64
	Method   Method
}

func (sums) Name() string { return "orders-stats/3" }

func (q sums) Job() (*job, error) {
	p, err := NewPlan(q.From, q.To, q.Method)
	if err != nil {
		return nil, err
	}
	j := &job{plan: p, ends: map[uint64]uint64{}}
	if p.Method == Full {
		j.parts = streamParts(p.From, p.To)
		whole := sync.OnceValue(func() *streams { return newStreams(p.From, p.To) })
		j.walkers.New = func() any { return whole().walker() }
	} else {
		j.parts, j.sequence = p.pieces(), p.sequence()
	}
	for _, t := range j.parts {
		j.ends[t.from] = t.to
	}
	return j, nil
}

// job is the runner's view of a plan. A task is a part of its streams, or a piece of its moduli.
type job struct {
	plan     Plan
	parts    []part
	ends     map[uint64]uint64 // of the parts, by their beginnings
	walkers  sync.Pool         // of walker, for streams
	sequence *sequence         // for pieces
	total    Stats
}

func (j *job) Roots() (roots []run.Piece, err error) {
	for _, t := range j.parts {
		payload := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, t.from), t.to)
		roots = append(roots, run.Piece{Payload: payload, Weight: t.weight})
	}
	return roots, nil
}

func (j *job) Check(payload []byte) error {
	_, err := j.part(payload)
	return err
}

// part is that of a task.
func (j *job) part(payload []byte) (part, error) {
	if len(payload) == 16 {
		p := part{from: binary.BigEndian.Uint64(payload), to: binary.BigEndian.Uint64(payload[8:])}
		if to, ok := j.ends[p.from]; ok && to == p.to {
			return p, nil
		}
	}
	return part{}, fmt.Errorf("%x is no part of %d..%d", payload, j.plan.From, j.plan.To)
}

func (j *job) Run(ctx context.Context, t run.Task) (run.Result, error) {
	p, err := j.part(t.Payload)
	if err != nil {
		return run.Result{}, err
	}
	var sum adder
	if j.sequence == nil {
		w := j.walkers.Get().(*walker)
		defer j.walkers.Put(w)
		err = w.visit(ctx, p.from, p.to, &sum)
	} else {
		err = j.sequence.cells(ctx, p, func(c *cells) error {
			sum.Merge(c.stats())
			return nil
		})
	}
	if err != nil {
		return run.Result{}, err
	}
	return run.Whole(sum.Stats)
}

func (j *job) Merge(result []byte) error {
	var st Stats
	if err := json.Unmarshal(result, &st); err != nil {
		return err
	}
	if err := st.validate(j.plan.From, j.plan.To, j.plan.Method != Full); err != nil {
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

func (j *job) Total() ([]byte, error) { return json.Marshal(j.total) }

// SoFar implements run.Reporter: the primes, or the largest order.
func (j *job) SoFar() []string {
	switch {
	case j.total.Count == 0:
		return nil
	case j.plan.Method == Full:
		return []string{fmt.Sprintf("%d primes, 2 is a primitive root of %d", j.total.Primes, j.total.PrimitiveRootPrimes)}
	}
	return []string{fmt.Sprintf("order %d modulo %d", j.total.Max, j.total.MaxAt)}
}

// engineFlag is the flag for how a range of moduli is computed by one of some methods.
func engineFlag(to *Method, methods []Method) param.Param {
	says := map[Method]string{Full: "full (by largest primes), ", Window: "window (a sieve over the range)", Single: " or single"}
	text := "auto, "
	for _, m := range methods {
		text += says[m]
	}
	return param.Choice(to, "engine", string(Auto), text, append([]Method{Auto}, methods...)...)
}

// moduli is the argument for a range of moduli.
func (r *Range) moduli() param.Param {
	return param.RangeArg(&r.From, &r.To, "A..B", "range", 2, LargestModulus)
}

func (q *Summing) Params() param.List {
	return param.List{q.moduli(), engineFlag(&q.Engine, Methods).Hide(func() bool { return true })}
}
