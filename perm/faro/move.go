package faro

import (
	"math/big"
	"math/bits"
	"slices"
)

// MoveClosed is the sequence of shuffles of n < 2^62 cards that
// brings the card at position p to position q, both from 0, by formula: it has
// the least r shuffles with n <= 2^r and works for every p and q.
//
// One shuffle takes x to 2x - n*b + c, where b says whether x lies in the
// bottom packet and c = b xor In. After r of them p is at 2^r p - n*t + s, t
// and s having the b and c for their bits, the first shuffle's highest. Take
// t = ceil((2^r p - q)/n) and s = n t - 2^r p + q: both are in 0..2^r-1 since
// n <= 2^r. With their k lowest bits t', s', the position x before the last k
// shuffles has 2^k x = q + n t' - s', between -2^k+1 and 2^k n - 1; so x is a
// position, and 2x - n*b + c being one too forces b to be the packet of x.
//
// For odd n it is moveOdd's, of as many shuffles.
func MoveClosed(n, p, q uint64) []Kind {
	r := bits.Len64(n - 1)
	if n%2 == 1 {
		moves, _ := moveOdd(n, p, q, r)
		return moves
	}
	big64 := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	behind := new(big.Int).Lsh(big64(p), uint(r))
	behind.Sub(behind, big64(q)) // 2^r p - q
	t := new(big.Int).Add(behind, big64(n-1))
	t.Div(t, big64(n)) // Euclidean, so the ceiling also when negative
	s := new(big.Int).Mul(t, big64(n))
	s.Sub(s, behind)
	moves := make([]Kind, r)
	for i := range moves {
		moves[i] = Kind(t.Bit(r-1-i) ^ s.Bit(r-1-i))
	}
	return moves
}

// moveOdd is the sequence of r shuffles of the odd n < 2^62 cards that brings p to q, if there is one. A shuffle takes x to
// 2x + k modulo n, where k = In is 1: so r of them take p to 2^r p + c modulo n, 0 <= c < 2^r, with these k for the bits of
// c, the first shuffle's highest. The least c that will do is a residue of n.
func moveOdd(n, p, q uint64, r int) (moves []Kind, ok bool) {
	for range r {
		p = 2 * p % n
	}
	c := (q + n - p) % n
	for i := range r {
		moves = append(moves, Kind(c>>(r-1-i)&1))
	}
	return moves, c>>r == 0
}

// ShortestLimit is the largest even deck that MoveShortest searches: it remembers
// every position.
const ShortestLimit = 1_000_000

// MoveShortest is a shortest sequence of shuffles of n cards, at most 10^6 if they are even,
// from position p to position q, both from 0: the first in the order out < in
// among those of least length.
func MoveShortest(n, p, q uint64) []Kind {
	for r := 0; n%2 == 1; r++ {
		if moves, ok := moveOdd(n, p, q, r); ok {
			return moves
		}
	}
	left := distances(n, q)
	var moves []Kind
	for p != q {
		k := Out
		if next := left[k.Goes(n, p)]; next < 0 || next != left[p]-1 {
			k = In
		}
		moves = append(moves, k)
		p = k.Goes(n, p)
	}
	return moves
}

// distances are the least numbers of shuffles from each position to q, by breadth-first
// search backwards; -1 for a position from which q cannot be reached.
func distances(n, q uint64) []int32 {
	left := slices.Repeat([]int32{-1}, int(n))
	left[q] = 0
	for queue := []uint64{q}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, from := range comesFrom(n, at) {
			if left[from] < 0 {
				left[from] = left[at] + 1
				queue = append(queue, from)
			}
		}
	}
	return left
}

// comesFrom are the positions that an out- and an in-shuffle of even n take
// to j.
func comesFrom(n, j uint64) [2]uint64 {
	half := n / 2
	if j%2 == 0 {
		return [2]uint64{j / 2, half + j/2}
	}
	return [2]uint64{half + j/2, j / 2}
}

// Replay is the position that the card at position p of n reaches by the moves.
func Replay(n, p uint64, moves []Kind) uint64 {
	for _, k := range moves {
		p = k.Goes(n, p)
	}
	return p
}

// Spell writes moves as letters, I for in and O for out, the first to the left.
func Spell(moves []Kind) string {
	letters := make([]byte, len(moves))
	for i, k := range moves {
		letters[i] = "OI"[k]
	}
	return string(letters)
}
