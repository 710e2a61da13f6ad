package law

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"sync"

	"dovetail/perm"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle"
)

// Alphabet is letters compiled for decks of N cards, 1 <= N <= MaxCards.
type Alphabet struct {
	N       int
	Letters []*Letter
	tables  func() *tables
	bits    uint // at most, of a digit of counts
}

// MaxCards is the largest deck whose ranks the engine can address.
const MaxCards = 12

// CheckDeck refuses decks of which no law can be had.
func CheckDeck(n int) error {
	if n < 1 || n > MaxCards {
		return fmt.Errorf("n=%d is out of range 1..%d of laws on all n! decks", n, MaxCards)
	}
	return nil
}

// NewAlphabet compiles the letters. It fails for a deck too large, and with TooLarge
// for letters with more outcomes than fit into memory bytes, but takes a little in any
// case, so that memory for words can be told.
func NewAlphabet(ctx context.Context, n int, letters []shuffle.Letter, memory uint64) (*Alphabet, error) {
	if err := CheckDeck(n); err != nil {
		return nil, err
	}
	a := &Alphabet{N: n, bits: 64, tables: sync.OnceValue(func() *tables { return newTables(n) })}
	for _, l := range letters {
		c, err := compile(ctx, n, l, a.compiled(), memory)
		if err != nil {
			return nil, err
		}
		a.Letters = append(a.Letters, c)
	}
	return a, nil
}

// String lists the letters' names.
func (a *Alphabet) String() string {
	var names []string
	for _, l := range a.Letters {
		names = append(names, string(l.Name))
	}
	return strings.Join(names, ", ")
}

// MarshalText says all that there is to know: the deck and every letter with its
// model.
func (a *Alphabet) MarshalText() ([]byte, error) {
	text := fmt.Appendf(nil, "n=%d", a.N)
	for _, l := range a.Letters {
		text = fmt.Appendf(text, " %s", l)
	}
	return text, nil
}

// Chain computes laws of words and remembers those of prefixes, so that words with
// a common prefix share its work. It serves one goroutine.
type Chain struct {
	alphabet *Alphabet
	prefix   []*Law // prefix[k] is the law after k+1 random letters of last
	last     Word   // the core that the prefixes belong to
	bits     uint   // of a digit of their counts
	moved    *Law   // a prefix followed by deterministic letters
	rounded  *Law   // an exact law in doubles
	counts   []*engine[uint64]
	reals    []*engine[float64]
	runs     map[string]*Letter
}

// NewChain computes every step on threads goroutines.
func NewChain(a *Alphabet, threads int) *Chain {
	c := &Chain{alphabet: a, rounded: &Law{N: a.N}, runs: map[string]*Letter{}}
	c.bits = a.digitBits(a.Letters)
	c.moved = c.law(c.bits)
	for range threads {
		c.counts = append(c.counts, newEngine[uint64](a.N))
		c.reals = append(c.reals, newEngine[float64](a.N))
	}
	return c
}

// Core computes the law of a core with at least one letter (see Split), in memory
// that the next call overwrites. Letters that the core before began with are not
// worked through again.
func (c *Chain) Core(ctx context.Context, core Word) (*Law, error) {
	shared := 0
	for shared < min(len(core), len(c.last)) && core[shared] == c.last[shared] {
		shared++
	}
	c.last = append(c.last[:0], core[:shared]...)
	parts, _ := c.alphabet.syllables(core)
	known, _ := c.alphabet.syllables(core[:shared])
	for k := len(known); k < len(parts); k++ {
		if len(c.prefix) == k {
			c.prefix = append(c.prefix, c.law(c.bits))
		}
		if k == 0 {
			c.prefix[0].begin(nil, parts[0].letter)
			continue
		}
		src := c.prefix[k-1]
		if run := parts[k].run; run != nil {
			if err := c.append(ctx, c.moved, src, c.run(run)); err != nil {
				return nil, err
			}
			src = c.moved
		}
		if err := c.append(ctx, c.prefix[k], src, parts[k].letter); err != nil {
			return nil, err
		}
	}
	c.last = append(c.last, core[shared:]...)
	return c.prefix[len(parts)-1], nil
}

// Word computes the law of any word, all its letters in place, in memory of its
// own. A run of riffles at its start takes no step.
func (c *Chain) Word(ctx context.Context, w Word) (*Law, error) {
	if c.alphabet.isUniform(w) {
		l := c.law(c.bits)
		l.uniform()
		return l, nil
	}
	parts, rest := c.alphabet.syllables(w)
	first, steps := start(parts)
	pace.Of(ctx).Start(float64(len(steps)), 0)
	bits := c.alphabet.digitBits(letters(steps))
	now, next := c.law(bits), c.law(bits)
	switch {
	case len(first) == 0:
		now.begin(nil, c.run(rest.Append(perm.Identity(c.alphabet.N))))
		return now, nil
	case first[0].letter.isRiffle():
		now.beginRiffles(first[0].run, len(first))
	default:
		now.begin(first[0].run, first[0].letter)
	}
	then := func(l *Letter) error {
		err := c.append(ctx, next, now, l)
		now, next = next, now
		return err
	}
	for _, s := range steps {
		if s.run != nil {
			if err := then(c.run(s.run)); err != nil {
				return nil, err
			}
		}
		if err := then(s.letter); err != nil {
			return nil, err
		}
	}
	if rest != nil {
		return now, then(c.run(rest))
	}
	return now, nil
}

// law is an empty law whose counts have digits of so many bits.
func (c *Chain) law(bits uint) *Law {
	return &Law{N: c.alphabet.N, Counts: Counts{Bits: bits}}
}

// run is the letter that performs one permutation.
func (c *Chain) run(p perm.Perm) *Letter {
	key := code(p)
	if c.runs[key] == nil {
		one := big.NewInt(1)
		l := &Letter{Den: one, Perm: p, first: []chance{{p, one, 1}}}
		l.planRational(len(p), []string{key}, map[string]*big.Int{key: one})
		c.runs[key] = l
	}
	return c.runs[key]
}

// append sets dst to src followed by the letter.
func (c *Chain) append(ctx context.Context, dst, src *Law, l *Letter) error {
	if src.Uniform || l.Uniform {
		dst.uniform()
		return nil
	}
	t := c.alphabet.tables()
	if src.Exact() && l.counts != nil {
		dst.exact(new(big.Int).Mul(src.Den, l.Den), len(src.Counts.Digits))
		for k, digit := range src.Counts.Digits {
			if err := step(ctx, t, dst.Counts.Digits[k], digit, l.counts, c.counts, 1/float64(len(src.Counts.Digits))); err != nil {
				return err
			}
		}
		dst.Counts.carry()
		return nil
	}
	if src.Exact() {
		c.rounded.round(src)
		src = c.rounded
	}
	dst.float(src.Roundings + l.reals.roundings())
	return step(ctx, t, dst.Probs, src.Probs, l.reals, c.reals, 1)
}
