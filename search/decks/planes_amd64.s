//go:build !purego

#include "textflag.h"

// What one sees of the riffle with plane P, whose top packet's positions are left in AX, their
// number in BX.
#define SEE(P) \
	MOVQ    P, SI       \
	SHRQ    $1, SI      \
	XORQ    P, SI       \
	ANDQ    128(SP), SI \
	POPCNTQ SI, SI      \
	ADDQ    SI, DX      \
	MOVB    SI, (DI)    \
	ANDNQ   CX, P, AX   \
	POPCNTQ AX, BX      \
	MOVB    BX, 1(DI)   \
	ADDQ    $2, DI

// A stable sort of plane Q by the bits of P.
#define SORT(P, Q) \
	PEXTQ AX, Q, R15 \
	PEXTQ P, Q, Q    \
	SHLXQ BX, Q, Q   \
	ORQ   R15, Q

// undoGo in words: a stable sort of a plane by the bits of another is two PEXTs. The planes of the
// first seven riffles are kept in registers, those of later ones in memory until these are undone.
// func undoBMI2(p *planes, k, n int, seen *sight)
TEXT ·undoBMI2(SB), NOSPLIT, $136-32
	MOVQ  p+0(FP), R8
	MOVQ  k+8(FP), R9
	MOVQ  n+16(FP), R10
	MOVQ  seen+24(FP), DI
	MOVQ  $-1, AX
	BZHIQ R10, AX, CX    // positions
	MOVQ  CX, AX
	SHRQ  $1, AX
	MOVQ  AX, 128(SP)    // positions with a next one
	XORQ  DX, DX         // switches
	CMPQ  R9, $7
	JLE   load

	// Later riffles, from a copy.
	XORQ R11, R11

copy:
	MOVQ (R8)(R11*8), AX
	MOVQ AX, (SP)(R11*8)
	INCQ R11
	CMPQ R11, R9
	JLT  copy
	LEAQ (SP), R8

later:
	MOVQ (R8), R10
	SEE(R10)
	ADDQ $8, R8
	DECQ R9
	XORQ R11, R11

sort:
	MOVQ (R8)(R11*8), R12
	SORT(R10, R12)
	MOVQ R12, (R8)(R11*8)
	INCQ R11
	CMPQ R11, R9
	JLT  sort
	CMPQ R9, $7
	JGT  later

load:
	LEAQ (R8)(R9*8), AX // behind the first riffle's
	CMPQ R9, $4
	JLT  few
	MOVQ -8(AX), R14
	MOVQ -16(AX), R13
	MOVQ -24(AX), R12
	MOVQ -32(AX), R11
	JEQ  four
	CMPQ R9, $6
	JLT  load5
	MOVQ -40(AX), R10
	JEQ  load6
	MOVQ -56(AX), R8
	MOVQ -48(AX), R9
	SEE(R8)
	SORT(R8, R9)
	SORT(R8, R10)
	SORT(R8, R11)
	SORT(R8, R12)
	SORT(R8, R13)
	SORT(R8, R14)
	JMP  six

load6:
	MOVQ -48(AX), R9

six:
	SEE(R9)
	SORT(R9, R10)
	SORT(R9, R11)
	SORT(R9, R12)
	SORT(R9, R13)
	SORT(R9, R14)
	JMP  five

load5:
	MOVQ -40(AX), R10

five:
	SEE(R10)
	SORT(R10, R11)
	SORT(R10, R12)
	SORT(R10, R13)
	SORT(R10, R14)

four:
	SEE(R11)
	SORT(R11, R12)
	SORT(R11, R13)
	SORT(R11, R14)

three:
	SEE(R12)
	SORT(R12, R13)
	SORT(R12, R14)

two:
	SEE(R13)
	SORT(R13, R14)

one:
	SEE(R14)
	MOVQ seen+24(FP), DI
	MOVQ DX, 32(DI)
	RET

few:
	MOVQ -8(AX), R14
	CMPQ R9, $2
	JLT  one
	MOVQ -16(AX), R13
	JEQ  two
	MOVQ -24(AX), R12
	JMP  three
