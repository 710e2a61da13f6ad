package words

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"sync"

	"dovetail/exact/position"
	"dovetail/search/run"
)

// The pruned search finds the leaders among all words of one length m without
// computing most of their laws. A core longer than h = ceil(m/2) is cut after h
// letters; short cores are enumerated. A pair of halves is tried by, in order,
//
//  1. the product of one test vector of each half,
//  2. those of their other test vectors,
//  3. a few rows of the product, those first that the first half mixes worst,
//  4. the score itself, computed as the enumeration does.
//
// The first three reject a pair only if its score, as the enumeration would
// compute it, is certainly above the threshold: the score of a known word that
// has enough better ones. So the answer is that of the enumeration, bit by bit.
type pruning struct {
	*enumeration
	measure   measure
	threshold float64
	cut       int    // length of first halves
	usable    []byte // the letters of cores
	factors   *factors
	searchers sync.Pool // of *searcher

	mu       sync.Mutex
	suffixes *suffixes // made when first needed
}

// pairs is a task of all cores with one prefix, cut into halves; see also the
// kinds of tasks of the enumeration.
const pairs = 2

// prefixLength is the length of the prefixes that make tasks.
const prefixLength = 4

func newPruning(q Query, m measure, threshold float64) *pruning {
	p := &pruning{
		enumeration: newEnumeration(q),
		measure:     m,
		threshold:   threshold,
		cut:         firstHalf(q.Alphabet, q.To),
	}
	p.deepest = p.cut
	p.usable = slices.Sorted(slices.Values(slices.Concat(p.random, p.fixed)))
	p.searchers.New = func() any { return newSearcher(p) }
	return p
}

// makeHalves makes the factors and suffixes at the first call; the other workers
// wait for them.
func (p *pruning) makeHalves(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.suffixes != nil {
		return nil
	}
	longest := p.q.To - p.cut
	f, err := newFactors(ctx, p.q.Alphabet, (max(p.cut, longest)+1)/2)
	if err != nil {
		return err
	}
	s, err := newSuffixes(ctx, f, p.usable, p.measure, newLimits(p.q.Alphabet.N, p.threshold, p.measure), longest)
	if err == nil {
		p.factors, p.suffixes = f, s
	}
	return err
}

// suffixMemory bounds the memory for the test vectors of second halves.
const suffixMemory = 1 << 30

// factorMemory bounds the memory for the table of factors.
const factorMemory = 1 << 30

// prunable tells whether bounds can save work: not where a letter alone makes every
// position equally likely, for all words with it tie at 0 and none can be rejected;
// nor where the table of factors, half as long as halves, does not fit the memory,
// as for large decks or alphabets. Such words are enumerated.
func prunable(a *position.Alphabet, m int) bool {
	if slices.ContainsFunc(a.Letters, position.Letter.Uniform) {
		return false
	}
	cut := firstHalf(a, m)
	size, count := 0.0, 1.0
	for range (max(cut, m-cut) + 1) / 2 {
		count *= float64(len(a.Letters))
		size += count
	}
	return size*8*float64(a.N*a.N) <= factorMemory
}

// firstHalf is the length of first halves: half of m, or more if there are too
// many second halves for the memory.
func firstHalf(a *position.Alphabet, m int) int {
	k := float64(len(a.Letters))
	size := float64(8 * a.N * (probes + 1))
	longest := 0
	for count := k; longest < m/2 && count*size <= suffixMemory; longest++ {
		count = count*k + k
	}
	return m - longest
}

// Params implements run.Job.
func (p *pruning) Params() map[string]string {
	params := maps.Clone(p.enumeration.Params())
	params["job"] = "words/pruning/1"
	params["threshold"] = strconv.FormatFloat(p.threshold, 'x', -1, 64)
	return params
}

// Roots implements run.Job: the enumeration of short cores, and the prefixes of
// the first halves of long ones.
func (p *pruning) Roots() ([]run.Piece, error) {
	pieces, err := p.enumeration.Roots()
	if err != nil {
		return nil, err
	}
	// A pair costs n of a product's n^3 multiply-adds, and as much besides.
	pair := 2 / float64(p.q.Alphabet.N*p.q.Alphabet.N)
	prefix := make(position.Word, 0, p.cut)
	var list func()
	list = func() {
		if len(prefix) == min(prefixLength, p.cut) {
			weight := p.pairsBelow(len(prefix)) * pair
			pieces = append(pieces, run.Piece{Payload: append([]byte{pairs}, prefix...), Weight: weight})
			return
		}
		for _, l := range p.usable {
			if len(prefix) > 0 || p.q.Alphabet.Letters[l].Perm == nil {
				prefix = append(prefix, l)
				list()
				prefix = prefix[:len(prefix)-1]
			}
		}
	}
	if p.cut < p.q.To {
		list()
	}
	return pieces, nil
}

// pairsBelow is the number of pairs whose first half starts with a given prefix.
func (p *pruning) pairsBelow(prefix int) float64 {
	k, count := float64(len(p.usable)), 1.0
	for range p.cut - prefix {
		count *= k
	}
	seconds, ends := 0.0, float64(len(p.random))
	for range p.q.To - p.cut {
		seconds += ends
		ends *= k
	}
	return count * seconds
}

// Run implements run.Job.
func (p *pruning) Run(ctx context.Context, t run.Task, b run.Bound) (run.Result, error) {
	if t.Payload[0] != pairs {
		return p.enumeration.Run(ctx, t, b)
	}
	if err := p.makeHalves(ctx); err != nil {
		return run.Result{}, err
	}
	s := p.searchers.Get().(*searcher)
	defer p.searchers.Put(s)
	s.ctx, s.found = ctx, newTables(p.q)
	s.search(t.Payload[1:])
	if err := ctx.Err(); err != nil {
		return run.Result{}, err
	}
	found, err := json.Marshal(s.found)
	return run.Result{Found: found}, err
}
