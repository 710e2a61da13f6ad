package guess

import (
	"math/big"
)

// After one riffle in which every card comes from the top packet with probability p, all ways to cut and interleave have
// the probability p^c (1-p)^(n-c) of their cut c (complete feedback: arXiv 2601.16607). As long as cards 1 to t were seen
// in order the cut is unknown. Then card t+1 may come next; or a card c+1 beyond it, which shows the cut c, as it is the
// first of the bottom packet while the top one has c-t cards left. From then on all C(a+b, a) interleavings of the a and
// b cards left are equally likely, and it is best to name the next card of the larger packet. Only a deck in order comes
// from several cuts, all n+1 of them.
//
// Here m, w and s of whole.go are whole numbers. For a known cut m counts interleavings; with an unknown one everything is
// in units of v^-n, where p = u/v.

// counted is such numbers, with the largest m of the states after it and the w of that.
type counted struct{ m, w, s, best, rest big.Int }

// add adds a state that may come next, times a factor.
func (c *counted) add(next *counted, times *big.Int) {
	var m, w, s big.Int
	m.Mul(&next.m, times)
	w.Mul(&next.w, times)
	s.Mul(&next.s, times)
	if m.Cmp(&c.best) > 0 {
		c.best.Set(&m)
		c.rest.Set(&w)
	}
	c.m.Add(&c.m, &m)
	c.w.Add(&c.w, &w)
	c.s.Add(&c.s, &s)
}

// guess makes it the state before the next card is seen.
func (c *counted) guess() {
	c.w.Add(&c.w, &c.best)
	c.s.Add(&c.s, c.rest.Lsh(&c.rest, 1))
}

// biased is the states after one riffle of n cards: by the cards left of both packets, and by the cards seen in order.
type biased struct {
	n     int
	cut   []*big.Int   // u^c (v-u)^(n-c)
	known [][]*counted // with a cards of the top packet left and b of the other
	order []*counted   // with 1 to t seen
}

func newBiased(n int, p *big.Rat) *biased {
	b := &biased{n: n, known: make([][]*counted, n+1), order: make([]*counted, n+1)}
	up, down := p.Num(), new(big.Int).Sub(p.Denom(), p.Num())
	power := func(x *big.Int, k int) *big.Int { return new(big.Int).Exp(x, big.NewInt(int64(k)), nil) }
	end := &counted{}
	for c := range n + 1 {
		b.cut = append(b.cut, new(big.Int).Mul(power(up, c), power(down, n-c)))
		end.m.Add(&end.m, b.cut[c])
	}
	one := big.NewInt(1)
	for x := range b.known {
		for y := range n - x + 1 {
			c := &counted{}
			if x+y == 0 {
				c.m.SetInt64(1)
			}
			if x > 0 {
				c.add(b.known[x-1][y], one)
			}
			if y > 0 {
				c.add(b.known[x][y-1], one)
			}
			c.guess()
			b.known[x] = append(b.known[x], c)
		}
	}
	b.order[n] = end
	for t := n - 1; t >= 0; t-- {
		b.order[t] = &counted{}
		b.order[t].add(b.order[t+1], one)
		for c := t + 1; c < n; c++ {
			b.order[t].add(b.known[c-t][n-c-1], b.cut[c])
		}
		b.order[t].guess()
	}
	return b
}

// start is m, w and s before any card is seen, as probabilities.
func (b *biased) start() outlook {
	all := b.order[0]
	of := func(x *big.Int) float64 {
		f, _ := new(big.Rat).SetFrac(x, &all.m).Float64()
		return f
	}
	return outlook{m: 1, w: of(&all.w), s: of(&all.s)}
}

// splitting plays after such a riffle. The card that is named next from the top packet is the first unseen one, and from
// the other packet the first one at its cut or below.
type splitting struct {
	*biased
	cut int // 0 as long as it is unknown
}

// first is the first unseen card from one on, or n.
func (s *splitting) first(unseen []bool, from int) int {
	for from < s.n && !unseen[from] {
		from++
	}
	return from
}

func (s *splitting) best(unseen []bool, left int) (card int, chance float64) {
	ratio := func(x, of *big.Int) float64 {
		f, _ := new(big.Rat).SetFrac(x, of).Float64()
		return f
	}
	t := s.n - left
	if s.cut == 0 {
		card, chance = t, ratio(&s.order[t+1].m, &s.order[t].m)
		for c := t + 1; c < s.n; c++ {
			m := new(big.Int).Mul(&s.known[c-t][s.n-c-1].m, s.biased.cut[c])
			if x := ratio(m, &s.order[t].m); x > chance*tieTolerance {
				card, chance = c, x
			}
		}
		return card, chance
	}
	top, bottom := s.first(unseen, 0), s.first(unseen, s.cut)
	if a, b := max(s.cut-top, 0), s.n-bottom; a >= b {
		return top, float64(a) / float64(left)
	} else {
		return bottom, float64(b) / float64(left)
	}
}

func (s *splitting) see(_ []bool, left, card int) {
	if s.cut == 0 && card != s.n-left {
		s.cut = card
	}
}
