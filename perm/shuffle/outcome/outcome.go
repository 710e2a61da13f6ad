// Package outcome holds the outcomes of single shuffles and the reversible moves on them: the
// states of Markov chains whose stationary law is the law of a shuffle. Sums over too many outcomes
// to enumerate are estimated by walks of such chains, under the law or a tilted one. An outcome is
// made from laws in numbers; package shuffle has the laws of its shuffles.
package outcome

import (
	"math/big"

	"dovetail/perm"
	"dovetail/perm/shuffle/draw"
	"dovetail/perm/shuffle/fixed"
)

// MaxCards is the largest deck with outcomes, so that a position is a byte.
const MaxCards = 256

// Outcome is one outcome of a shuffle.
type Outcome interface {
	// Draw draws it from the model's law.
	Draw(rng *draw.Stream)

	// Move changes it a little, and reports whether the permutation may have changed. The chain of
	// such moves is reversible with respect to the law: x is followed by y as often as y by x.
	Move(rng *draw.Stream) bool

	// Undo takes back the last move, if that reported a change.
	Undo()

	// Sources says where the cards come from: cell j is the position before the shuffle of the card
	// that is at j after it. Cells from n on are their own sources. The table is valid until the
	// next change.
	Sources() *Sources

	// Moves is the number of moves in which every part of the outcome has its turn.
	Moves() int
}

// Spanning is an outcome that knows the range of positions outside which the last move, if that
// reported a change, left all sources unchanged: from one to another, the second excluded.
type Spanning interface {
	Outcome
	Span() (from, to int)
}

// Sources is a permutation of positions 0..255, from after a shuffle to before it.
type Sources [MaxCards]uint8

// SourcesOf is the table of the permutation p, from start to end.
func SourcesOf(p perm.Perm) *Sources {
	s := newSources()
	for i, j := range p {
		s[j] = uint8(i)
	}
	return s
}

func newSources() *Sources {
	s := new(Sources)
	for j := range s {
		s[j] = uint8(j)
	}
	return s
}

// Compose sets a table of n positions to the composition of others, looked up one after the other.
// Cells from n on stay.
func Compose(to *Sources, tables []*Sources, n int) {
	if n <= LaneCards && compose != nil {
		compose(to, tables)
		return
	}
	for i := range to[:n] {
		at := uint8(i)
		for _, t := range tables {
			at = t[at]
		}
		to[i] = at
	}
}

// compose does this with positions of lanes by permutations of bytes, where the machine has them.
var compose func(to *Sources, tables []*Sources)

// pair is two tables, so that the one before a move is kept.
type pair struct {
	tables [2]*Sources
	now    int
}

func newPair() pair { return pair{tables: [2]*Sources{newSources(), newSources()}} }

// Sources is the current table.
func (p *pair) Sources() *Sources { return p.tables[p.now] }

// turn makes the other table the current one.
func (p *pair) turn() *Sources {
	p.now ^= 1
	return p.tables[p.now]
}

// likelier is the ratio of the probabilities of k+by and of k, for by 1, 0 or -1. up has this ratio
// for each number and the one before, like [fixed.Ratios]. It is 0 for k+by outside of the law.
func likelier(up []float64, k, by int) float64 {
	switch {
	case by > 0 && k+1 < len(up):
		return up[k+1]
	case by < 0 && k > 0 && up[k] > 0:
		return 1 / up[k]
	case by == 0:
		return 1
	}
	return 0
}

// listed is one of few outcomes, each a table. A move proposes any of them. By the Metropolis rule,
// y replaces x with probability min(1, w(y)/w(x)).
type listed struct {
	tables   []*Sources
	weights  []float64
	law      *draw.Choice
	now, was int
}

// NewListed is an outcome of the few that support yields, each with its probability in units of 2^-[draw.Bits].
func NewListed(support func(yield func(p perm.Perm, weight *big.Int) bool)) Outcome {
	l := &listed{}
	var law []*big.Int
	support(func(p perm.Perm, w *big.Int) bool {
		l.tables = append(l.tables, SourcesOf(p))
		l.weights = append(l.weights, fixed.Float(w, draw.Bits))
		law = append(law, new(big.Int).Set(w))
		return true
	})
	l.law = draw.NewChoice(law)
	return l
}

func (l *listed) Draw(rng *draw.Stream) { l.now = l.law.Draw(rng) }

func (l *listed) Move(rng *draw.Stream) bool {
	l.was = l.now
	if y := int(draw.Below(rng, uint64(len(l.tables)))); l.weights[y] > 0 && draw.Likely(rng, l.weights[y]/l.weights[l.now]) {
		l.now = y
	}
	return l.now != l.was
}

func (l *listed) Undo() { l.now = l.was }

func (l *listed) Moves() int { return 2 }

func (l *listed) Sources() *Sources { return l.tables[l.now] }

// inverse is the inverse of an outcome.
type inverse struct {
	Outcome
	back *Sources
}

// Inverse is the outcome of the inverse shuffle. It takes over the outcome.
func Inverse(of Outcome) Outcome { return &inverse{of, newSources()} }

// Sources is where the other shuffle puts the cards.
func (u *inverse) Sources() *Sources {
	for j, i := range u.Outcome.Sources() {
		u.back[i] = uint8(j)
	}
	return u.back
}
