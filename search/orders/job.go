package orders

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"dovetail/perm/modular"
	"dovetail/perm/number"
	"dovetail/results"
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

// plan is the plan for the range by a method, or by the cheapest.
func (r Range) plan(method Method) (Plan, error) {
	if r.From < 2 || r.From > r.To || r.To > LargestModulus {
		return Plan{}, fmt.Errorf("%d..%d is no range within 2..%d", r.From, r.To, LargestModulus)
	}
	return NewPlan(max(uint64(r.From), 3), uint64(r.To), cmp.Or(method, Auto))
}

// fitting is plan, with an error if it takes more memory than there is.
func (r Range) fitting(method Method, env run.Options, threads int) (Plan, error) {
	p, err := r.plan(method)
	if err == nil {
		err = p.CheckMemory(env.Memory, threads)
	}
	return p, results.Refuse(err)
}

// seconds is about the time of the plan; 0 if there is an error.
func (r Range) seconds(method Method) float64 {
	p, _ := r.plan(method)
	return p.Seconds()
}

// Summing requests sums, extremes and prime counts of the orders of a range. No answer depends on
// the engine.
type Summing struct {
	Range
	Engine Method `json:"-"`
}

// Schema implements [results.Question].
func (Summing) Schema() string { return results.OrdersStatsSchema }

// Check implements [results.Question].
func (q Summing) Check() error {
	_, err := q.plan(q.Engine)
	return err
}

// Seconds implements [results.Question].
func (q Summing) Seconds() float64 { return q.seconds(q.Engine) }

// Answer implements [run.Answerer].
func (q Summing) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	if env.Parts != nil {
		q.Engine = Method(env.Parts[0].Params["method"]) // of all parts, or they are refused
	}
	p, err := q.fitting(q.Engine, env, env.Workers())
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
	p, err := q.plan(Auto)
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
	if err == nil && j.total.Count != p.moduli() {
		err = fmt.Errorf("the state has %d moduli of %d", j.total.Count, p.moduli())
	}
	if err != nil {
		return Stats{}, err
	}
	return j.total, nil
}

// sums is the question of the statistics of a range.
type sums struct {
	From, To uint64
	Method   Method
}

// Name implements [run.Question].
func (sums) Name() string { return "orders-stats/2" }

// Job implements [run.Question].
func (q sums) Job() (*job, error) {
	p, err := NewPlan(q.From, q.To, q.Method)
	if err != nil {
		return nil, err
	}
	j := &job{parts: map[uint64]*part{}}
	j.sequence = p.sequence(engines[p.Method].runs, func(t *part, c *cells) error {
		t.stats.Merge(c.stats(p.From, p.To))
		return nil
	})
	for _, w := range j.waves {
		for _, t := range w.parts {
			j.parts[t.from] = t
		}
	}
	return j, nil
}

// job is the runner's view of a plan. A task is a part of its sequence. The table is not in the
// state: a run that is resumed computes it again.
type job struct {
	*sequence
	parts map[uint64]*part // by their first modulus
	total Stats
}

// Roots implements [run.Job].
func (j *job) Roots() (roots []run.Piece, err error) {
	for k, w := range j.waves {
		cost := 1.0
		if k == len(j.waves)-1 {
			cost = engines[j.plan.Method].cost
		}
		for _, t := range w.parts {
			payload := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, t.from), t.to)
			roots = append(roots, run.Piece{Payload: payload, Weight: cost * float64((t.to-t.from)/2+1)})
		}
	}
	return roots, nil
}

// Check implements [run.Job].
func (j *job) Check(payload []byte) error {
	_, err := j.part(payload)
	return err
}

// part is that of a task.
func (j *job) part(payload []byte) (*part, error) {
	if len(payload) == 16 {
		if t := j.parts[binary.BigEndian.Uint64(payload)]; t != nil && t.to == binary.BigEndian.Uint64(payload[8:]) {
			return t, nil
		}
	}
	return nil, fmt.Errorf("%x is no part of %d..%d", payload, j.plan.From, j.plan.To)
}

// Run implements [run.Job].
func (j *job) Run(ctx context.Context, t run.Task) (run.Result, error) {
	p, err := j.part(t.Payload)
	if err == nil {
		err = j.get(ctx, p)
	}
	if err != nil {
		return run.Result{}, err
	}
	return run.Whole(p.stats)
}

// Merge implements [run.Job].
func (j *job) Merge(result []byte) error {
	var st Stats
	if err := json.Unmarshal(result, &st); err != nil {
		return err
	}
	if err := st.validate(j.plan.From, j.plan.To); err != nil {
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

// Total implements [run.Job].
func (j *job) Total() ([]byte, error) { return json.Marshal(j.total) }

// SoFar implements run.Reporter: the largest order.
func (j *job) SoFar() []string {
	if j.total.Count == 0 {
		return nil
	}
	return []string{fmt.Sprintf("order %d modulo %d", j.total.Max, j.total.MaxAt)}
}
