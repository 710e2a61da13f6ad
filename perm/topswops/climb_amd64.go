//go:build !purego

package topswops

import (
	"slices"
	"unsafe"
)

func (c *Climber) climb() {
	if fast {
		c.climbFast()
	} else {
		c.climbGo()
	}
}

// streams is the number of climbs that climbAVX2 has under way at a time.
const streams = 4

// kernel is what climbAVX2 sees. Addresses are of slices that the climbers
// hold.
type kernel struct {
	streams      [streams]stream
	home         Deck // card Card at home, alone
	next         Deck // Card+1 in every byte
	floor, rise  uintptr
	need, attend int
	last         int     // index of rise
	first, rest  uintptr // of the roots, and of those not begun
	rootsEnd     uintptr
	up, upLimit  uintptr // roots of the next climber
	nextHome     uint32  // card Card+1
	full         uint32  // something is short of memory
	stacks       [streams][]branch
}

// stream is one climb after the other.
type stream struct {
	base, top     uintptr // of the stack: below the first branch, and the last branch
	room          uintptr // bytes from the first branch to beyond the last that may be gone on from
	root          uintptr
	out, outLimit uintptr
	visits, stops uint64
	passed        uint64
}

// climbAVX2 goes on with the climbs until all roots are done, or until memory
// is short.
//
//go:noescape
func climbAVX2(k *kernel)

func (c *Climber) climbFast() {
	if len(c.taken) == 0 {
		return
	}
	k := &c.kernel
	if c.Found == nil {
		c.Found = make([][]Start, streams)
		for i := range c.Found {
			c.Found[i] = make([]Start, 0, 64)
			k.stacks[i] = make([]branch, 64)
		}
	}
	k.home, k.next, k.nextHome = Deck{}.Put(c.Card, c.Card), splat(c.Card+1), 1<<(c.Card+1)
	k.floor, k.rise = address(c.Floor), address(c.Rise)
	k.need, k.attend, k.last = c.Need, c.Attend, len(c.Rise)-1
	k.first = address(c.taken)
	k.rest = k.first
	k.rootsEnd = k.first + size(c.taken)
	for i := range k.streams {
		s := &k.streams[i]
		*s = stream{}
		s.place(k.stacks[i], c.Found[i])
		s.top = s.base
	}
	c.placeUp()
	for climbAVX2(k); k.full != 0; climbAVX2(k) {
		c.makeRoom()
	}
	for i := range k.streams {
		s := &k.streams[i]
		c.Found[i] = grown(c.Found[i], s.out)
		c.Visits += s.visits
		c.Stops += s.stops
		c.Passed += s.passed
	}
	if c.Next != nil {
		c.Next.roots = grown(c.Next.roots, k.up)
	}
}

// place sets the addresses of a stream but for the top of the stack. One branch
// and one deck fit above the limits.
func (s *stream) place(stack []branch, found []Start) {
	s.base = address(stack)
	s.room = size(stack[2:])
	s.out = address(found) + size(found)
	s.outLimit = address(found) + size(found[:cap(found)-2])
}

// placeUp sets the addresses of the roots of the next climber.
func (c *Climber) placeUp() {
	if c.Next == nil {
		return
	}
	r := slices.Grow(c.Next.roots, 2*streams)
	c.Next.roots = r
	c.kernel.up = address(r) + size(r)
	c.kernel.upLimit = address(r) + size(r[:cap(r)-streams])
}

// makeRoom doubles what is short.
func (c *Climber) makeRoom() {
	k := &c.kernel
	k.full = 0
	for i := range k.streams {
		s := &k.streams[i]
		stacked, found := s.top-s.base, grown(c.Found[i], s.out)
		if stacked >= s.room {
			k.stacks[i] = append(k.stacks[i], make([]branch, len(k.stacks[i]))...)
		}
		if s.out > s.outLimit {
			found = slices.Grow(found, cap(found))
		}
		c.Found[i] = found
		s.place(k.stacks[i], found)
		s.top = s.base + stacked
	}
	if c.Next != nil {
		c.Next.roots = grown(c.Next.roots, k.up)
		c.placeUp()
	}
}

// address is where the memory of a slice with capacity starts.
func address[T any](s []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }

// size is the memory that the elements of a slice take.
func size[T any](s []T) uintptr { return uintptr(len(s)) * unsafe.Sizeof(*new(T)) }

// grown is the slice as it is after elements have been written behind it, up to
// an address.
func grown[T any](s []T, end uintptr) []T {
	return s[:(end-address(s))/unsafe.Sizeof(*new(T))]
}
