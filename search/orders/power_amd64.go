//go:build amd64 && !purego

package orders

import "golang.org/x/sys/cpu"

func best() form {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512IFMA:
		return ifma
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return fma
	}
	return plain
}

// powersAreOneIFMA is powersAreOne in power52_amd64.s.
//
//go:noescape
func powersAreOneIFMA(b *batch, squarings int) uint64

// powersAreOneFMA is powersAreOne in power_amd64.s.
//
//go:noescape
func powersAreOneFMA(b *batch, squarings int) uint64

func powersAreOne(b *batch, squarings int) uint64 {
	switch active {
	case ifma:
		return powersAreOneIFMA(b, squarings)
	case fma:
		return powersAreOneFMA(b, squarings)
	}
	return powersAreOneGo(b, squarings)
}
