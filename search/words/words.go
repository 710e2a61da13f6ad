// Package words ranks all words of shuffles of a length by the scores of their
// exact position laws.
package words

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"dovetail/exact/position"
	"dovetail/exact/tally"
	"dovetail/perm/elementary"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/search/run"
)

// Query says which words to rank, and by what.
type Query struct {
	Alphabet *position.Laws
	M        int // length of the words
	Key      Key `json:"by"`
	Top      int // rows to keep
	Emax     position.Tolerance
	White    *tally.White    // probability of a white cell in s deals
	Setting  results.Setting `json:"-"` // the same, as records say it
}

// Kinds are the questions that other machines can help with. Minimal perfect words are
// not: the candidates are known only where the shorter words are.
var Kinds = []run.Kind{run.KindOf[*enumeration](thorough{}), run.KindOf[*pruning](pruned{})}

// Ranking is the answer.
type Ranking struct {
	M       int
	Words   *big.Int   // how many words there are
	Perfect *big.Int   // how many of them have every cell white, exactly; nil if not counted
	Minimal [][]string // by length, perfect words without a perfect proper factor; nil if not looked for
	Rows    []Row      // the first Top of them, best first
	Close   int64      // cells, of all cores that are scored, decided in higher precision
	Method  Method
	Stats   Stats // laws dealt with
}

// Rank ranks the words by enumeration. Memory is a few matrices a thread and level, and the rows kept.
func Rank(ctx context.Context, q Query, o run.Options) (Ranking, error) {
	job, _, err := run.Run(ctx, thorough{q}, o)
	if err != nil {
		return Ranking{}, err
	}
	return job.ranking(ctx, Enumerated)
}

// prune finds the leaders by a score with bounds. perfect says to look at words with C = 1 only. The
// result is that of Rank, except for Perfect, which is nil, and what is said of how it was found.
func prune(ctx context.Context, q Query, perfect bool, o run.Options) (Ranking, error) {
	job, _, err := run.Run(ctx, pruned{q, perfect}, o)
	if err != nil {
		return Ranking{}, err
	}
	r, err := job.ranking(ctx, Pruned)
	r.Perfect = nil
	return r, err
}

// ranking is the answer of a search that found all of its laws.
func (e *enumeration) ranking(ctx context.Context, by Method) (Ranking, error) {
	r, err := e.scored(by)
	if err == nil {
		r.Rows, err = e.detail(ctx, r.Rows)
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
		M: e.q.M, Words: count(e.q.Alphabet, e.q.M), Perfect: e.total.Perfect, Rows: e.total.sorted(),
		Close: e.total.Close, Method: by, Stats: e.total.Stats,
	}, nil
}

// count is the number of words of length m.
func count(a *position.Laws, m int) *big.Int {
	k := big.NewInt(int64(len(a.Letters)))
	return k.Exp(k, big.NewInt(int64(m)), nil)
}

// Key is the score that a ranking goes by.
type Key string

// The scores, each with its better end first.
const (
	ByConvergence Key = "c"        // white cells, most first
	ByExpected    Key = "ew"       // expected white cells in s deals, most first
	ByMaxError    Key = "maxerror" // largest |e|, least first
	ByMeanTVD     Key = "tvd"      // mean total variation, least first
	ByWorstTVD    Key = "worst"    // worst total variation, least first
)

// Keys lists all of them.
var Keys = []Key{ByConvergence, ByExpected, ByMaxError, ByMeanTVD, ByWorstTVD}

// Row is a word with its scores. While words are ranked they have no more of them than
// the ranking needs.
type Row struct {
	results.WordRow
	Close int     // cells that were decided in higher precision
	Error float64 // bounds the error of the law in the norm of position.ErrorUnit

	letters string // the word.Word that Word spells
}

// scored is a row with the scores of a position law alone.
func scored(s position.Scores) (r Row) {
	r.White, r.MaxError, r.MeanTVD, r.WorstTVD, r.Close = s.White, s.MaxError, s.MeanTVD, s.WorstTVD, s.Close
	return r
}

// penalty is the score as a number of which less is better.
func (k Key) penalty(r Row) float64 {
	switch k {
	case ByConvergence:
		return -float64(r.White)
	case ByExpected:
		return -r.Expected
	case ByMaxError:
		return r.MaxError
	case ByWorstTVD:
		return r.WorstTVD
	}
	return r.MeanTVD
}

// says is the score as it is shown while a search goes on, on n cards.
func (k Key) says(r Row, n int) string {
	switch k {
	case ByConvergence:
		return "C=" + results.Convergence(r.White, n)
	case ByExpected:
		return fmt.Sprintf("E[w]=%.2f", r.Expected)
	}
	return fmt.Sprintf("%s=%.6g", k, k.penalty(r))
}

// Compare puts the better row first: by the score, then by mean total
// variation, then by the word. Rows of different words never compare equal.
func (k Key) Compare(a, b Row) int {
	return cmp.Or(
		cmp.Compare(k.penalty(a), k.penalty(b)),
		cmp.Compare(a.MeanTVD, b.MeanTVD),
		strings.Compare(a.Word, b.Word),
	)
}

