//go:build !purego

#include "go_asm.h"
#include "textflag.h"

DATA fine<>+0(SB)/8, $0x3ca0000000000000
GLOBL fine<>(SB), RODATA|NOPTR, $8
DATA coarse<>+0(SB)/8, $0x3f70000000000000
GLOBL coarse<>(SB), RODATA|NOPTR, $8

// FREE adds to Y9 where the labels Y10 are those OFF positions on.
#define FREE(I, OFF) \
	VPCMPEQB scanned_label+I+OFF(DI), Y10, Y11; \
	VPOR Y11, Y9, Y9

// LOOK looks at 32 pairs, from position I on: their places are Y0 and Y1, those before them Y2 and Y3, those after them Y4
// and Y5. It leaves what more says of each in 0(SP), and in OUT the pairs that are worth a second look by the bytes U.
#define LOOK(I, U, OUT) \
	VMOVDQU scanned_at+I(DI), Y0; \
	VMOVDQU scanned_at+I(DI)(R8*1), Y1; \
	VMOVDQU scanned_last+I(DI), Y2; \
	VMOVDQU scanned_last+I(DI)(R8*1), Y3; \
	VMOVDQU scanned_next+I(DI), Y4; \
	VMOVDQU scanned_next+I(DI)(R8*1), Y5; \
	VPCMPGTB Y1, Y2, Y7; \
	VPCMPGTB Y0, Y2, Y6; \
	VPSUBB Y7, Y6, Y6; \
	VPCMPGTB Y4, Y0, Y7; \
	VPCMPGTB Y4, Y1, Y8; \
	VPSUBB Y8, Y7, Y7; \
	VPADDB Y7, Y6, Y6; \
	VPCMPGTB Y1, Y3, Y7; \
	VPCMPGTB Y0, Y3, Y8; \
	VPSUBB Y8, Y7, Y7; \
	VPCMPGTB Y5, Y1, Y8; \
	VPCMPGTB Y5, Y0, Y9; \
	VPSUBB Y9, Y8, Y8; \
	VPADDB Y8, Y7, Y7; \
	VPADDB I(R14), Y6, Y6; \
	VPADDB Y7, Y6, Y6; \
	VMOVDQU Y6, more-64+I(SP); \
	VPSHUFB Y6, Y13, Y7; \
	VPMAXUB U, Y7, Y8; \
	VPCMPEQB Y7, Y8, Y7; \
	VMOVDQU scanned_label+I(DI), Y12; \
	VMOVDQU scanned_label+I(DI)(R8*1), Y10; \
	VPCMPEQB Y12, Y10, Y9; \
	CMPQ R8, $2; \
	JLT 10(PC); \
	FREE(I, 1); \
	VPCMPEQB scanned_label+I+1(DI), Y12, Y11; \
	VPOR Y11, Y9, Y9; \
	JEQ 5(PC); \
	FREE(I, 2); \
	VPCMPEQB scanned_label+I+2(DI), Y12, Y11; \
	VPOR Y11, Y9, Y9; \
	VPANDN Y7, Y9, Y7; \
	VPMOVMSKB Y7, OUT

// scanGo, with the same words. The walks take turns: while one waits for what it exchanged, others go on.
//
// func scanAVX2(all **scanned, count int, c *candidates, weight *float64, reverse bool)
TEXT ·scanAVX2(SB), NOSPLIT, $64-33
	MOVQ c+16(FP), R10
	MOVQ weight+24(FP), R11
	XORL SI, SI

	// Walk SI: DI.
walk:
	CMPQ SI, count+8(FP)
	JLT turn
	XORL SI, SI
	CMPQ SI, count+8(FP)
	JEQ done

turn:
	MOVQ all+0(FP), AX
	MOVQ (AX)(SI*8), DI
	MOVQ scanned_d(DI), R8
	MOVQ scanned_left(DI), R9
	MOVQ scanned_used(DI), AX
	LEAQ scanned_words(DI)(AX*8), R12
	MOVQ scanned_rises(DI), R15
	MOVQ R8, AX
	SHLQ $6, AX
	LEAQ scanned_beside-64(DI)(AX*1), R14
	MOVQ R15, AX
	SHLQ $4, AX
	VBROADCASTI128 (R10)(AX*1), Y13
	LOOK(0, (R12), AX)
	LOOK(32, 32(R12), BX)
	SHLQ $32, BX
	ORQ BX, AX
	ANDQ R9, AX
	JZ onward

	// The first pair CX, and those left after it.
	CMPB reverse+32(FP), $0
	JNE last
	TZCNTQ AX, CX
	MOVQ $-2, DX
	SHLXQ CX, DX, DX
	ANDQ DX, R9
	JMP pair

