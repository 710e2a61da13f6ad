//go:build !purego

package topswops

import "golang.org/x/sys/cpu"

// fast reports whether the machine has what most kernels need; wide, and narrow, what those need that
// have 32 cards, or eight decks of 16, in a register.
var (
	fast   = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	wide   = fast && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VBMI
	narrow = wide && cpu.X86.HasAVX512GFNI
)

// endless is a deck that never ends: card 1 lies on card 1.
const endless Word = 0x11

// Play plays each game until an unknown card, or card 0, is on top.
func (b *Batch) Play() {
	for i := range parked {
		b.Deck[b.Count+i] = endless
	}
	switch {
	case narrow:
		playAVX512(b)
	case fast:
		playAVX2(b)
	default:
		b.playGo()
	}
}

//go:noescape
func playAVX512(b *Batch)

//go:noescape
func playAVX2(b *Batch)

// squeezes say for the kernel, by which of four games have ended, how these come to lie next to each
// other and, behind, how what lies so comes into their places: as halves of them.
//
//lint:ignore U1000 read by assembly
var squeezes = func() (s [2][16][8]uint32) {
	for ended := range s[0] {
		next := uint32(0)
		for i := range uint32(4) {
			if ended>>i&1 != 0 {
				s[0][ended][2*next], s[0][ended][2*next+1] = 2*i, 2*i+1
				s[1][ended][2*i], s[1][ended][2*i+1] = 2*next, 2*next+1
				next++
			}
		}
	}
	return s
}()
