package fair

import (
	"math"

	"dovetail/perm/elementary"
	"dovetail/perm/shuffle"
)

// scorer adds up log-likelihood ratios of decks under a model. Where the model knows the
// probability of every deck (shuffle.Likely), the ratio is n! times that. For other models only two
// things are known: the law of single cards, and the chance that a card is followed by its
// neighbour. The scorer then takes the cards from the top. The next card is the neighbour of the
// last one with that chance, if it is left. Otherwise it is each of the cards that are left in
// proportion to w(c, j), its probability of that place:
//
//	Q(d) = prod_j q_j [d[j] = d[j-1] + 1] + (1 - q_j) w(d[j], j) / sum_(c left) w(c, j).
//
// This is a law on all decks, close to the model's, so that n! Q has the mean 1 for a fair deck, exactly.
type scorer struct {
	Score
	n       int
	exact   func(deck []uint16) float64 // the logarithm of the probability of a deck; nil if not known
	orders  float64                     // log n!
	keeps   float64                     // the chance of neighbours
	law     []float64                   // card by place
	weights []float64                   // scratch, by the law
	left    []float64
	used    []bool
}

// scored is the most decks that are scored. mixed is the share of the uniform law in the weights,
// so that no deck is impossible.
const (
	scored = 1 << 13
	mixed  = 1. / 64
)

// impossible stands for minus infinity, if the model cannot make one of the decks.
const impossible = -1e9

func newScorer(r repeated, n int) *scorer {
	s := &scorer{Score: Score{Model: r.model}, n: n, keeps: r.keeps, orders: elementary.Lgamma(float64(n + 1))}
	if m, ok := r.likely(); ok {
		s.exact = m.LogChance(n)
		return s
	}
	s.law = powers(r.parsed(), n, r.times)
	s.weights, s.left, s.used = make([]float64, n*n), make([]float64, n), make([]bool, n+1)
	for x, p := range s.law {
		s.weights[x] = float64((1-mixed)*p) + mixed/float64(n)
	}
	return s
}

func (s *scorer) add(deck []uint16) {
	if s.Decks == scored {
		return
	}
	s.Decks++
	if s.Log > impossible {
		s.Log = max(impossible, s.Log+s.ratio(deck))
	}
}

// ratio is log n! Q(deck).
func (s *scorer) ratio(deck []uint16) (log float64) {
	if s.exact != nil {
		return s.exact(deck) + s.orders
	}
	for j := range s.left {
		s.left[j] = 1
	}
	clear(s.used)
	s.used[s.n] = true // no card
	product, next := 1.0, s.n
	for j, c := range deck[:s.n-1] {
		w := s.weights[int(c)*s.n:][:s.n]
		chance := w[j] / s.left[j]
		if s.keeps > 0 && !s.used[next] {
			chance = float64((1 - s.keeps) * chance)
			if int(c) == next {
				chance += s.keeps
			}
		}
		product *= float64(chance * float64(s.n-j))
		s.used[c], next = true, int(c)+1
		if product < 1e-100 || product > 1e100 {
			log += elementary.Log(product)
			product = 1
		}
		for k := j + 1; k < s.n; k++ {
			s.left[k] -= w[k]
		}
	}
	return log + elementary.Log(product)
}

func (s *scorer) score() Score {
	const unit = 0x1p-20
	s.Log = math.Round(s.Log/unit) * unit
	return s.Score
}

// powers is the position law of a model that is repeated a number of times.
func powers(m shuffle.Model, n, times int) []float64 {
	single := m.Law(n, 96).Float()
	law := single
	for range times - 1 {
		next := make([]float64, n*n)
		for i := range n {
			for k, p := range law[i*n : i*n+n] {
				for j, q := range single[k*n : k*n+n] {
					next[i*n+j] += float64(p * q)
				}
			}
		}
		law = next
	}
	return law
}
