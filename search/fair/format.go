package fair

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dovetail/perm/cards"
	"dovetail/perm/number"
)

// first takes the format of the decks from the first line.
func (r *reader) first(text []byte) error {
	all := slices.Collect(words(text))
	if len(all) == 0 {
		return errors.New("no cards")
	}
	for i, word := range all {
		if strings.HasSuffix(word, ":") {
			return fmt.Errorf("%q at place %d is no card; want nothing but the cards", number.Brief(word), i+1)
		}
	}
	sorted := slices.Sorted(slices.Values(all))
	twice := len(slices.Compact(slices.Clone(sorted))) < len(sorted)
	numbers := !slices.ContainsFunc(all, func(w string) bool { return !isNumber(w) })
	n, style := r.N, cards.Style(nil)
	switch {
	case r.Kinds != nil:
		sum := 0
		for _, k := range r.Kinds {
			sum += k.Count
		}
		if n != 0 && n != sum {
			return fmt.Errorf("the kinds have %s, not %d", numberOf(sum), n)
		}
		n = sum
	case twice && n != 0 && n != len(all):
		return fmt.Errorf("some of %s of %d are equal; say with --kinds how many there are of each", numberOf(len(all)), n)
	case twice:
		for _, w := range slices.Compact(sorted) {
			count := 0
			for _, x := range all {
				count += indicator(x == w)
			}
			r.Kinds = append(r.Kinds, Kind{Name: w, Count: count})
		}
		n = len(all)
	case numbers:
		if slices.Contains(all, "0") {
			r.base = 0
		} else {
			r.base = 1
		}
	case n == 0 || n == len(all):
		d, err := cards.Parse(strings.Join(all, " "), r.Order)
		if err != nil {
			return err
		}
		style = d.Style
	default:
		style = r.Order.Style()
		if err := style.Covers(n); err != nil {
			return err
		}
	}
	if n == 0 {
		n = len(all)
	}
	c := Counts{N: n, Listed: len(all), Kinds: r.Kinds, From: r.From}
	switch {
	case n < minCards || n > MaxCards:
		return fmt.Errorf("the deck has %s, not %d to %d", numberOf(n), minCards, MaxCards)
	case c.Listed > n:
		return fmt.Errorf("%s are listed of a deck of %d", numberOf(c.Listed), n)
	case len(r.Kinds) == 1:
		return errors.New("all cards are equal")
	case r.From == Previous && !c.whole():
		return errors.New("decks that continue from the deck before need all cards, and different ones")
	}
	if style != nil && n == 52 && r.Ranks == 0 && r.From == New && c.whole() {
		r.Ranks = 13
	}
	if c.Ranks = r.Ranks; r.Ranks > 0 && (r.From != New || !c.whole()) {
		return errRanks
	}
	r.style = style
	for k, kind := range r.Kinds {
		r.known[kind.Name] = uint16(k)
	}
	r.stamps, r.counts = make([]int, n), make([]int, len(r.Kinds))
	r.tally = NewTally(c)
	if c.whole() {
		r.tally.scorers = scorers(n)
	}
	return nil
}

var errRanks = errors.New("ranks are those of all cards of new decks, shuffled; leave out --ranks")

// row is one row of a table: how often a card was at each place.
func (r *reader) row(text []byte) error {
	var row []int
	for word := range parts(text) {
		x, err := number.ParseInt("count", string(word), 0, 1e12)
		if err != nil {
			return err
		}
		row = append(row, int(x))
	}
	if len(r.rows) > 0 && len(row) != len(r.rows[0]) {
		return fmt.Errorf("%d counts, not the %d of the first row", len(row), len(r.rows[0]))
	}
	r.rows = append(r.rows, row)
	return nil
}

// table converts the rows of a table to counts.
func (r *reader) table() (c Counts, err error) {
	cells := r.rows
	if len(cells) == 1 { // of one place, or as well of one card
		cells = matrix(len(r.rows[0]), 1)
		for a, count := range r.rows[0] {
			cells[a][0] = count
		}
	}
	n := len(cells)
	switch {
	case n >= minCards && n <= MaxCards && (len(cells[0]) == n || len(cells[0]) == 1):
	case n > 0 && len(cells[0]) == n+1:
		return c, fmt.Errorf("a table of %d rows has as many columns, not %d; leave out the numbers of cards", n, n+1)
	default:
		return c, fmt.Errorf("a table has as many rows as places, %d to %d; or only one row, or one column", minCards, MaxCards)
	}
	if r.N != 0 && r.N != n {
		return c, fmt.Errorf("the table is of %s, not %d", numberOf(n), r.N)
	}
	if r.Ranks > 0 {
		return c, errRanks
	}
	if r.Kinds != nil {
		return c, errors.New("the cards of a table are different ones; leave out --kinds")
	}
	c = Counts{N: n, Listed: len(cells[0]), From: Table, Cells: cells}
	for _, row := range cells {
		c.Decks += row[0]
	}
	if c.Decks < 1 || c.Decks > most {
		return c, fmt.Errorf("the first place has cards of %d decks, not of 1 to %d", c.Decks, int64(most))
	}
	return c, c.check()
}
