//go:build !purego

#include "textflag.h"

// Kernels for runs of 120 numbers: sums, by AVX2, and gathers. Their oracles in step.go
// agree with them bit for bit. A sum is done in three parts of 40 numbers, each summed
// in the ten registers Y0..Y9 while the sources pass by.

#define ZERO10 \
	VXORPD Y0, Y0, Y0 \
	VXORPD Y1, Y1, Y1 \
	VXORPD Y2, Y2, Y2 \
	VXORPD Y3, Y3, Y3 \
	VXORPD Y4, Y4, Y4 \
	VXORPD Y5, Y5, Y5 \
	VXORPD Y6, Y6, Y6 \
	VXORPD Y7, Y7, Y7 \
	VXORPD Y8, Y8, Y8 \
	VXORPD Y9, Y9, Y9

#define STORE10 \
	VMOVUPD Y0, 0(DI) \
	VMOVUPD Y1, 32(DI) \
	VMOVUPD Y2, 64(DI) \
	VMOVUPD Y3, 96(DI) \
	VMOVUPD Y4, 128(DI) \
	VMOVUPD Y5, 160(DI) \
	VMOVUPD Y6, 192(DI) \
	VMOVUPD Y7, 224(DI) \
	VMOVUPD Y8, 256(DI) \
	VMOVUPD Y9, 288(DI)

// WEIGHTED adds the weight in Y10 times four numbers of a source, by way of t.
#define WEIGHTED(at, t, sum) \
	VMULPD at, Y10, t \
	VADDPD t, sum, sum

// GATHER copies the number whose rank is at from into place, by way of i and x.
#define GATHER(load, from, place, i, x) \
	load from, i       \
	MOVQ (SI)(i*8), x  \
	MOVQ x, place

// GATHER8 does so for eight ranks of some size.
#define GATHER8(load, size) \
	GATHER(load, (0*size)(DX), 0(DI), R8, AX)   \
	GATHER(load, (1*size)(DX), 8(DI), R9, BX)   \
	GATHER(load, (2*size)(DX), 16(DI), R10, R12) \
	GATHER(load, (3*size)(DX), 24(DI), R11, R13) \
	GATHER(load, (4*size)(DX), 32(DI), R8, AX)  \
	GATHER(load, (5*size)(DX), 40(DI), R9, BX)  \
	GATHER(load, (6*size)(DX), 48(DI), R10, R12) \
	GATHER(load, (7*size)(DX), 56(DI), R11, R13)

// func addRuns(dst *uint64, src **run[uint64], from *int, count int)
TEXT ·addRuns(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	XORQ DX, DX

part:
	MOVQ from+16(FP), BX
	MOVQ count+24(FP), CX
	ZERO10
	TESTQ CX, CX
	JZ done

source:
	MOVQ (BX), R8
	MOVQ (SI)(R8*8), R9
	ADDQ DX, R9
	VPADDQ 0(R9), Y0, Y0
	VPADDQ 32(R9), Y1, Y1
	VPADDQ 64(R9), Y2, Y2
	VPADDQ 96(R9), Y3, Y3
	VPADDQ 128(R9), Y4, Y4
	VPADDQ 160(R9), Y5, Y5
	VPADDQ 192(R9), Y6, Y6
	VPADDQ 224(R9), Y7, Y7
	VPADDQ 256(R9), Y8, Y8
	VPADDQ 288(R9), Y9, Y9
	ADDQ $8, BX
	DECQ CX
	JNZ source

done:
	STORE10
	ADDQ $320, DI
	ADDQ $320, DX
	CMPQ DX, $960
	JNE part
	VZEROUPPER
	RET

// func sumRuns(dst *float64, src **run[float64], from *int, weights *float64, count int)
TEXT ·sumRuns(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	XORQ DX, DX

part:
	MOVQ from+16(FP), BX
	MOVQ weights+24(FP), R10
	MOVQ count+32(FP), CX
	ZERO10
	TESTQ CX, CX
	JZ done

source:
	MOVQ (BX), R8
	MOVQ (SI)(R8*8), R9
	ADDQ DX, R9
	VBROADCASTSD (R10), Y10
	WEIGHTED(0(R9), Y11, Y0)
	WEIGHTED(32(R9), Y12, Y1)
	WEIGHTED(64(R9), Y13, Y2)
	WEIGHTED(96(R9), Y14, Y3)
	WEIGHTED(128(R9), Y11, Y4)
	WEIGHTED(160(R9), Y12, Y5)
	WEIGHTED(192(R9), Y13, Y6)
	WEIGHTED(224(R9), Y14, Y7)
	WEIGHTED(256(R9), Y11, Y8)
	WEIGHTED(288(R9), Y12, Y9)
	ADDQ $8, BX
	ADDQ $8, R10
	DECQ CX
	JNZ source

done:
	STORE10
	ADDQ $320, DI
	ADDQ $320, DX
	CMPQ DX, $960
	JNE part
	VZEROUPPER
	RET

// func gatherBytes(dst, src unsafe.Pointer, ranks *uint8)
TEXT ·gatherBytes(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ ranks+16(FP), DX
	MOVQ $15, CX

turn:
	GATHER8(MOVBLZX, 1)
	ADDQ $64, DI
	ADDQ $8, DX
	DECQ CX
	JNZ turn
	RET

// func gatherWords(dst, src unsafe.Pointer, ranks *uint16)
TEXT ·gatherWords(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ ranks+16(FP), DX
	MOVQ $15, CX

turn:
	GATHER8(MOVWLZX, 2)
	ADDQ $64, DI
	ADDQ $16, DX
	DECQ CX
	JNZ turn
	RET
