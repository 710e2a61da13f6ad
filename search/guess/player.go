package guess

import (
	"context"

	"dovetail/exact/dense"
	"dovetail/exact/position"
)

// Player names a likeliest card each time and is then shown which one it was. Where no exact
// way is known it names, of the cards that it has not seen, one that is likeliest to be
// at that position.
type Player struct {
	unseen []bool
	left   int
	strategy
}

// strategy is what a player makes of what he has seen.
type strategy interface {
	// best is a card, from 0, and the chance of it; of those that are as likely the first.
	best(unseen []bool, left int) (card int, chance float64)
	see(unseen []bool, left, card int) // before the card is taken off
}

// NewPlayer is a player who knows by which shuffles the deck of a question was shuffled, and
// whether no one can do better.
func NewPlayer(ctx context.Context, q Question) (p *Player, optimal bool, err error) {
	p = &Player{unseen: make([]bool, q.N), left: q.N}
	for card := range p.unseen {
		p.unseen[card] = true
	}
	of := closedForm(q.models())
	switch {
	case !of.known(q.N):
		laws := position.NewLaws(q.N, q.Letters)
		w, err := laws.Parse(q.Word)
		if err != nil {
			return nil, false, err
		}
		e, err := position.NewChain(laws).Word(ctx, w)
		p.strategy = placed{e}
		return p, false, err
	case of.by == sequels:
		p.strategy = newRunning(of.ratio(q.N))
	default:
		s := &stepping{}
		err = stepped(ctx, of, q.N, func(level *steps) { s.levels = append(s.levels, level) })
		s.j = s.levels[len(s.levels)-1].startAt()
		p.strategy = s
	}
	return p, true, err
}

// Name is the card, from 0, that the player names next, and the chance that it is.
func (p *Player) Name() (card int, chance float64) { return p.best(p.unseen, p.left) }

// See is which it was.
func (p *Player) See(card int) {
	p.see(p.unseen, p.left, card)
	p.unseen[card] = false
	p.left--
}

// Unseen reports whether the card has not been shown.
func (p *Player) Unseen(card int) bool { return p.unseen[card] }

// alike is how much more a chance must be than another to be more than rounded otherwise.
const alike = 1 + 1e-9

// running plays after a-shuffles. The orders of the cards of a run are alike, and so the
// descents there will be are those of random orders of the runs, independent of each
// other: m(L, d) of runs.go is a sum over products of Eulerian numbers.
type running struct {
	ratio    []float64
	descents int
	orders   [][]float64 // of the orders of l cards, those with so many descents, as a share
}

func newRunning(ratio []float64) *running {
	r := &running{ratio: ratio, orders: [][]float64{{1}, {1}}}
	for l := 2; l <= len(ratio); l++ {
		row := make([]float64, l)
		for d, share := range r.orders[l-1] { // the l-th goes into a descent or to the end, or elsewhere
			row[d] += share * float64(d+1) / float64(l)
			row[d+1] += share * float64(l-1-d) / float64(l)
		}
		r.orders = append(r.orders, row)
	}
	return r
}

// mean is m of runs with these lengths.
func (r *running) mean(lengths []int) (sum float64) {
	all := []float64{1}
	for _, l := range lengths {
		next := make([]float64, len(all)+max(l, 1)-1)
		for i, x := range all {
			for d, share := range r.orders[l] {
				next[i+d] += x * share
			}
		}
		all = next
	}
	for d, share := range all {
		sum += share * r.ratio[r.descents+d]
	}
	return sum
}

func (r *running) best(unseen []bool, left int) (card int, chance float64) {
	var first, lengths []int
	for c, is := range unseen {
		switch {
		case is && (c == 0 || !unseen[c-1]):
			first, lengths = append(first, c), append(lengths, 1)
		case is:
			lengths[len(lengths)-1]++
		}
	}
	all := r.mean(lengths) * float64(left)
	for i := range lengths {
		lengths[i]--
		if x := r.mean(lengths) / all; x > chance*alike {
			card, chance = first[i], x
		}
		lengths[i]++
	}
	return card, chance
}

func (r *running) see(unseen []bool, _, card int) {
	if card > 0 && unseen[card-1] {
		r.descents++
	}
}

// stepping plays after undone a-shuffles and shelf machines.
type stepping struct {
	levels   []*steps // by cards unseen
	j, up, v int
}

// after is where the i-th unseen card leads.
func (s *stepping) after(left, i int) (up, v int) {
	if i >= s.j {
		return 1, s.v
	}
	return 0, s.levels[left].down(s.up, s.v)
}

func (s *stepping) best(unseen []bool, left int) (card int, chance float64) {
	all := s.levels[left].state[s.j][s.up][s.v].m * float64(left)
	i := 0
	for c, is := range unseen {
		if !is {
			continue
		}
		up, v := s.after(left, i)
		if x := s.levels[left-1].state[i][up][v].m / all; x > chance*alike {
			card, chance = c, x
		}
		i++
	}
	return card, chance
}

func (s *stepping) see(unseen []bool, left, card int) {
	i := 0
	for c := range card {
		if unseen[c] {
			i++
		}
	}
	s.up, s.v = s.after(left, i)
	s.j = i
}

// placed plays by the deviation of the position law, E = P - 1/n.
type placed struct{ e *dense.Matrix }

func (p placed) best(unseen []bool, left int) (card int, chance float64) {
	n := len(unseen)
	for c, is := range unseen {
		if x := max(0, p.e.At(c, n-left)+1/float64(n)); is && (x > chance*alike || !unseen[card]) {
			card, chance = c, x
		}
	}
	return card, chance
}

func (placed) see([]bool, int, int) {}
