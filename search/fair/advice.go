package fair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dovetail/perm/cards"
)

// Advice on lines that are no decks, but would be with a small change.

// mostColumns is the most words that are looked for before a deck.
const mostColumns = 6

// advice says what would be right instead of a line that is no deck, or is nothing.
func (r *reader) advice(text []byte) string {
	line := slices.Collect(words(text))
	switch {
	case r.From == Table || text[0] == '{':
		return ""
	case r.sample == nil && len(line) == 1:
		return "; want all cards of a deck on one line, or say with --cards how many a deck has"
	}
	for k := 1; k <= min(mostColumns, len(line)-minCards); k++ {
		if r.alike(line, func(line []string) []string { return line[min(k, len(line)):] }) {
			return fmt.Sprintf("; without its %s it is a deck of %s: leave that out", columns("first", k), numberOf(len(line)-k))
		}
	}
	if named := r.sample != nil || len(line) > 0 && !isNumber(line[len(line)-1]); named && len(line) > minCards && !r.full(r.sample) && r.alike(line, func(line []string) []string { return line[:len(line)-1] }) {
		return fmt.Sprintf("; without its last column it is a deck of %s: leave that out", numberOf(len(line)-1))
	}
	if r.sample == nil && len(line) >= minCards && r.counted(line) {
		return "; how often each card was at each place is read with --from table"
	}
	return ""
}

func columns(which string, k int) string {
	if k == 1 {
		return which + " column"
	}
	return fmt.Sprintf("%s %d columns", which, k)
}

// alike reports whether a line is a deck without some columns, and the first deck with the same
// cards.
func (r *reader) alike(line []string, without func([]string) []string) bool {
	rest := without(line)
	if r.sample == nil {
		return r.full(rest)
	}
	sorted := slices.Sorted(slices.Values(rest))
	twice := len(slices.Compact(slices.Clone(sorted))) < len(sorted)
	same := func(other []string) bool { return slices.Equal(sorted, slices.Sorted(slices.Values(other))) }
	return (twice || r.full(rest)) && (same(without(r.sample)) || same(r.sample))
}

// full reports whether words are the different cards of a deck.
func (r *reader) full(line []string) bool {
	d, err := cards.Parse(strings.Join(line, " "), r.Order)
	if err != nil && slices.Contains(line, "0") { // numbers from 0
		from1 := make([]string, len(line))
		for i, word := range line {
			x, err := strconv.Atoi(word)
			if err != nil {
				return false
			}
			from1[i] = strconv.Itoa(x + 1)
		}
		d, err = cards.Parse(strings.Join(from1, " "), r.Order)
	}
	return err == nil && len(d.Cards) == len(line)
}

// counted reports whether words are numbers that are mostly too large for cards.
func (r *reader) counted(line []string) bool {
	large := 0
	for _, word := range line {
		x, err := strconv.Atoi(word)
		if err != nil || x < 0 {
			return false
		}
		large += indicator(x > max(r.N, len(line)))
	}
	return 2*large > len(line)
}

// joined refuses a single deck that is several ones after each other.
func (r *reader) joined() error {
	if n := len(r.Kinds); r.tally.Decks == 1 && n >= minCards && len(r.sample) >= 2*n && len(r.sample)%n == 0 {
		for block := range slices.Chunk(r.sample, n) {
			if len(slices.Compact(slices.Sorted(slices.Values(block)))) < n {
				return nil
			}
		}
		return fmt.Errorf("the only deck is %d times the same %s; want each deck on a line of its own", len(r.sample)/n, numberOf(n))
	}
	return nil
}
