package law

import (
	"context"
	"fmt"
	"math/big"
	"sync"

	"dovetail/exact/word"
	"dovetail/perm"
	"dovetail/perm/pace"
	"dovetail/perm/shuffle/notation"
)

// Compiled is the letters of an alphabet, compiled for laws on the n! decks, 1 <= n <=
// MaxCards.
type Compiled struct {
	*word.Alphabet
	letters []*letter
	tables  func() *tables
	bits    uint // the most bits of a digit of counts
}

// MaxCards is the largest deck whose ranks the engine can address.
const MaxCards = 12

// CheckDeck refuses decks that are too large for laws.
func CheckDeck(n int) error {
	if n < 1 || n > MaxCards {
		return fmt.Errorf("n=%d is out of range 1..%d of laws on all n! decks", n, MaxCards)
	}
	return nil
}

// Compile compiles the letters. It fails for a deck too large, and with [number.TooLarge]
// for letters with more outcomes than fit into memory bytes. It uses a little memory in any
// case, so that the memory for words can be bounded.
func Compile(ctx context.Context, n int, letters []notation.Letter, memory uint64) (*Compiled, error) {
	if err := CheckDeck(n); err != nil {
		return nil, err
	}
	a := &Compiled{
		Alphabet: word.New(n, letters, word.Laws(n, letters)),
		tables:   sync.OnceValue(func() *tables { return newTables(n) }),
		bits:     64,
	}
	for _, l := range a.Letters {
		c, err := compile(ctx, n, l, a.compiled(), memory)
		if err != nil {
			return nil, err
		}
		a.letters = append(a.letters, c)
	}
	return a, nil
}

// UnmarshalText compiles the alphabet that a text names, without a limit of memory: it was
// compiled before where the text was written.
func (a *Compiled) UnmarshalText(text []byte) error {
	n, letters, err := word.Read(text)
	if err != nil {
		return err
	}
	c, err := Compile(context.Background(), n, letters, 1<<62)
	if err == nil {
		*a = *c
	}
	return err
}

// Chain computes laws of words, of cores prefix by prefix as [word.Chain] does. It is for
// one goroutine.
type Chain struct {
	letters *Compiled
	random  *word.Chain[*Law]
	moved   *Law // a prefix followed by deterministic letters
	rounded *Law // an exact law in doubles
	counts  []*engine[uint64]
	reals   []*engine[float64]
	runs    map[string]*letter
}

// NewChain computes every step on threads goroutines.
func NewChain(a *Compiled, threads int) *Chain {
	c := &Chain{letters: a, rounded: &Law{N: a.N}, runs: map[string]*letter{}}
	bits := a.digitBits(a.letters)
	c.moved = c.law(bits)
	c.random = word.NewChain(a.Alphabet, func() *Law { return c.law(bits) }, c.step)
	for range threads {
		c.counts = append(c.counts, newEngine[uint64](a.N))
		c.reals = append(c.reals, newEngine[float64](a.N))
	}
	return c
}

// Core computes the law of a core with at least one letter (see [word.Alphabet.Split]),
// in memory that the next call overwrites.
func (c *Chain) Core(ctx context.Context, core word.Word) (*Law, error) {
	return c.random.Core(ctx, core)
}

// step sets dst to the law before followed by a syllable.
func (c *Chain) step(ctx context.Context, dst, before *Law, s word.Syllable) error {
	l := c.letters.letters[s.Letter]
	if before == nil {
		dst.begin(nil, l)
		return ctx.Err()
	}
	if s.Run != nil {
		if err := c.append(ctx, c.moved, before, c.run(s.Run)); err != nil {
			return err
		}
		before = c.moved
	}
	return c.append(ctx, dst, before, l)
}

// Word computes the law of any word, all its letters in place, in memory of its
// own. A run of riffles at its start takes no step.
func (c *Chain) Word(ctx context.Context, w word.Word) (*Law, error) {
	a := c.letters
	if a.isUniform(w) {
		l := c.law(a.bits)
		l.uniform()
		return l, nil
	}
	parts, rest := a.Syllables(w)
	first, steps := a.start(parts)
	pace.Of(ctx).Start(float64(len(steps)), 0)
	bits := a.digitBits(a.random(steps))
	now, next := c.law(bits), c.law(bits)
	if len(first) == 0 {
		now.begin(nil, c.run(rest.Append(perm.Identity(a.N))))
		return now, nil
	}
	if l := a.letters[first[0].Letter]; isRiffle(l.Model) {
		if err := now.beginRiffles(ctx, first[0].Run, len(first), len(c.counts)); err != nil {
			return nil, err
		}
	} else {
		now.begin(first[0].Run, l)
	}
	then := func(l *letter) (err error) {
		err = c.append(ctx, next, now, l)
		now, next = next, now
		return err
	}
	for _, s := range steps {
		if s.Run != nil {
			if err := then(c.run(s.Run)); err != nil {
				return nil, err
			}
		}
		if err := then(a.letters[s.Letter]); err != nil {
			return nil, err
		}
	}
	if rest == nil {
		return now, nil
	}
	err := then(c.run(rest))
	return now, err
}

// start splits the syllables of a word: those that its law begins with, which are successive
// riffles or otherwise at most one, and those that take a step each.
func (a *Compiled) start(parts []word.Syllable) (first, steps []word.Syllable) {
	k := 0
	for k < len(parts) && isRiffle(a.letters[parts[k].Letter].Model) && (k == 0 || parts[k].Run == nil) {
		k++
	}
	k = max(k, min(1, len(parts)))
	return parts[:k], parts[k:]
}

// random are the random letters of syllables.
func (a *Compiled) random(parts []word.Syllable) (all []*letter) {
	for _, s := range parts {
		all = append(all, a.letters[s.Letter])
	}
	return all
}

// law is an empty law whose counts have digits of the given number of bits.
func (c *Chain) law(bits uint) *Law { return &Law{N: c.letters.N, Counts: Counts{Bits: bits}} }

// run is the letter that performs one permutation.
func (c *Chain) run(p perm.Perm) *letter {
	key := code(p)
	if c.runs[key] == nil {
		c.runs[key] = permutation(p)
	}
	return c.runs[key]
}

// append sets dst to src followed by the letter.
func (c *Chain) append(ctx context.Context, dst, src *Law, l *letter) error {
	if src.Uniform || l.Uniform {
		dst.uniform()
		return nil
	}
	t := c.letters.tables()
	if src.Exact() && l.counts != nil {
		dst.exact(new(big.Int).Mul(src.Den, l.Den), len(src.Counts.Digits))
		for k, digit := range src.Counts.Digits {
			if err := step(ctx, t, dst.Counts.Digits[k], digit, l.counts, c.counts,
				1/float64(len(src.Counts.Digits))); err != nil {
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
