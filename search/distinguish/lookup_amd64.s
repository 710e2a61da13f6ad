//go:build !purego

#include "textflag.h"

// func lookUp8(to, weights *float32, upper, lower *uint16, eights int)
//
// Eight decks at a time: their places in the table are sums of two numbers of 16 bits, and one
// gather looks all of them up.
TEXT ·lookUp8(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ weights+8(FP), SI
	MOVQ upper+16(FP), R8
	MOVQ lower+24(FP), R9
	MOVQ eights+32(FP), CX

eight:
	VMOVDQU   (R8), X1
	VPADDW    (R9), X1, X1
	VPMOVZXWD X1, Y1
	VPCMPEQD  Y2, Y2, Y2 // all eight
	VXORPS    Y0, Y0, Y0
	VGATHERDPS Y2, (SI)(Y1*4), Y0
	VADDPS    (DI), Y0, Y0
	VMOVUPS   Y0, (DI)
	ADDQ $16, R8
	ADDQ $16, R9
	ADDQ $32, DI
	DECQ CX
	JNZ  eight
	VZEROUPPER
	RET
