package topswops

import (
	"fmt"
	"strings"

	"dovetail/perm/topswops"
)

// finder adds up what a search for a query finds.
type finder struct {
	asked Query
	most  int // decks to list
	total Found
}

// mostListed is the greatest number of decks that a search lists. A million of 16
// cards take half a gigabyte on the way.
const mostListed = 1_000_000

func (f *finder) tooMany() error {
	return fmt.Errorf("more than %d decks of %d cards have at least %d moves; raise --at-least, or use --count-only", f.most, f.asked.N, f.asked.Least)
}

// take puts a deck of N cards into part, if it was asked for.
func (f *finder) take(part *Found, d topswops.Deck, moves int) {
	q := &f.asked
	if moves < q.Least || q.Sorted && !d.Play().End.Ordered(q.N) {
		return
	}
	var deck []int
	if !q.Bare {
		deck = ranked(d.Unpack(q.N))
	}
	if q.All {
		part.Count++
		part.Best = max(part.Best, moves)
		if deck != nil {
			part.Decks = append(part.Decks, deck)
		}
		return
	}
	part.add(moves, deck)
}

// Merge implements [run.Job].
func (f *finder) Merge(result []byte) error {
	part, err := f.asked.decode(result)
	if err != nil {
		return err
	}
	if f.asked.All && len(f.total.Decks)+len(part.Decks) > f.most {
		return f.tooMany()
	}
	f.total.merge(part, f.asked.All)
	return nil
}

// Total implements [run.Job].
func (f *finder) Total() ([]byte, error) { return f.total.sorted().encode() }

// SoFar implements [run.Shower]: the longest games, or how many there are if none are listed.
func (f *finder) SoFar() []string {
	if f.total.Count == 0 {
		return nil
	}
	best := []string{fmt.Sprintf("%d moves", f.total.Best)}
	for _, deck := range f.total.Decks[:min(mostShown, len(f.total.Decks))] {
		if moves := int(pack(deck).Play().Moves); moves == f.total.Best {
			best = append(best, strings.Trim(fmt.Sprint(deck), "[]"))
		}
	}
	return best
}

// mostShown is how many decks are shown while the search goes on.
const mostShown = 3

func (f *finder) found() Found { return f.total.sorted() }

// notPart is the error of a payload that no search can have.
func notPart(payload []byte, n int) error {
	return fmt.Errorf("%v is no part of a search on %d cards", payload, n)
}

// pack packs cards that count from 1.
func pack(cards []int) (d topswops.Deck) {
	for p, v := range cards {
		d = d.Put(v-1, p)
	}
	return d
}
