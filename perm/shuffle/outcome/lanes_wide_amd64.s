//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// DESCENTS counts in AX the descents of places Z1 and Z2, of the pairs K2 and K6. It uses R14.
#define DESCENTS \
	VMOVDQA64 Z31, Z8; \
	VPERMI2B Z2, Z1, Z8; \
	VPERMB Z2, Z31, Z9; \
	VPCMPUB $1, Z1, Z8, K2, K1; \
	VPCMPUB $1, Z2, Z9, K6, K3; \
	KMOVQ K1, AX; \
	KMOVQ K3, R14; \
	POPCNTQ AX, AX; \
	POPCNTQ R14, R14; \
	ADDQ R14, AX

// COUNT counts in AX the descents of the order if the cards have the places Z4 and Z6.
#define COUNT \
	VMOVDQU64 lane_before(R8), Z1; \
	VMOVDQU64 lane_before+64(R8), Z2; \
	VPERMI2B Z6, Z4, Z1; \
	VPERMI2B Z6, Z4, Z2; \
	VMOVDQU64 lane_after(R8), Z7; \
	VPERMI2B lane_after+64(R8), Z7, Z1; \
	VPERMI2B lane_after+64(R8), Z7, Z2; \
	DESCENTS

// PLACE sets Z4 and Z6 for the cards with the label R, if those of LOW and HIGH come to it or leave it. It uses AX, R14, K1
// and K3.
#define PLACE(R, LOW, HIGH) \
	MOVQ lane_sets(R8)(R*8), AX; \
	MOVBLZX lane_starts(R8)(R*1), R14; \
	XORQ LOW, AX; \
	KMOVQ AX, K1; \
	POPCNTQ AX, AX; \
	VMOVDQU64 lanes_numbers(DI)(R14*1), Z1; \
	ADDQ R14, AX; \
	MOVQ lane_more(R8)(R*8), R14; \
	XORQ HIGH, R14; \
	KMOVQ R14, K3; \
	VMOVDQU64 lanes_numbers(DI)(AX*1), Z2; \
	VPEXPANDB Z1, K1, Z4; \
	VPEXPANDB Z2, K3, Z6

// FLIP exchanges BX and R15 between the sets of two labels.
#define FLIP \
	XORQ BX, lane_sets(R8)(R10*8); \
	XORQ BX, lane_sets(R8)(R11*8); \
	XORQ R15, lane_more(R8)(R10*8); \
	XORQ R15, lane_more(R8)(R11*8)

// func sweepWideAVX512(l *lanes, all *lane, count int, moves *[2]uint8, product uint64, random *uint64, steps int, weight *float64, pairs, more uint64)
//
// sweepLanesAVX512 for 65 to 128 cards. A set is two words, and a table two registers: a permutation looks up bytes of both.
TEXT ·sweepWideAVX512(SB), NOSPLIT, $32-80
	MOVQ l+0(FP), DI
	MOVQ moves+24(FP), SI
	MOVQ random+40(FP), R12
	MOVQ weight+56(FP), R13
	MOVQ pairs+64(FP), AX
	KMOVQ AX, K2
	MOVQ more+72(FP), AX
	KMOVQ AX, K6
	VMOVDQU8 ·following(SB), Z31
	VMOVSD ·unit(SB), X30
	VPXORQ X29, X29, X29
	MOVQ steps+48(FP), AX
	MOVQ AX, left-8(SP)

step:
	MOVQ all+8(FP), R8
	MOVQ count+16(FP), CX

lane:
	// The move: number DX, bit BX or R15 of card R9, its label R10, the other label R11; X3 decides.
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
	XORL R14, R14
	MOVQ BX, R15
	TESTL $64, R9
	CMOVQEQ R14, R15
	CMOVQNE R14, BX
	TESTL $7, DX
	JEQ relabel
	MOVQ CX, count-16(SP)
	MOVQ BX, low-24(SP)
	MOVQ R15, high-32(SP)

	// Those with the other label below the card, BX and R15, and above it, CX and R14. The last of them below are BX and R15.
	MOVQ lane_sets(R8)(R11*8), CX
	BZHIQ R9, CX, BX
	XORQ BX, CX
	XORL AX, AX
	MOVQ R9, R15
	SUBQ $64, R15
	CMOVQCS AX, R15
	MOVQ lane_more(R8)(R11*8), R14
	BZHIQ R15, R14, R15
	XORQ R15, R14
	LZCNTQ BX, AX
	SHRXQ AX, ·top(SB), AX
	ANDQ AX, BX
	XORL AX, AX
	TESTQ R15, R15
	CMOVQNE AX, BX
	LZCNTQ R15, AX
	SHRXQ AX, ·top(SB), AX
	ANDQ AX, R15

	// The first above are CX and R14, and the card to exchange with BX and R15.
	BLSIQ R14, R14
	XORL AX, AX
	TESTQ CX, CX
	CMOVQNE AX, R14
	BLSIQ CX, CX
	TESTL $8, DX
	CMOVQNE CX, BX
	CMOVQNE R14, R15

	// That is card DX, 128 if there is none. The sets change by BX and R15, which then are 0.
	TZCNTQ R15, DX
	ADDQ $64, DX
	TZCNTQ BX, AX
	CMOVQCC AX, DX
	MOVQ low-24(SP), CX
	ORQ BX, CX
	MOVQ high-32(SP), R14
	ORQ R15, R14
	ORQ R15, BX
	CMOVQNE CX, BX
	MOVQ R14, R15
	MOVQ count-16(SP), CX
	XORL AX, AX
	CMPQ DX, $128
	CMOVQEQ AX, R15

	// Places Z0 and Z5 become Z4 and Z6.
	VMOVDQU64 lane_places(R8), Z0
	VMOVDQU64 lane_places+64(R8), Z5
	VMOVDQA64 Z0, Z4
	VMOVDQA64 Z5, Z6
	PLACE(R10, BX, R15)
	PLACE(R11, BX, R15)
	COUNT

	// AX is -1 where it is accepted, or else 0 and everything is written back as it was.
	MOVQ lane_descents(R8), R14
	VMULSD (R13)(R14*8), X3, X3
	VUCOMISD (R13)(AX*8), X3
	CMOVQCS AX, R14
	SBBQ AX, AX
	MOVQ R14, lane_descents(R8)
	KMOVQ AX, K1
	VMOVDQU8 Z4, K1, Z0
	VMOVDQU8 Z6, K1, Z5
	VMOVDQU64 Z0, lane_places(R8)
	VMOVDQU64 Z5, lane_places+64(R8)
	ANDQ AX, BX
	ANDQ AX, R15
	FLIP
	MOVQ R10, AX
	MOVQ R11, R14
	ORQ R15, BX
	CMOVQNE R11, AX
	CMOVQNE R10, R14
	MOVB AX, lane_of(R8)(R9*1)
	MOVB R14, lane_of(R8)(DX*1)

