package riffle

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"dovetail/perm/pace"
	"dovetail/results"
	"dovetail/results/number"
)

// Limits of a [Question].
const (
	MaxDeck    = 1000
	MaxPackets = 1e6
	MaxTimes   = 100
	MaxDigits  = 1000
)

// Question asks for the distances of N cards from a fair deck after From, From+1, ...,
// To shuffles that each cut them into Packets, in the given number of digits.
type Question struct {
	N, From, To, Digits int
	Packets             int64
	Cut                 Cut
}

// Check refuses what is out of range.
func (q Question) Check() error {
	switch {
	case q.N < 1 || q.N > MaxDeck:
		return fmt.Errorf("n=%d is out of range 1..%d", q.N, MaxDeck)
	case q.Packets < 1 || q.Packets > MaxPackets:
		return fmt.Errorf("a=%d is out of range 1..%d", q.Packets, int(MaxPackets))
	case q.From < 1 || q.From > q.To || q.To > MaxTimes:
		return fmt.Errorf("%d..%d shuffles are no range within 1..%d", q.From, q.To, MaxTimes)
	case q.Digits < 1 || q.Digits > MaxDigits:
		return fmt.Errorf("digits=%d is out of range 1..%d", q.Digits, MaxDigits)
	case !slices.Contains(Cuts, q.Cut):
		return fmt.Errorf("cut=%q is not one of %v", q.Cut, Cuts)
	}
	return nil
}

// Record is the answer. What it rounds is also handed to exact, if not nil, for each
// number of shuffles.
func (q Question) Record(ctx context.Context, exact func(tvd, separation *big.Rat)) (results.Riffles, error) {
	record := results.Riffles{
		Schema: results.RifflesSchema,
		Kind:   results.Exact,
		N:      q.N,
		A:      q.Packets,
		Cut:    string(q.Cut),
		Digits: q.Digits,
	}
	shuffle := New(q.N, q.Cut)
	text := func(x *big.Rat) string { return number.Decimal(x, q.Digits) }
	meter := pace.Of(ctx)
	meter.Start(float64(q.To-q.From+1), 0)
	for m := q.From; m <= q.To; m++ {
		if err := ctx.Err(); err != nil {
			return record, err
		}
		a := new(big.Int).Exp(big.NewInt(q.Packets), big.NewInt(int64(m)), nil)
		tvd, separation := shuffle.TVD(a), shuffle.Separation(a)
		entropy, _ := shuffle.Entropy(a, func(lo, hi *big.Rat) bool { return text(lo) == text(hi) })
		record.Rows = append(record.Rows, results.RifflesRow{
			Shuffles:   m,
			TVD:        text(tvd),
			Separation: text(separation),
			Linf:       text(shuffle.Linf(a)),
			Entropy:    text(entropy),
			Birthday:   text(birthday(q.N, a)),
		})
		if exact != nil {
			exact(tvd, separation)
		}
		meter.Add(1)
	}
	return record, nil
}
