package position

import (
	"context"
	"math/big"
	"sync"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// Decider settles comparisons with e_max that doubles cannot, by computing a
// row of a word's law in fixed point with more and more bits.
//
// A row v starts exact. A step sets v_j to the sum of v_k P_kj, rounded down:
// P's columns add up to 1 and so does v, so its error grows by at most the
// law's slack and two units. Where the laws are dyadic and nothing is cut off,
// the error stays 0 and even equality is decided.
type Decider struct {
	alphabet *word.Alphabet
	mu       sync.Mutex
	laws     map[uint][]*shuffle.Law
}

// NewDecider is safe for concurrent use.
func NewDecider(a *Laws) *Decider {
	return &Decider{alphabet: a.Alphabet, laws: map[uint][]*shuffle.Law{}}
}

func (d *Decider) at(bits uint) []*shuffle.Law {
	d.mu.Lock()
	defer d.mu.Unlock()
	laws := d.laws[bits]
	if laws == nil {
		for _, l := range d.alphabet.Letters {
			laws = append(laws, l.Model.Law(d.alphabet.N, bits))
		}
		d.laws[bits] = laws
	}
	return laws
}

// Row is row i of the word's law with the given number of fractional bits, and
// how many units its cells may be off. It fails only if ctx is cancelled, at which it
// looks after every letter.
func (d *Decider) Row(ctx context.Context, w word.Word, i int, bits uint) (row []*big.Int, slack int64, err error) {
	n := d.alphabet.N
	laws := d.at(bits)
	row = make([]*big.Int, n)
	for j := range row {
		row[j] = new(big.Int)
	}
	row[i].Lsh(big.NewInt(1), bits)
	var term big.Int
	for _, l := range w {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		law := laws[l]
		next := make([]*big.Int, n)
		cut := min(2, law.Slack)
		for j := range next {
			sum := new(big.Int)
			for k, v := range row {
				if v.Sign() != 0 {
					sum.Add(sum, term.Mul(v, law.At(k, j)))
				}
			}
			if sum.Sign() != 0 && sum.TrailingZeroBits() < bits {
				cut = 2
			}
			next[j] = sum.Rsh(sum, bits)
		}
		row = next
		slack += law.Slack + cut
	}
	return row, slack, nil
}

// White counts the columns of row i of the word's law with |p - 1/n| <= emax.
// It tries 256 bits, then doubles them: dyadic laws are exact from n bits a
// letter on, and a difference that more bits do not show is taken for equality,
// hence white. It fails as Row does.
func (d *Decider) White(ctx context.Context, w word.Word, i int, columns []int, emax *big.Rat) (white int, err error) {
	n := big.NewInt(int64(d.alphabet.N))
	exact := uint(max(4096, d.alphabet.N*len(w)))
	for bits := uint(256); ; bits *= 2 {
		row, slack, err := d.Row(ctx, w, i, bits)
		if err != nil {
			return 0, err
		}
		one := new(big.Int).Lsh(big.NewInt(1), bits)
		// |n p - 1| <= n emax, in units of 2^-bits / denominator of emax.
		limit := new(big.Int).Mul(one, emax.Num())
		limit.Mul(limit, n)
		margin := new(big.Int).Mul(n, emax.Denom())
		margin.Mul(margin, big.NewInt(slack))
		var open []int
		for _, j := range columns {
			gap := new(big.Int).Mul(row[j], n)
			gap.Sub(gap, one).Abs(gap).Mul(gap, emax.Denom())
			gap.Sub(limit, gap) // >= 0 where white
			switch {
			case gap.CmpAbs(margin) < 0 || slack > 0 && gap.CmpAbs(margin) == 0:
				open = append(open, j)
			case gap.Sign() >= 0:
				white++
			}
		}
		if len(open) == 0 {
			return white, nil
		}
		if bits >= exact {
			return white + len(open), nil
		}
		columns = open
	}
}
