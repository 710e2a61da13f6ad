package law

import (
	"slices"

	"dovetail/perm"
)

// element is what probabilities are computed in: exact counts, or doubles.
type element interface{ uint64 | float64 }

// plan is a machine made ready for computing: levels[s] is how the level of s
// cards is computed from that of s+1.
type plan[T element] struct {
	levels []level[T]
}

// level separates what is read from what is summed, as several states often need
// the same insertion of the same state.
type level[T element] struct {
	sources []source
	states  []sum[T]
}

// source is a state of the next level with the card put after j others.
type source struct{ j, state int }

// sum is a state as a combination of sources; the first plain of them have
// weight 1.
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

// roundings is the most roundings that lie between a probability before the
// letter and what it adds to one after it: at each state that of the weight, of
// its product, and of the additions.
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

// room is how many numbers the levels of a step of n cards take, at the working
// block of each.
func (p *plan[T]) room() (numbers uint64) {
	for s := baseCards; s < len(p.levels); s++ {
		numbers += uint64(len(p.levels[s].states)) * perm.Factorial(s)
	}
	return numbers
}
