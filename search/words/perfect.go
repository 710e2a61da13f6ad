package words

import (
	"context"
	"errors"
	"math"
	"math/big"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"dovetail/exact/dense"
	"dovetail/exact/position"
)

// A word is perfect if every cell of its law is white, C = 1, that is
// max|e| <= e_max. No shuffle before or after can make max|e| larger, so a word
// with a perfect factor is perfect: the perfect words are those that contain a
// minimal one, a perfect word without a perfect proper factor. They are counted
// by the words that avoid all minimal ones. Those of length l arise from those
// of length l-1: an avoider extended by a letter, whose suffix of length l-1 is
// an avoider too, is either an avoider or minimal, and only these few words are
// ever looked at. Most are settled by the rows where their prefix was bad.

// Perfection is what is known of perfect words up to a length.
type Perfection struct {
	Counts  []*big.Int // Counts[l]: perfect words of length l
	Minimal [][]string // Minimal[l]: minimal ones, in lexicographic order of letters
}

// Shortest is the length of the shortest perfect words, or -1 if there is none.
func (p Perfection) Shortest() int {
	for l, words := range p.Minimal {
		if len(words) > 0 {
			return l
		}
	}
	return -1
}

// maxAvoiders bounds the memory for words without perfect factors.
const maxAvoiders = 1 << 25

// ErrManyAvoiders says that too many words have no perfect factor to count the
// perfect ones by them.
var ErrManyAvoiders = errors.New("too many words without a perfect factor")

// avoider is a word without a perfect factor.
type avoider struct {
	code    uint64 // its letters as digits in base k
	witness uint32 // a row of a block of four with a cell that is not white
}

// CountPerfect counts the perfect words of every length up to longest.
func CountPerfect(ctx context.Context, q Query, longest, threads int) (Perfection, error) {
	c, err := newPerfectCounter(ctx, q, longest)
	if err != nil {
		return Perfection{}, err
	}
	p := Perfection{Counts: []*big.Int{new(big.Int)}, Minimal: [][]string{nil}}
	avoiders := []avoider{{}}
	still, err := NewEvaluator(q).Row(ctx, nil)
	if err != nil {
		return p, err
	}
	if still.White == q.Alphabet.N*q.Alphabet.N {
		avoiders = nil
		p.Counts[0].SetInt64(1)
		p.Minimal[0] = []string{""}
	}
	k := int64(len(q.Alphabet.Letters))
	if !countable(q, longest) {
		return p, ErrManyAvoiders
	}
	words := big.NewInt(1)
	for length := 1; length <= longest; length++ {
		candidates := c.extend(avoiders, length)
		if len(candidates) > maxAvoiders {
			return p, ErrManyAvoiders
		}
		perfect, err := c.test(ctx, candidates, length, threads)
		if err != nil {
			return p, err
		}
		var minimal []string
		avoiders = avoiders[:0]
		for i, w := range candidates {
			if perfect[i] {
				minimal = append(minimal, q.Alphabet.Format(c.spell(w.code, length)))
			} else {
				avoiders = append(avoiders, w)
			}
		}
		words.Mul(words, big.NewInt(k))
		p.Counts = append(p.Counts, new(big.Int).Sub(words, big.NewInt(int64(len(avoiders)))))
		p.Minimal = append(p.Minimal, minimal)
	}
	return p, nil
}

// countable tells whether words of a length have codes of 63 bits.
func countable(q Query, length int) bool {
	return float64(length)*math.Log2(float64(len(q.Alphabet.Letters))) <= 63
}

type perfectCounter struct {
	q       Query
	decider *position.Decider
	factors *factors
}

// perfectFactors is the length of the factors that rows are computed from.
const perfectFactors = 5

// perfectLength is that length, or less where the table of factors would be too large.
func perfectLength(q Query, longest int) (length int) {
	size := 0 // of the table, in bytes
	for count := 1; length < min(perfectFactors, longest) && size < 64<<20; length++ {
		count *= len(q.Alphabet.Letters)
		size += 8 * q.Alphabet.N * q.Alphabet.N * count
	}
	return max(1, length)
}

func newPerfectCounter(ctx context.Context, q Query, longest int) (*perfectCounter, error) {
	f, err := newFactors(ctx, q.Alphabet, perfectLength(q, longest))
	return &perfectCounter{q, position.NewDecider(q.Alphabet), f}, err
}

func (c *perfectCounter) spell(code uint64, length int) position.Word {
	return spell(code, length, len(c.q.Alphabet.Letters))
}

// extend lists, in order, the words of the length whose two factors that are
// one letter shorter are both in the sorted list.
func (c *perfectCounter) extend(shorter []avoider, length int) []avoider {
	k := uint64(len(c.q.Alphabet.Letters))
	suffixes := uint64(1) // number of words one letter shorter
	for range length - 1 {
		suffixes *= k
	}
	var longer []avoider
	at, first := 0, uint64(0)
	for _, w := range shorter {
		for x := range k {
			code := w.code*k + x
			if code/suffixes != first {
				first, at = code/suffixes, 0
			}
			for at < len(shorter) && shorter[at].code < code%suffixes {
				at++
			}
			if at < len(shorter) && shorter[at].code == code%suffixes {
				longer = append(longer, avoider{code, w.witness})
			}
		}
	}
	return longer
}

