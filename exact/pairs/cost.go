package pairs

import (
	"fmt"
	"math/big"
	"slices"

	"dovetail/exact/word"
	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
)

// Seconds is about the time of the law of pairs of n cards after a word on one processor, 0 where
// there is none.
func Seconds(n int, letters []notation.Letter, spelled string) float64 {
	if n > MaxDeck {
		return 0
	}
	p, side := float64(shuffle.PairCount(n)), float64(n)
	seconds, known := 0.0, map[rune]bool{} // whose laws are made
	for _, letter := range spelled {
		switch k := slices.IndexFunc(letters, func(l notation.Letter) bool { return rune(l.Name) == letter }); {
		case k < 0 || fixed(letters[k].Model, n):
		case binomial(letters[k].Model, n) != nil:
			seconds += float64(3e-10 * p * side * side * side)
		case known[letter]:
			seconds += float64(0.8e-10 * p * p * p)
		default:
			if seconds > 0 { // the law of the first letter is read and not multiplied
				seconds += float64(0.8e-10 * p * p * p)
			}
			seconds += float64(2.5e-6 * side * side * side)
			known[letter] = true
		}
	}
	return seconds
}

// fixed reports whether a model always does the same.
func fixed(m shuffle.Model, n int) bool {
	count := shuffle.OutcomesOf(m, n)
	return count != nil && count.Cmp(big.NewInt(1)) == 0
}

// memoryOf is the most bytes that a program takes to follow a word over some letters of the
// alphabet with the given number of workers. It has two large matrices for each random letter that
// is not applied without its law, and one more while the last of them is made. Each worker has a
// block of rows in five matrices, and the memory of a riffle. The cache adds to this.
func memoryOf(a *word.Alphabet, letters word.Word, workers int) uint64 {
	random := map[byte]bool{}
	for _, l := range letters {
		if a.Letters[l].Perm == nil && binomial(a.Letters[l].Model, a.N) == nil {
			random[l] = true
		}
	}
	return bytesOf(a.N, len(random), workers)
}

// Bytes is about the most that a program takes to follow words over some letters, 0 where there is no law of pairs.
func Bytes(n int, letters []notation.Letter, workers int) uint64 {
	if n > MaxDeck {
		return 0
	}
	random := 0
	for _, l := range letters {
		if binomial(l.Model, n) == nil && !fixed(l.Model, n) {
			random++
		}
	}
	return bytesOf(n, random, workers)
}

// bytesOf is the most bytes for a number of random letters that are not applied without their laws.
func bytesOf(n, random, workers int) uint64 {
	size := uint64(shuffle.PairCount(n))
	wide := (size + 3) &^ 3 // as rows are padded
	tables := 4 * width * uint64(n+4) * uint64(n+4)
	bytes := uint64(workers) * 8 * (5*block*wide + tables)
	if random > 0 {
		bytes += 8 * size * wide * uint64(2*random+1)
	}
	if n <= mostCached { // the levels that are kept, and one more while they are made
		bytes += 2 * 8 * size * wide * uint64(mostLevels(int(size))+1)
	}
	return number.ProgramBytes + bytes + bytes/8 // garbage is freed late
}

// CheckMemory refuses what takes more bytes than the limit even with the fewest workers.
func CheckMemory(a *word.Alphabet, letters word.Word, limit uint64) error {
	return number.Fits(fmt.Sprintf("laws of pairs of %d cards", a.N), memoryOf(a, letters, 1), limit)
}

// Workers is the largest number of workers, up to most, that fit into the limit.
func Workers(a *word.Alphabet, letters word.Word, most int, limit uint64) int {
	for most > 1 && memoryOf(a, letters, most) > limit {
		most--
	}
	return most
}
