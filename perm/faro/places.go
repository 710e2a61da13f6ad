package faro

import (
	"encoding/binary"
	"errors"
	"slices"
)

// Several cards go to several places, in any assignment: a shuffle takes sets of positions to sets
// of positions. A shortest way is found by meeting in the middle. One side has the sets that the
// first set reaches in 0, 1, 2, ... shuffles, and the other those that reach the last. The side
// with fewer new sets grows, until some set is in both.

// MaxSets is the most sets of either side, and MaxPlaced the largest deck.
const (
	MaxSets   = 1 << 19
	MaxPlaced = 1 << 16
)

// ErrNoWay is the error for sets that no shuffles take to each other.
var ErrNoWay = errors.New("no in- and out-shuffles bring these cards to these places")

// set is sorted positions, two bytes each.
type set string

// turned is the set after its positions have been changed.
func (s set) turned(goes []uint16, room []uint16) set {
	room = room[:0]
	for i := 0; i < len(s); i += 2 {
		room = append(room, goes[binary.BigEndian.Uint16([]byte(s[i:i+2]))])
	}
	return setOf(room)
}

func setOf(positions []uint16) set {
	slices.Sort(positions)
	code := make([]byte, 0, 2*len(positions))
	for _, p := range positions {
		code = binary.BigEndian.AppendUint16(code, p)
	}
	return set(code)
}

// side is the sets within some number of shuffles of one set.
type side struct {
	goes   [2][]uint16
	depth  map[set]int
	layers [][]set
}

func newSide(from set, goes [2][]uint16) *side {
	return &side{goes, map[set]int{from: 0}, [][]set{{from}}}
}

// grow adds a layer; it reports whether there is one.
func (s *side) grow(room []uint16) bool {
	last, next := s.layers[len(s.layers)-1], []set(nil)
	for _, at := range last {
		for k := range s.goes {
			to := at.turned(s.goes[k], room)
			if _, known := s.depth[to]; !known {
				s.depth[to] = len(s.layers)
				next = append(next, to)
			}
		}
	}
	s.layers = append(s.layers, next)
	return len(next) > 0
}

// MoveCards is a shortest sequence of shuffles of n <= MaxPlaced cards that brings the
// cards at some positions to as many others, all from 0. Of those of least length it is the first
// in the order out < in. If either side has too many sets first, it returns no moves, and the
// shortest sequences have at least atLeast shuffles.
func MoveCards(n int, from, to []uint16) (moves []Kind, atLeast int, err error) {
	var goes, back [2][]uint16
	for k := range goes {
		goes[k], back[k] = make([]uint16, n), make([]uint16, n)
		for i := range n {
			j := Kind(k).Goes(uint64(n), uint64(i))
			goes[k][i], back[k][j] = uint16(j), uint16(i)
		}
	}
	room := make([]uint16, 0, len(from))
	start, end := setOf(slices.Clone(from)), setOf(slices.Clone(to))
	a, b := newSide(start, goes), newSide(end, back)
	for {
		var met []set
		for _, s := range a.layers[len(a.layers)-1] {
			if d, ok := b.depth[s]; ok && d == len(b.layers)-1 {
				met = append(met, s)
			}
		}
		if len(met) > 0 {
			return a.way(start, met, b, room), len(a.layers) + len(b.layers) - 2, nil
		}
		smaller := a
		if len(b.layers[len(b.layers)-1]) < len(a.layers[len(a.layers)-1]) {
			smaller = b
		}
		if len(smaller.depth) > MaxSets {
			return nil, len(a.layers) + len(b.layers) - 1, nil
		}
		if !smaller.grow(room) {
			return nil, 0, ErrNoWay
		}
	}
}

// way goes from the start through sets that lead to one of those that were met, and on by b, always out where that is as
// short.
func (s *side) way(start set, met []set, b *side, room []uint16) (moves []Kind) {
	good := make([]map[set]bool, len(s.layers))
	for d := len(s.layers) - 1; d >= 0; d-- {
		good[d] = map[set]bool{}
		if d == len(s.layers)-1 {
			for _, x := range met {
				good[d][x] = true
			}
			continue
		}
		for _, x := range s.layers[d] {
			for k := range s.goes {
				if good[d+1][x.turned(s.goes[k], room)] {
					good[d][x] = true
				}
			}
		}
	}
	at := start
	for step := 1; step < len(s.layers)+len(b.layers)-1; step++ {
		for k := range s.goes {
			next := at.turned(s.goes[k], room)
			left, behind := b.depth[next]
			if step < len(s.layers) && good[step][next] || step >= len(s.layers) && behind && left == len(s.layers)+len(b.layers)-2-step {
				moves, at = append(moves, Kind(k)), next
				break
			}
		}
	}
	return moves
}