// test tells which candidates are perfect, and moves the witnesses of others to
// a block of rows that shows it.
func (c *perfectCounter) test(ctx context.Context, candidates []avoider, length, threads int) ([]bool, error) {
	if threads < 1 {
		threads = runtime.GOMAXPROCS(0)
	}
	perfect := make([]bool, len(candidates))
	var work errgroup.Group
	work.SetLimit(threads)
	const share = 1024
	for from := 0; from < len(candidates); from += share {
		work.Go(func() error {
			t := newPerfectTester(c)
			for i := from; i < min(from+share, len(candidates)); i++ {
				var err error
				if perfect[i], err = t.perfect(ctx, &candidates[i], length); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return perfect, work.Wait()
}

// perfectTester tests words; it serves one goroutine. Candidates come in order,
// so most begin like the one before; rows of that beginning are kept.
type perfectTester struct {
	*perfectCounter
	chain  *position.Chain
	scorer *position.Scorer

	begin position.Word // all but the last factor of the word at hand
	parts []*factor
	rows  *dense.Matrix // rows of the product of the parts, as far as known
	known []bool        // which blocks of four
	steps [2]*dense.Matrix
	last  *dense.Matrix
}

func newPerfectTester(c *perfectCounter) *perfectTester {
	a := c.q.Alphabet
	t := &perfectTester{
		perfectCounter: c,
		chain:          position.NewChain(a),
		scorer:         position.NewScorer(a, c.q.Emax, c.decider),
		rows:           dense.Square(a.N),
		known:          make([]bool, (a.N+3)/4),
		last:           dense.Square(a.N),
	}
	t.steps = [2]*dense.Matrix{dense.Square(a.N), dense.Square(a.N)}
	return t
}

// perfect tests a word all of whose proper factors are not perfect. With a
// deterministic letter at an end it has the scores of such a factor.
func (t *perfectTester) perfect(ctx context.Context, a *avoider, length int) (bool, error) {
	w := t.spell(a.code, length)
	if _, core, _ := t.q.Alphabet.Split(w); len(core) < length {
		return false, nil
	}
	cut := max(0, len(w)-len(t.factors.byLength)+1)
	t.setBegin(w[:cut])
	end := t.factors.of(w[cut:])
	slack := t.slack(end)
	emax := t.q.Emax.Float()
	largest := 0.0
	for i := range len(t.known) {
		// The witness first, then the others.
		block := i
		switch {
		case i == 0:
			block = int(a.witness)
		case i <= int(a.witness):
			block = i - 1
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		largest = max(largest, t.largest(block, end))
		if largest > emax*(1+0x1p-50)+slack {
			a.witness = uint32(block)
			return false, nil
		}
	}
	if largest < emax*(1-0x1p-50)-slack {
		return true, nil
	}
	e, err := t.chain.Core(ctx, w)
	if err != nil {
		return false, err
	}
	scores, err := t.scorer.Score(ctx, w, e)
	n := t.q.Alphabet.N
	return scores.White == n*n, err
}

// setBegin cuts the beginning of a word into factors of the table.
func (t *perfectTester) setBegin(begin position.Word) {
	if t.parts != nil && slices.Equal(begin, t.begin) {
		return
	}
	t.begin = append(t.begin[:0], begin...)
	t.parts = t.parts[:0]
	longest := len(t.factors.byLength) - 1
	for w := t.begin; len(w) > 0; w = w[min(longest, len(w)):] {
		t.parts = append(t.parts, t.factors.of(w[:min(longest, len(w))]))
	}
	clear(t.known)
}

// slack bounds the error of a cell of the product of the parts and the end. A
// deterministic part may double what rounding left in the sums of rows.
func (t *perfectTester) slack(end *factor) float64 {
	all := factor{norm: 1}
	for _, f := range append(t.parts[:len(t.parts):len(t.parts)], end) {
		all = join(&all, f)
		all.error *= 2
	}
	return position.ErrorUnit(t.q.Alphabet.N) * all.error
}

// largest is the largest |e| in a block of four rows of the word.
func (t *perfectTester) largest(block int, end *factor) float64 {
	row := 4 * block
	if len(t.parts) == 0 {
		return dense.Largest(end.e, row, 4)
	}
	if !t.known[block] {
		e := t.parts[0].e
		for step, part := range t.parts[1:] {
			dense.ProductRows(t.steps[step%2], e, part.e, row, 4)
			e = t.steps[step%2]
		}
		from := row * e.Stride
		copy(t.rows.Data[from:from+4*e.Stride], e.Data[from:])
		t.known[block] = true
	}
	dense.ProductRows(t.last, t.rows, end.e, row, 4)
	return dense.Largest(t.last, row, 4)
}
