package position

import (
	"context"
	"math"
	"math/big"
	"sync"

	"dovetail/exact/dense"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// Scores are the scores of one word's position law. They see single cards only: after a
// uniform cut all of them are perfect.
type Scores struct {
	White    int     // cells with |e| <= e_max
	MaxError float64 // the largest |e|
	MeanTVD  float64 // the mean over start positions of the total variation distance to 1/n
	WorstTVD float64 // the largest of these distances
	Close    int     // cells so close to e_max that they were decided in higher precision
}

// Tolerance is e_max, exactly.
type Tolerance struct {
	Exact *big.Rat
	near  float64
}

// NewTolerance accepts any non-negative e_max.
func NewTolerance(emax *big.Rat) Tolerance {
	f, _ := emax.Float64()
	return Tolerance{emax, f}
}

// Float is the nearest double.
func (t Tolerance) Float() float64 { return t.near }

// MarshalText writes it without loss.
func (t Tolerance) MarshalText() ([]byte, error) { return t.Exact.MarshalText() }

// UnmarshalText reads it back.
func (t *Tolerance) UnmarshalText(text []byte) error {
	exact := new(big.Rat)
	err := exact.UnmarshalText(text)
	*t = NewTolerance(exact)
	return err
}

// Scorer computes scores of words over one alphabet at one tolerance. It is for one
// goroutine.
type Scorer struct {
	alphabet *word.Alphabet
	emax     Tolerance
	decider  *Decider
	rowSum   []float64
}

// NewScorer shares the decider among goroutines.
func NewScorer(a *Laws, emax Tolerance, d *Decider) *Scorer {
	return &Scorer{a.Alphabet, emax, d, make([]float64, a.N)}
}

// Score scores a core from its deviation e. It fails only if ctx is cancelled, which it
// checks where cells have to be decided.
func (s *Scorer) Score(ctx context.Context, core word.Word, e *dense.Matrix) (Scores, error) {
	n := s.alphabet.N
	slack := s.slack(core)
	largest, surely, maybe := dense.Scan(e, s.emax.near-slack, s.emax.near+slack, s.rowSum)
	var total, worst float64
	for _, r := range s.rowSum {
		total += r
		worst = max(worst, r)
	}
	sc := Scores{White: surely, MaxError: largest, MeanTVD: total / (2 * float64(n)), WorstTVD: worst / 2,
		Close: maybe - surely}
	if sc.Close == 0 {
		return sc, nil
	}
	white, err := s.decide(ctx, core, e, slack)
	sc.White += white
	return sc, err
}

// decide counts the white cells among those within slack of e_max.
func (s *Scorer) decide(ctx context.Context, core word.Word, e *dense.Matrix, slack float64) (white int, err error) {
	for i := range e.Rows {
		var close []int
		for j, x := range e.Row(i) {
			if d := math.Abs(x); d > s.emax.near-slack && d <= s.emax.near+slack {
				close = append(close, j)
			}
		}
		if len(close) > 0 {
			w, err := s.decider.White(ctx, core, i, close, s.emax.Exact)
			if err != nil {
				return 0, err
			}
			white += w
		}
	}
	return white, nil
}

// Classify reports for every cell of the word's deviation e whether the move is
// too rare (-1, e < -e_max), white (0) or too frequent (1). Row-major, n*n. It
// fails as Score does.
func (s *Scorer) Classify(ctx context.Context, w word.Word, e *dense.Matrix) ([]int8, error) {
	slack := s.slack(w)
	var signs []int8
	for i := range e.Rows {
		for j, x := range e.Row(i) {
			white := math.Abs(x) <= s.emax.near-slack
			if !white && math.Abs(x) <= s.emax.near+slack {
				one, err := s.decider.White(ctx, w, i, []int{j}, s.emax.Exact)
				if err != nil {
					return nil, err
				}
				white = one == 1
			}
			switch {
			case white:
				signs = append(signs, 0)
			case x < 0:
				signs = append(signs, -1)
			default:
				signs = append(signs, 1)
			}
		}
	}
	return signs, nil
}

// slack is the distance from e_max up to which a computed |e| is not trusted: the error
// of the word's cells, and the rounding of e_max and of the sums with it.
func (s *Scorer) slack(w word.Word) float64 {
	return ErrorBound(s.alphabet.N, len(w)+1) + float64(4*0x1p-53*s.emax.near)
}

// Decider decides comparisons with e_max that doubles cannot, by computing a row of a
// word's law in fixed point with more and more bits.
//
// A row v starts exact. A step sets v_j to the sum of v_k P_kj, rounded down. P's
// columns add up to 1 and so does v, so its error grows by at most the law's slack and
// two units. Where the laws are dyadic and no bits are cut off, the error stays 0 and
// even equality is decided.
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

// Row is row i of the word's law with the given number of fractional bits, and a bound
// on the error of its cells in units. It fails only if ctx is cancelled, which it
// checks after every letter.
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

// White counts the columns of row i of the word's law with |p - 1/n| <= emax. It tries
// 256 bits, then doubles them: dyadic laws are exact from n bits a letter on. A
// difference that more bits do not show counts as equality, hence white. It fails as
// Row does.
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
