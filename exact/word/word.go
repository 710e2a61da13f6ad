package word

import (
	"context"
	"slices"

	"dovetail/perm"
)

// Word spells letters by their index in the alphabet.
type Word []byte

// Split takes a word apart into its core and the deterministic letters before and after
// it. Those permute the rows and the columns of the word's law. Scores and distances are
// sums, counts or maxima over cells, or over rows, that do not look at the order of rows
// and columns, so a word has those of its core.
func (a *Alphabet) Split(w Word) (before, core, after Word) {
	i, j := 0, len(w)
	for i < j && a.Letters[w[i]].Perm != nil {
		i++
	}
	for i < j && a.Letters[w[j-1]].Perm != nil {
		j--
	}
	return w[:i], w[i:j], w[j:]
}

// Core is the part of a word that its scores depend on. A central letter, such
// as the reversal J among riffles (J R = R J), can be moved past all others to
// the end; so central letters are left out wherever they stand, and of the rest
// the deterministic letters at both ends, as in Split.
func (a *Alphabet) Core(w Word) Word {
	rest := slices.DeleteFunc(slices.Clone(w), func(l byte) bool { return a.Letters[l].Central })
	_, core, _ := a.Split(rest)
	return core
}

// Syllable is a run of deterministic letters, as the permutation that they make up (nil
// for none), and the random letter after it. Letters' laws cost a product each, runs
// only renumber, so a word costs one product for each syllable after the first.
type Syllable struct {
	Run    perm.Perm
	Letter byte
}

// Syllables reads a word as syllables and the run that is left at its end, which a core
// does not have.
func (a *Alphabet) Syllables(w Word) (parts []Syllable, rest perm.Perm) {
	for _, l := range w {
		if p := a.Letters[l].Perm; p != nil {
			rest = rest.Append(p)
			continue
		}
		parts = append(parts, Syllable{rest, l})
		rest = nil
	}
	return parts, rest
}

// Run is what deterministic letters do, one after the other.
func (a *Alphabet) Run(letters Word) perm.Perm {
	p := perm.Identity(a.N)
	for _, l := range letters {
		p = p.Then(a.Letters[l].Perm)
	}
	return p
}

// Random is the number of random letters of a word.
func (a *Alphabet) Random(w Word) (count int) {
	for _, l := range w {
		if a.Letters[l].Perm == nil {
			count++
		}
	}
	return count
}

// Chain carries something, such as a law, along words from syllable to syllable. It
// remembers what it carried at the prefixes of the last core, so that words with a
// common prefix share its work. It serves one goroutine.
type Chain[T any] struct {
	alphabet *Alphabet
	room     func() T
	step     func(ctx context.Context, dst, before T, s Syllable) error
	levels   []T  // levels[k] is what is carried after k+1 random letters
	last     Word // the core that the levels belong to
}

// NewChain takes the function that makes room for what is carried, and the one that
// carries it: it sets dst to what was before, or to the beginning if that is the zero T,
// followed by a syllable. A core's first syllable has no run.
func NewChain[T any](a *Alphabet, room func() T,
	step func(ctx context.Context, dst, before T, s Syllable) error) *Chain[T] {
	return &Chain[T]{alphabet: a, room: room, step: step}
}

// Core is what is carried at the end of a core with at least one letter (see
// Alphabet.Split), good until the next call. It fails only if a step does.
func (c *Chain[T]) Core(ctx context.Context, core Word) (T, error) {
	shared := 0
	for shared < min(len(core), len(c.last)) && core[shared] == c.last[shared] {
		shared++
	}
	known := c.alphabet.Random(core[:shared])
	parts, _ := c.alphabet.Syllables(core)
	c.last = c.last[:shared]
	for k := known; k < len(parts); k++ {
		if err := c.extend(ctx, k, parts[k]); err != nil {
			var none T
			return none, err
		}
	}
	c.last = append(c.last, core[shared:]...)
	return c.Level(len(parts)), nil
}

// Level is what is carried after k random letters, at least one, as far as they were
// extended.
func (c *Chain[T]) Level(k int) T {
	for len(c.levels) < k {
		c.levels = append(c.levels, c.room())
	}
	return c.levels[k-1]
}

// Extend sets level k+1 to level k followed by a syllable, for walks over the tree of
// cores that go back by themselves.
func (c *Chain[T]) Extend(ctx context.Context, k int, s Syllable) error {
	c.last = nil
	return c.extend(ctx, k, s)
}

func (c *Chain[T]) extend(ctx context.Context, k int, s Syllable) error {
	next := c.Level(k + 1)
	var before T
	if k > 0 {
		before = c.levels[k-1]
	}
	return c.step(ctx, next, before, s)
}
