package decks

import (
	"sync"

	"dovetail/exact/position"
	"dovetail/search/distinguish"
)

// cache has what questions about one alphabet share: trained tests, and the latest methods, so that a question which goes
// on with the decks of another needs no pilot and no test of its own.
type cache struct {
	tests   distinguish.Cache
	mu      sync.Mutex
	methods map[cacheKey]*method
}

// cacheKey is what a method goes by; its spec is without decks.
type cacheKey struct {
	alphabet *position.Laws
	seed     uint64
	spec     spec
}

// mostMethods keeps scores within a few hundred megabytes.
const mostMethods = 16

// method is that of a spec, whatever decks it asks for. One with other steps takes over the pilot and the test.
func (c *cache) method(alphabet *position.Laws, a spec, seed uint64) (*method, error) {
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
	m, err := newMethod(alphabet, w, a, seed)
	if err != nil {
		return nil, err
	}
	m.tests = &c.tests
	for other, like := range c.methods {
		if other.spec.Steps, other.spec.Scatter = a.Steps, a.Scatter; other == key {
			m.template = like
		}
	}
	if c.methods == nil || len(c.methods) >= mostMethods {
		c.methods = map[cacheKey]*method{}
	}
	c.methods[key] = m
	return m, nil
}
