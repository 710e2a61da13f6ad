//go:build amd64 && !purego

package orders

import "golang.org/x/sys/cpu"

var hasFMA = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// powersAreOneFMA is powersAreOne in power_amd64.s.
//
//go:noescape
func powersAreOneFMA(b *batch, squarings int) uint64

func powersAreOne(b *batch, squarings int) uint64 {
	if hasFMA {
		return powersAreOneFMA(b, squarings)
	}
	return powersAreOneGo(b, squarings)
}
