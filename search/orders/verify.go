package orders

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"dovetail/perm/modular"
	"dovetail/results"
	"dovetail/results/number"
	"dovetail/search/run"

	"golang.org/x/sync/errgroup"
)

// Verification counts what was checked, and how.
type Verification struct {
	Walked     uint64 // by the halving walk, which finds the order anew
	Certified  uint64 // by a certificate, which proves the order minimal
	Mismatches []results.OrdersMismatch
}

// walkLimit is the largest order that the halving walk looks for; beyond it a
// certificate is cheaper.
const walkLimit = 512

// Verify recomputes the order of every modulus of the plan by a route that
// shares no arithmetic with the engine: plain remainders, no Montgomery form,
// no floating point, no table. Mismatches are listed in order.
func (p Plan) Verify(ctx context.Context, threads int) (Verification, error) {
	var total Verification
	blocks := make(chan block)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(blocks)
		return p.blocks(ctx, blocks)
	})
	var mu sync.Mutex
	for range run.Threads(threads) {
		group.Go(func() error {
			for b := range blocks {
				v := b.verify()
				mu.Lock()
				total.merge(v)
				mu.Unlock()
			}
			return ctx.Err()
		})
	}
	err := group.Wait()
	total.sort()
	return total, err
}

// block is a copy of consecutive orders, to be checked by another worker.
type block struct {
	first  uint64
	orders []uint64
}

const blockSize = 1 << 12

// blocks sends the orders of the plan.
func (p Plan) blocks(ctx context.Context, out chan<- block) error {
	b := block{first: p.From}
	send := func() bool {
		select {
		case out <- b:
			b = block{first: b.first + 2*uint64(len(b.orders))}
			return true
		case <-ctx.Done():
			return false
		}
	}
	err := p.Each(ctx, func(_, order uint64, _ bool) bool {
		b.orders = append(b.orders, order)
		return len(b.orders) < blockSize || send()
	})
	if err == nil && len(b.orders) > 0 {
		send()
	}
	return err
}

func (b block) verify() Verification {
	var v Verification
	for i, order := range b.orders {
		m := b.first + 2*uint64(i)
		why := ""
		if order <= walkLimit {
			v.Walked++
			why = checkByWalk(m, order)
		} else {
			v.Certified++
			why = checkByCertificate(m, order)
		}
		if why != "" {
			v.Mismatches = append(v.Mismatches, results.OrdersMismatch{Modulus: number.OfUint(m), Order: number.OfUint(order), Why: why})
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

func checkByWalk(m, order uint64) string {
	if halvingWalk(m, order) != order {
		return "the halving walk does not return to 1 after so many steps for the first time"
	}
	return ""
}

// checkByCertificate wants 2^order = 1 and 2^(order/q) != 1 for each prime q of
// the order.
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
func (v *Verification) merge(o Verification) {
	v.Walked += o.Walked
	v.Certified += o.Certified
	v.Mismatches = append(v.Mismatches, o.Mismatches...)
	if len(v.Mismatches) > 2*maxMismatches {
		v.sort()
	}
}

// sort puts the least moduli first and drops those beyond maxMismatches.
func (v *Verification) sort() {
	slices.SortFunc(v.Mismatches, func(a, b results.OrdersMismatch) int { return a.Modulus.Cmp(b.Modulus.Int) })
	v.Mismatches = v.Mismatches[:min(len(v.Mismatches), maxMismatches)]
}
