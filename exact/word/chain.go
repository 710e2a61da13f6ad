package word

import "context"

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
func NewChain[T any](a *Alphabet, room func() T, step func(ctx context.Context, dst, before T, s Syllable) error) *Chain[T] {
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