last:
	BSRQ AX, CX
	BZHIQ CX, R9, R9

pair:
	MOVQ R9, scanned_left(DI)
	MOVBQZX more-64(SP)(CX*1), DX
	CMPQ DX, $const_fewest
	JNE chance

exchange:
	LEAQ (CX)(R8*1), BX
	MOVBLZX scanned_label(DI)(CX*1), AX
	MOVBLZX scanned_label(DI)(BX*1), DX
	MOVB DX, scanned_label(DI)(CX*1)
	MOVB AX, scanned_label(DI)(BX*1)
	MOVBLZX scanned_at(DI)(CX*1), AX
	MOVBLZX scanned_at(DI)(BX*1), DX
	MOVB DX, scanned_at(DI)(CX*1)
	MOVB AX, scanned_at(DI)(BX*1)
	MOVBLZX scanned_before(DI)(CX*1), R9
	MOVB DX, scanned_next(DI)(R9*1)
	MOVBLZX scanned_after(DI)(CX*1), R9
	MOVB DX, scanned_last(DI)(R9*1)
	MOVBLZX scanned_before(DI)(BX*1), R9
	MOVB AX, scanned_next(DI)(R9*1)
	MOVBLZX scanned_after(DI)(BX*1), R9
	MOVB AX, scanned_last(DI)(R9*1)
	INCQ SI
	JMP walk

	// Another number of rising sequences, DX.
chance:
	LEAQ -const_fewest(R15)(DX*1), DX
	VMOVSD (R11)(DX*8), X0
	VMOVSD (R11)(R15*8), X1
	VUCOMISD X1, X0
	JCC taken
	MOVQ scanned_fine(DI), BX
	MOVQ scanned_words(DI)(BX*8), AX
	INCQ BX
	MOVQ BX, scanned_fine(DI)
	SHRQ $11, AX
	VXORPD X2, X2, X2
	VCVTSI2SDQ AX, X2, X3
	VMULSD fine<>(SB), X3, X3
	MOVBLZX (R12)(CX*1), AX
	VCVTSI2SDQ AX, X2, X2
	VADDSD X2, X3, X3
	VMULSD coarse<>(SB), X3, X3
	VMULSD X1, X3, X3
	VUCOMISD X0, X3
	JCC turn

taken:
	MOVQ DX, scanned_rises(DI)
	JMP exchange

	// The next scan, as long as there are words for it.
onward:
	CMPB reverse+32(FP), $0
	JNE nearer
	INCQ R8
	CMPQ R8, scanned_farthest(DI)
	JLE next
	MOVL $1, R8
	DECQ scanned_scans(DI)
	JMP next

nearer:
	DECQ R8
	JNZ next
	MOVQ scanned_farthest(DI), R8
	DECQ scanned_scans(DI)

next:
	MOVQ R8, scanned_d(DI)
	MOVQ scanned_fine(DI), AX
	MOVQ AX, scanned_used(DI)
	LEAQ const_coarseWords(AX), BX
	MOVQ BX, scanned_fine(DI)
	MOVQ scanned_n(DI), CX
	SUBQ R8, CX
	MOVQ $-1, BX
	BZHIQ CX, BX, BX
	MOVQ BX, scanned_left(DI)
	CMPQ AX, $(const_wordsThere-const_wordsOfScan)
	JGT out
	CMPQ scanned_scans(DI), $0
	JEQ out
	INCQ SI
	JMP walk

	// The last walk takes the place.
out:
	MOVQ count+8(FP), BX
	DECQ BX
	MOVQ BX, count+8(FP)
	MOVQ all+0(FP), AX
	MOVQ (AX)(BX*8), CX
	MOVQ CX, (AX)(SI*8)
	JMP walk

done:
	VZEROUPPER
	RET

DATA count<>+0(SB)/8, $0x0706050403020100
DATA count<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA count<>+16(SB)/8, $0x1716151413121110
DATA count<>+24(SB)/8, $0x1f1e1d1c1b1a1918
DATA count<>+32(SB)/8, $0x2726252423222120
DATA count<>+40(SB)/8, $0x2f2e2d2c2b2a2928
DATA count<>+48(SB)/8, $0x3736353433323130
DATA count<>+56(SB)/8, $0x3f3e3d3c3b3a3938
GLOBL count<>(SB), RODATA|NOPTR, $64

