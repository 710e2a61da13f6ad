package distinguish

import (
	"context"
	"slices"

	"dovetail/exact/pairs"
	"dovetail/exact/position"
	"dovetail/exact/word"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/notation"
	"dovetail/perm/shuffle/riffles"
	"dovetail/search/deals"
	"dovetail/search/run"
)

// projection is what two cards show of the density n! P of a law on all orders: of all sums of
// functions of a pair of cards and their positions, the one nearest to n! P - 1 in mean square over
// uniform decks. Beside the constant, these sums contain three kinds of irreducible representation
// of S_n. The part of a density in a representation of dimension d is d trace(mean of rho(t) over
// the law, times rho(s)^T) (Peter and Weyl). S and D are the deviations Sum and Diff of package
// pairs, in which rows are pairs of cards and columns pairs of positions. With them that is for a
// deck s
//
//	one  = (n-1) sum over cards of E(card, position),
//	even = n(n-3)/2 sum over pairs of cards of S'(cards, positions),
//	odd  = (n-1)(n-2)/2 sum over pairs of cards of D'(cards, positions) and the sign -1
//	       where the pair is swapped,
//
// where S' is S less what is a sum over the two positions, and D' is D less what is a difference,
// so that they contain nothing that a single card would show.
type projection struct {
	n     int
	parts []*linear // three for each law: one, even and odd
}

// linear is a function of decks: the sum over positions of a weight for the card there, and
// over two positions of one for the two cards. Either may be missing. Where few pairs of cards count, positions and cards
// change places: the sums are over cards, and over these pairs of cards, of weights for their positions.
type linear struct {
	cards []float32 // position, card
	pairs []float32 // pair of positions by shuffle.PairIndex, upper card, lower card
	few   []int     // pairs of cards by shuffle.PairIndex, or nil
}

// project follows all pairs of cards through a core, or only those that begin near each other. In
// the second case the even and odd parts have terms for these pairs only; the part of single cards
// is complete.
func (c *Cache) project(ctx context.Context, a *position.Laws, core word.Word, near bool, threads int) (*projection, error) {
	n, size := a.N, shuffle.PairCount(a.N)
	e, err := position.NewChain(a).Core(ctx, core)
	if err != nil {
		return nil, err
	}
	var few []int
	if near = near && len(core) > 0; near {
		few = nearPairs(n)
		size = len(few)
	}
	pairsOf := func() *linear { return &linear{pairs: make([]float32, size*n*n), few: few} }
	one, even, odd := &linear{cards: make([]float32, n*n), few: few}, pairsOf(), pairsOf()
	for card := range n {
		for i, x := range e.Row(card) {
			at := i*n + card
			if near {
				at = card*n + i
			}
			one.cards[at] = float32(n-1) * float32(x)
		}
	}
	laws, err := c.Pairs.Laws(ctx, a.Alphabet, core)
	if err != nil {
		return nil, err
	}
	evens, odds := float64(n*(n-3)/2), float64((n-1)*(n-2)/2)
	fill := func(first int, r *pairs.Rows) {
		for x := range r.Sum.Rows {
			c, d := laws.Pair(first + x)
			sum, diff := r.Sum.Row(x), r.Diff.Row(x)
			sums, differences := margins(n, sum, 1, n-2), margins(n, diff, -1, n)
			y := 0
			for i := range n {
				for j := i + 1; j < n; j++ {
					s := float32(evens * (sum[y] - sums[i] - sums[j]))
					t := float32(odds * (diff[y] - differences[i] + differences[j]))
					kept, swapped := (y*n+c)*n+d, (y*n+d)*n+c
					if near {
						kept, swapped = (x*n+i)*n+j, (x*n+j)*n+i
					}
					even.pairs[kept], even.pairs[swapped] = s, s
					odd.pairs[kept], odd.pairs[swapped] = t, -t
					y++
				}
			}
		}
	}
	if near {
		err = c.followNear(ctx, a, core, func(r *pairs.Rows) { fill(0, r) })
	} else {
		_, err = pairs.NewWhole(ctx, laws, core, run.Threads(threads), fill)
	}
	return &projection{n, []*linear{one, even, odd}}, err
}

// nearPairs are the pairs of cards that begin at most four positions apart. Riffles keep most of
// the order of neighbours, so that a seventh of the law of all pairs, at a seventh of its price,
// shows most of what all pairs show.
func nearPairs(n int) (starts []int) {
	for i := range n {
		for j := i + 1; j <= min(i+4, n-1); j++ {
			starts = append(starts, shuffle.PairIndex(n, i, j))
		}
	}
	return starts
}

// chiSquare is the mean square of the projection over uniform decks. For each part it is the sum of
// squares of its weights, in which a pair of cards counts once, over the dimension of its
// representation.
func (p *projection) chiSquare() (sum float64) {
	n := float64(p.n)
	one, even, odd := p.parts[0].cards, p.parts[1].pairs, p.parts[2].pairs
	for _, x := range one {
		sum += float64(float64(x) * float64(x) / (n - 1))
	}
	for k := range even {
		if even[k] != 0 { // 2 or 3 cards have no such part
			sum += float64(float64(even[k]) * float64(even[k]) / (n * (n - 3)))
		}
		sum += float64(float64(odd[k]) * float64(odd[k]) / ((n - 1) * (n - 2)))
	}
	return sum
}

// Two cards show more if something is known of the letters' outcomes. The density of the word is
// the mean of its densities given the cut of a riffle, and two cards can show a lot of it for cuts
// near the middle and little for others. A riffle between two deals is an example: a cut in half
// leaves some of the order of the piles. The best weighted sum of the projections, by Fisher's
// discriminant, is then not the projection of the whole density. It is a function of two cards as
// well, but one whose values scatter less.

