//go:build amd64 && !purego

#include "textflag.h"

// The oracles are totients.takeEachGo and primeSieve.listGo.

// A small prime q taken out of candidates, eight at a time. See divisor in totients.go for the division by q.

DATA places<>+0(SB)/8, $0
DATA places<>+8(SB)/8, $1
DATA places<>+16(SB)/8, $2
DATA places<>+24(SB)/8, $3
DATA places<>+32(SB)/8, $4
DATA places<>+40(SB)/8, $5
DATA places<>+48(SB)/8, $6
DATA places<>+56(SB)/8, $7
GLOBL places<>(SB), RODATA|NOPTR, $64

// Offsets of the fields of bucket, from its n-th lane on.
#define P (DI)(R10*8)
#define E 320(DI)(R10*8)
#define QK 1408(DI)(R10*8)
#define N 1728(DI)

// func takeAVX512(b *bucket, q *smallPrime, p, rest *uint64, from, count int) (next int)
TEXT ·takeAVX512(SB), NOSPLIT, $0-56
	MOVQ b+0(FP), DI
	MOVQ q+8(FP), AX
	MOVQ p+16(FP), SI
	MOVQ rest+24(FP), R8
	MOVQ from+32(FP), R9
	MOVQ count+40(FP), R11
	MOVQ N, R10
	VPBROADCASTQ (AX), Z10                  // 1/q
	VPBROADCASTQ 8(AX), Z11                 // the last multiple's quotient
	MOVQ 16(AX), BX
	SHLQ $16, BX
	ADDQ R9, BX
	VPBROADCASTQ BX, Z12                    // q and places
	VPADDQ places<>(SB), Z12, Z12
	MOVL $8, AX
	VPBROADCASTQ AX, Z13
	VPTERNLOGQ $0xff, Z14, Z14, Z14         // -1
	MOVL $0xff, BX
	KMOVW BX, K1

eight:
	MOVQ R11, CX
	SUBQ R9, CX
	JLE  done
	CMPQ R10, $32
	JGE  done
	CMPQ CX, $8
	JGE  whole
	MOVL $1, BX
	SHLL CX, BX
	DECL BX
	KMOVW BX, K1

whole:
	VMOVDQU64 (R8)(R9*8), K1, Z0
	VPMULLQ Z10, Z0, Z1
	VPCMPUQ $2, Z11, Z1, K1, K2
	VPMULLQ Z10, Z1, Z2
	VPCMPUQ $2, Z11, Z2, K2, K3
	VMOVDQA64 Z2, K3, Z1
	VPMULLQ Z10, Z2, Z2
	VPCMPUQ $2, Z11, Z2, K3, K3
	VMOVDQA64 Z2, K3, Z1
	VPMULLQ Z10, Z2, Z2
	VPCMPUQ $2, Z11, Z2, K3, K3
	KTESTW K3, K3
	JZ     store

again:
	VMOVDQA64 Z2, K3, Z1
	VPMULLQ Z10, Z2, Z2
	VPCMPUQ $2, Z11, Z2, K3, K3
	KTESTW K3, K3
	JNZ    again

store:
	VMOVDQU64 Z1, K2, (R8)(R9*8)
	VMOVDQU64 (SI)(R9*8), K1, Z3
	VPADDQ Z14, Z3, Z4
	VPMULLQ Z10, Z4, Z4
	VPCOMPRESSQ Z3, K2, Z3
	VPCOMPRESSQ Z4, K2, Z4
	VPCOMPRESSQ Z12, K2, Z5
	VMOVDQU64 Z3, P
	VMOVDQU64 Z4, E
	VMOVDQU64 Z5, QK
	KMOVW K2, BX
	POPCNTL BX, BX
	ADDQ BX, R10

	VPADDQ Z13, Z12, Z12
	ADDQ $8, R9
	JMP  eight

done:
	MOVQ R10, N
	MOVQ R9, next+48(FP)
	VZEROUPPER
	RET

DATA cells<>+0(SB)/8, $0x0706050403020100
DATA cells<>+8(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL cells<>(SB), RODATA|NOPTR, $16

// The cells that are 0, sixteen at a time.
// func listAVX512(composite *uint8, cell *uint32, n int) (count int)
TEXT ·listAVX512(SB), NOSPLIT, $0-32
	MOVQ composite+0(FP), SI
	MOVQ cell+8(FP), DI
	MOVQ n+16(FP), CX
	XORQ AX, AX                             // count
	XORQ DX, DX                             // cell
	VPMOVZXBD cells<>(SB), Z1
	MOVL $16, BX
	VPBROADCASTD BX, Z2

sixteen:
	VMOVDQU (SI)(DX*1), X0
	VPTESTNMB X0, X0, K1
	VPCOMPRESSD Z1, K1, Z3
	VMOVDQU32 Z3, (DI)(AX*4)
	KMOVW K1, BX
	POPCNTL BX, BX
	ADDQ BX, AX
	VPADDD Z2, Z1, Z1
	ADDQ $16, DX
	CMPQ DX, CX
	JLT  sixteen
	MOVQ AX, count+24(FP)
	VZEROUPPER
	RET
