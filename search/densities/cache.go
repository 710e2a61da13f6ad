package densities

import (
	"context"
	"sync"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/search/anneal"
	"dovetail/search/distinguish"
)

// Cache has what questions about one alphabet share: trained tests, the rungs of pilot runs, and the latest methods, so that
// a question which goes on with the decks of another needs no pilot and no test of its own.
type Cache struct {
	Tests   *distinguish.Cache
	mu      sync.Mutex
	methods map[cacheKey]*Method
	pilots  map[pilotKey][]anneal.Rung
}

// NewCache has nothing yet. Tests are trained with laws of pairs from p.
func NewCache(p *pairs.Cache) *Cache {
	return &Cache{Tests: distinguish.NewCache(p), methods: map[cacheKey]*Method{}, pilots: map[pilotKey][]anneal.Rung{}}
}

// pilotKey is what a pilot run goes by.
type pilotKey struct {
	alphabet *position.Laws
	seed     uint64
	streams  string
}

// Pilot returns the rungs that a pilot run finds for a method's word, from 0 to 1. A word has one run, whatever its methods.
func (c *Cache) Pilot(ctx context.Context, m *Method) ([]anneal.Rung, error) {
	key := pilotKey{m.a, m.seed, m.spec.streams()}
	c.mu.Lock()
	rungs := c.pilots[key]
	c.mu.Unlock()
	if rungs != nil {
		return rungs, nil
	}
	rungs, err := anneal.Pilot(ctx, m.Target, m.Target.Ladder(), m.seed, m.spec.streams())
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pilots[key] = rungs
	return rungs, nil
}

// cacheKey is what a method goes by; its spec is without decks.
type cacheKey struct {
	alphabet *position.Laws
	seed     uint64
	spec     Spec
}

// mostMethods keeps scores within a few hundred megabytes.
const mostMethods = 16

// method is that of a spec, whatever decks it asks for. One with other steps takes over the test.
func (c *Cache) method(alphabet *position.Laws, a Spec, seed uint64) (*Method, error) {
	w, err := alphabet.Parse(a.Word)
	if err != nil {
		return nil, err
	}
	a.From, a.To = 0, 0
	key := cacheKey{alphabet, seed, a}
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := c.methods[key]; m != nil {
		return m, nil
	}
	m, err := New(alphabet, w, a, seed)
	if err != nil {
		return nil, err
	}
	m.cache = c
	for other, method := range c.methods {
		if other.spec.Steps, other.spec.Scatter = a.Steps, a.Scatter; other == key {
			m.template = method
		}
	}
	if len(c.methods) >= mostMethods {
		clear(c.methods)
	}
	c.methods[key] = m
	return m, nil
}
