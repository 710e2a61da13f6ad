//go:build !purego

#include "textflag.h"

// undoGo in words: a stable sort of a plane by the bits of another is two PEXTs.
// func undoBMI2(p *planes, k, n int, seen *[mostRiffles]drops)
TEXT ·undoBMI2(SB), NOSPLIT, $128-32
	MOVQ p+0(FP), SI
	MOVQ k+8(FP), CX
	MOVQ n+16(FP), DX
	MOVQ seen+24(FP), DI
	MOVQ $-1, R8
	BZHIQ DX, R8, R9   // positions
	LEAQ -1(DX), AX
	BZHIQ AX, R8, R10  // positions with a next one
	XORQ BX, BX

copy:
	MOVQ (SI)(BX*8), AX
	MOVQ AX, (SP)(BX*8)
	INCQ BX
	CMPQ BX, CX
	JLT  copy
	XORQ BX, BX

riffle:
	MOVQ    (SP)(BX*8), R11
	MOVQ    R11, R12
	SHRQ    $1, R12
	XORQ    R11, R12
	ANDQ    R10, R12
	POPCNTQ R12, R12
	POPCNTQ R11, R13
	MOVQ    DX, R14
	SUBQ    R13, R14
	MOVB    R12, (DI)(BX*2)
	MOVB    R14, 1(DI)(BX*2)
	ANDNQ   R9, R11, R15 // the top packet's positions
	INCQ    BX
	MOVQ    BX, R8

sort:
	CMPQ  R8, CX
	JGE   sorted
	MOVQ  (SP)(R8*8), AX
	PEXTQ R15, AX, R12
	PEXTQ R11, AX, R13
	SHLXQ R14, R13, R13
	ORQ   R13, R12
	MOVQ  R12, (SP)(R8*8)
	INCQ  R8
	JMP   sort

sorted:
	CMPQ BX, CX
	JLT  riffle
	RET
