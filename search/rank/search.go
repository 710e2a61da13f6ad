// Package rank finds the best words of one length by a score of their exact position laws: by enumeration, which scores
// every law, or by pruning, which rejects most by bounds and gives the same answer to the last bit. docs/pruning.md has the
// bounds and their proofs. It also counts the words whose cells are all white (perfect.go).
package rank

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/position"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/search/run"
	"dovetail/search/words"
)

// Ranking is the answer.
type Ranking struct {
	M       int
	Words   *big.Int    // how many words there are
	Perfect *big.Int    // how many of them have every cell white, exactly; nil if not counted
	Minimal [][]string  // by length, perfect words without a perfect proper factor; nil if not computed
	Rows    []words.Row // the first Top of them, best first
	Close   int64       // cells, of all cores that are scored, decided in higher precision
	Method  Method
	Stats   Stats // laws handled
}

// Rank ranks the words by enumeration. Memory is a few matrices a thread and level, and the rows kept.
func Rank(ctx context.Context, q words.Query, o run.Options) (Ranking, error) {
	job, _, err := run.Run(ctx, exhaustive{q}, o)
	if err != nil {
		return Ranking{}, err
	}
	return job.ranking(ctx, Enumerated)
}

// Scored is Rank without the scores that do not order the rows. [words.Evaluator.Complete] adds
// them.
func Scored(ctx context.Context, q words.Query, o run.Options) (Ranking, error) {
	job, _, err := run.Run(ctx, exhaustive{q}, o)
	if err != nil {
		return Ranking{}, err
	}
	return job.scored(Enumerated)
}

// prune finds the leaders by a score with bounds. With perfect set it considers only words with C =
// 1. The result is that of Rank, except for Perfect, which is nil, and the description of the
// search.
func prune(ctx context.Context, q words.Query, perfect bool, o run.Options) (Ranking, error) {
	job, _, err := run.Run(ctx, pruned{q, perfect}, o)
	if err != nil {
		return Ranking{}, err
	}
	r, err := job.ranking(ctx, Pruned)
	r.Perfect = nil
	return r, err
}

// ranking is the answer of a search with all of its laws.
func (e *enumeration) ranking(ctx context.Context, by Method) (Ranking, error) {
	r, err := e.scored(by)
	if err == nil {
		err = words.NewEvaluator(e.q).Complete(ctx, r.Rows)
	}
	return r, err
}

// scored is the answer without the scores of its rows that do not order them.
func (e *enumeration) scored(by Method) (Ranking, error) {
	want := 1 + float64(float64(len(e.random))*e.cores(1, e.q.M))
	if got := e.total.Stats.Laws(); want < 1<<53 && float64(got) != want {
		return Ranking{}, fmt.Errorf("the state has %d laws of %.0f", got, want)
	}
	return Ranking{
		M: e.q.M, Words: e.q.Count(), Perfect: e.total.Perfect, Rows: e.total.sorted(),
		Close: e.total.Close, Method: by, Stats: e.total.Stats,
	}, nil
}

// Method is how leaders were found.
type Method string

// The methods.
const (
	Enumerated Method = "enumerated" // every law was computed
	Pruned     Method = "pruned"     // most laws were rejected by bounds
	Counted    Method = "counted"    // no leaders were requested, only the number of perfect words
)

// shortWords is the length up to which enumeration is as fast as pruning.
const shortWords = 8

// Search ranks the words by the fastest method that gives the answer of Rank, bit by bit. Perfect
// words are counted where the ranking is by convergence, visits all words anyway, or lists none.
func Search(ctx context.Context, q words.Query, o run.Options) (r Ranking, err error) {
	var counts perfection
	if q.Key == words.ByConvergence || q.Top == 0 {
		counts, err = countPerfect(ctx, q, q.M, o)
		if err != nil && !errors.Is(err, errManyAvoiders) {
			return r, err
		}
	}
	counted := q.M < len(counts.Counts)
	switch pruned := prunes(q); {
	case counted && q.Top == 0:
		r, err = Ranking{M: q.M, Words: q.Count(), Method: Counted}, nil
	case pruned && q.Key != words.ByConvergence:
		return prune(ctx, q, false, o)
	case pruned && counted && counts.Counts[q.M].Cmp(big.NewInt(int64(q.Top))) >= 0:
		// The leaders are perfect, and ordered by mean total variation.
		q.Key = words.ByMeanTVD
		r, err = prune(ctx, q, true, o)
	default:
		r, err = Rank(ctx, q, o)
	}
	if counted {
		r.Perfect, r.Minimal = counts.Counts[q.M], counts.Minimal[:q.M+1]
	}
	return r, err
}

// prunes reports whether bounds will reject most words.
func prunes(q words.Query) bool {
	_, bounded := measures[q.Key]
	if q.Key == words.ByConvergence {
		bounded = countable(q, q.M)
	}
	return bounded && q.M > shortWords && q.Top > 0 && prunable(q.Alphabet, q.M)
}

