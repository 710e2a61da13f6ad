package statistic

import (
	"math/big"
	"slices"
)

// Decks in which cards of one rank are alike: which lie side by side, and which lie where one of their rank lay. Sums over
// all decks are products over ranks.

// maxAlike is the largest deck for which the laws of ranks are computed.
const maxAlike = 416

// products are, for each t, the sum over t_1 + t_2 + ... = t of the products of ways(m, t_a) over the ranks a, of m cards each.
func products(sizes []int, ways func(m, t int64) *big.Int) []*big.Int {
	all := []*big.Int{big.NewInt(1)}
	var term big.Int
	for _, m := range sizes {
		next := make([]*big.Int, len(all)+m)
		for i := range next {
			next[i] = new(big.Int)
		}
		for t := range m + 1 {
			if w := ways(int64(m), int64(t)); w.Sign() != 0 {
				for i, x := range all {
					next[i+t].Add(next[i+t], term.Mul(x, w))
				}
			}
		}
		all = next
	}
	for all[len(all)-1].Sign() == 0 {
		all = all[:len(all)-1]
	}
	return all
}

// exactly is the law of a number of places, of which any t are among those of marked[t] (n-t)! decks of all n!, each t
// counted apart: by inclusion and exclusion.
func exactly(n int, marked []*big.Int) []float64 {
	all, law := new(big.Int).MulRange(1, int64(n)), make([]float64, len(marked))
	for t, w := range marked {
		w.Mul(w, new(big.Int).MulRange(1, int64(n-t)))
	}
	var term big.Int
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

// Alike is the law of the number of cards that lie on one of their rank, where there are as many cards of each rank as
// sizes say. Mark t such places: the deck is then a word of blocks, of which m - t_a are of a rank with m cards of which t_a
// are marked. So t places are marked in decks, of n - t blocks,
//
//	W(t) (n-t)!,  W(t) = sum over t_1 + t_2 + ... = t of prod_a C(m - 1, t_a) m!/(m - t_a)!.
func Alike(sizes []int) []float64 {
	return exactly(sum(sizes), products(sizes, func(m, t int64) *big.Int {
		ways := new(big.Int).Binomial(m-1, t)
		return ways.Mul(ways, new(big.Int).MulRange(m-t+1, m))
	}))
}

// inPlace is the law of the number of places with a card of the rank that lay there. Of the m places of a rank, t_a have
// chosen ones of its cards in C(m, t_a)^2 t_a! ways.
func inPlace(sizes []int) []float64 {
	return exactly(sum(sizes), products(sizes, func(m, t int64) *big.Int {
		ways := new(big.Int).Binomial(m, t)
		return ways.Mul(ways, new(big.Int).MulRange(m-t+1, m))
	}))
}

// longestAlike is the law of the longest run of cards of one rank. Let runs be of k cards at most, with the generating
// function f = z + ... + z^k. Words whose neighbours differ, with a run for each letter, are all words of f/(1+f) for each
// letter (Smirnov). So W(c) c! decks have no longer run, summed over c, where
//
//	W(c) = sum over c_1 + c_2 + ... = c of prod_a m!/c_a! [z^m] (z (1 - z^k)/(1 - z^(k+1)))^c_a.
func longestAlike(sizes []int) []float64 {
	n, most := sum(sizes), slices.Max(sizes)
	least := n / (n - most + 1) // as the others part the cards of the largest rank in n - most + 1 runs at most
	all, law, before := new(big.Int).MulRange(1, int64(n)), make([]float64, least), 0.0
	for k := int64(least); before < 1; k++ {
		decks := new(big.Int)
		for c, w := range products(sizes, func(m, c int64) *big.Int { return limited(k, m, c) }) {
			decks.Add(decks, w.Mul(w, new(big.Int).MulRange(1, int64(c))))
		}
		upTo, _ := new(big.Rat).SetFrac(decks, all).Float64()
		law = append(law, upTo-before)
		before = upTo
	}
	return law
}

// limited is m!/c! [z^(m-c)] (1 - z^k)^c (1 - z^(k+1))^-c, where (1 - z^(k+1))^-c has the coefficients C(c+j-1, j).
func limited(k, m, c int64) *big.Int {
	ways := new(big.Int)
	for i := int64(0); i <= c && k*i <= m-c; i++ {
		if left := m - c - k*i; left%(k+1) == 0 && c > 0 {
			j := left / (k + 1)
			term := new(big.Int).Binomial(c, i)
			term.Mul(term, new(big.Int).Binomial(c+j-1, j))
			if i%2 == 1 {
				term.Neg(term)
			}
			ways.Add(ways, term)
		}
	}
	return ways.Mul(ways, new(big.Int).MulRange(c+1, m))
}

func sum(sizes []int) (n int) {
	for _, m := range sizes {
		n += m
	}
	return n
}

// OfRanks names what is counted of the ranks of a deck.
var OfRanks = [3]string{"equal ranks side by side", "ranks in place", "longest run of one rank"}

// Ranked counts it. Cards are numbered from first; those that are equal modulo the number of ranks are of one rank.
func Ranked[C int | uint16](deck []C, first, ranks int) (counts [3]int) {
	run, before := 0, -1
	for j, card := range deck {
		rank := (int(card) - first) % ranks
		if run++; rank == before {
			counts[0]++
		} else {
			run = 1
		}
		counts[1] += indicator(rank == j%ranks)
		counts[2], before = max(counts[2], run), rank
	}
	return counts
}

func indicator(b bool) int {
	if b {
		return 1
	}
	return 0
}

// RankLaws are the laws of a fair deck of n cards, at most maxAlike: a probability for each of 0, 1, 2, ....
func RankLaws(n, ranks int) (laws [3][]float64) {
	sizes := make([]int, min(n, ranks))
	for card := range n {
		sizes[card%ranks]++
	}
	return [3][]float64{Alike(sizes), inPlace(sizes), longestAlike(sizes)}
}

// RankSeconds is about the time of these laws.
func RankSeconds(n, ranks int) float64 {
	if ranks == 0 || n > maxAlike {
		return 0
	}
	return 4e-8 * float64(n*n) * float64(n)
}

// rankedValues are the statistics of ranks of a deck of cards from 1. There are no laws of large decks.
func (of *laws) rankedValues(deck []int, ranks int) (values []Value) {
	for i, count := range Ranked(deck, 1, ranks) {
		values = append(values, Value{Name: OfRanks[i], Value: big.NewInt(int64(count)), Count: i < 2})
		if of.ranked != nil {
			values[i].Fair = &of.ranked[i]
		}
	}
	return values
}
