//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The kernels of products of whole numbers, which give what smallGo does. Four rows pass
// by at a time, in pairs of terms.
//
// R8 is the question. SI is a row, R11 its length and R12 three of it; DX is the panel, R13 its vectors'
// offset; R9 is the limits, DI the answer; CX counts blocks of rows, BX pairs of terms.

#define BEGIN \
	MOVQ w+0(FP), R8          \
	MOVQ whole_rows(R8), SI  \
	MOVQ whole_limits(R8), R9 \
	MOVQ whole_small(R8), DI  \
	MOVQ whole_blocks(R8), CX \
	MOVQ whole_pairs(R8), R11 \
	SHLQ $2, R11             \
	LEAQ (R11)(R11*2), R12

#define ZERO4(c0, c1, c2, c3) \
	VPXORD c0, c0, c0 \
	VPXORD c1, c1, c1 \
	VPXORD c2, c2, c2 \
	VPXORD c3, c3, c3

#define PAIR4(at, c0, c1, c2, c3) \
	VPBROADCASTD at, Z20   \
	VPDPWSSD Z16, Z20, c0  \
	VPDPWSSD Z17, Z20, c1  \
	VPDPWSSD Z18, Z20, c2  \
	VPDPWSSD Z19, Z20, c3

#define ANSWER(at, c) \
	VPABSD c, c              \
	VPCMPUD $2, Z20, c, K1   \
	KMOVW K1, AX             \
	MOVW AX, at

#define ANSWER4(row, c0, c1, c2, c3) \
	VPBROADCASTD (4*row)(R9), Z20 \
	ANSWER((8*row)(DI), c0)       \
	ANSWER((8*row+2)(DI), c1)     \
	ANSWER((8*row+4)(DI), c2)     \
	ANSWER((8*row+6)(DI), c3)

// func smallVNNI(w *whole)
TEXT ·smallVNNI(SB), NOSPLIT, $0-8
	BEGIN

block:
	MOVQ whole_panel(R8), DX
	MOVQ whole_pairs(R8), BX
	ZERO4(Z0, Z1, Z2, Z3)
	ZERO4(Z4, Z5, Z6, Z7)
	ZERO4(Z8, Z9, Z10, Z11)
	ZERO4(Z12, Z13, Z14, Z15)

pair:
	VMOVDQU32 (DX), Z16
	VMOVDQU32 64(DX), Z17
	VMOVDQU32 128(DX), Z18
	VMOVDQU32 192(DX), Z19
	PAIR4((SI), Z0, Z1, Z2, Z3)
	PAIR4((SI)(R11*1), Z4, Z5, Z6, Z7)
	PAIR4((SI)(R11*2), Z8, Z9, Z10, Z11)
	PAIR4((SI)(R12*1), Z12, Z13, Z14, Z15)
	ADDQ $4, SI
	ADDQ $256, DX
	DECQ BX
	JNZ pair

	ANSWER4(0, Z0, Z1, Z2, Z3)
	ANSWER4(1, Z4, Z5, Z6, Z7)
	ANSWER4(2, Z8, Z9, Z10, Z11)
	ANSWER4(3, Z12, Z13, Z14, Z15)
	ADDQ R12, SI
	ADDQ $16, R9
	ADDQ $32, DI
	DECQ CX
	JNZ block
	VZEROUPPER
	RET

#define PAIR2(at, c0, c1) \
	VPBROADCASTD at, Y10  \
	VPMADDWD Y8, Y10, Y11 \
	VPMADDWD Y9, Y10, Y12 \
	VPADDD Y11, c0, c0    \
	VPADDD Y12, c1, c1

#define ANSWER1(at, c) \
	VPABSD c, c           \
	VPMINUD Y10, c, Y11   \
	VPCMPEQD Y11, c, Y11  \
	VMOVMSKPS Y11, R10    \
	MOVB R10, at

