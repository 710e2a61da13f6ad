//go:build !purego

package topswops

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// fast tells whether the machine has what the kernels need.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

// splats[k] is k in every byte, for the kernels.
//
//lint:ignore U1000 read by assembly
var splats = func() (s [MaxCards]Deck) {
	for k := range s {
		for i := range s[k] {
			s[k][i] = uint64(k) * ones
		}
	}
	return s
}()

// PlayFrom lets cards 0 and z change places, and plays.
func (d Deck) PlayFrom(z int) (end Deck, moves int, shown uint32) {
	if !fast {
		return d.playGo(z)
	}
	moves, shown = playAVX2(&end, &d, z)
	return end, moves, shown
}

//go:noescape
func playAVX2(end, d *Deck, z int) (moves int, shown uint32)

func (c *Climber) climb(d Deck, m, need int) {
	if fast {
		c.climbFast(d, m, need)
	} else {
		c.climbGo(d, m, need)
	}
}

// kernel is a climb as climbAVX2 sees it. Addresses are of slices that the
// climber holds.
type kernel struct {
	deck                Deck
	base, top, limit    uintptr // of the stack; beyond limit there is room for the branches of one deck
	out, outLimit       uintptr // of what is found, likewise
	low                 uintptr
	lows                int
	need, m             int
	next, cutLeft       int
	spare               int
	inside, quiet       uint32
	nextInside, fresh   uint32
	visits, stops, idle uint64
}

// climbAVX2 goes on with a climb until it ends, top = base, or until memory is
// short.
//
//go:noescape
func climbAVX2(k *kernel)

// room is what one deck can add to the stack and to what is found.
const room = MaxCards

func (c *Climber) climbFast(d Deck, m, need int) {
	g := c.begin(m, need)
	if cap(c.Found) < 2*room {
		c.Found = make([]Start, 0, 8*room)
	}
	if len(c.stack) < 2*room {
		c.stack = make([]branch, 8*room)
	}
	k := &c.kernel
	*k = kernel{
		deck: d, need: need, m: m, next: g.next, cutLeft: g.cutLeft, spare: g.spare,
		inside: g.inside, quiet: g.quiet, nextInside: g.nextInside, fresh: 1,
	}
	k.lows = len(c.Low)
	if k.lows > 0 {
		k.low = address(&c.Low[0])
	}
	const size = unsafe.Sizeof(branch{})
	for used, found := 0, 0; ; {
		k.base = address(&c.stack[0])
		k.top = k.base + uintptr(used)*size
		k.limit = k.base + uintptr(len(c.stack)-room)*size
		out := address(&c.Found[:1][0])
		k.out = out + uintptr(found)*size
		k.outLimit = out + uintptr(cap(c.Found)-room)*size
		climbAVX2(k)
		used, found = int((k.top-k.base)/size), int((k.out-out)/size)
		c.Found = c.Found[:found]
		if used == 0 {
			break
		}
		if k.top > k.limit {
			c.stack = append(c.stack, make([]branch, len(c.stack))...)
		}
		if k.out > k.outLimit {
			c.Found = append(make([]Start, 0, 2*cap(c.Found)), c.Found...)
		}
	}
	c.Visits += k.visits
	c.Stops += k.stops
	c.Idle += k.idle
}

func address[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }
