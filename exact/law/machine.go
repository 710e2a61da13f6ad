package law

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"dovetail/perm"
)

// A shuffle is undone by insertions. The cards of the new deck at positions n-1, n-2,
// ..., 0 are taken up in turn. Each is put back after the j of those already taken that
// come before it in the old deck. The numbers j of an outcome are its insertion code
// (the Lehmer code of the outcome's inverse): j <= n-1-k for the card at position k,
// any such code belongs to one permutation, and the insertion of the card at k moves
// nothing before k.
//
// So a shuffle is a weighted set of words over the digits j. The least deterministic
// automaton that reads it, with weights on its edges, shares all the work that outcomes
// have in common. The recursion of a shuffle need not be found by hand. The automaton
// of a riffle has s states after s cards (how many of them came from the bottom packet)
// with two edges each, and so n^2/2 states for 2^n outcomes. The state of a Hindu
// shuffle is where the current packet began. A uniform shuffle has one state a card.

// edge reads the digit j and leads to a state of the next card.
type edge[W any] struct {
	j, to  int
	weight W
}

// machine is the automaton: levels[s] are the states after s cards, with their
// edges in order of j, for 1 <= s < n. Level n is one accepting state, level 1
// one initial state. The weight of an outcome is the product along its path,
// times the scale.
type machine[W any] struct {
	n      int
	levels [][][]edge[W]
	scale  W
}

// code is the insertion code of an outcome, the digit of the s-th card at s-2
// (that of the first is always 0).
func code(p perm.Perm) string {
	n := len(p)
	place := p.Inverse()
	digits := make([]byte, n-1)
	for s := 2; s <= n; s++ {
		card := place[n-s]
		for _, other := range place[n-s+1:] {
			if other < card {
				digits[s-2]++
			}
		}
	}
	return string(digits)
}

// weights is how the builder of a machine treats its weights.
type weights[W any] interface {
	// normalise divides the weights of a state's edges by a common factor, so that
	// states which differ by a factor only become equal. It returns the factor.
	normalise(edges []edge[W]) W
	// key distinguishes weights.
	key(w W) string
}

// outcome is one permutation, by its code, with its weight.
type outcome[W any] struct {
	code   string
	weight W
}

// minimal builds the least automaton of outcomes in order of their codes, all
// different. It works from the end: two states are one if they have the same
// edges.
func minimal[W any](n int, outcomes []outcome[W], how weights[W]) *machine[W] {
	m := &machine[W]{n: n, levels: make([][][]edge[W], n)}
	known := make([]map[string]int, n)
	for s := range known {
		known[s] = map[string]int{}
	}
	// state is the state for the outcomes, which agree on s cards, and their common
	// factor.
	var state func(s int, group []outcome[W]) (int, W)
	state = func(s int, group []outcome[W]) (int, W) {
		if s == n {
			return 0, group[0].weight
		}
		var edges []edge[W]
		for len(group) > 0 {
			j := group[0].code[s-1]
			size := slices.IndexFunc(group, func(o outcome[W]) bool { return o.code[s-1] != j })
			if size < 0 {
				size = len(group)
			}
			to, weight := state(s+1, group[:size])
			edges = append(edges, edge[W]{int(j), to, weight})
			group = group[size:]
		}
		factor := how.normalise(edges)
		var key strings.Builder
		for _, e := range edges {
			fmt.Fprintf(&key, "%d %d %s;", e.j, e.to, how.key(e.weight))
		}
		id, ok := known[s][key.String()]
		if !ok {
			id = len(m.levels[s])
			known[s][key.String()] = id
			m.levels[s] = append(m.levels[s], edges)
		}
		return id, factor
	}
	_, m.scale = state(1, outcomes)
	return m
}

// wholes are weights that are integers: numerators over one denominator.
type wholes struct{}

func (wholes) normalise(edges []edge[*big.Int]) *big.Int {
	common := new(big.Int)
	for _, e := range edges {
		common.GCD(nil, nil, common, e.weight)
	}
	for i := range edges {
		edges[i].weight = new(big.Int).Quo(edges[i].weight, common)
	}
	return common
}

func (wholes) key(w *big.Int) string { return w.String() }

// realBits is the precision of real weights. They are compared by fewer bits,
// realDigits, so that equal weights are found equal however they were computed. Taking
// one for the other changes it by less than 2^-127 of itself.
const (
	realBits   = 256
	realDigits = 128
)

// reals are weights of limited precision. The edges of a state are divided by
// their sum: they become the chances of the next digit.
type reals struct{}

func (reals) normalise(edges []edge[*big.Float]) *big.Float {
	sum := new(big.Float).SetPrec(realBits)
	for _, e := range edges {
		sum.Add(sum, e.weight)
	}
	for i := range edges {
		edges[i].weight = new(big.Float).SetPrec(realBits).Quo(edges[i].weight, sum)
	}
	return sum
}

func (reals) key(w *big.Float) string {
	return new(big.Float).SetPrec(realDigits).Set(w).Text('p', 0)
}

// element is what probabilities are computed in: exact counts, or doubles.
type element interface{ uint64 | float64 }

// plan is a machine compiled for computing: levels[s] is how the level of s cards is
// computed from that of s+1.
type plan[T element] struct {
	levels []level[T]
}

// level separates reads from sums, as several states often need the same insertion of
// the same state.
type level[T element] struct {
	sources []source
	states  []sum[T]
}

// source is a state of the next level with the card put after j others.
type source struct{ j, state int }

// sum is a state as a combination of sources. The first plain of them have weight 1.
type sum[T element] struct {
	sources []int
	weights []T
	plain   int
}

// convert makes a plan of a machine. The scale of the machine goes into the
// initial state.
func convert[W any, T element](m *machine[W], number func(w W, initial bool) T) *plan[T] {
	p := &plan[T]{levels: make([]level[T], m.n)}
	for s, states := range m.levels {
		l := &p.levels[s]
		index := map[source]int{}
		for _, edges := range states {
			var u sum[T]
			for _, e := range edges {
				from := source{e.j, e.to}
				i, ok := index[from]
				if !ok {
					i = len(l.sources)
					index[from] = i
					l.sources = append(l.sources, from)
				}
				at, w := len(u.sources), number(e.weight, s == 1)
				if w == 1 {
					at = u.plain
					u.plain++
				}
				u.sources = slices.Insert(u.sources, at, i)
				u.weights = slices.Insert(u.weights, at, w)
			}
			l.states = append(l.states, u)
		}
	}
	return p
}

// roundings is the most roundings between a probability before the letter and its
// contribution to one after it: at each state those of the weight, of its product, and
// of the additions.
func (p *plan[T]) roundings() int {
	all := 0
	for _, l := range p.levels {
		most := 0
		for _, u := range l.states {
			most = max(most, len(u.sources)+1)
		}
		all += most
	}
	return all
}

// room is the number of numbers in the levels of a step of n cards, each at its working
// block.
func (p *plan[T]) room() (numbers uint64) {
	for s := baseCards; s < len(p.levels); s++ {
		numbers += uint64(len(p.levels[s].states)) * perm.Factorial(s)
	}
	return numbers
}
