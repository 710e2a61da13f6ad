//go:build !purego

#include "textflag.h"

#define EACH(do, at) \
	do(0, at, Y0)   \
	do(32, at, Y1)  \
	do(64, at, Y2)  \
	do(96, at, Y3)  \
	do(128, at, Y4) \
	do(160, at, Y5)

#define LOAD(w, at, sum) \
	VMOVUPD w at, sum

#define STORE(w, at, sum) \
	VMOVUPD sum, w at

#define UPPER(w, at, sum) \
	VFMADD231PD w at, Y12, sum

#define LOWER(w, at, sum) \
	VFMADD231PD (w+192)at, Y13, sum

// func addLinesAVX2(dst, src, factors *float64, lines int, scale float64, add bool)
//
// addLinesGo: a line is six vectors, DI the one that is set, SI the upper one that is read.
TEXT ·addLinesAVX2(SB), NOSPLIT, $0-41
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ factors+16(FP), DX
	MOVQ lines+24(FP), CX
	VBROADCASTSD scale+32(FP), Y15
	MOVBLZX add+40(FP), BX
line:
	VBROADCASTSD (DX), Y12
	VBROADCASTSD 8(DX), Y13
	VMULPD Y15, Y12, Y12
	VMULPD Y15, Y13, Y13
	TESTQ BX, BX
	JZ fresh
	EACH(LOAD, (DI))
	JMP terms
fresh:
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
terms:
	EACH(UPPER, (SI))
	EACH(LOWER, (SI))
	EACH(STORE, (DI))
	ADDQ $192, SI
	ADDQ $192, DI
	ADDQ $16, DX
	DECQ CX
	JNZ line
	VZEROUPPER
	RET
