//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// What the kernels of lanes share: the next of each place, 2^-53, and bits. The next of the last place counts for nothing.
DATA ·following+0(SB)/8, $0x0807060504030201
DATA ·following+8(SB)/8, $0x100f0e0d0c0b0a09
DATA ·following+16(SB)/8, $0x1817161514131211
DATA ·following+24(SB)/8, $0x201f1e1d1c1b1a19
DATA ·following+32(SB)/8, $0x2827262524232221
DATA ·following+40(SB)/8, $0x302f2e2d2c2b2a29
DATA ·following+48(SB)/8, $0x3837363534333231
DATA ·following+56(SB)/8, $0x403f3e3d3c3b3a39
GLOBL ·following(SB), RODATA|NOPTR, $64

DATA ·unit+0(SB)/8, $0x3ca0000000000000
GLOBL ·unit(SB), RODATA|NOPTR, $8

DATA ·one+0(SB)/8, $1
GLOBL ·one(SB), RODATA|NOPTR, $8

DATA ·top+0(SB)/8, $0x8000000000000000
GLOBL ·top(SB), RODATA|NOPTR, $8

// COUNT counts in AX the descents that the places Z4 make.
#define COUNT \
	VMOVDQU64 lane_before(R8), Z1; \
	VPERMB Z4, Z1, Z1; \
	VPERMB lane_after(R8), Z1, Z1; \
	VPERMB Z1, Z31, Z2; \
	VPCMPUB $1, Z1, Z2, K2, K1; \
	KMOVQ K1, AX; \
	POPCNTQ AX, AX

// func sweepLanesAVX512(l *lanes, all *lane, count int, moves *[2]uint8, product uint64, random *uint64, steps int, weight *float64, pairs, more uint64)
//
// One move of each lane in turn. Exchanges are without a branch that depends on what is
// drawn, so that the processor works at several lanes at once, and only the cards with one
// of the two labels are put in their places anew.
TEXT ·sweepLanesAVX512(SB), NOSPLIT, $16-80
	MOVQ l+0(FP), DI
	MOVQ moves+24(FP), SI
	MOVQ random+40(FP), R12
	MOVQ weight+56(FP), R13
	MOVQ pairs+64(FP), AX
	KMOVQ AX, K2
	VMOVDQU8 ·following(SB), Z31
	VMOVSD ·unit(SB), X30
	VPXORQ X29, X29, X29
	MOVQ steps+48(FP), AX
	MOVQ AX, left-8(SP)

step:
	MOVQ all+8(FP), R8
	MOVQ count+16(FP), CX

lane:
	// The move: number DX, bit BX of card R9, its label R10, the other label R11; X3 decides.
	MOVQ (R12), AX
	MULQ product+32(FP)
	SHRQ $11, AX
	VCVTSI2SDQ AX, X29, X3
	VMULSD X30, X3, X3
	MOVL DX, BX
	SHRL $4, BX
	MOVBLZX (SI)(BX*2), R9
	MOVBLZX 1(SI)(BX*2), R11
	MOVBLZX lane_of(R8)(R9*1), R10
	ADDQ R10, R11
	MOVBLZX lanes_wrap(DI)(R11*1), R11
	SHLXQ R9, ·one(SB), BX
	TESTL $7, DX
	JEQ relabel

	// The card DX to exchange with, the bits BX that change sets: none if there is no card.
	MOVQ lane_sets(R8)(R11*8), R14
	BZHIQ R9, R14, R15
	XORQ R15, R14
	BLSIQ R14, R14
	LZCNTQ R15, AX
	SHRXQ AX, ·top(SB), AX
	ANDQ R15, AX
	TESTL $8, DX
	CMOVQEQ AX, R14
	XORL R15, R15
	ORQ R14, BX
	TZCNTQ R14, DX
	CMOVQCS R15, BX

	// Places Z0 become Z4.
	MOVQ lane_sets(R8)(R10*8), AX
	XORQ BX, AX
	KMOVQ AX, K1
	MOVQ lane_sets(R8)(R11*8), R14
	XORQ BX, R14
	KMOVQ R14, K3
	MOVBLZX lane_starts(R8)(R10*1), AX
	VMOVDQU64 lanes_numbers(DI)(AX*1), Z1
	MOVBLZX lane_starts(R8)(R11*1), R14
	VMOVDQU64 lanes_numbers(DI)(R14*1), Z2
	VMOVDQU64 lane_places(R8), Z0
	VMOVDQA64 Z0, Z4
	VPEXPANDB Z1, K1, Z4
	VPEXPANDB Z2, K3, Z4
	COUNT

	// R15 is -1 where it is accepted, or else 0 and everything is written back as it was.
	MOVQ lane_descents(R8), R14
	VMULSD (R13)(R14*8), X3, X3
	VUCOMISD (R13)(AX*8), X3
	SBBQ R15, R15
	CMOVQCS AX, R14
	KMOVQ R15, K1
	VMOVDQU8 Z4, K1, Z0
	VMOVDQU64 Z0, lane_places(R8)
	MOVQ R14, lane_descents(R8)
	MOVQ R10, AX
	MOVQ R11, R14
	ANDQ R15, BX
	CMOVQNE R11, AX
	CMOVQNE R10, R14
	MOVB AX, lane_of(R8)(R9*1)
	MOVB R14, lane_of(R8)(DX*1)
	XORQ BX, lane_sets(R8)(R10*8)
	XORQ BX, lane_sets(R8)(R11*8)

next:
	ADDQ $8, R12
	ADDQ $lane__size, R8
	DECQ CX
	JNZ lane
	DECQ left-8(SP)
	JNZ step
	VZEROUPPER
	RET

	// Cards with labels from the smaller to the larger R15 make room for one more or less.
relabel:
	XORQ BX, lane_sets(R8)(R10*8)
	XORQ BX, lane_sets(R8)(R11*8)
	MOVQ R10, DX
	MOVQ R11, R15
	CMPQ R10, R11
	CMOVQHI R11, DX
	CMOVQHI R10, R15
	MOVQ DX, first-16(SP)
	MOVQ DX, R14
	MOVBLZX lane_starts(R8)(DX*1), DX
	VMOVDQU64 lane_places(R8), Z4

label:
	MOVQ lane_sets(R8)(R14*8), AX
	VMOVDQU64 lanes_numbers(DI)(DX*1), Z1
	KMOVQ AX, K1
	POPCNTQ AX, AX
	ADDQ AX, DX
	VPEXPANDB Z1, K1, Z4
	INCQ R14
	CMPQ R14, R15
	JLS label
	COUNT
	MOVQ lane_descents(R8), R14
	VMULSD (R13)(R14*8), X3, X3
	VUCOMISD (R13)(AX*8), X3
	JCC back
	MOVQ AX, lane_descents(R8)
	MOVB R11, lane_of(R8)(R9*1)
	VMOVDQU64 Z4, lane_places(R8)
	MOVQ first-16(SP), R14
	MOVBLZX lane_starts(R8)(R14*1), DX

start:
	MOVB DX, lane_starts(R8)(R14*1)
	POPCNTQ lane_sets(R8)(R14*8), AX
	ADDQ AX, DX
	INCQ R14
	CMPQ R14, R15
	JLS start
	JMP next

back:
	XORQ BX, lane_sets(R8)(R10*8)
	XORQ BX, lane_sets(R8)(R11*8)
	JMP next
