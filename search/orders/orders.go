// Package orders finds the multiplicative order of 2 modulo many odd m at
// once: the number of perfect shuffles that restore decks of nearby sizes.
//
// There are three engines. The full-range engine (table.go) keeps a table of
// the orders of all smaller moduli and needs about a dozen nanoseconds a
// modulus. The window engine (window.go) factors a far range with a sieve. The
// single-value engine is package modular. The engines share their kernels, one
// in each file, and the tests hold them to one another.
package orders

import (
	"context"
	"fmt"
	"math"

	"dovetail/results/number"
)

// Method is the engine for a range.
type Method string

// The methods, with what each costs.
const (
	Auto   Method = "auto"   // whichever of the others is cheapest
	Full   Method = "full"   // a table to a third of the upper end
	Window Method = "window" // a sieve over the range alone
	Single Method = "single" // one modulus after the other
)

// Methods lists them.
var Methods = []Method{Auto, Full, Window, Single}

// Plan is how to compute the orders of a range of odd moduli.
type Plan struct {
	From, To uint64 // odd, both included
	Method   Method
	table    uint64 // the largest modulus in the table; 0 for no table
}

// LargestModulus is the largest modulus of a range.
const LargestModulus = 1<<63 - 1

// NewPlan chooses for the odd moduli in [from, to], 1 <= from <= to < 2^63.
func NewPlan(from, to uint64, method Method) (Plan, error) {
	from, to = from|1, to-(1-to&1)
	if from > to {
		return Plan{}, fmt.Errorf("there is no odd modulus between %d and %d", to+1, from-1)
	}
	best, least := Plan{}, math.Inf(1)
	for _, p := range []Plan{
		{from, to, Full, max(seedLimit, to/3)},
		{from, to, Window, windowTable(from, to)},
		{from, to, Single, 0},
	} {
		if (method == Auto || method == p.Method) && p.limit() >= to && p.cost() < least {
			best, least = p, p.cost()
		}
	}
	if best.Method == "" {
		return Plan{}, fmt.Errorf("the %s engine reaches moduli up to %d, not %d", method, Plan{Method: method}.limit(), to)
	}
	best.table |= best.table & 1
	return best, nil
}

// moduli is how many there are.
func (p Plan) moduli() uint64 { return (p.To-p.From)/2 + 1 }

// windowTable reaches the square root of to, and further for wide ranges: what
// is in the table need not be sieved for.
func windowTable(from, to uint64) uint64 {
	const enough = 1 << 23
	return max(seedLimit, isqrt(to)+2, min(enough, to-from))
}

// limit is the largest modulus that the method can do.
func (p Plan) limit() uint64 {
	switch p.Method {
	case Full:
		return 3 * tableLimit
	case Window:
		return kernelLimit - 1
	}
	return LargestModulus
}

// cost estimates the nanoseconds, roughly: it only has to tell the methods
// apart.
func (p Plan) cost() float64 {
	count, to := float64((p.To-p.From)/2+1), float64(p.To)
	switch p.Method {
	case Full:
		return 15 * to / 2
	case Window:
		return 250*count + 15*float64(p.table)/2 + 20*math.Sqrt(to)
	}
	return count * (2000 + 30*math.Sqrt(math.Sqrt(to)))
}

// Seconds is roughly how long the plan takes one processor.
func (p Plan) Seconds() float64 { return p.cost() / 1e9 }

// VerifySeconds is how long Verify takes beyond that.
func (p Plan) VerifySeconds() float64 { return 8e-7 * float64((p.To-p.From)/2+1) }

// Memory estimates the bytes that the plan takes with the given number of threads.
func (p Plan) Memory(threads int) uint64 {
	root := math.Sqrt(float64(p.To))
	primes := uint64(root/math.Log(root)*1.2) + 1000
	const base, segment, perPower = number.ProgramBytes, 2 << 20, 300
	table := 4 * tableEntries(p.table)
	switch p.Method {
	case Full:
		return base + table + uint64(threads)*(segment+16*primes) + perPower*primes
	case Window:
		return base + table + uint64(threads)*(12<<20+100*primes)
	}
	return base
}

// CheckMemory refuses a plan that takes more than limit bytes; 0 is no limit.
func (p Plan) CheckMemory(limit uint64, threads int) error {
	if limit == 0 {
		return nil
	}
	need := p.Memory(threads)
	err := number.Fits(fmt.Sprintf("moduli to %d with %s", p.To, number.Count(threads, "thread")), need, limit)
	if err != nil && p.Method == Full && p.To < kernelLimit {
		w, wrong := NewPlan(p.From, p.To, Window)
		if less := w.Memory(threads); wrong == nil && less < need {
			err = fmt.Errorf("%w; the slower window engine needs %s", err, number.Size(less))
		}
	}
	return err
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

// PlanDecks is the plan for the moduli of the decks in [from, to].
func PlanDecks(from, to uint64, method Method) (Plan, error) {
	return NewPlan(from-(1-from&1), to+(1-to&1), method)
}
