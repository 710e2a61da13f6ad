package orders

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm/modular"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"
)

// What can be asked of a range of moduli: sums over their orders, and whether these are right. Lists
// are in rows.go, sets in set.go.

// Range is that of the odd moduli of a question, 2 <= From <= To.
type Range struct {
	From number.Uint `json:"from"`
	To   number.Uint `json:"to"`
}

// plan is that of the range by a method, or by the cheapest.
func (r Range) plan(method Method) (Plan, error) {
	if r.From < 2 || r.From > r.To || r.To > LargestModulus {
		return Plan{}, fmt.Errorf("%d..%d is no range within 2..%d", r.From, r.To, LargestModulus)
	}
	return NewPlan(max(uint64(r.From), 3), uint64(r.To), cmp.Or(method, Auto))
}

// fitting is the same if it takes no more memory than there is.
func (r Range) fitting(method Method, env results.Env, threads int) (Plan, error) {
	p, err := r.plan(method)
	if err == nil {
		err = p.CheckMemory(env.Memory, threads)
	}
	return p, results.Refuse(err)
}

// seconds is about what a part of the plan takes.
func (r Range) seconds(method Method, of func(Plan) float64) float64 {
	p, err := r.plan(method)
	if err != nil {
		return 0
	}
	return of(p)
}

// Summing asks for sums, extremes and prime counts of the orders of a range. No answer depends on
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
func (q Summing) Seconds() float64 { return q.seconds(q.Engine, Plan.Seconds) }

// Answer implements [results.Question].
func (q Summing) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	p, err := q.fitting(q.Engine, env, env.Workers())
	if err != nil {
		return nil, err
	}
	st, err := p.Total(ctx, run.Of(ctx, env.Threads))
	return results.OrdersStats{
		Schema: q.Schema(), Kind: results.Exact, Asked: results.Ask(q), From: number.OfUint(uint64(q.From)), To: number.OfUint(uint64(q.To)),
		Count: number.OfUint(st.Count), Sum: number.Of(st.Sum.Big()), Xor: number.OfUint(st.Xor),
		Max: number.OfUint(st.Max), MaxAt: number.OfUint(st.MaxAt), Min: number.OfUint(st.Min), MinAt: number.OfUint(st.MinAt),
		Primes: number.OfUint(st.Primes), PrimitiveRootPrimes: number.OfUint(st.PrimitiveRootPrimes),
		PrimeSum: number.Of(st.PrimeSum.Big()), Pseudoprimes: number.OfUint(st.Pseudoprimes),
		PrimitiveRootShare: share(st.PrimitiveRootPrimes, st.Primes), Artin: results.Artin,
	}, err
}

// share is that of some of the primes; 0 without primes.
func share(some, primes uint64) float64 { return float64(some) / float64(max(primes, 1)) }

// Follows implements [results.Following]: two moduli have the orders that are the extremes.
func (q Summing) Follows(_ context.Context, _ results.Env, r results.Record) (results.Record, string, error) {
	p, err := q.plan(Auto)
	if err != nil {
		return nil, "", err
	}
	s := r.(results.OrdersStats)
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
	s.Schema, s.Kind, s.Asked, s.Artin = q.Schema(), results.Exact, results.Ask(q), results.Artin
	s.From, s.To, s.Count = number.OfUint(uint64(q.From)), number.OfUint(uint64(q.To)), number.OfUint(p.moduli())
	s.PrimitiveRootShare = share(s.PrimitiveRootPrimes.Uint64(), s.Primes.Uint64())
	return s, "count, and that max and min are orders", nil
}

// Verifying asks whether the orders of a range are right that an engine finds.
type Verifying struct {
	Range
	Engine Method `json:"method"`
}

// NewVerifying asks about an engine, or about the one that is chosen for the range.
func NewVerifying(r Range, engine Method) (Verifying, error) {
	p, err := r.plan(engine)
	return Verifying{r, p.Method}, err
}

// Schema implements [results.Question].
func (Verifying) Schema() string { return results.OrdersVerifySchema }

// Check implements [results.Question].
func (q Verifying) Check() error {
	if !slices.Contains(Methods, q.Engine) || q.Engine == Auto {
		return fmt.Errorf("method=%q is no engine", q.Engine)
	}
	_, err := q.plan(q.Engine)
	return err
}

// Seconds implements [results.Question].
func (q Verifying) Seconds() float64 {
	return q.seconds(q.Engine, func(p Plan) float64 { return p.Seconds() + p.VerifySeconds() })
}

// Answer implements [results.Question].
func (q Verifying) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	p, err := q.fitting(q.Engine, env, env.Workers())
	if err != nil {
		return nil, err
	}
	v, err := p.Verify(ctx, env.Threads)
	return results.OrdersVerify{
		Schema: q.Schema(), Kind: results.Exact, Asked: results.Ask(q),
		From: number.OfUint(uint64(q.From)), To: number.OfUint(uint64(q.To)), Method: string(q.Engine),
		Walked: number.OfUint(v.Walked), Certified: number.OfUint(v.Certified), Mismatches: append([]results.OrdersMismatch{}, v.Mismatches...),
	}, err
}

// Follows implements [results.Following]: the orders that were found anew or proved are all of them.
func (q Verifying) Follows(_ context.Context, _ results.Env, r results.Record) (results.Record, string, error) {
	p, err := q.plan(q.Engine)
	if err != nil {
		return nil, "", err
	}
	v := r.(results.OrdersVerify)
	if v.Walked.Int == nil || v.Certified.Int == nil || v.Walked.Sign() < 0 {
		return nil, "", errors.New("walked and certified are no numbers of moduli")
	}
	v.Schema, v.Kind, v.Asked, v.Method = q.Schema(), results.Exact, results.Ask(q), string(q.Engine)
	v.From, v.To = number.OfUint(uint64(q.From)), number.OfUint(uint64(q.To))
	v.Certified = number.Of(new(big.Int).Sub(new(big.Int).SetUint64(p.moduli()), v.Walked.Int))
	if v.Certified.Sign() < 0 {
		return nil, "", fmt.Errorf("%s orders walked are more than there are moduli", v.Walked)
	}
	return v, "that each modulus is counted", nil
}
