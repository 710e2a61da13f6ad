package orders

import "context"

// Decks calls yield with every deck size n in [from, to], 2 <= from <= to <
// 2^63, and the orders of its out- and in-shuffle, in order, until it returns
// false or ctx ends. An even n needs the orders of n-1 and of n+1.
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
