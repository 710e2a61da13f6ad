package words

import (
	"fmt"
	"math"
	"slices"

	"dovetail/exact/position"
	"dovetail/results/number"
)

// What a ranking takes, by rough estimates: enough to refuse what cannot be done.

// words is the number of words.
func (q Query) words() float64 { return math.Pow(float64(len(q.Alphabet.Letters)), float64(q.M)) }

// seconds is roughly how long Search takes one processor: n short multiply-adds a word
// where bounds reject most of them, else a product of matrices and the reading of one.
func seconds(q Query, exhaustive bool) float64 {
	switch n := float64(q.Alphabet.N); {
	case q.pruned(exhaustive):
		return q.words() * n * 2e-11
	case q.Top > 0 || exhaustive || !countable(q, q.M):
		return q.words() * (n*n*n*1e-10 + n*n*4e-9)
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
	matrix := 8 * (n + 8) * (n + 8)
	bytes := number.ProgramBytes + k*n*n*lawBytes + float64(workers)*matrix*float64(q.M+12)
	bytes += rowBytes * min(q.words(), float64(q.Top))
	if !exhaustive && (q.Key == ByConvergence || q.Top == 0) && countable(q, q.M) {
		avoiders := min(q.words(), maxAvoiders*k)
		bytes += 36*avoiders + matrix*sumPowers(k, perfectLength(q, q.M))
	}
	if q.pruned(exhaustive) {
		cut := firstHalf(q.Alphabet, q.M)
		suffixes := sumPowers(k, q.M-cut)
		bytes += matrix*sumPowers(k, (cut+1)/2) + suffixes*(suffixBytes(q.Alphabet.N)+160)
		bytes += matrix * float64(beamWidth(q)) * (k + 1)
		bytes += float64(workers) * matrix * (probes + 8)
	}
	return uint64(bytes)
}

// sumPowers is k + k^2 + ... + k^m.
func sumPowers(k float64, m int) (sum float64) {
	for i := 1; i <= m; i++ {
		sum += math.Pow(k, float64(i))
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
		count *= float64(len(a.Letters))
		size += count
	}
	return size*8*float64(a.N*a.N) <= factorMemory
}

// firstHalf is the length of first halves: half of m, or more if there are too
// many second halves for the memory.
func firstHalf(a *position.Laws, m int) int {
	k := float64(len(a.Letters))
	size := suffixBytes(a.N)
	longest := 0
	for count := k; longest < m/2 && count*size <= suffixMemory; longest++ {
		count = count*k + k
	}
	return m - longest
}
