package pairs

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
)

// Cache has what was computed last, for all who are given it: the laws of the letters of one alphabet, by their models,
// and the rows of one core. The certified interval of a word and the training of its test need the same law, the next
// row of a table has one riffle more, and the next word has the same letters. A core that continues that of the rows is
// followed from there, by the same products and so with the same digits. The zero Cache has nothing yet.
type Cache struct {
	mu       sync.Mutex
	n        int
	letters  map[string]*letter // by model
	alphabet *word.Alphabet     // of the core
	core     word.Word
	rows     []*Rows // by block
}

// mostCached is the largest deck of which something is kept: for 64 cards, 65 million bytes for each letter and as many
// for the rows.
const mostCached = 64

// Laws are those of [NewLaws], as far as they are not in the cache, which then has them too.
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

// take gives p the laws of letters that are kept. What is kept of another alphabet goes, except the laws of letters that
// are in both.
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
	c.clear(p.Alphabet)
}

// keep keeps the laws of letters, in the place of those of another alphabet.
func (c *Cache) keep(p *Laws) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n != p.N {
		c.n, c.letters = p.N, map[string]*letter{}
	}
	c.clear(p.Alphabet)
	for l, law := range p.letters {
		if law != nil {
			c.letters[p.Letters[l].Model.String()] = law
		}
	}
}

// clear drops the rows of another alphabet.
func (c *Cache) clear(a *word.Alphabet) {
	if c.alphabet != a {
		c.alphabet, c.core, c.rows = a, nil, nil
	}
}

// before are the rows that are kept if the core continues theirs, by block, and the number of their syllables.
func (c *Cache) before(a *Laws, core word.Word) (syllables int, block func(b int) *Rows) {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if rows := c.rows; c.alphabet == a.Alphabet && len(rows) > 0 && bytes.HasPrefix(core, c.core) {
			parts, _ := a.Syllables(c.core)
			return len(parts), func(b int) *Rows { return rows[b] }
		}
	}
	return 0, func(int) *Rows { return nil }
}

// keepRows keeps the rows of a core, unless laws of another alphabet were computed since.
func (c *Cache) keepRows(a *Laws, core word.Word, rows []*Rows) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.alphabet == a.Alphabet {
		c.core, c.rows = slices.Clone(core), rows
	}
}
