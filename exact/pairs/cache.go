package pairs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// Cache keeps the most recent results, for everyone who shares it: the laws of the letters of one
// alphabet, by their models, and the rows of one core and of cores that it continues. It helps
// because the certified interval of a word and the training of its test need the same law, the next
// row of a table has one riffle more, and the next word of a race begins with the same letters. A
// core is followed from the longest one that it continues, by the same products and so with the
// same digits. The zero Cache is empty.
type Cache struct {
	mu      sync.Mutex
	n       int
	letters map[string]*letter // by model
	levels  []level            // each continues the one before it
	adding  bool               // whether a goroutine is making levels of a core: one at a time, for the memory
}

// level is the rows of a core, which is named by its models.
type level struct {
	core      string
	syllables int
	rows      []*Rows // by block; nil if they are not kept
}

// mostCached is the largest deck whose laws and rows are kept: for 64 cards, 65 million bytes for
// each letter and as many for the rows of a core. The number of levels is what mostRows bytes hold:
// nine for 52 cards.
const (
	mostCached = 64
	mostRows   = 1 << 28
)

// mostLevels is the number of levels that are kept for a number of pairs.
func mostLevels(pairs int) int {
	wide := (pairs + 3) &^ 3 // as rows are padded
	return max(1, mostRows/(2*8*pairs*wide))
}

// Laws are the laws of [NewLaws]. Those that are not in the cache are added to it.
func (c *Cache) Laws(ctx context.Context, a *word.Alphabet, words ...word.Word) (*Laws, error) {
	p := &Laws{Alphabet: a, pairs: shuffle.PairCount(a.N), letters: make([]*letter, len(a.Letters))}
	if a.N <= mostCached {
		p.cache = c
		c.take(p)
	}
	for _, w := range words {
		for _, l := range w {
			if a.Letters[l].Perm != nil || p.letters[l] != nil {
				continue
			}
			if err := p.add(ctx, l); err != nil {
				return nil, err
			}
		}
	}
	if p.cache != nil {
		c.keep(p)
	}
	return p, nil
}

// take gives p the laws of letters that are kept. Those of another alphabet are dropped, except the
// laws of letters that are in both.
func (c *Cache) take(p *Laws) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := map[string]*letter{}
	for i, l := range p.Letters {
		if c.n == p.N && l.Perm == nil {
			if p.letters[i] = c.letters[l.Model.String()]; p.letters[i] != nil {
				kept[l.Model.String()] = p.letters[i]
			}
		}
	}
	c.n, c.letters = p.N, kept
}

// keep keeps the laws of letters, instead of those of another alphabet.
func (c *Cache) keep(p *Laws) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n != p.N {
		c.n, c.letters = p.N, map[string]*letter{}
	}
	for l, law := range p.letters {
		if law != nil {
			c.letters[p.Letters[l].Model.String()] = law
		}
	}
}

// levelsOf are the levels of a core, one for each syllable. The first ones have their rows from the
// cache, and done is their number. The last ones that the cache may keep have room for their rows,
// unless another goroutine is adding levels. Levels in the cache that the core does not continue
// are dropped. If adding is set, the caller must call add afterwards.
func (c *Cache) levelsOf(a *Laws, core word.Word, blocks int) (levels []level, done int, adding bool) {
	name := fmt.Sprint(a.N)
	for _, l := range core {
		name += " " + a.Letters[l].Model.String() + ","
		if a.Letters[l].Perm == nil {
			levels = append(levels, level{core: name, syllables: len(levels) + 1})
		}
	}
	if c == nil {
		return levels, 0, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.levels = slices.DeleteFunc(slices.Clone(c.levels), func(l level) bool { return !strings.HasPrefix(name, l.core) })
	for _, l := range c.levels {
		done = l.syllables
		levels[done-1] = l
	}
	if c.adding {
		return levels, done, false
	}
	c.adding = true
	first := max(0, len(levels)-mostLevels(a.pairs))
	c.levels = slices.DeleteFunc(c.levels, func(l level) bool { return l.syllables <= first })
	for k := max(done, first); k < len(levels); k++ {
		levels[k].rows = make([]*Rows, blocks)
	}
	return levels, done, true
}

// add ends the adding of levels: the last ones of the core are kept if their rows are complete.
func (c *Cache) add(a *Laws, levels []level, complete bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.adding = false
	if complete {
		c.levels = slices.DeleteFunc(levels[max(0, len(levels)-mostLevels(a.pairs)):], func(l level) bool { return l.rows == nil })
	}
}
