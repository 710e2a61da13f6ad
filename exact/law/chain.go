package law

import (
	"context"
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle"
)

// Alphabet is letters compiled for decks of N cards.
type Alphabet struct {
	N       int
	Letters []*Letter
}

// NewAlphabet compiles the letters. It fails for a letter with too many
// outcomes.
func NewAlphabet(n int, letters []shuffle.Letter) (*Alphabet, error) {
	a := &Alphabet{N: n}
	for _, l := range letters {
		c, err := compile(n, l)
		if err != nil {
			return nil, err
		}
		a.Letters = append(a.Letters, c)
	}
	return a, nil
}

// Chain computes laws letter by letter and remembers those of prefixes, so that
// words with a common prefix share its work. It serves one goroutine.
type Chain struct {
	alphabet *Alphabet
	prefix   []*Law // prefix[k] is the law after k random letters, k >= 1
	moved    *Law   // a prefix followed by deterministic letters
	rounded  *Law   // an exact law in doubles
	counts   []*engine[uint64]
	reals    []*engine[float64]
	tables   *tables
}

// NewChain works on threads goroutines.
func NewChain(a *Alphabet, threads int) *Chain {
	c := &Chain{alphabet: a, tables: newTables(a.N), moved: &Law{N: a.N}, rounded: &Law{N: a.N}}
	for range threads {
		c.counts = append(c.counts, newEngine[uint64](c.tables))
		c.reals = append(c.reals, newEngine[float64](c.tables))
	}
	return c
}

// Level is the law after k random letters, as far as they were extended.
func (c *Chain) Level(k int) *Law {
	for len(c.prefix) <= k {
		c.prefix = append(c.prefix, &Law{N: c.alphabet.N})
	}
	return c.prefix[k]
}

// Begin sets level 1 to a deterministic run (nil for none) and a letter.
func (c *Chain) Begin(run perm.Perm, l *Letter) *Law {
	c.Level(1).begin(run, l)
	return c.Level(1)
}

// Extend sets level k+1 to level k followed by the run (nil for none) and the
// letter.
func (c *Chain) Extend(ctx context.Context, k int, run perm.Perm, l *Letter) (*Law, error) {
	src := c.Level(k)
	if run != nil {
		if err := c.append(ctx, c.moved, src, fixed(run)); err != nil {
			return nil, err
		}
		src = c.moved
	}
	dst := c.Level(k + 1)
	return dst, c.append(ctx, dst, src, l)
}

// fixed is a letter that performs one permutation.
func fixed(p perm.Perm) *Letter {
	one := big.NewInt(1)
	return &Letter{
		Den:   one,
		Perm:  p,
		first: []chance{{p, one, 1}},
		whole: minimal(len(p), []outcome[*big.Int]{{code(p), one}}, wholes{}),
	}
}

// append sets dst to src followed by the letter.
func (c *Chain) append(ctx context.Context, dst, src *Law, l *Letter) error {
	if src.Exact() && l.Den != nil {
		if den := new(big.Int).Mul(src.Den, l.Den); fits(den) {
			dst.shape(true)
			dst.Den = den
			return step(ctx, c.tables, dst.Counts, src.Counts, l.counting(), c.counts)
		}
	}
	if src.Exact() {
		c.rounded.round(src)
		src = c.rounded
	}
	p := l.floating()
	dst.shape(false)
	dst.Roundings = src.Roundings + p.roundings()
	return step(ctx, c.tables, dst.Probs, src.Probs, p, c.reals)
}
