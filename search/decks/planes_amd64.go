//go:build !purego

package decks

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasBMI2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT {
		undo = undoBMI2
	}
}

//go:noescape
func undoBMI2(p *planes, k, n int, seen *sight)
