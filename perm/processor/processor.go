// Package processor says which instructions the program's kernels may use, in one table for all of
// them, made once. DOVETAIL_CPU=avx2 leaves out AVX-512, and DOVETAIL_CPU=none all assembly, so
// that one machine can test what others do. The answers are the same. On arm64 there is NEON, or
// none.
package processor

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"golang.org/x/sys/cpu"
)

// Features are groups of instructions; some kernels need all of a group. A group is present only if
// the group below it is.
type Features struct {
	AVX2   bool // with FMA, BMI1, BMI2 and POPCNT
	AVX512 bool // beyond AVX2: F, BW, DQ, VL
	VBMI   bool // beyond AVX512: VBMI and VBMI2, which permute bytes, and VPOPCNTDQ, which counts bits
	GFNI   bool // beyond VBMI: which reverses bits
	IFMA   bool // beyond AVX512: products of 52 bits
	VNNI   bool // beyond AVX512: of processors whose AVX-512 is fast for doubles
	NEON   bool // of arm64; every arm64 processor has it
}

// Variable is the name of the environment variable that leaves out instructions.
const Variable = "DOVETAIL_CPU"

// Use is what kernels may use, and Err the error for a value of [Variable] that is invalid here.
var Use, Err = choose(detected(), os.Getenv(Variable))

// detected is the features of this machine.
func detected() (f Features) {
	x := &cpu.X86
	f.AVX2 = assembly && x.HasAVX2 && x.HasFMA && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT
	f.AVX512 = f.AVX2 && x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL
	f.VBMI = f.AVX512 && x.HasAVX512VBMI && x.HasAVX512VBMI2 && x.HasAVX512VPOPCNTDQ
	f.GFNI = f.VBMI && x.HasAVX512GFNI
	f.IFMA = f.AVX512 && x.HasAVX512IFMA
	f.VNNI = f.AVX512 && x.HasAVX512VNNI
	f.NEON = assembly && runtime.GOARCH == "arm64"
	return f
}

// Choices are the values of [Variable] that are valid on this machine. All except "none" leave some
// assembly in.
func Choices() (all []string) {
	has := detected()
	for _, c := range []struct {
		there bool
		name  string
	}{{true, "none"}, {has.AVX2, "avx2"}, {has.AVX512, "avx512"}, {has.NEON, "neon"}} {
		if c.there {
			all = append(all, c.name)
		}
	}
	return all
}

// Of returns the instructions that a choice leaves in.
func Of(choice string) (Features, error) { return choose(detected(), choice) }

// choose removes the features that the text leaves out.
func choose(f Features, text string) (Features, error) {
	switch strings.ToLower(text) {
	case "":
		return f, nil
	case "none":
		return Features{}, nil
	case "avx2":
		if f.AVX2 {
			return Features{AVX2: true}, nil
		}
	case "avx512":
		if f.AVX512 {
			return f, nil
		}
	case "neon":
		if f.NEON {
			return f, nil
		}
	default:
		return f, fmt.Errorf("%s=%q is not one of none, avx2, avx512, neon", Variable, text)
	}
	return f, fmt.Errorf("%s=%s: this program has only %s on this machine", Variable, text, f)
}

// String names the instructions, for people.
func (f Features) String() string {
	switch {
	case f.NEON:
		return "NEON"
	case !f.AVX2:
		return "portable Go"
	case !f.AVX512:
		return "AVX2"
	}
	var more []string
	for _, g := range []struct {
		has  bool
		name string
	}{{f.VBMI, "VBMI"}, {f.GFNI, "GFNI"}, {f.IFMA, "IFMA"}, {f.VNNI, "VNNI"}} {
		if g.has {
			more = append(more, g.name)
		}
	}
	if more == nil {
		return "AVX-512"
	}
	return "AVX-512 with " + strings.Join(more, ", ")
}
