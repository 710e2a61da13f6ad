package topswops

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"dovetail/perm/topswops"
)

// What a search reads back from a checkpoint was written by itself, or is
// refused: every deck is played, and every count held to the others.

// payload is a deck, one byte a card, after a byte that is its size, and a set
// of cards.
func (r rest) payload() []byte {
	b := []byte{byte(r.size)}
	for _, v := range r.deck.Unpack(r.size) {
		b = append(b, byte(v))
	}
	return binary.LittleEndian.AppendUint32(b, r.homes)
}

// restOf reads a payload, and refuses what no walk could have left: on a climb
// with a new card m some of the cards at home are yet to be moved back, m first.
func (j *halving) restOf(payload []byte) (r rest, err error) {
	err = fmt.Errorf("%v is no part of a search on %d cards", payload, j.N)
	if len(payload) == 0 || int(payload[0]) > j.N || len(payload) != 1+int(payload[0])+4 {
		return r, err
	}
	n := int(payload[0])
	var deck []int
	for _, v := range payload[1 : n+1] {
		deck = append(deck, int(v)+1)
	}
	if topswops.CheckDeck(deck) != nil {
		return r, err
	}
	r = rest{n, pack(deck), binary.LittleEndian.Uint32(payload[n+1:])}
	if r.homes == 0 {
		return r, nil
	}
	last := uint32(1) << (n - 1)
	if r.homes&^r.deck.Homes() != 0 || r.homes&1 != 0 || r.homes != last && r.deck.Play().Shown&last == 0 {
		return r, err
	}
	return r, nil
}

// pack packs cards that count from 1.
func pack(cards []int) (d topswops.Deck) {
	for p, v := range cards {
		d = d.Put(v-1, p)
	}
	return d
}

// decode reads what encode wrote of a search for q.
func (q Query) decode(b []byte) (f Found, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return Found{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return Found{}, errors.New("more than one result")
	}
	if err := q.checkCounts(f); err != nil {
		return Found{}, err
	}
	return f, q.checkDecks(f)
}

func (q Query) checkCounts(f Found) error {
	for _, s := range [][]uint64{f.Stats.Nodes, f.Stats.Visits, f.Stats.Stops, f.Stats.Short} {
		if len(s) != q.N+1 {
			return fmt.Errorf("statistics of %d sizes, want %d", len(s), q.N+1)
		}
	}
	var tasks uint64
	longest := 0
	for length, count := range f.Bests {
		if length < q.Least || count == 0 {
			return fmt.Errorf("%d tasks with a longest deck of %d moves", count, length)
		}
		tasks += count
		longest = max(longest, length)
	}
	if !q.All {
		tasks = f.Bests[f.Best]
	}
	if (tasks == 0) != (f.Count == 0) || tasks > f.Count || longest != f.Best {
		return fmt.Errorf("%d decks of up to %d moves, found by %d tasks", f.Count, f.Best, tasks)
	}
	return nil
}

// checkDecks puts the decks in order, too.
func (q Query) checkDecks(f Found) error {
	if listed := uint64(len(f.Decks)); q.Bare && listed > 0 || !q.Bare && listed != f.Count {
		return fmt.Errorf("%d decks are listed, %d counted", listed, f.Count)
	}
	slices.SortFunc(f.Decks, slices.Compare)
	best := 0
	for i, deck := range f.Decks {
		if err := topswops.CheckDeck(deck); err != nil || len(deck) != q.N {
			return fmt.Errorf("deck %v is not of %d cards", deck, q.N)
		}
		g := pack(deck).Play()
		moves := int(g.Moves)
		switch {
		case moves < q.Least || !q.All && moves != f.Best || q.Sorted && !g.End.Ordered(q.N):
			return fmt.Errorf("deck %v has %d moves, and was not asked for", deck, moves)
		case i > 0 && slices.Equal(deck, f.Decks[i-1]):
			return fmt.Errorf("deck %v is there twice", deck)
		}
		best = max(best, moves)
	}
	if !q.Bare && best != f.Best {
		return fmt.Errorf("the longest deck has %d moves, not %d", best, f.Best)
	}
	return nil
}
