//go:build !purego

package topswops

import "golang.org/x/sys/cpu"

// fast tells whether the machine has what the kernels need.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

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
