package orders

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"dovetail/perm/modular"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/param"
	"dovetail/results/powers"
	"dovetail/search/run"
)

// Verifying asks whether the orders that an engine computes for a range are right.
type Verifying struct {
	Range
	Engine Method `json:"method"`
}

// NewVerifying asks about an engine, or about the one that is chosen for the range.
func NewVerifying(r Range, engine Method) (Verifying, error) {
	p, err := r.plan(engine.among(InOrder)...)
	return Verifying{r, p.Method}, err
}

func (Verifying) Schema() string { return results.OrdersVerifySchema }

func (q Verifying) Check() error {
	if !slices.Contains(InOrder, q.Engine) {
		return fmt.Errorf("method=%q is no engine", q.Engine)
	}
	_, err := q.plan(q.Engine)
	return err
}

func (q Verifying) Seconds() float64 {
	p, _ := q.plan(q.Engine)
	return p.Seconds() + float64(8e-7*float64(p.moduli()))
}

func (q Verifying) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	p, err := q.fitting(env, env.Workers(), q.Engine)
	if err != nil {
		return nil, err
	}
	v, err := p.Verify(ctx, env.Threads)
	return powers.OrdersVerify{
		Head: results.Answering(q, results.Exact),
		From: number.OfUint(uint64(q.From)), To: number.OfUint(uint64(q.To)), Method: string(q.Engine),
		Walked: number.OfUint(v.Walked), Certified: number.OfUint(v.Certified),
		Mismatches: append([]powers.OrdersMismatch{}, v.Mismatches...),
	}, err
}

// Follows implements [run.Rechecker]. The orders that were recomputed or proved must be all of
// them.
func (q Verifying) Follows(_ context.Context, _ run.Options, r results.Record) (results.Record, string, error) {
	p, err := q.plan(q.Engine)
	if err != nil {
		return nil, "", err
	}
	v := r.(powers.OrdersVerify)
	if v.Walked.Int == nil || v.Certified.Int == nil || v.Walked.Sign() < 0 {
		return nil, "", errors.New("walked and certified are no numbers of moduli")
	}
	v.Head, v.Method = results.Answering(q, results.Exact), string(q.Engine)
	v.From, v.To = number.OfUint(uint64(q.From)), number.OfUint(uint64(q.To))
	v.Certified = number.Of(new(big.Int).Sub(new(big.Int).SetUint64(p.moduli()), v.Walked.Int))
	if v.Certified.Sign() < 0 {
		return nil, "", fmt.Errorf("%s orders walked are more than there are moduli", v.Walked)
	}
	return v, "that each modulus is counted", nil
}

// verification counts what was checked, and how.
type verification struct {
	Walked     uint64 // by the halving walk, which computes the order anew
	Certified  uint64 // by a certificate, which proves the order minimal
	Mismatches []powers.OrdersMismatch
}

// walkLimit is the largest order for the halving walk. Beyond it a certificate is cheaper.
const walkLimit = 512

// Verify recomputes the order of every modulus of the plan by a route that
// shares no arithmetic with the engine: plain remainders, no Montgomery form,
// no floating point, no table. Mismatches are listed in order.
func (p Plan) Verify(ctx context.Context, threads int) (total verification, err error) {
	var mu sync.Mutex
	meter, s := p.meter(ctx), p.sequence()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(run.Threads(threads))
	for _, piece := range p.pieces() {
		group.Go(func() error {
			return s.cells(ctx, piece, func(c *cells) error {
				v := c.verify()
				meter.Add(float64(c.n))
				mu.Lock()
				defer mu.Unlock()
				total.merge(v)
				return nil
			})
		})
	}
	err = group.Wait()
	total.sort()
	return total, err
}

// verify checks the orders of the cells.
func (c *cells) verify() (v verification) {
	for i := range c.n {
		m, order, why := c.modulus(i), c.orders[i], ""
		if order <= walkLimit {
			v.Walked++
			if halvingWalk(m, order) != order {
				why = "the halving walk does not return to 1 after that many steps for the first time"
			}
		} else {
			v.Certified++
			why = checkByCertificate(m, order)
		}
		if why != "" {
			wrong := powers.OrdersMismatch{Modulus: number.OfUint(m), Order: number.OfUint(order), Why: why}
			v.Mismatches = append(v.Mismatches, wrong)
		}
	}
	return v
}

// halvingWalk is the order of 2 modulo the odd m < 2^63: the order of 1/2,
// found by walking y -> (y + m) / 2^k from 1 back to 1, where k is the number
// of trailing zeros. It gives up beyond limit and returns 0.
func halvingWalk(m, limit uint64) uint64 {
	if m == 1 {
		return 1
	}
	steps := uint64(0)
	for y := uint64(1); steps <= limit; {
		y += m
		k := bits.TrailingZeros64(y)
		y >>= k
		steps += uint64(k)
		if y == 1 {
			return steps
		}
	}
	return 0
}

// checkByCertificate checks that 2^order = 1 and 2^(order/q) != 1 for each prime q of the order.
func checkByCertificate(m, order uint64) string {
	if powerByRemainders(order, m) != 1 {
		return "2 to this power is not 1"
	}
	for _, q := range modular.Factor(order) {
		if powerByRemainders(order/q.P, m) == 1 {
			return "a divisor of it is an order already"
		}
	}
	return ""
}

// powerByRemainders is 2^e mod m from the highest bit down, with the remainder
// of the processor's division after each squaring.
func powerByRemainders(e, m uint64) uint64 {
	x := uint64(1)
	for i := bits.Len64(e) - 1; i >= 0; i-- {
		if m < 1<<32 {
			x = x * x % m
		} else {
			hi, lo := bits.Mul64(x, x)
			_, x = bits.Div64(hi, lo, m)
		}
		if e>>i&1 == 1 {
			if x += x; x >= m {
				x -= m
			}
		}
	}
	return x
}

// maxMismatches keeps the list short when everything is wrong.
const maxMismatches = 1000

// merge adds the counts and mismatches of other moduli.
func (v *verification) merge(o verification) {
	v.Walked += o.Walked
	v.Certified += o.Certified
	v.Mismatches = append(v.Mismatches, o.Mismatches...)
	if len(v.Mismatches) > 2*maxMismatches {
		v.sort()
	}
}

// sort puts the least moduli first and drops those beyond maxMismatches.
func (v *verification) sort() {
	slices.SortFunc(v.Mismatches, func(a, b powers.OrdersMismatch) int { return a.Modulus.Cmp(b.Modulus.Int) })
	v.Mismatches = v.Mismatches[:min(len(v.Mismatches), maxMismatches)]
}

func (q *Verifying) Params() param.List {
	return param.List{q.moduli(), engineFlag(&q.Engine, InOrder),
		param.After(func(func(string) bool) (err error) {
			*q, err = NewVerifying(q.Range, q.Engine)
			return err
		})}
}
