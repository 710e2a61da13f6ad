package main

import (
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"dovetail/results/number"
)

// codeBytes is what the program takes outside of what its runtime counts.
const codeBytes = 12 << 20

// memoryFlag limits the memory of the whole program.
type memoryFlag struct{ text string }

func (f *memoryFlag) register(cmd *cobra.Command, what string) {
	cmd.Flags().StringVar(&f.text, "memory", "4GiB", strings.TrimSpace("how much memory the program may take "+what))
}

func (f *memoryFlag) read() (uint64, error) {
	limit, err := number.ParseSize("memory", f.text)
	if err == nil {
		// Garbage goes back before the program, with its code, reaches the limit.
		debug.SetMemoryLimit(max(0, int64(limit)-codeBytes))
	}
	return limit, usage(err)
}
