//go:build !purego

package topswops

import (
	"slices"
	"unsafe"
)

// splats[k] is k in every byte, for the kernels.
//
//lint:ignore U1000 read by assembly
var splats = func() (s [MaxCards + 1]Deck) {
	for k := range s {
		s[k] = splat(k)
	}
	return s
}()

func splat(k int) (d Deck) {
	for i := range d {
		d[i] = uint64(k) * ones
	}
	return d
}

func playOn(games *[MaxCards]Outcome, end *Deck, m int, zs uint32) {
	if fast {
		playOnAVX2(games, end, m, zs)
	} else {
		playOnGo(games, end, m, zs)
	}
}

//go:noescape
func playOnAVX2(games *[MaxCards]Outcome, end *Deck, m int, zs uint32)

func putIn(out, d *Deck, m, v, z int) {
	if fast {
		putInAVX2(out, d, m, v, z)
	} else {
		*out = d.putInGo(m, v, z)
	}
}

//go:noescape
func putInAVX2(out, d *Deck, m, v, z int)

func undo(out, d *Deck, v int) (homes uint32) {
	if fast {
		return undoAVX2(out, d, v)
	}
	return d.undoGo(out, v)
}

//go:noescape
func undoAVX2(out, d *Deck, v int) (homes uint32)

func (c *Climber) begin() {
	if fast {
		c.beginFast()
	} else {
		c.beginGo()
	}
}

func (c *Climber) climb() (more bool) {
	if fast {
		return c.climbFast()
	}
	return c.climbGo()
}

// rest are the roots taken from which no climb has begun.
func (c *Climber) rest() []root {
	if !fast {
		return c.taken[c.begun:]
	}
	return c.taken[(c.kernel.rest-c.kernel.first)/uintptr(rootSize):]
}

// stacks are the climbs under way.
func (c *Climber) stacks() [][]branch {
	if !fast {
		return [][]branch{c.stack}
	}
	var stacks [][]branch
	for i := range c.kernel.streams {
		s := &c.kernel.streams[i]
		if n := (s.top - s.base) / unsafe.Sizeof(branch{}); n > 0 {
			stacks = append(stacks, c.kernel.stacks[i][1:n+1])
		}
	}
	return stacks
}

// numbers is what the kernel adds to positions: the number of every card, with
// the sign, and for card 0 what no position brings to a number.
//
//lint:ignore U1000 read by assembly
var numbers = func() Deck {
	d := atHome
	d[0] |= 0x40
	return d
}()

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
	rounds       uint64  // of a step in every stream
	skipped      uint64  // steps, for want of a root
	nextHome     uint32  // card Card+1
	full         uint32  // something is short of memory
	stacks       [streams][]branch
}

// stream is one climb after the other.
type stream struct {
	base, top     uintptr // of the stack: below the first branch, and the last branch
	room          uintptr // bytes that the stack may take, with some to spare
	root          uintptr //lint:ignore U1000 kept by assembly
	out, outLimit uintptr
	stops, passed uint64
}

// climbAVX2 goes on with the climbs until all roots are done, or until memory
// is short.
//
//go:noescape
func climbAVX2(k *kernel)

func (c *Climber) beginFast() {
	k := &c.kernel
	if c.Found == nil {
		c.Found = make([][]Start, streams)
		for i := range c.Found {
			c.Found[i] = make([]Start, 0, much+2)
			k.stacks[i] = make([]branch, 128)
		}
	}
	k.home, k.next, k.nextHome = Deck{}.Put(c.Card, c.Card), splat(c.Card+1), 1<<(c.Card+1)
	k.first = address(c.taken)
	k.rest = k.first
	k.rootsEnd = k.first + size(c.taken)
	for i := range k.streams {
		k.streams[i].stack(k.stacks[i], 0)
	}
}

func (c *Climber) climbFast() (more bool) {
	k := &c.kernel
	k.floor, k.rise = address(c.Floor), address(c.Rise)
	k.need, k.attend, k.last = c.Need, c.Attend, len(c.Rise)-1
	for i := range k.streams {
		s := &k.streams[i]
		s.out = address(c.Found[i])
		s.outLimit = s.out + size(c.Found[i][:much])
	}
	if c.Next != nil {
		r := slices.Grow(c.Next.roots, much+streams+1)
		c.Next.roots = r
		k.up = address(r) + size(r)
		k.upLimit = k.up + size(r[:much])
	}
	for more = true; more; {
		k.full, k.rounds, k.skipped = 0, 0, 0
		climbAVX2(k)
		c.Visits += streams*k.rounds - k.skipped
		more = k.full != 0
		if !k.lengthen() || k.much() {
			break
		}
	}
	for i := range k.streams {
		s := &k.streams[i]
		c.Found[i] = grown(c.Found[i], s.out)
		c.Stops += s.stops
		c.Passed += s.passed
		s.stops, s.passed = 0, 0
	}
	if c.Next != nil {
		c.Next.roots = grown(c.Next.roots, k.up)
	}
	return more
}

// lengthen gives more memory to the stacks that are short of it, and reports
// whether any was. That is no reason to pause, or what a climb does between
// pauses would depend on what it has been used for before.
func (k *kernel) lengthen() (short bool) {
	for i := range k.streams {
		s := &k.streams[i]
		if stacked := s.top - s.base; stacked > s.room {
			k.stacks[i] = append(k.stacks[i], make([]branch, len(k.stacks[i]))...)
			s.stack(k.stacks[i], stacked)
			short = true
		}
	}
	return short
}

// much reports whether enough has been found to be dealt with.
func (k *kernel) much() bool {
	for i := range k.streams {
		if s := &k.streams[i]; s.out > s.outLimit {
			return true
		}
	}
	return k.up > k.upLimit
}

// stack sets the addresses of a stack with the given number of bytes on it. Above the limit
// there is room for what 32 rounds, and those to come before they are counted,
// can add.
func (s *stream) stack(stack []branch, stacked uintptr) {
	s.base = address(stack)
	s.top = s.base + stacked
	s.room = size(stack[66:])
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
