package deals

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"dovetail/exact/tally"
)

// mostStretches is how many stretches of a deck a grid tells apart.
const mostStretches = 64

// grid counts from which stretch of the deck to which cards go: position laws of large
// decks, coarsened to cells of stretches of n/64 positions, or of one where there are no
// more than 64.
type grid struct {
	n, side int
	of      []uint8  // the stretch of each card, and of each position
	size    []int64  // of each stretch
	one     []uint32 // counts of the last deck, row: where cards start
	all     []int64  // of all decks
	decks   int64
	signs   []int64
}

func newGrid(n int) *grid {
	side := min(n, mostStretches)
	g := &grid{n: n, side: side, of: make([]uint8, n), size: make([]int64, side), one: make([]uint32, side*side),
		all: make([]int64, side*side)}
	for i := range g.of {
		g.of[i] = uint8(i * side / n)
		g.size[g.of[i]]++
	}
	return g
}

// clear is for another word.
func (g *grid) clear() {
	clear(g.all)
	g.decks, g.signs = 0, nil
}

func (g *grid) add(deck []uint32) {
	clear(g.one)
	for j, c := range deck {
		g.one[int(g.of[c])*g.side+int(g.of[j])]++
	}
	for x, k := range g.one {
		g.all[x] += int64(k)
	}
	g.decks++
}

// off is n times how many cards a cell has above those of a fair deck: n N - D a b, for a
// cell of stretches of a and b cards and D decks.
func (g *grid) off(x int) float64 {
	return float64(g.n)*float64(g.all[x]) - float64(g.decks)*float64(g.size[x/g.side])*float64(g.size[x%g.side])
}

// takeSides remembers on which side of the fair deck each cell is so far.
func (g *grid) takeSides() {
	g.signs = make([]int64, len(g.all))
	for x := range g.signs {
		g.signs[x] = 1
		if g.off(x) < 0 {
			g.signs[x] = -1
		}
	}
}

// distance is, for the last deck, half the sum of its cells' deviations from a fair deck,
// as shares of the cards and with the signs that were taken before. Its mean is at most
// the mean over all cards of the total variation distance of where they lie, by stretches,
// which is at most that by positions; and it is that by stretches if all signs are right.
func (g *grid) distance() float64 {
	sum, fair := int64(0), 0.0
	for x, k := range g.one {
		sum += g.signs[x] * int64(k)
		fair += float64(g.signs[x]) * float64(g.size[x/g.side]) * float64(g.size[x%g.side])
	}
	n := float64(g.n)
	return (float64(sum) - fair/n) / (2 * n)
}

// tolerance is how many standard deviations off a cell is white: all cells of a fair deck
// are within with probability 0.95, as if they were independent and normal.
func tolerance(side int) float64 {
	confidence, _ := tally.Confidence.Float64()
	each := math.Pow(confidence, 1/float64(side*side))
	return distuv.UnitNormal.Quantile((1 + each) / 2)
}

// white is the number of white cells. In a fair deck the cards of a stretch of a that lie
// in one of b are hypergeometric, of variance a b (n-a)(n-b)/(n^2 (n-1)).
func (g *grid) white() (count int) {
	n, limit := float64(g.n), tolerance(g.side)
	for x := range g.all {
		a, b := float64(g.size[x/g.side]), float64(g.size[x%g.side])
		sd := math.Sqrt(float64(g.decks) * a * b * (n - a) * (n - b) / max(1, n-1)) // n times that of the cell
		if math.Abs(g.off(x)) <= limit*sd {
			count++
		}
	}
	return count
}
