//go:build !purego

package topswops

import "testing"

// Where the processor has more, the kernels by AVX2 do what they do without.
func TestKernelsByAVX2(t *testing.T) {
	if !fast || !wide && !narrow {
		t.Skip("they are those in use")
	}
	defer func(w, n bool) { wide, narrow = w, n }(wide, narrow)
	wide, narrow = false, false
	for name, test := range map[string]func(*testing.T){
		"fronts": TestFrontsKernel, "long games": TestFrontsKernelLongGames, "a batch": TestBatch,
	} {
		t.Run(name, test)
	}
}
