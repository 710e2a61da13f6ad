//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The kernels of products, which give what addTermsGo does.
//
// A panel is computed four rows at a time, in vectors of w bytes. The sums of a row
// are c0 c1 and, in a panel of three vectors, c2; those of a tile are c00 to c32.
//
// DI is the tile, R9 its stride and R10 three strides; SI, R11 and R12 the same of the
// left factor; DX is the right factor and R8 its stride; CX counts blocks, BX terms.

#define ZERO2(c0, c1) \
	VXORPD c0, c0, c0 \
	VXORPD c1, c1, c1

#define ZERO3(c0, c1, c2) \
	ZERO2(c0, c1)     \
	VXORPD c2, c2, c2

#define LOAD2(w, at, c0, c1) \
	VMOVUPD at, c0   \
	VMOVUPD w at, c1

#define LOAD3(w, at, c0, c1, c2) \
	LOAD2(w, at, c0, c1) \
	VMOVUPD (2*w)at, c2

#define STORE2(w, at, c0, c1) \
	VMOVUPD c0, at   \
	VMOVUPD c1, w at

#define STORE3(w, at, c0, c1, c2) \
	STORE2(w, at, c0, c1) \
	VMOVUPD c2, (2*w)at

// TERM adds a number of the left factor times a row of the right one, b0 b1 b2.
#define TERM2(at, x, b0, b1, c0, c1) \
	VBROADCASTSD at, x    \
	VFMADD231PD b0, x, c0 \
	VFMADD231PD b1, x, c1

#define TERM3(at, x, b0, b1, b2, c0, c1, c2) \
	TERM2(at, x, b0, b1, c0, c1) \
	VFMADD231PD b2, x, c2

#define BEGIN \
	MOVQ p+0(FP), AX       \
	MOVQ panel_dst(AX), DI \
	MOVQ panel_a(AX), SI   \
	MOVQ panel_dstStride(AX), R9  \
	MOVQ panel_aStride(AX), R11   \
	MOVQ panel_bStride(AX), R8    \
	MOVQ panel_blocks(AX), CX     \
	MOVBLZX panel_fresh(AX), R13  \
	LEAQ (R9)(R9*2), R10   \
	LEAQ (R11)(R11*2), R12

#define BEGIN_BLOCK \
	MOVQ panel_b(AX), DX     \
	MOVQ panel_terms(AX), BX \
	TESTQ R13, R13

#define END_TERM \
	ADDQ $8, SI \
	ADDQ R8, DX \
	DECQ BX

// SI has moved along the terms; the next block is four rows below their start.
#define END_BLOCK \
	MOVQ panel_terms(AX), BX \
	SHLQ $3, BX          \
	SUBQ BX, SI          \
	LEAQ (SI)(R11*4), SI \
	LEAQ (DI)(R9*4), DI  \
	DECQ CX

#define PANEL2(w, x, b0, b1, c00, c01, c10, c11, c20, c21, c30, c31) \
	BEGIN \
block: \
	BEGIN_BLOCK \
	JNZ fresh   \
	LOAD2(w, (DI), c00, c01)         \
	LOAD2(w, (DI)(R9*1), c10, c11)   \
	LOAD2(w, (DI)(R9*2), c20, c21)   \
	LOAD2(w, (DI)(R10*1), c30, c31)  \
	JMP term    \
fresh: \
	ZERO2(c00, c01) \
	ZERO2(c10, c11) \
	ZERO2(c20, c21) \
	ZERO2(c30, c31) \
term: \
	LOAD2(w, (DX), b0, b1)                    \
	TERM2((SI), x, b0, b1, c00, c01)          \
	TERM2((SI)(R11*1), x, b0, b1, c10, c11)   \
	TERM2((SI)(R11*2), x, b0, b1, c20, c21)   \
	TERM2((SI)(R12*1), x, b0, b1, c30, c31)   \
	END_TERM    \
	JNZ term    \
	STORE2(w, (DI), c00, c01)        \
	STORE2(w, (DI)(R9*1), c10, c11)  \
	STORE2(w, (DI)(R9*2), c20, c21)  \
	STORE2(w, (DI)(R10*1), c30, c31) \
	END_BLOCK   \
	JNZ block   \
	VZEROUPPER  \
	RET

#define PANEL3(w, x, b0, b1, b2, c00, c01, c02, c10, c11, c12, c20, c21, c22, c30, c31, c32) \
	BEGIN \
block: \
	BEGIN_BLOCK \
	JNZ fresh   \
	LOAD3(w, (DI), c00, c01, c02)         \
	LOAD3(w, (DI)(R9*1), c10, c11, c12)   \
	LOAD3(w, (DI)(R9*2), c20, c21, c22)   \
	LOAD3(w, (DI)(R10*1), c30, c31, c32)  \
	JMP term    \
fresh: \
	ZERO3(c00, c01, c02) \
	ZERO3(c10, c11, c12) \
	ZERO3(c20, c21, c22) \
	ZERO3(c30, c31, c32) \
term: \
	LOAD3(w, (DX), b0, b1, b2)                        \
	TERM3((SI), x, b0, b1, b2, c00, c01, c02)         \
	TERM3((SI)(R11*1), x, b0, b1, b2, c10, c11, c12)  \
	TERM3((SI)(R11*2), x, b0, b1, b2, c20, c21, c22)  \
	TERM3((SI)(R12*1), x, b0, b1, b2, c30, c31, c32)  \
	END_TERM    \
	JNZ term    \
	STORE3(w, (DI), c00, c01, c02)        \
	STORE3(w, (DI)(R9*1), c10, c11, c12)  \
	STORE3(w, (DI)(R9*2), c20, c21, c22)  \
	STORE3(w, (DI)(R10*1), c30, c31, c32) \
	END_BLOCK   \
	JNZ block   \
	VZEROUPPER  \
	RET

// func panel2(p *panel)
TEXT ·panel2(SB), NOSPLIT, $0-8
	PANEL2(32, Y15, Y12, Y13, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7)

// func panel3(p *panel)
TEXT ·panel3(SB), NOSPLIT, $0-8
	PANEL3(32, Y15, Y12, Y13, Y14, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11)

// func panel4(p *panel)
TEXT ·panel4(SB), NOSPLIT, $0-8
	PANEL2(64, Z15, Z12, Z13, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7)

// func panel6(p *panel)
TEXT ·panel6(SB), NOSPLIT, $0-8
	PANEL3(64, Z15, Z12, Z13, Z14, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11)