#define ANSWER2(row, c0, c1) \
	VPBROADCASTD (4*row)(R9), Y10   \
	ANSWER1((8*row)(DI)(R13*1), c0) \
	ANSWER1((8*row+1)(DI)(R13*1), c1)

// func smallAVX2(w *whole)
TEXT ·smallAVX2(SB), NOSPLIT, $0-8
	BEGIN

block:
	XORQ R13, R13 // which sixteen vectors of the panel, in bytes of an answer

sixteen:
	MOVQ R13, DX
	SHLQ $5, DX
	ADDQ whole_panel(R8), DX
	MOVQ whole_pairs(R8), BX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPXOR Y4, Y4, Y4
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7

pair:
	VMOVDQU (DX), Y8
	VMOVDQU 32(DX), Y9
	PAIR2((SI), Y0, Y1)
	PAIR2((SI)(R11*1), Y2, Y3)
	PAIR2((SI)(R11*2), Y4, Y5)
	PAIR2((SI)(R12*1), Y6, Y7)
	ADDQ $4, SI
	ADDQ $256, DX
	DECQ BX
	JNZ pair

	ANSWER2(0, Y0, Y1)
	ANSWER2(1, Y2, Y3)
	ANSWER2(2, Y4, Y5)
	ANSWER2(3, Y6, Y7)
	SUBQ R11, SI
	ADDQ $2, R13
	CMPQ R13, $8
	JNE sixteen
	LEAQ (SI)(R11*4), SI
	ADDQ $16, R9
	ADDQ $32, DI
	DECQ CX
	JNZ block
	VZEROUPPER
	RET

// func scanRows(m *float64, rows, vectors, stride int, lo, hi float64, sums, largest *float64, counts *[2]int64)
TEXT ·scanRows(SB), NOSPLIT, $0-72
	MOVQ m+0(FP), SI
	MOVQ rows+8(FP), CX
	MOVQ vectors+16(FP), R8
	MOVQ stride+24(FP), R9
	VBROADCASTSD lo+32(FP), Y14
	VBROADCASTSD hi+40(FP), Y15
	MOVQ sums+48(FP), DI
	VPCMPEQQ Y13, Y13, Y13
	VPSRLQ $1, Y13, Y13    // clears the sign
	VXORPD Y10, Y10, Y10   // largest
	VPXOR Y11, Y11, Y11    // counts up to lo
	VPXOR Y12, Y12, Y12    // counts up to hi

row:
	MOVQ SI, R11
	MOVQ R8, R13
	VXORPD Y0, Y0, Y0

cell:
	VANDPD (R11), Y13, Y1
	VADDPD Y1, Y0, Y0
	VMAXPD Y1, Y10, Y10
	VCMPPD $2, Y14, Y1, Y2 // |e| <= lo
	VCMPPD $2, Y15, Y1, Y3 // |e| <= hi
	VPSUBQ Y2, Y11, Y11
	VPSUBQ Y3, Y12, Y12
	ADDQ $32, R11
	DECQ R13
	JNZ cell

	VEXTRACTF128 $1, Y0, X1
	VHADDPD X0, X0, X0
	VHADDPD X1, X1, X1
	VADDSD X1, X0, X0
	VMOVSD X0, (DI)
	ADDQ $8, DI
	ADDQ R9, SI
	DECQ CX
	JNZ row

	VEXTRACTF128 $1, Y10, X1
	VMAXPD X1, X10, X10
	VPERMILPD $1, X10, X1
	VMAXSD X1, X10, X10
	MOVQ largest+56(FP), DI
	VMOVSD X10, (DI)
	MOVQ counts+64(FP), DI
	VEXTRACTI128 $1, Y11, X1
	VPADDQ X1, X11, X11
	VPSRLDQ $8, X11, X1
	VPADDQ X1, X11, X11
	VMOVQ X11, (DI)
	VEXTRACTI128 $1, Y12, X1
	VPADDQ X1, X12, X12
	VPSRLDQ $8, X12, X1
	VPADDQ X1, X12, X12
	VMOVQ X12, 8(DI)
	VZEROUPPER
	RET
