package rank

import (
	"context"
	"errors"
	"math/big"
	"path/filepath"
	"strconv"
	"sync"

	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/elementary"
	"dovetail/search/run"
	"dovetail/search/words"
)

// A word is perfect if every cell of its law is white, C = 1, that is max|e| <= e_max. No shuffle
// before or after can make max|e| larger, so a word with a perfect factor is perfect. The perfect
// words are therefore those that contain a minimal one, a perfect word without a perfect proper
// factor. They are counted by the words that avoid all minimal ones. Avoiders of length l come from
// those of length l-1. Extend an avoider by a letter, such that its suffix of length l-1 is an
// avoider too. The result is either an avoider or minimal, and only these few words are ever tested
// (tester.go).

// perfection is what is known of perfect words up to a length.
type perfection struct {
	Counts  []*big.Int // Counts[l]: perfect words of length l
	Minimal [][]string // Minimal[l]: minimal ones, in lexicographic order of letters
}

// maxAvoiders bounds the memory for words without perfect factors.
const maxAvoiders = 1 << 25

// errManyAvoiders says that too many words have no perfect factor, so that perfect words cannot be
// counted by them.
var errManyAvoiders = errors.New("too many words without a perfect factor")

// many is the number of candidates from which on a length keeps a state of its own.
const many = 1 << 14

// perfectSearch is what is known of perfect words up to a length, with the data for longer ones.
type perfectSearch struct {
	perfection
	avoiders []uint64 // of the longest length
	counter  *perfectCounter
}

// newPerfectSearch starts from the empty word.
func newPerfectSearch(ctx context.Context, q words.Query) (*perfectSearch, error) {
	p := &perfectSearch{perfection: perfection{[]*big.Int{new(big.Int)}, [][]string{nil}}, avoiders: []uint64{0}}
	still, err := words.NewEvaluator(q).Row(ctx, nil)
	if still.White == q.Alphabet.N*q.Alphabet.N {
		p.avoiders = nil
		p.Counts[0].SetInt64(1)
		p.Minimal[0] = []string{""}
	}
	return p, err
}

// countPerfect counts the perfect words of every length up to longest. With o.Dir
// each length with many candidates keeps its state in a folder of its own there.
func countPerfect(ctx context.Context, q words.Query, longest int, o run.Options) (perfection, error) {
	p, err := run.Shared(o.Memo, q.Alphabet, func() (*perfectSearch, error) { return newPerfectSearch(ctx, q) })
	if err != nil {
		return perfection{}, err
	}
	err = p.count(ctx, q, longest, o)
	return p.perfection, err
}

// count continues up to longest.
func (p *perfectSearch) count(ctx context.Context, q words.Query, longest int, o run.Options) error {
	k := len(q.Alphabet.Letters)
	if !countable(q, longest) {
		return errManyAvoiders
	}
	if p.counter == nil || p.counter.longest < perfectLength(q, longest) {
		p.counter = newPerfectCounter(q, longest)
	}
	for length := len(p.Counts); length <= longest; length++ {
		candidates := extend(p.avoiders, length, k)
		if len(candidates) > maxAvoiders {
			return errManyAvoiders
		}
		own := run.Options{Threads: o.Threads}
		if len(candidates) >= many {
			own = o
			own.Shard, own.Parts = run.Shard{}, nil
			if o.Dir != "" {
				own.Dir = filepath.Join(o.Dir, "perfect", strconv.Itoa(length))
			}
		}
		j, _, err := run.Run(ctx, minimal{q.Alphabet, q.Emax, length, candidates, p.counter}, own)
		if err != nil {
			return err
		}
		var found []string
		found, p.avoiders = j.split()
		p.Counts = append(p.Counts, new(big.Int).Sub(words.Query{Alphabet: q.Alphabet, M: length}.Count(), big.NewInt(int64(len(p.avoiders)))))
		p.Minimal = append(p.Minimal, found)
	}
	return nil
}

// countable reports whether words of a length have codes of 63 bits.
func countable(q words.Query, length int) bool {
	return float64(length)*elementary.Log2(float64(len(q.Alphabet.Letters))) <= 63
}

// extend lists, in order, the codes of the words of the length over k letters whose prefix and
// suffix, one letter shorter, are both in the sorted list.
func extend(shorter []uint64, length, k int) (longer []uint64) {
	suffixes := uint64(1) // number of words one letter shorter
	for range length - 1 {
		suffixes *= uint64(k)
	}
	at, first := 0, uint64(0)
	for _, w := range shorter {
		for x := range uint64(k) {
			code := w*uint64(k) + x
			if code/suffixes != first {
				first, at = code/suffixes, 0
			}
			for at < len(shorter) && shorter[at] < code%suffixes {
				at++
			}
			if at < len(shorter) && shorter[at] == code%suffixes {
				longer = append(longer, code)
			}
		}
	}
	return longer
}

// perfectCounter is what the tests of words of all lengths share.
type perfectCounter struct {
	q       words.Query
	decider *position.Decider
	longest int // factor in the table

	mu      sync.Mutex
	factors *factors           // made on first use
	ends    map[*factor]sorted // the sorted columns of the longest factors
}

// perfectLength is the length of the factors from which rows are computed: five letters, six where
// words are long, or fewer where the table of factors would be too large.
func perfectLength(q words.Query, longest int) (length int) {
	letters := 5
	if longest >= 16 {
		letters = 6
	}
	size := 0 // of the table, in bytes
	for count := 1; length < min(letters, longest) && size < 64<<20; length++ {
		count *= len(q.Alphabet.Letters)
		size += 8 * q.Alphabet.N * q.Alphabet.N * count
	}
	return max(1, length)
}

func newPerfectCounter(q words.Query, longest int) *perfectCounter {
	return &perfectCounter{q: q, decider: position.NewDecider(q.Alphabet), longest: perfectLength(q, longest)}
}

// prepare makes the table of factors, unless another worker has. It fails only if
// ctx is cancelled.
func (c *perfectCounter) prepare(ctx context.Context) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.factors != nil {
		return nil
	}
	if c.factors, err = newFactors(ctx, c.q.Alphabet, c.longest); err != nil {
		return err
	}
	c.ends = map[*factor]sorted{}
	level := c.factors.byLength[c.longest]
	for i := range level {
		c.ends[&level[i]] = sortedColumns(level[i].e)
	}
	return nil
}

func (c *perfectCounter) spell(code uint64, length int) word.Word {
	return spell(code, length, len(c.q.Alphabet.Letters))
}
