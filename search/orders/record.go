package orders

import (
	"cmp"
	"context"
	"io"

	"dovetail/results"
	"dovetail/results/number"
)

// Span is a range of moduli as it was asked for, with its plan.
type Span struct {
	Plan
	Asked [2]int64
}

// NewSpan plans the odd moduli from a to b, 2 <= a.
func NewSpan(a, b int64, method Method) (Span, error) {
	p, err := NewPlan(uint64(max(a, 3)), uint64(b), method)
	return Span{p, [2]int64{a, b}}, err
}

// List writes the decks from a to b row by row, with the orders of the kind.
func (p Plan) List(ctx context.Context, w io.Writer, format, kind string, a, b uint64) error {
	rows, err := results.NewOrderRows(w, format, kind, a, b)
	if err != nil {
		return err
	}
	var failed error
	err = p.Decks(ctx, a, b, func(n, out, in uint64) bool {
		failed = rows.Row(n, out, in)
		return failed == nil
	})
	if err := cmp.Or(failed, err); err != nil {
		return err
	}
	return rows.Close()
}

// StatsRecord is the sums over the span.
func (s Span) StatsRecord(st Stats) results.OrdersStats {
	return results.OrdersStats{
		Schema: results.OrdersStatsSchema, Kind: results.Exact, From: number.OfInt(s.Asked[0]), To: number.OfInt(s.Asked[1]),
		Count: number.OfUint(st.Count), Sum: number.Of(st.Sum.Big()), Xor: number.OfUint(st.Xor),
		Max: number.OfUint(st.Max), MaxAt: number.OfUint(st.MaxAt), Min: number.OfUint(st.Min), MinAt: number.OfUint(st.MinAt),
		Primes: number.OfUint(st.Primes), PrimitiveRootPrimes: number.OfUint(st.PrimitiveRootPrimes),
		PrimeSum: number.Of(st.PrimeSum.Big()), Pseudoprimes: number.OfUint(st.Pseudoprimes),
		PrimitiveRootShare: float64(st.PrimitiveRootPrimes) / float64(max(st.Primes, 1)), Artin: results.Artin,
	}
}

// VerifyRecord is the outcome of a check of the span.
func (s Span) VerifyRecord(v Verification) results.OrdersVerify {
	return results.OrdersVerify{
		Schema: results.OrdersVerifySchema, Kind: results.Exact,
		From: number.OfInt(s.Asked[0]), To: number.OfInt(s.Asked[1]), Method: string(s.Method),
		Walked: number.OfUint(v.Walked), Certified: number.OfUint(v.Certified), Mismatches: append([]results.OrdersMismatch{}, v.Mismatches...),
	}
}
