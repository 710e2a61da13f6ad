package distinguish

import (
	"context"
	"slices"
	"sync"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/search/run"
)

// Cache has the most recently trained tests, shared by all who put a word to its test or split
// decks by it. A nil one has none. It also has chains of the laws of near pairs, one for each
// thread. A chain continues with a word that begins like the one before.
type Cache struct {
	Pairs  *pairs.Cache // of laws, with which tests are trained
	mu     sync.Mutex
	all    []*cacheEntry
	chains []*pairs.Chain // not in use at the moment
	of     *position.Laws // whose chains these are
}

// NewCache has no tests yet. Those to come are trained with laws of pairs from p.
func NewCache(p *pairs.Cache) *Cache { return &Cache{Pairs: p} }

// training is all that a test depends on.
type training struct {
	alphabet *position.Laws
	core     string
	decks    int64 // of the core, and as many uniform ones
	purpose  string
	seed     uint64
	near     bool // only pairs of cards that begin near each other count
}

// cacheEntry is a test once it is trained. One goroutine at a time trains it.
type cacheEntry struct {
	of   training
	busy chan struct{}
	test *Test
}

// mostCached tests are enough for all threads of a race, which go from word to word. One takes 14
// million bytes at 52 cards and 33 million at 64.
var mostCached = max(4, run.Threads(0))

// Train trains the test of a core on a number of its decks, and as many uniform ones. The test is
// the same for any number of threads.
func (c *Cache) Train(
	ctx context.Context, a *position.Laws, core word.Word, decks int64, purpose string, seed uint64, threads int,
) (test *Test, err error) {
	return c.train(ctx, training{a, string(core), decks, purpose, seed, false}, threads)
}

func (c *Cache) train(ctx context.Context, of training, threads int) (test *Test, err error) {
	if c == nil {
		c = NewCache(new(pairs.Cache))
	}
	if of.alphabet.N > MaxCards {
		return c.trainTest(ctx, of, threads)
	}
	e := c.entry(of)
	select {
	case e.busy <- struct{}{}:
		defer func() { <-e.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if e.test == nil {
		e.test, err = c.trainTest(ctx, of, threads)
	}
	return e.test, err
}

// entry is the entry for a test. It replaces the oldest if there is none.
func (c *Cache) entry(key training) *cacheEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.all {
		if e.of == key {
			return e
		}
	}
	e := &cacheEntry{of: key, busy: make(chan struct{}, 1)}
	if len(c.all) == mostCached {
		c.all = slices.Delete(c.all, 0, 1)
	}
	c.all = append(c.all, e)
	return e
}

// followNear follows the pairs of cards that begin near each other through a core and passes on the
// rows.
func (c *Cache) followNear(ctx context.Context, a *position.Laws, core word.Word, visit func(*pairs.Rows)) error {
	chain, err := c.chain(ctx, a)
	if err != nil {
		return err
	}
	rows, err := chain.Core(ctx, core)
	if err != nil {
		return err
	}
	visit(rows)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == a {
		c.chains = append(c.chains, chain)
	}
	return nil
}

// chain is the most recent chain that is not in use, or a new one.
func (c *Cache) chain(ctx context.Context, a *position.Laws) (*pairs.Chain, error) {
	c.mu.Lock()
	if c.of != a {
		c.of, c.chains = a, nil
	}
	if last := len(c.chains) - 1; last >= 0 {
		defer c.mu.Unlock()
		chain := c.chains[last]
		c.chains = c.chains[:last]
		return chain, nil
	}
	c.mu.Unlock()
	laws, err := c.Pairs.Laws(ctx, a.Alphabet, a.Every())
	if err != nil {
		return nil, err
	}
	return pairs.NewChain(laws, nearPairs(a.N), 1), nil
}
