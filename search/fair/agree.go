package fair

import (
	"errors"
	"fmt"
)

// All counts are of the same decks, so that some of them follow from others.

// agree refuses counts that no decks have together. Each count alone is in its range.
func (c Counts) agree() error {
	if r := c.Repeats; (r == Repeats{}) != (c.From == Table) {
		return errors.New("the repeated decks are not counted")
	} else if r.Decks >= keptHashes {
		return fmt.Errorf("%d decks cannot be kept to find repeated ones", r.Decks)
	} else if least, most := pairsOf(r.Decks, r.Different); r.Pairs < least || r.Pairs > most {
		return fmt.Errorf("%d decks, %d of them different, have from %d to %d pairs of equal ones, not %d", r.Decks, r.Different, least, most, r.Pairs)
	}
	for k, row := range c.Hands {
		if weighted(row) != sum(c.Cells[k]) {
			return fmt.Errorf("the hands and the cells of %s are not of the same decks", c.Kinds[k].Name)
		}
	}
	if !c.whole() {
		return nil
	}
	// The rank of a card, and of a place, is the number of those below it in order.
	inversions, below, above := [2]int{}, 0, 0
	for i, table := range [][][]int{c.Places, c.Cards} {
		for x, row := range table {
			rank, cells := sum(row), 0
			for y := x + 1; y < c.N; y++ {
				rank += c.Decks - table[y][x]
			}
			for y := range c.N {
				if i == 0 {
					cells += y * c.Cells[y][x]
				} else {
					cells += y * c.Cells[x][y]
				}
			}
			if rank != cells {
				return errors.New("the pairs and the cells are not of the same decks")
			}
			inversions[i] += x*c.Decks - sum(row)
		}
	}
	fixed, ranked := 0, 0
	for x := range c.N {
		fixed += c.Cells[x][x]
		for y := range c.N {
			ranked += c.Cells[x][y] * indicator(c.Ranks > 0 && (x-y)%max(1, c.Ranks) == 0)
		}
		if x > 0 {
			below += c.Decks - c.Places[x][x-1]
			above += c.Decks - c.Cards[x][x-1]
		}
	}
	for _, l := range []struct {
		name      string
		have, are int
	}{
		{"inversions", inversions[0], inversions[1]}, {"fixed points", weighted(c.Fixed), fixed}, {"ranks in place", weighted(c.InPlace), ranked},
		{"descents", weighted(c.Descents), below}, {"rising sequences", weighted(c.Rising), c.Decks + above},
		{"cuts of a new deck", c.Rotations, c.Neighbours[c.N-1] + c.Neighbours[c.N-2]}, // all cards but one, or all, lie on their neighbours
	} {
		if l.have != l.are {
			return fmt.Errorf("%s are counted twice, as %d and as %d", l.name, l.have, l.are)
		}
	}
	return nil
}

// pairsOf is the least and the largest number of pairs of equal decks, of which so many are different: they are spread
// evenly, or one is all that are repeated.
func pairsOf(decks, different int) (least, most int) {
	if different == 0 {
		return 0, 0
	}
	each, more, again := decks/different, decks%different, decks-different
	return more*each + different*each*(each-1)/2, again * (again + 1) / 2
}

func sum(row []int) (all int) {
	for _, x := range row {
		all += x
	}
	return all
}

// weighted is the sum of a statistic over all decks, from how many decks have each value.
func weighted(counts []int) (all int) {
	for value, decks := range counts {
		all += value * decks
	}
	return all
}