next:
	ADDQ $8, R12
	ADDQ $lane__size, R8
	DECQ CX
	JNZ lane
	DECQ left-8(SP)
	JNZ step
	VZEROUPPER
	RET

	// Cards with labels from the smaller DX to the larger make room for one more or less.
relabel:
	FLIP
	MOVQ R10, DX
	MOVQ R11, AX
	CMPQ R10, R11
	CMOVQHI R11, DX
	CMOVQHI R10, AX
	MOVQ AX, greatest-16(SP)
	MOVQ DX, least-24(SP)
	MOVQ CX, count-32(SP)
	VMOVDQU64 lane_places(R8), Z4
	VMOVDQU64 lane_places+64(R8), Z6
	MOVBLZX lane_starts(R8)(DX*1), CX

label:
	MOVQ lane_sets(R8)(DX*8), AX
	VMOVDQU64 lanes_numbers(DI)(CX*1), Z1
	KMOVQ AX, K1
	POPCNTQ AX, AX
	ADDQ AX, CX
	MOVQ lane_more(R8)(DX*8), R14
	VMOVDQU64 lanes_numbers(DI)(CX*1), Z2
	KMOVQ R14, K3
	POPCNTQ R14, R14
	ADDQ R14, CX
	VPEXPANDB Z1, K1, Z4
	VPEXPANDB Z2, K3, Z6
	INCQ DX
	CMPQ DX, greatest-16(SP)
	JLS label
	COUNT
	MOVQ lane_descents(R8), R14
	VMULSD (R13)(R14*8), X3, X3
	VUCOMISD (R13)(AX*8), X3
	JCC back
	MOVQ AX, lane_descents(R8)
	MOVB R11, lane_of(R8)(R9*1)
	VMOVDQU64 Z4, lane_places(R8)
	VMOVDQU64 Z6, lane_places+64(R8)
	MOVQ least-24(SP), DX
	MOVBLZX lane_starts(R8)(DX*1), CX

start:
	MOVB CX, lane_starts(R8)(DX*1)
	POPCNTQ lane_sets(R8)(DX*8), AX
	ADDQ AX, CX
	POPCNTQ lane_more(R8)(DX*8), AX
	ADDQ AX, CX
	INCQ DX
	CMPQ DX, greatest-16(SP)
	JLS start
	MOVQ count-32(SP), CX
	JMP next

back:
	FLIP
	MOVQ count-32(SP), CX
	JMP next

// func risesAVX512(before, between, after *Sources, pairs, more uint64) int
TEXT ·risesAVX512(SB), NOSPLIT, $0-48
	MOVQ before+0(FP), AX
	MOVQ between+8(FP), BX
	MOVQ after+16(FP), CX
	MOVQ pairs+24(FP), DX
	KMOVQ DX, K2
	MOVQ more+32(FP), DX
	KMOVQ DX, K6
	VMOVDQU8 ·following(SB), Z31
	VMOVDQU64 (AX), Z1
	VMOVDQU64 64(AX), Z2
	VMOVDQU64 (BX), Z4
	VPERMI2B 64(BX), Z4, Z1
	VPERMI2B 64(BX), Z4, Z2
	VMOVDQU64 (CX), Z4
	VPERMI2B 64(CX), Z4, Z1
	VPERMI2B 64(CX), Z4, Z2
	DESCENTS
	INCQ AX
	MOVQ AX, ret+40(FP)
	VZEROUPPER
	RET

// func composeVBMI(to *Sources, tables **Sources, count int)
TEXT ·composeVBMI(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ tables+8(FP), SI
	MOVQ count+16(FP), CX
	MOVQ $64, AX
	VPBROADCASTB AX, Z1
	VMOVDQU8 ·following(SB), Z0
	VPTERNLOGD $0xff, Z2, Z2, Z2
	VPADDB Z2, Z0, Z0
	VPADDB Z1, Z0, Z1
	JMP more

table:
	MOVQ (SI), AX
	VMOVDQU64 (AX), Z2
	VPERMI2B 64(AX), Z2, Z0
	VPERMI2B 64(AX), Z2, Z1
	ADDQ $8, SI
	DECQ CX

more:
	TESTQ CX, CX
	JNZ table
	VMOVDQU64 Z0, (DI)
	VMOVDQU64 Z1, 64(DI)
	VZEROUPPER
	RET
