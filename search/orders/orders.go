// Package orders finds the multiplicative order of 2 modulo many odd m at
// once: the number of perfect shuffles that restore decks of nearby sizes.
//
// There are three engines. The full-range engine (streams.go) takes the moduli sorted by their
// largest primes, which is the fastest way to sums over a wide range. The window engine (window.go)
// takes them in order, with a sieve. The single-value engine uses package modular. The engines share
// the orders of primes (totients.go), and the tests check them against one another.
package orders

import (
	"fmt"
	"math"

	"dovetail/perm/elementary"
	"dovetail/perm/modular"
	"dovetail/perm/number"
)

// Method is the engine for a range.
type Method string

// The methods.
const (
	Auto   Method = "auto"   // whichever of the others is cheapest
	Full   Method = "full"   // by largest primes: not in order, for sums
	Window Method = "window" // a sieve over the range
	Single Method = "single" // one modulus after the other
)

// Methods lists those for sums.
var Methods = []Method{Full, Window, Single}

// InOrder lists the methods that take one modulus after the other.
var InOrder = []Method{Window, Single}

// among is the method itself, or all if it is auto or empty.
func (m Method) among(all []Method) []Method {
	if m == "" || m == Auto {
		return all
	}
	return []Method{m}
}

// Plan is how to compute the orders of a range of odd moduli.
type Plan struct {
	From, To uint64 // odd, both included
	Method   Method
	table    uint64 // the largest modulus in the table of a window
}

// LargestModulus is the largest modulus of a range.
const LargestModulus = 1<<63 - 1

// NewPlan chooses the cheapest of some methods for the odd moduli in [from, to], 1 <= from <= to < 2^63.
func NewPlan(from, to uint64, methods ...Method) (Plan, error) {
	from, to = from|1, to-(1-to&1)
	if from > to {
		return Plan{}, fmt.Errorf("there is no odd modulus between %d and %d", to+1, from-1)
	}
	best, least := Plan{}, math.Inf(1)
	for _, method := range methods {
		p := Plan{From: from, To: to, Method: method}
		if method == Window {
			p.table = windowTable(from, to)
		}
		if to <= p.limit() && p.cost() < least {
			best, least = p, p.cost()
		}
	}
	if best.Method == "" {
		return Plan{}, fmt.Errorf("the %s engine reaches moduli up to %d, not %d", methods[0], Plan{Method: methods[0]}.limit(), to)
	}
	return best, nil
}

// moduli is their number.
func (p Plan) moduli() uint64 { return (p.To-p.From)/2 + 1 }

// windowTable is the largest modulus in the table of a window. It reaches the square root of to,
// and further for wide ranges: primes in the table need not be sieved for.
func windowTable(from, to uint64) uint64 {
	const maxWide = 1 << 23
	return max(kernelFrom, isqrt(to)+2, min(maxWide, to-from))
}

// limit is the largest modulus that the method can do.
func (p Plan) limit() uint64 {
	switch p.Method {
	case Full:
		return 1 << 41 // the orders of 2 modulo all numbers up to the square root take time
	case Window:
		return kernelLimit - 1
	}
	return LargestModulus
}

// cost estimates the time in nanoseconds. It is rough: it only has to rank the methods.
func (p Plan) cost() float64 {
	count, to := float64(p.moduli()), float64(p.To)
	switch p.Method {
	case Full:
		return float64(nsCell*(count+float64(to/6))) + float64(20*math.Sqrt(to)) + 1e7
	case Window:
		return float64(250*count) + float64(2*float64(p.table)) + float64(20*math.Sqrt(to))
	}
	return count * (2000 + float64(30*math.Sqrt(math.Sqrt(to))))
}

// Seconds is roughly the time of the plan on one processor.
func (p Plan) Seconds() float64 { return p.cost() / 1e9 }

// Memory estimates the bytes that the plan takes with the given number of threads.
func (p Plan) Memory(threads int) uint64 {
	root := math.Sqrt(float64(p.To))
	primes := uint64(root/elementary.Log(root)*1.2) + 1000
	const base = number.ProgramBytes
	switch p.Method {
	case Full:
		return base + 300*primes + uint64(60*root) + uint64(threads)*(8<<20+20*primes)
	case Window:
		return base + 4*p.table/3 + uint64(threads)*(12<<20+100*primes)
	}
	return base
}

// CheckMemory refuses a plan that takes more than limit bytes; 0 is no limit.
func (p Plan) CheckMemory(limit uint64, threads int) error {
	if limit == 0 {
		return nil
	}
	need := p.Memory(threads)
	what := fmt.Sprintf("moduli to %d with %s", p.To, number.Count(threads, "thread"))
	if p.Method == Single {
		what = "tables for one deck"
	}
	return number.Fits(what, need, limit)
}

// PlanDecks is the plan for the moduli of the decks in [from, to].
func PlanDecks(from, to uint64, method Method) (Plan, error) {
	return NewPlan(from-(1-from&1), to+(1-to&1), method.among(InOrder)...)
}

// cells are consecutive odd moduli with their orders, as an engine leaves
// them: cell i belongs to first + 2i. There are at most maxCells.
type cells struct {
	first  uint64
	n      int
	orders []uint64         // at least n
	primes []uint16         // the cells whose modulus is prime, rising
	listed [maxCells]uint16 // scratch of stats
}

const maxCells = 1 << 16

// engine computes the orders of n moduli from the odd first on. The result belongs to the engine
// and is valid until the next call. An engine is for one goroutine.
type engine interface {
	run(first uint64, n int) *cells
	size() int // the preferred number of moduli in a call
}

// modulus is the modulus of cell i.
func (c *cells) modulus(i int) uint64 { return c.first + 2*uint64(i) }

// firstCell is the least cell whose modulus is r modulo the odd d, r < d:
// first + 2i is r modulo d when i is (r - first)/2 modulo d.
func firstCell(first, r, d uint64) uint64 {
	i := r + d - first%d
	if i >= d {
		i -= d
	}
	if i&1 == 1 {
		i += d
	}
	return i / 2
}

// resize makes room for n numbers whose values do not matter.
func resize[T any](a []T, n int) []T {
	if cap(a) < n {
		a = make([]T, n+n/8)
	}
	return a[:n]
}

// single is the engine that takes one modulus after the other, below 2^63. It needs no table, and
// the others are tested against it.
type single struct{ cells }

func newSingle(size int) *single {
	return &single{cells{orders: make([]uint64, size)}}
}

func (s *single) size() int { return len(s.orders) }

func (s *single) run(first uint64, n int) *cells {
	s.first, s.n, s.primes = first, n, s.primes[:0]
	for i := range n {
		c, err := modular.Order(2, s.modulus(i))
		if err != nil {
			panic(err) // an odd modulus in range has an order
		}
		s.orders[i] = c.Order
		if f := c.ModulusFactors; len(f) == 1 && f[0].E == 1 {
			s.primes = append(s.primes, uint16(i))
		}
	}
	return &s.cells
}

// singlePiece keeps the tasks of the single-value engine short.
const singlePiece = 64

// form is a set of kernels. A machine that supports a form supports all before it.
type form int

const (
	plain form = iota // Go
	fma               // powers in double precision, four a register
	ifma              // AVX-512: powers with 52-bit multiply-add, and loops over candidates
)

// active is the form in use.
var active = best()
