//go:build !purego

#include "textflag.h"

// func mergeSSSE3(dst, src *uint16, bottom *uint64, spread *[256][16]byte, eights, top int)
//
// Eight positions a step: the next eight cards of the top packet go to the
// clear bits of a byte of the set, the next eight of the bottom packet to its
// set bits, and each packet moves on by the number of its bits. Bits of the set
// past the deck are clear.
TEXT ·mergeSSSE3(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ bottom+16(FP), BX
	MOVQ spread+24(FP), DX
	MOVQ eights+32(FP), CX
	MOVQ top+40(FP), R8
	LEAQ (SI)(R8*2), R8

step:
	MOVBQZX (BX), AX
	MOVOU (SI), X0
	MOVOU (R8), X1
	POPCNTQ AX, R9
	MOVQ AX, R10
	XORQ $255, R10
	SHLQ $4, AX
	SHLQ $4, R10
	MOVOU (DX)(AX*1), X2
	MOVOU (DX)(R10*1), X3
	PSHUFB X2, X0
	PSHUFB X3, X1
	POR X1, X0
	MOVOU X0, (DI)
	LEAQ (R8)(R9*2), R8
	ADDQ R9, R9
	NEGQ R9
	LEAQ 16(SI)(R9*1), SI
	ADDQ $16, DI
	INCQ BX
	DECQ CX
	JNZ step
	RET

// func mergeAVX2(dst, src *uint32, bottom *uint64, ranks *[256][8]byte, eights, top int)
//
// Eight positions a step, as above: both packets' next eight cards are put in the
// places of their ranks, and the high bits of the ranks choose between them.
TEXT ·mergeAVX2(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ bottom+16(FP), BX
	MOVQ ranks+24(FP), DX
	MOVQ eights+32(FP), CX
	MOVQ top+40(FP), R8
	LEAQ (SI)(R8*4), R8

large:
	MOVBQZX (BX), AX
	POPCNTQ AX, R9
	VPMOVSXBD (DX)(AX*8), Y0
	VPERMD (SI), Y0, Y1
	VPERMD (R8), Y0, Y2
	VBLENDVPS Y0, Y2, Y1, Y1
	VMOVDQU Y1, (DI)
	LEAQ (R8)(R9*4), R8
	SHLQ $2, R9
	NEGQ R9
	LEAQ 32(SI)(R9*1), SI
	ADDQ $32, DI
	INCQ BX
	DECQ CX
	JNZ large
	VZEROUPPER
	RET
