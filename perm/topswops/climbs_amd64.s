//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The AVX2 kernel of byteClimbs.

DATA home16<>+0(SB)/8, $0x0706050403020100
DATA home16<>+8(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL home16<>(SB), RODATA|NOPTR, $16

// func visitBytes(left, taken *byteClimb, size int, below uint64, rows *rows) (more, visits int)
TEXT ·visitBytes(SB), NOSPLIT, $0-56
	MOVQ    left+0(FP), DI
	MOVQ    taken+8(FP), SI
	MOVQ    size+16(FP), R8
	MOVQ    below+24(FP), R11
	MOVQ    rows+32(FP), R13
	ADDQ    SI, R8
	MOVQ    DI, R15
	LEAQ    ·turns(SB), R9
	VMOVDQU home16<>(SB), X15
	XORL    R12, R12
	MOVL    byteClimb_homes(SI), AX
	PCALIGN $32

visit:
	// the next card at home: of this deck or, after its last, of the next
	TZCNTL   AX, BX
	BLSRL    AX, DX
	MOVL     (byteClimb__size+byteClimb_homes)(SI), R14
	MOVL     byteClimb_note(SI), R10
	VMOVDQU  (SI), X0
	LEAQ     byteClimb__size(SI), CX
	CMOVQEQ  CX, SI
	CMOVLNE  DX, R14

	// the deck before its move
	XORL      DX, AX
	SHLL      $4, BX
	ANDNL     R10, AX, R10
	VPSHUFB   (R9)(BX*1), X0, X1
	ADDL      $0x10000, R10
	VPCMPEQB  X15, X1, X2
	VMOVDQU   X1, (DI)
	MOVL      R10, byteClimb_note(DI)
	MOVL      R10, BX
	VPMOVMSKB X2, AX
	SHRL      $16, BX
	LEAQ      byteClimb__size(DI), CX
	ANDL      R11, AX
	MOVL      AX, byteClimb_homes(DI)
	CMOVQNE   CX, DI
	ORW       R10, (R13)(BX*2)
	MOVL      R14, AX
	INCQ      R12
	CMPQ      SI, R8
	JB        visit

	SUBQ R15, DI
	MOVQ DI, more+40(FP)
	MOVQ R12, visits+48(FP)
	RET
