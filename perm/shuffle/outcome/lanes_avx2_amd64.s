//go:build !purego

#include "go_asm.h"
#include "textflag.h"

DATA ulp<>+0(SB)/8, $0x3ca0000000000000
GLOBL ulp<>(SB), RODATA|NOPTR, $8

DATA high<>+0(SB)/8, $0x8000000000000000
GLOBL high<>(SB), RODATA|NOPTR, $8

DATA sixteen<>+0(SB)/8, $0x1010101010101010
GLOBL sixteen<>(SB), RODATA|NOPTR, $8

// A proposal. Numbers of which vectors are made are there as four bytes each.
#define FROM 0 // the card's place
#define OTHER 4 // where it would go
#define LAST 8 // where those that make room for it end
#define DOWN 12 // 1 if they come nearer, 0 if they go away
#define CHANCE 16 // of random words
#define TO 24 // the lane, or the one for what is refused
#define CHANGED 32 // positions that get other labels
#define CARD 40 // position
#define LABEL 41
#define NEXT 42 // the card's label then
#define PARTNER 43 // position of the card that gets the label, or 64
#define STARTS 48 // the lane's then
#define SIZE 64

// BYTES stores a number as four bytes.
#define BYTES(NUMBER, AT) \
	IMUL3L $0x01010101, NUMBER, BP; \
	MOVL BP, AT(DI)

// SHIFT makes of places Y what they are after the move. Those not below Y7, but below Y6, come one nearer; those not
// below Y6, but below Y7, go one away. Y4 changes by the bits Y8, and Y5 by Y9.
#define SHIFT(Y) \
	VPCMPGTB Y, Y6, Y10; \
	VPCMPGTB Y, Y7, Y11; \
	VPSUBB Y11, Y10, Y10; \
	VPCMPEQB Y4, Y, Y11; \
	VPAND Y8, Y11, Y11; \
	VPCMPEQB Y5, Y, Y12; \
	VPAND Y9, Y12, Y12; \
	VPADDB Y10, Y, Y; \
	VPXOR Y11, Y12, Y12; \
	VPXOR Y12, Y, Y

// LOOKUP looks places up in a table of 64 bytes: Y4 has the first 16, and Y5, Y6 and Y7 have by what the next differ from
// those before. A shuffle looks up the low four bits, and is 0 where a number is negative.
#define LOOKUP(PLACES, TO) \
	VPSHUFB PLACES, Y4, TO; \
	VPSUBB Y15, PLACES, Y10; \
	VPSHUFB Y10, Y5, Y11; \
	VPXOR Y11, TO, TO; \
	VPSUBB Y15, Y10, Y10; \
	VPSHUFB Y10, Y6, Y11; \
	VPXOR Y11, TO, TO; \
	VPSUBB Y15, Y10, Y10; \
	VPSHUFB Y10, Y7, Y11; \
	VPXOR Y11, TO, TO

// PLACE puts what is there by place in the order at its position.
#define PLACE(I) \
	MOVBLZX lane_before+I(R8)(CX*1), AX; \
	MOVBLZX lane_places+I(R8)(CX*1), BX; \
	MOVB BX, sorted-520(SP)(AX*1)

// func sweepLanesAVX2(l *lanes, all *lane, count int, moves *[2]uint8, product uint64, random *uint64, steps int, weight *float64, pairs uint64, skip int, refused *lane)
//
// First one move of each lane is proposed, then each is decided, so that the processor works at several lanes at once.
TEXT ·sweepLanesAVX2(SB), NOSPLIT, $520-88
	MOVQ moves+24(FP), SI
	MOVQ random+40(FP), R12
	MOVQ weight+56(FP), R13
	VPBROADCASTQ sixteen<>(SB), Y15
	VMOVSD ulp<>(SB), X14
	VPXOR X13, X13, X13

	// Places by place in the order that is counted. Of after each 16 bytes become their difference from those before.
	MOVQ all+8(FP), R8
	MOVQ count+16(FP), AX

