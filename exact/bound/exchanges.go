package bound

import (
	"context"
	"math/big"
	"strings"

	"dovetail/exact/cycles"
	"dovetail/perm"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
)

// exchanges adds what the law of random exchanges proves. An exchange of random places treats all places alike, so that
// its law commutes with that of every shuffle. So the exchanges of a word may be moved together. If there is nothing
// else but deterministic letters, their distance is that of the word, and otherwise it is no less. It reports whether
// that is the complete answer.
func (p *Prover) exchanges(ctx context.Context, i *Interval, fs []factor) (bool, error) {
	var names strings.Builder
	times, others := [2]int{}, 0 // exchanges of free places, and of distinct ones
	for _, f := range fs {
		c := shuffle.ClosedOf(p.alphabet.Letters[f.letters[0]].Model)
		switch {
		case c.Exchanges == 0:
			others++
			continue
		case c.Distinct:
			times[1] += c.Exchanges
		default:
			times[0] += c.Exchanges
		}
		names.WriteString(p.names(f))
	}
	if times == [2]int{} || p.alphabet.N > cycles.MaxDeck {
		return false, nil
	}
	known, err := p.exchanged(ctx, times)
	if err != nil {
		return false, err
	}
	count := number.Count(times[0]+times[1], "random exchange")
	if others > 0 {
		i.atMost(Block, known[1], "%s, %s, can be moved together, and are then a factor of the word", names.String(), count)
		return false, nil
	}
	i.atLeast(Closed, known[0], "up to deterministic letters, %s is %s; permutations with cycles of the same lengths are equally likely", names.String(), count)
	i.atMost(Closed, known[1], "the same sum over all lengths of cycles")
	return true, nil
}

// exchanged encloses the distance after some exchanges of free and of distinct places. No further exchange makes it
// larger, so that it is not followed beyond what doubles can tell from its limit.
func (p *Prover) exchanged(ctx context.Context, times [2]int) ([2]*big.Rat, error) {
	if known, ok := p.swaps[times]; ok {
		return known, nil
	}
	walk, err := cycles.Start(ctx, p.alphabet.N, p.workers)
	limit, low, high := 0.0, 0.0, 1.0
	if times[0] == 0 {
		limit = 0.5 // each makes an even order odd, and an odd one even
	}
	for k := 0; err == nil && k < times[0]+times[1]; k++ {
		if err = walk.Step(ctx, k >= times[0]); k%64 == 63 || k == times[0]+times[1]-1 {
			tvd := walk.TVD()
			low, high = max(limit, tvd.Is-tvd.Error), tvd.Is+tvd.Error
			if tvd.Is < limit+1e-13 {
				low = limit
				break
			}
		}
	}
	known := [2]*big.Rat{positive(low), new(big.Rat).SetFloat64(min(high, 1))}
	if err == nil {
		p.swaps[times] = known
	}
	return known, err
}

// parity adds that a word of shuffles each of which makes only even orders, or only odd ones, makes only half of all. It
// knows the shuffles with few outcomes, and exchanges.
func (p *Prover) parity(i *Interval, fs []factor) {
	for _, f := range fs {
		for _, l := range f.letters {
			m := p.alphabet.Letters[l].Model
			if c := shuffle.ClosedOf(m); !c.Distinct && (!shuffle.Few(m, p.alphabet.N) || mixed(m, p.alphabet.N)) {
				return
			}
		}
	}
	i.atLeast(Parity, big.NewRat(1, 2), "each letter makes only even orders, or only odd ones, so that the word makes only half of all")
}

// mixed reports whether a shuffle with few outcomes makes even orders and odd ones.
func mixed(m shuffle.Model, n int) bool {
	seen := map[int]bool{}
	m.Support(n, massBits, func(q perm.Perm, _ *big.Int) bool {
		seen[(n-len(q.Cycles()))%2] = true
		return len(seen) < 2
	})
	return len(seen) > 1
}