#define PLACE(I) \
	MOVBLZX I(SI)(CX*1), AX; \
	LEAL I(CX), BX; \
	MOVB BX, place-64(SP)(AX*1)

// ALL sets the bytes of Z to a number.
#define ALL(NUMBER, Z) \
	MOVL $NUMBER, AX; \
	VPBROADCASTB AX, Z

// lookAroundGo: place[p] is the place of position p in the order, and what is read there, before it and behind it are
// permutations.
//
// func lookAroundVBMI(s *scanned, before, now, after *Sources)
TEXT ·lookAroundVBMI(SB), NOSPLIT, $64-32
	MOVQ s+0(FP), DI
	MOVQ before+8(FP), SI
	MOVQ now+16(FP), R8
	MOVQ after+24(FP), R9
	XORL CX, CX

place:
	PLACE(0)
	PLACE(1)
	PLACE(2)
	PLACE(3)
	ADDL $4, CX
	CMPL CX, $64
	JLT place
	VMOVDQU8 (SI), Z0
	VPERMB (R8), Z0, Z1
	VPERMB (R9), Z1, Z1
	ALL(const_noCell, Z13)
	ALL(127, Z14)
	ALL(1, Z15)
	VPTERNLOGD $255, Z12, Z12, Z12
	MOVQ scanned_n(DI), AX
	DECL AX
	VPBROADCASTB AX, Z11
	VMOVDQU8 place-64(SP), Z3
	VPTESTNMB Z3, Z3, K1
	VPCMPEQB Z11, Z3, K2
	VPERMB Z1, Z3, Z4
	VMOVDQU8 Z4, scanned_at(DI)
	VPSUBB Z15, Z3, Z5
	VPERMB Z1, Z5, Z6
	VMOVDQU8 Z12, K1, Z6
	VMOVDQU8 Z6, scanned_last(DI)
	VPERMB Z0, Z5, Z7
	VMOVDQU8 Z13, K1, Z7
	VMOVDQU8 Z7, scanned_before(DI)
	VPADDB Z15, Z3, Z5
	VPERMB Z1, Z5, Z6
	VMOVDQU8 Z14, K2, Z6
	VMOVDQU8 Z6, scanned_next(DI)
	VPERMB Z0, Z5, Z8
	VMOVDQU8 Z13, K2, Z8
	VMOVDQU8 Z8, scanned_after(DI)

	// Which of them are so far away.
	ALL(const_fewest, Z9)
	VMOVDQU8 count<>(SB), Z2
	XORL CX, CX

far:
	VPADDB Z15, Z2, Z2
	VPCMPEQB Z7, Z2, K3
	VPCMPEQB Z8, Z2, K4
	KORQ K3, K4, K3
	VMOVDQA64 Z9, Z10
	VPADDB Z15, Z10, K3, Z10
	MOVQ CX, AX
	SHLQ $6, AX
	VMOVDQU8 Z10, scanned_beside(DI)(AX*1)
	INCL CX
	CMPQ CX, scanned_farthest(DI)
	JLT far
	VZEROUPPER
	RET

// func sortLabelsVBMI(of *[MaxMovable]uint8, sets *labelSet, a int, cards uint64, to *Sources)
TEXT ·sortLabelsVBMI(SB), NOSPLIT, $0-40
	MOVQ of+0(FP), SI
	MOVQ sets+8(FP), R8
	MOVQ a+16(FP), R9
	MOVQ cards+24(FP), R10
	MOVQ to+32(FP), DI
	VMOVDQU8 (SI), Z0
	VMOVDQU8 count<>(SB), Z1
	VMOVDQA64 Z1, Z2
	KMOVQ R10, K2
	XORL CX, CX
	XORL BX, BX

label:
	VPBROADCASTB CX, Z3
	VPBROADCASTB BX, Z4
	VPADDB Z1, Z4, Z4
	VPCMPEQB Z0, Z3, K2, K1
	VPEXPANDB Z4, K1, Z2
	KMOVQ K1, AX
	MOVQ AX, (R8)
	ADDQ $32, R8
	POPCNTQ AX, AX
	ADDL AX, BX
	INCL CX
	CMPQ CX, R9
	JLT label
	VMOVDQU8 Z2, (DI)
	VZEROUPPER
	RET
