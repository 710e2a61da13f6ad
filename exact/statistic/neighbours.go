package statistic

import "math/big"

// Cards that lie side by side: those that did so in the new deck, and those of one rank.

// maxTogether is where lists end: 2^60/60! is below 1e-63.
const maxTogether = 60

// Together is the law of the number of cards c, c+1 that lie side by side, in either order. Glue r of the n-1 pairs: they
// make c blocks of more than one card, which can be turned over. So the r pairs lie together, among others, in a share
//
//	a(r) = sum over c of 2^c C(r-1, c-1) C(n-r, c) (n-r)!/n!
//
// of all decks, 2^r/r! at most; exactly k lie together in the share sum over r of (-1)^(r-k) C(r, k) a(r).
func Together(n int) Law {
	glued := []float64{1}
	for r := 1; r < min(n, maxTogether); r++ {
		sum := 0.0
		for c := 1; c <= min(r, n-r); c++ {
			ways := 1.0
			for i := range r { // factors of each by turns, which neither overflow nor vanish
				ways /= float64(n - i)
				if i < c {
					ways *= float64(2*(n-r-i)) / float64(i+1)
				}
				if 0 < i && i < c {
					ways *= float64(r-i) / float64(i)
				}
			}
			sum += ways
		}
		glued = append(glued, sum)
	}
	law := make([]float64, len(glued))
	for k := range law {
		choose, p := 1.0, 0.0
		for r := k; r < len(glued); r++ {
			p += float64(choose * glued[r])
			choose *= -float64(r+1) / float64(r+1-k)
		}
		law[k] = max(0, p)
	}
	return listed(law)
}

// togetherIn counts them.
func togetherIn(deck []int) (count int64) {
	for j := 1; j < len(deck); j++ {
		if d := deck[j] - deck[j-1]; d == 1 || d == -1 {
			count++
		}
	}
	return count
}

// maxAlike is the largest deck for which the law of equal ranks is computed.
const maxAlike = 416

// Alike is the law of the number of cards that lie on one of their rank, where there are as many cards of each rank as
// sizes say. Mark t such places: the deck is then a word of blocks, of which m_a - t_a are of a rank with m_a cards of which
// t_a are marked. So there are
//
//	W(t) (n-t)! / prod_a m_a!,  W(t) = sum over t_1 + t_2 + ... = t of prod_a C(m_a - 1, t_a) m_a!/(m_a - t_a)!
//
// words with t places marked. Those with exactly s such places follow by inclusion and exclusion.
func Alike(sizes []int) []float64 {
	marked, n := []*big.Int{big.NewInt(1)}, int64(0)
	var term big.Int
	for _, size := range sizes {
		m := int64(size)
		n += m
		next := make([]*big.Int, len(marked)+size-1)
		for i := range next {
			next[i] = new(big.Int)
		}
		for t := range m {
			ways := new(big.Int).Binomial(m-1, t)
			ways.Mul(ways, new(big.Int).MulRange(m-t+1, m))
			for i, w := range marked {
				next[i+int(t)].Add(next[i+int(t)], term.Mul(w, ways))
			}
		}
		marked = next
	}
	all, law := new(big.Int).MulRange(1, n), make([]float64, len(marked))
	for t, w := range marked {
		w.Mul(w, new(big.Int).MulRange(1, n-int64(t)))
	}
	for s := range law {
		sum := new(big.Int)
		for t := s; t < len(marked); t++ {
			term.Mul(marked[t], new(big.Int).Binomial(int64(t), int64(s)))
			if (t-s)%2 == 1 {
				term.Neg(&term)
			}
			sum.Add(sum, &term)
		}
		law[s], _ = new(big.Rat).SetFrac(sum, all).Float64()
	}
	return law
}

// alikeIn counts the cards that lie on one of their rank: those that are equal modulo the number of ranks.
func alikeIn(deck []int, ranks int) (count int64) {
	for j := 1; j < len(deck); j++ {
		if (deck[j]-deck[j-1])%ranks == 0 {
			count++
		}
	}
	return count
}

// alike is their law in a deck of n cards, or nil for large decks.
func alike(n, ranks int) *Law {
	if n > maxAlike {
		return nil
	}
	sizes := make([]int, min(n, ranks))
	for card := range n {
		sizes[card%ranks]++
	}
	law := listed(Alike(sizes))
	return &law
}