enter:
	VBROADCASTI128 lane_places(R8), Y4
	VBROADCASTI128 lane_places+16(R8), Y5
	VBROADCASTI128 lane_places+32(R8), Y6
	VBROADCASTI128 lane_places+48(R8), Y7
	VPXOR Y6, Y7, Y7
	VPXOR Y5, Y6, Y6
	VPXOR Y4, Y5, Y5
	VMOVDQU lane_before(R8), Y0
	VMOVDQU lane_before+32(R8), Y1
	LOOKUP(Y0, Y2)
	LOOKUP(Y1, Y3)
	VMOVDQU Y2, lane_places(R8)
	VMOVDQU Y3, lane_places+32(R8)
	VMOVDQU lane_after+32(R8), X0
	VPXOR lane_after+48(R8), X0, X1
	VPXOR lane_after+16(R8), X0, X2
	VMOVDQU lane_after(R8), X3
	VPXOR lane_after+16(R8), X3, X3
	VMOVDQU X1, lane_after+48(R8)
	VMOVDQU X2, lane_after+32(R8)
	VMOVDQU X3, lane_after+16(R8)
	ADDQ $lane__size, R8
	DECQ AX
	JNZ enter
	MOVQ R8, end-8(SP)

step:
	MOVQ all+8(FP), R8
	LEAQ proposed-520(SP), DI

propose:
	// The move: number DX, card R9, its label R10, the other label R11.
	MOVQ (R12), AX
	MULQ product+32(FP)
	SHRQ $11, AX
	VCVTSI2SDQ AX, X13, X3
	VMULSD X14, X3, X3
	VMOVSD X3, CHANCE(DI)
	MOVL DX, BX
	SHRL $4, BX
	MOVBLZX (SI)(BX*2), R9
	MOVBLZX 1(SI)(BX*2), R11
	MOVBLZX lane_of(R8)(R9*1), R10
	ADDQ R10, R11
	MOVQ l+0(FP), AX
	MOVBLZX lanes_wrap(AX)(R11*1), R11
	MOVB R9, CARD(DI)
	MOVB R10, LABEL(DI)
	MOVB R11, NEXT(DI)

	// The card's place AX: BX is the first with its label. Before it are cards R15 with the other label, in places below CX.
	MOVQ lane_sets(R8)(R10*8), R14
	MOVBLZX lane_starts(R8)(R10*1), BX
	BZHIQ R9, R14, AX
	POPCNTQ AX, AX
	ADDQ BX, AX
	BYTES(AX, FROM)
	MOVQ lane_sets(R8)(R11*8), AX
	BZHIQ R9, AX, R15
	MOVBLZX lane_starts(R8)(R11*1), CX
	POPCNTQ R15, BP
	ADDQ BP, CX
	VMOVDQU lane_starts(R8), X12
	TESTL $7, DX
	JEQ relabel

	// The card R15 to exchange with, or 0; CX its place, and AX the last place between. DX is 1 if it is behind.
	XORQ R15, AX
	BLSIQ AX, AX
	LZCNTQ R15, BP
	SHRXQ BP, high<>(SB), BP
	ANDQ BP, R15
	SHRL $3, DX
	ANDL $1, DX
	CMOVQNE AX, R15
	LEAQ -1(CX)(DX*1), CX
	BLSMSKQ R15, AX
	ANDQ R14, AX
	POPCNTQ AX, AX
	ADDQ BX, AX
	SUBQ DX, AX
	MOVQ R8, R14
	TESTQ R15, R15
	CMOVQEQ refused+80(FP), R14

proposed:
	BYTES(AX, LAST)
	BYTES(CX, OTHER)
	BYTES(DX, DOWN)
	VMOVDQU X12, STARTS(DI)
	MOVQ R14, TO(DI)
	TZCNTQ R15, DX
	MOVB DX, PARTNER(DI)
	BTSQ R9, R15
	MOVQ R15, CHANGED(DI)
	ADDQ $8, R12
	ADDQ $lane__size, R8
	ADDQ $SIZE, DI
	CMPQ R8, end-8(SP)
	JNE propose

	MOVQ all+8(FP), R8
	LEAQ proposed-520(SP), DI

	// Places Y0 and Y1 after the move, and AX descents that they make.
