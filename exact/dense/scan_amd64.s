//go:build !purego

#include "textflag.h"

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
