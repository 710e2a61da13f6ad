//go:build !purego

#include "textflag.h"

DATA next<>+0(SB)/8, $0x0807060504030201
DATA next<>+8(SB)/8, $0x100f0e0d0c0b0a09
DATA next<>+16(SB)/8, $0x1817161514131211
DATA next<>+24(SB)/8, $0x201f1e1d1c1b1a19
DATA next<>+32(SB)/8, $0x2827262524232221
DATA next<>+40(SB)/8, $0x302f2e2d2c2b2a29
DATA next<>+48(SB)/8, $0x3837363534333231
DATA next<>+56(SB)/8, $0x3f3f3e3d3c3b3a39
GLOBL next<>(SB), RODATA|NOPTR, $64

DATA unit<>+0(SB)/8, $0x3ca0000000000000
GLOBL unit<>(SB), RODATA|NOPTR, $8

#define BEFORE 0
#define AFTER 64
#define OF 128
#define SETS 200
#define RISES 328
#define LANE 336

// func sweepLanesAVX512(lanes *lane, count, a int, moves *uint32, product int, random *uint64, steps int, weight *float64, pairs uint64, numbers *[128]uint8)
//
// One move of each lane in turn, without a branch that depends on what is drawn: the
// processor works at several lanes at once.
TEXT ·sweepLanesAVX512(SB), NOSPLIT, $16-80
	MOVQ moves+24(FP), SI
	MOVQ pairs+64(FP), AX
	KMOVQ AX, K2
	VMOVDQU8 next<>(SB), Z31
	VMOVSD unit<>(SB), X30
	MOVQ random+40(FP), DI
	MOVQ steps+48(FP), AX
	MOVQ AX, left-16(SP)

step:
	MOVQ lanes+0(FP), R8
	MOVQ count+8(FP), CX
	MOVQ DI, R12

lane:
	// The move: card R9, its label R10, the other label R11.
	MOVQ (R12), AX
	MOVQ steps+48(FP), BX
	LEAQ (R12)(BX*8), R12
	MOVQ R12, next-8(SP)
	MULQ product+32(FP)
	MOVQ AX, R15
	MOVL (SI)(DX*4), DX
	MOVBLZX DX, R9
	MOVBLZX OF(R8)(R9*1), R10
	SHRL $8, DX
	MOVBLZX DX, R11
	ADDQ R10, R11
	MOVQ R11, R12
	SUBQ a+16(FP), R12
	CMOVQCC R12, R11

	// The bit R14 of the card to exchange with, the bits R13 that change sets.
	MOVQ SETS(R8)(R11*8), R12
	BZHIQ R9, R12, BX
	XORQ BX, R12
	BLSIQ R12, R14
	LZCNTQ BX, R12
	MOVQ $0x8000000000000000, AX
	SHRXQ R12, AX, AX
	ANDQ BX, AX
	TESTL $0x100, DX
	CMOVQEQ AX, R14
	XORQ AX, AX
	MOVL $1, BX
	SHLXQ R9, BX, BX
	MOVQ R14, R13
	ORQ BX, R13
	TESTQ R14, R14
	CMOVQEQ AX, R13
	TESTL $0x10000, DX
	CMOVQNE BX, R13
	CMOVQNE AX, R14
	XORQ R13, SETS(R8)(R10*8)
	XORQ R13, SETS(R8)(R11*8)

	// The places of the labelled cards.
	MOVQ numbers+72(FP), DX
	VPXORQ Z0, Z0, Z0
	LEAQ SETS(R8), BX
	MOVQ a+16(FP), R12

label:
	MOVQ (BX), AX
	VMOVDQU8 (DX), Z1
	KMOVQ AX, K1
	POPCNTQ AX, AX
	VPEXPANDB.Z Z1, K1, Z1
	VPORQ Z1, Z0, Z0
	ADDQ AX, DX
	ADDQ $8, BX
	DECQ R12
	JNZ label

	// Rising sequences.
	VMOVDQU8 BEFORE(R8), Z1
	VPERMB Z0, Z1, Z1
	VPERMB AFTER(R8), Z1, Z1
	VPERMB Z1, Z31, Z2
	VPCMPUB $1, Z1, Z2, K2, K1
	KMOVQ K1, AX
	POPCNTQ AX, AX
	INCQ AX

	// Accepted: AX stays the new number of rising sequences, R13 becomes 0.
	SHRQ $11, R15
	VXORPD X1, X1, X1
	VCVTSI2SDQ R15, X1, X1
	VMULSD X30, X1, X1
	MOVQ RISES(R8), BX
	MOVQ weight+56(FP), DX
	VMULSD (DX)(BX*8), X1, X1
	VMOVSD (DX)(AX*8), X2
	MOVQ R10, R15
	TESTQ R13, R13
	CMOVQNE R11, R15
	TZCNTQ R14, R14
	XORQ DX, DX
	MOVQ R10, R12
	VUCOMISD X1, X2
	CMOVQLS BX, AX
	CMOVQLS R10, R15
	CMOVQLS R11, R12
	CMOVQHI DX, R13
	MOVQ AX, RISES(R8)
	MOVB R15, OF(R8)(R9*1)
	MOVB R12, OF(R8)(R14*1)
	XORQ R13, SETS(R8)(R10*8)
	XORQ R13, SETS(R8)(R11*8)

	ADDQ $LANE, R8
	MOVQ next-8(SP), R12
	DECQ CX
	JNZ lane
	ADDQ $8, DI
	DECQ left-16(SP)
	JNZ step
	VZEROUPPER
	RET

// func risesAVX512(before, between, after *Sources) int
TEXT ·risesAVX512(SB), NOSPLIT, $0-32
	MOVQ before+0(FP), AX
	MOVQ between+8(FP), BX
	MOVQ after+16(FP), CX
	VMOVDQU8 (AX), Z0
	VPERMB (BX), Z0, Z0
	VPERMB (CX), Z0, Z0
	VMOVDQU8 next<>(SB), Z1
	VPERMB Z0, Z1, Z1
	VPCMPUB $1, Z0, Z1, K1
	KMOVQ K1, AX
	POPCNTQ AX, AX
	INCQ AX
	MOVQ AX, ret+24(FP)
	VZEROUPPER
	RET
