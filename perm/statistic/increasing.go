package statistic

import "math/bits"

// tree is a set of numbers as bits, with a summary of which words are not empty, a
// summary of that, and so on up to a single word: level k+1 has a bit for each word of
// level k.
type tree []bitset

func newTree(n int) (t tree) {
	for size := n; ; {
		size = (size + 63) / 64
		t = append(t, make(bitset, size))
		if size == 1 {
			return t
		}
	}
}

// increasing is the length of the longest increasing subsequence, by patience sorting:
// the set has the least last card of an increasing subsequence of each length so far,
// and a card takes the place of the next higher one.
func (t tree) increasing(deck []uint32) (length int64) {
	for _, level := range t {
		clear(level)
	}
	for _, c := range deck {
		if !t.removeAbove(c) {
			length++
		}
		t.add(c)
	}
	return length
}

func (t tree) add(i uint32) {
	for _, level := range t {
		word := &level[i>>6]
		was := *word
		*word = was | 1<<(i&63)
		if was != 0 {
			return
		}
		i >>= 6
	}
}

// removeAbove removes the least number above i, if there is one.
func (t tree) removeAbove(i uint32) bool {
	for k, level := range t {
		if rest := level[i>>6] >> (i & 63) >> 1; rest != 0 {
			i += 1 + uint32(bits.TrailingZeros64(rest))
			for k--; k >= 0; k-- {
				i = i<<6 + uint32(bits.TrailingZeros64(t[k][i]))
			}
			t.remove(i)
			return true
		}
		i >>= 6
	}
	return false
}

func (t tree) remove(i uint32) {
	for _, level := range t {
		word := &level[i>>6]
		*word &^= 1 << (i & 63)
		if *word != 0 {
			return
		}
		i >>= 6
	}
}
