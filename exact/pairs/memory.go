package pairs

import (
	"fmt"

	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/results/number"
)

// memoryOf is how many bytes a program takes at most that follows a word over some letters
// of the alphabet with the given number of workers: two large matrices for each random letter, one
// more while the last of them is made, and a block of rows for each worker in five
// matrices.
func memoryOf(a *word.Alphabet, letters word.Word, workers int) uint64 {
	size := uint64(shuffle.PairCount(a.N))
	wide := (size + 3) &^ 3 // as rows are padded
	random := map[byte]bool{}
	for _, l := range letters {
		if a.Letters[l].Perm == nil {
			random[l] = true
		}
	}
	bytes := uint64(workers) * 8 * 5 * block * wide
	if len(random) > 0 {
		bytes += 8 * size * wide * uint64(2*len(random)+1)
	}
	return number.ProgramBytes + bytes + bytes/8 // garbage goes late
}

// CheckMemory refuses what takes more bytes than the limit, which no fewer workers
// could do with.
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