// pays is the factor by which the mean square of the projection must be larger where the cut is
// near the middle. With less, the weights of the additional parts take more decks to train than
// they are worth; docs/decks.md has the measurements.
const pays = 1.5

// addCuts adds the parts of the projections given that the cut of a letter between deterministic
// ones is near the middle, for letters where that helps.
func (c *Cache) addCuts(ctx context.Context, p *projection, a *position.Laws, core word.Word, threads int) error {
	for at := 1; at < len(core)-1; at++ {
		if a.Letters[core[at-1]].Perm == nil || a.Letters[core[at+1]].Perm == nil {
			continue
		}
		m := riffles.GivenMiddleCut(a.Letters[core[at]].Model, a.N)
		if m == nil {
			continue
		}
		given, cut := position.NewLaws(a.N, append(a.Models(), notation.Letter{Model: m})), slices.Clone(core)
		cut[at] = byte(len(a.Letters))
		q, err := c.project(ctx, given, cut, false, threads)
		if err != nil {
			return err
		}
		if q.chiSquare() > pays*p.chiSquare() {
			p.parts = append(p.parts, q.parts...)
		}
	}
	return nil
}

// margins are the part that single positions explain of a row over pairs of positions: the a_i for
// which a_i + a_j, or a_i - a_j with sign -1, is nearest in mean square. The sums over all pairs
// with i are (n-2) a_i + sum of a with sign 1, and n a_i with sign -1 and sum of a = 0; a row of
// Sum adds up to 0, and with it the a_i.
func margins(n int, row []float64, sign float64, over int) []float64 {
	a := make([]float64, n)
	y := 0
	for i := range n {
		for j := i + 1; j < n; j++ {
			a[i] += row[y] / float64(over)
			a[j] += sign * row[y] / float64(over)
			y++
		}
	}
	return a
}

// combine is the weighted sum of the parts. It uses them up.
func (p *projection) combine(weights []float64) *linear {
	total := &linear{}
	for i, part := range p.parts {
		total.cards = addScaled(total.cards, part.cards, float32(weights[i]))
		total.pairs = addScaled(total.pairs, part.pairs, float32(weights[i]))
	}
	total.few = p.parts[0].few
	*p = projection{n: p.n}
	return total
}

// addScaled adds the terms times a factor, in the place of sum. A nil sum is zero.
func addScaled(sum, terms []float32, factor float32) []float32 {
	if sum == nil {
		sum = terms
		for k := range sum {
			sum[k] *= factor
		}
		return sum
	}
	for k, x := range terms {
		sum[k] += float32(factor * x)
	}
	return sum
}

// deal is the values of the parts on decks of both sources from one to another, by side, part and deck.
func (p *projection) deal(
	ctx context.Context, threads int, sources [2]deals.Source[uint16], from, to int64, parts ...*linear,
) (values [2][][]float32, err error) {
	for side, source := range sources {
		for range parts {
			values[side] = append(values[side], make([]float32, to-from))
		}
		err := source.Each(ctx, run.Options{Threads: threads}, from, to, func(context.Context) func(int, deals.Decks[uint16]) {
			s := newScoreTable(p.n)
			return func(first int, dealt deals.Decks[uint16]) {
				s.fill(dealt, parts[0].few != nil)
				for k, part := range parts {
					s.add(part, values[side][k][first-int(from):][:s.decks])
				}
			}
		})
		if err != nil {
			return values, err
		}
	}
	return values, nil
}

// scoreTable holds some thousand decks, position by position. The weights of two positions are then
// looked up for all decks while they are in the nearest memory, which has no room for all weights.
type scoreTable struct {
	n, decks int
	at       [][]uint16 // position, deck: the card; or card, deck: the position
	upper    []uint16   // n times the card at the upper position
}

func newScoreTable(n int) *scoreTable {
	s := &scoreTable{n: n, upper: make([]uint16, deals.EachDecks)}
	for range n {
		s.at = append(s.at, make([]uint16, deals.EachDecks))
	}
	return s
}

func (s *scoreTable) fill(dealt deals.Decks[uint16], byCard bool) {
	s.decks = 0
	for decks := range dealt {
		for _, deck := range decks {
			for i, card := range deck {
				if byCard {
					s.at[card][s.decks] = uint16(i)
				} else {
					s.at[i][s.decks] = card
				}
			}
			s.decks++
		}
	}
}

// add adds the values of a part to those of the decks.
func (s *scoreTable) add(p *linear, to []float32) {
	if p.cards != nil {
		for i, at := range s.at {
			row := p.cards[i*s.n:][:s.n]
			for k, card := range at[:s.decks] {
				to[k] += row[card]
			}
		}
	}
	if p.pairs == nil {
		return
	}
	weights, few := p.pairs, p.few
	upper, pair := s.upper[:s.decks], 0
	for i, at := range s.at {
		for k := range upper {
			upper[k] = uint16(s.n) * at[k]
		}
		for _, lower := range s.at[i+1:] {
			if p.few == nil || len(few) > 0 && few[0] == pair {
				addPairs(to, weights[:s.n*s.n], upper, lower)
				weights, few = weights[s.n*s.n:], few[min(1, len(few)):]
			}
			pair++
		}
	}
}

// addPairs adds the weights of the cards at two positions: n times the upper card and the lower one
// make the place in the table.
func addPairs(to, weights []float32, upper, lower []uint16) {
	lower, to = lower[:len(upper)], to[:len(upper)]
	done := lookUpMany(to, weights, upper, lower)
	lookUp(to[done:], weights, upper[done:], lower[done:])
}

func lookUp(to, weights []float32, upper, lower []uint16) {
	lower, to = lower[:len(upper)], to[:len(upper)]
	for k, c := range upper {
		to[k] += weights[c+lower[k]]
	}
}