// Rough estimates of the price of a ranking, for refusing what cannot be done.

// wordsOf is the number of words.
func wordsOf(q words.Query) float64 {
	return elementary.Pow(float64(len(q.Alphabet.Letters)), float64(q.M))
}

// seconds is roughly the time of Search on one processor: n short multiply-adds a word where bounds
// reject most of them, and otherwise a product of matrices and the reading of one; and counting perfect words.
func seconds(q words.Query) (sum float64) {
	n := float64(q.Alphabet.N)
	if (q.Key == words.ByConvergence || q.Top == 0) && countable(q, q.M) {
		sum = float64(2e-8 * n * n * elementary.Pow(wordsOf(q), 2./3))
	}
	switch {
	case prunes(q):
		sum += float64(wordsOf(q) * n * 2e-11)
	case q.Top > 0 || !countable(q, q.M):
		sum += float64(wordsOf(q) * (float64(0.3e-10*n*n*n) + float64(4e-9*n*n)))
	}
	return sum
}

// lawBytes is the number of bytes a cell of a letter's law in fixed point while its deviations are
// computed.
const lawBytes = 64

// rowBytes is the number of bytes of a row that is kept, with a second copy in transit.
const rowBytes = 512

// memory is the most bytes that the program takes for Search on the given number of workers.
func memory(q words.Query, workers int) uint64 {
	n, k := float64(q.Alphabet.N), float64(len(q.Alphabet.Letters))
	matrix := float64(8 * (n + 8) * (n + 8))
	bytes := number.ProgramBytes + float64(k*n*n*lawBytes) + float64(float64(workers)*matrix*float64(q.M+12))
	bytes += float64(rowBytes * min(wordsOf(q), float64(q.Top)))
	if (q.Key == words.ByConvergence || q.Top == 0) && countable(q, q.M) {
		avoiders := min(wordsOf(q), maxAvoiders*k)
		bytes += float64(36*avoiders) + float64(matrix*sumPowers(k, perfectLength(q, q.M)))
	}
	if prunes(q) {
		cut := firstHalf(q.Alphabet, q.M)
		suffixes := sumPowers(k, q.M-cut)
		bytes += float64(2*matrix*sumPowers(k, (cut+1)/2)) + float64(suffixes*(suffixBytes(q.Alphabet.N)+160))
		bytes += float64(matrix * float64(beamWidth(q)) * (k + 1))
		bytes += float64(float64(workers) * matrix * (probes + 8))
	}
	return uint64(bytes)
}

// sumPowers is k + k^2 + ... + k^m.
func sumPowers(k float64, m int) (sum float64) {
	for i := 1; i <= m; i++ {
		sum += elementary.Pow(k, float64(i))
	}
	return sum
}

// checkMemory refuses a search that takes more bytes than the limit, even on one processor.
func checkMemory(q words.Query, limit uint64) error {
	what := fmt.Sprintf("rankings of up to %.4g words of %d cards", wordsOf(q), q.Alphabet.N)
	return number.Fits(what, memory(q, 1), limit)
}

// workers is the largest number of workers, up to most, that fit into the limit.
func workers(q words.Query, most int, limit uint64) int {
	for most > 1 && memory(q, most) > limit {
		most--
	}
	return most
}

// suffixMemory bounds the memory for the test vectors of second halves.
const suffixMemory = 1 << 30

// suffixBytes is the number of bytes of a second half. Its first vector is also kept as integers.
func suffixBytes(n int) float64 { return float64(8*n*probes + 2*evenTerms(n)) }

// factorMemory bounds the memory for the table of factors.
const factorMemory = 1 << 30

// prunable reports whether bounds can save work. They cannot where a letter alone makes every
// position equally likely, as all words with it tie at 0 and none can be rejected. Nor can they
// where the table of factors, which are half as long as halves, does not fit the memory, as for
// large decks or alphabets. Such words are enumerated.
func prunable(a *position.Laws, m int) bool {
	if slices.ContainsFunc(a.E, position.IsUniform) {
		return false
	}
	cut := firstHalf(a, m)
	size, count := 0.0, 1.0
	for range (max(cut, m-cut) + 1) / 2 {
		count = float64(count * float64(len(a.Letters)))
		size += count
	}
	return 2*size*8*float64(a.N*a.N) <= factorMemory
}

// firstHalf is the length of first halves: half of m, or more if there are too
// many second halves for the memory.
func firstHalf(a *position.Laws, m int) int {
	k := float64(len(a.Letters))
	size := suffixBytes(a.N)
	longest := 0
	for count := k; longest < m/2 && count*size <= suffixMemory; longest++ {
		count = float64(count*k) + k
	}
	return m - longest
}