decide:
	VPBROADCASTD FROM(DI), Y4
	VPBROADCASTD OTHER(DI), Y5
	VPBROADCASTD LAST(DI), Y9
	VPBROADCASTD DOWN(DI), Y7
	VPADDB Y9, Y7, Y6
	VPADDB Y4, Y7, Y7
	VPXOR Y4, Y5, Y8
	VPXOR Y5, Y9, Y9
	VMOVDQU lane_places(R8), Y0
	VMOVDQU lane_places+32(R8), Y1
	SHIFT(Y0)
	SHIFT(Y1)
	VBROADCASTI128 lane_after(R8), Y4
	VBROADCASTI128 lane_after+16(R8), Y5
	VBROADCASTI128 lane_after+32(R8), Y6
	VBROADCASTI128 lane_after+48(R8), Y7
	LOOKUP(Y0, Y2)
	LOOKUP(Y1, Y8)
	VPERM2I128 $0x21, Y8, Y2, Y4
	VPERM2I128 $0x81, Y8, Y8, Y5
	VPALIGNR $1, Y2, Y4, Y4
	VPALIGNR $1, Y8, Y5, Y5
	VPCMPGTB Y4, Y2, Y4
	VPCMPGTB Y5, Y8, Y5
	VPMOVMSKB Y4, AX
	VPMOVMSKB Y5, BX
	SHLQ $32, BX
	ORQ BX, AX
	ANDQ pairs+64(FP), AX
	POPCNTQ AX, AX

	// They go to R14.
	MOVQ TO(DI), R14
	MOVQ lane_descents(R8), BX
	VMOVSD CHANCE(DI), X3
	VMULSD (R13)(BX*8), X3, X3
	VUCOMISD (R13)(AX*8), X3
	CMOVQCC refused+80(FP), R14
	VMOVDQU Y0, lane_places(R14)
	VMOVDQU Y1, lane_places+32(R14)
	MOVQ AX, lane_descents(R14)
	MOVBLZX CARD(DI), R9
	MOVBLZX LABEL(DI), R10
	MOVBLZX NEXT(DI), R11
	MOVBLZX PARTNER(DI), DX
	MOVB R11, lane_of(R14)(R9*1)
	MOVB R10, lane_of(R14)(DX*1)
	MOVQ CHANGED(DI), R15
	MOVQ lane_sets(R8)(R10*8), AX
	MOVQ lane_sets(R8)(R11*8), BX
	XORQ R15, AX
	XORQ R15, BX
	MOVQ AX, lane_sets(R14)(R10*8)
	MOVQ BX, lane_sets(R14)(R11*8)
	VMOVDQU STARTS(DI), X12
	VMOVDQU X12, lane_starts(R14)

	ADDQ $lane__size, R8
	ADDQ $SIZE, DI
	CMPQ R8, end-8(SP)
	JNE decide
	ADDQ skip+72(FP), R12
	DECQ steps+48(FP)
	JNZ step

	// What enter did is taken back.
	MOVQ all+8(FP), R8

leave:
	XORL CX, CX

place:
	PLACE(0)
	PLACE(1)
	PLACE(2)
	PLACE(3)
	PLACE(4)
	PLACE(5)
	PLACE(6)
	PLACE(7)
	ADDL $8, CX
	CMPL CX, $64
	JLT place
	VMOVDQU lane_after(R8), X0
	VPXOR lane_after+16(R8), X0, X0
	VPXOR lane_after+32(R8), X0, X1
	VPXOR lane_after+48(R8), X1, X2
	VMOVDQU X0, lane_after+16(R8)
	VMOVDQU X1, lane_after+32(R8)
	VMOVDQU X2, lane_after+48(R8)
	VMOVDQU sorted-520(SP), Y0
	VMOVDQU sorted-488(SP), Y1
	VMOVDQU Y0, lane_places(R8)
	VMOVDQU Y1, lane_places+32(R8)
	ADDQ $lane__size, R8
	DECQ count+16(FP)
	JNZ leave
	VZEROUPPER
	RET

	// The card alone gets the other label, in the last place below CX or in CX. Labels between the two start elsewhere.
relabel:
	MOVQ R8, R14
	XORL R15, R15
	XORL DX, DX
	CMPQ R10, R11
	ADCQ $0, DX
	VMOVD R10, X0
	VPBROADCASTB X0, X0
	VMOVD R11, X1
	VPBROADCASTB X1, X1
	MOVQ l+0(FP), AX
	VMOVDQU lanes_numbers(AX), X2
	VPCMPGTB X0, X2, X0
	VPCMPGTB X1, X2, X1
	VPADDB X0, X12, X12
	VPSUBB X1, X12, X12
	SUBQ DX, CX
	MOVQ CX, AX
	JMP proposed