// Method is how leaders were found.
type Method string

// The methods.
const (
	Enumerated Method = "enumerated" // every law was computed
	Pruned     Method = "pruned"     // most laws were rejected by bounds
	Counted    Method = "counted"    // no leaders were asked for, only the number of perfect words
)

// shortWords is the length up to which enumeration is as fast as pruning.
const shortWords = 8

// Search ranks the words by the fastest method that gives the answer of Rank, bit by bit, unless
// exhaustive asks for the enumeration. Perfect words are counted where the ranking goes by convergence,
// visits all words anyway, or lists none.
func Search(ctx context.Context, q Query, exhaustive bool, o run.Options) (r Ranking, err error) {
	var counts perfection
	if !exhaustive && (q.Key == ByConvergence || q.Top == 0) {
		counts, err = countPerfect(ctx, q, q.M, o)
		if err != nil && !errors.Is(err, errManyAvoiders) {
			return r, err
		}
	}
	counted := q.M < len(counts.Counts)
	switch pruned := q.pruned(exhaustive); {
	case counted && q.Top == 0:
		r, err = Ranking{M: q.M, Words: count(q.Alphabet, q.M), Method: Counted}, nil
	case pruned && q.Key != ByConvergence:
		return prune(ctx, q, false, o)
	case pruned && counted && counts.Counts[q.M].Cmp(big.NewInt(int64(q.Top))) >= 0:
		// The leaders are perfect, and ordered by mean total variation.
		q.Key = ByMeanTVD
		r, err = prune(ctx, q, true, o)
	default:
		r, err = Rank(ctx, q, o)
	}
	if counted {
		r.Perfect, r.Minimal = counts.Counts[q.M], counts.Minimal[:q.M+1]
	}
	return r, err
}

// pruned reports whether bounds will reject most words.
func (q Query) pruned(exhaustive bool) bool {
	_, bounded := measures[q.Key]
	if q.Key == ByConvergence {
		bounded = countable(q, q.M)
	}
	return bounded && !exhaustive && q.M > shortWords && q.Top > 0 && prunable(q.Alphabet, q.M)
}

// What a ranking takes, by rough estimates: enough to refuse what cannot be done.

// words is the number of words.
func (q Query) words() float64 { return elementary.Pow(float64(len(q.Alphabet.Letters)), float64(q.M)) }

// seconds is roughly how long Search takes one processor: n short multiply-adds a word
// where bounds reject most of them, else a product of matrices and the reading of one.
func seconds(q Query, exhaustive bool) float64 {
	switch n := float64(q.Alphabet.N); {
	case q.pruned(exhaustive):
		return float64(q.words() * n * 2e-11)
	case q.Top > 0 || exhaustive || !countable(q, q.M):
		return float64(q.words() * (float64(n*n*n*1e-10) + float64(n*n*4e-9)))
	}
	return 0
}

// lawBytes is what a letter's law in fixed point takes a cell while its deviations are
// computed.
const lawBytes = 64

// rowBytes is a row that is kept, and once more on its way.
const rowBytes = 512

// memory is how many bytes the program takes at most for Search on the given number of workers.
func memory(q Query, exhaustive bool, workers int) uint64 {
	n, k := float64(q.Alphabet.N), float64(len(q.Alphabet.Letters))
	matrix := float64(8 * (n + 8) * (n + 8))
	bytes := number.ProgramBytes + float64(k*n*n*lawBytes) + float64(float64(workers)*matrix*float64(q.M+12))
	bytes += float64(rowBytes * min(q.words(), float64(q.Top)))
	if !exhaustive && (q.Key == ByConvergence || q.Top == 0) && countable(q, q.M) {
		avoiders := min(q.words(), maxAvoiders*k)
		bytes += float64(36*avoiders) + float64(matrix*sumPowers(k, perfectLength(q, q.M)))
	}
	if q.pruned(exhaustive) {
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

// checkMemory refuses what takes more bytes than the limit, even on one processor.
func checkMemory(q Query, exhaustive bool, limit uint64) error {
	what := fmt.Sprintf("rankings of up to %.4g words of %d cards", q.words(), q.Alphabet.N)
	return number.Fits(what, memory(q, exhaustive, 1), limit)
}

// workers is the largest number of workers, up to most, that fit into the limit.
func workers(q Query, exhaustive bool, most int, limit uint64) int {
	for most > 1 && memory(q, exhaustive, most) > limit {
		most--
	}
	return most
}

// suffixMemory bounds the memory for the test vectors of second halves.
const suffixMemory = 1 << 30

// suffixBytes is that of a second half, whose first vector is there in whole numbers too.
func suffixBytes(n int) float64 { return float64(8*n*probes + 2*evenTerms(n)) }

// factorMemory bounds the memory for the table of factors.
const factorMemory = 1 << 30

// prunable reports whether bounds can save work: not where a letter alone makes every
// position equally likely, for all words with it tie at 0 and none can be rejected;
// nor where the table of factors, half as long as halves, does not fit the memory,
// as for large decks or alphabets. Such words are enumerated.
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
