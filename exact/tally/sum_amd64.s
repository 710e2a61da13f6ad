//go:build !purego

#include "textflag.h"

DATA one<>+0(SB)/8, $1.0
GLOBL one<>(SB), RODATA, $8

// TRANSPOSE turns four rows of four into four columns, leaving them in
// c0 = r0, c1 = r1, c2 = r2, c3 = r3; t0 and t1 are scratch.
#define TRANSPOSE(r0, r1, r2, r3, t0, t1) \
	VUNPCKLPD r1, r0, t0         \
	VUNPCKHPD r1, r0, t1         \
	VUNPCKLPD r3, r2, r0         \
	VUNPCKHPD r3, r2, r1         \
	VPERM2F128 $0x31, r0, t0, r2 \
	VPERM2F128 $0x20, r0, t0, r0 \
	VPERM2F128 $0x31, r1, t1, r3 \
	VPERM2F128 $0x20, r1, t1, r1

// func sumVectors(row *float64, fours int, from, perUnit, top float64, table *float64, s *[4]float64)
//
// The places of four deviations in the table, their polynomials gathered row by
// row and transposed, and Estrin's scheme as in interval.at.
TEXT ·sumVectors(SB), NOSPLIT, $0-56
	MOVQ row+0(FP), SI
	MOVQ fours+8(FP), CX
	VBROADCASTSD from+16(FP), Y12
	VBROADCASTSD perUnit+24(FP), Y13
	VBROADCASTSD top+32(FP), Y14
	MOVQ table+40(FP), DI
	MOVQ s+48(FP), R8
	VBROADCASTSD one<>(SB), Y15
	VMOVUPD (R8), Y11

four:
	VMOVUPD (SI), Y0
	VSUBPD Y12, Y0, Y0
	VMULPD Y13, Y0, Y0
	VADDPD Y15, Y0, Y0
	VXORPD Y1, Y1, Y1
	VMAXPD Y1, Y0, Y0
	VMINPD Y14, Y0, Y0
	VCVTTPD2DQY Y0, X1
	VCVTDQ2PD X1, Y2
	VSUBPD Y2, Y0, Y0
	VADDPD Y0, Y0, Y0
	VSUBPD Y15, Y0, Y0 // x

	VPSLLD $6, X1, X1 // an interval is 64 bytes
	VMOVQ X1, AX
	VPEXTRQ $1, X1, DX
	MOVL AX, BX
	SHRQ $32, AX
	MOVL DX, R9
	SHRQ $32, DX
	VMOVUPD (DI)(BX*1), Y1
	VMOVUPD (DI)(AX*1), Y2
	VMOVUPD (DI)(R9*1), Y3
	VMOVUPD (DI)(DX*1), Y4
	TRANSPOSE(Y1, Y2, Y3, Y4, Y9, Y10)
	VMOVUPD 32(DI)(BX*1), Y5
	VMOVUPD 32(DI)(AX*1), Y6
	VMOVUPD 32(DI)(R9*1), Y7
	VMOVUPD 32(DI)(DX*1), Y8
	TRANSPOSE(Y5, Y6, Y7, Y8, Y9, Y10)

	VMULPD Y0, Y0, Y9 // x^2
	VMULPD Y0, Y2, Y2
	VADDPD Y2, Y1, Y1 // c0 + c1 x
	VMULPD Y0, Y4, Y4
	VADDPD Y4, Y3, Y3
	VMULPD Y9, Y3, Y3 // (c2 + c3 x) x^2
	VADDPD Y3, Y1, Y1
	VMULPD Y0, Y6, Y6
	VADDPD Y6, Y5, Y5 // c4 + c5 x
	VMULPD Y0, Y8, Y8
	VADDPD Y8, Y7, Y7
	VMULPD Y9, Y7, Y7 // (c6 + c7 x) x^2
	VADDPD Y7, Y5, Y5
	VMULPD Y9, Y9, Y9
	VMULPD Y9, Y5, Y5
	VADDPD Y5, Y1, Y1
	VADDPD Y1, Y11, Y11

	ADDQ $32, SI
	DECQ CX
	JNZ four
	VMOVUPD Y11, (R8)
	VZEROUPPER
	RET
