//go:build amd64 && !purego

#include "textflag.h"

// The sums over orders, eight cells at a time; the oracle is cells.sumGo. Each
// lane keeps its own records, which a larger or smaller order has to beat: so
// they are at the least of its moduli.
//
// order | e for e = m-1 < 2^50: the quotient in floating point is exact if it is
// whole, and then order times it is e; otherwise no whole number near it gives e.

DATA twice<>+0(SB)/8, $0
DATA twice<>+8(SB)/8, $2
DATA twice<>+16(SB)/8, $4
DATA twice<>+24(SB)/8, $6
DATA twice<>+32(SB)/8, $8
DATA twice<>+40(SB)/8, $10
DATA twice<>+48(SB)/8, $12
DATA twice<>+56(SB)/8, $14
DATA twice<>+64(SB)/8, $16
DATA twice<>+72(SB)/8, $1
GLOBL twice<>(SB), RODATA|NOPTR, $80

// func sumAVX512(s *eightSums, orders *uint64, first uint64, count int)
TEXT ·sumAVX512(SB), NOSPLIT, $0-32
	MOVQ s+0(FP), DI
	MOVQ orders+8(FP), SI
	MOVQ count+24(FP), CX
	VPBROADCASTQ first+16(FP), Z8           // m
	VPADDQ twice<>+0(SB), Z8, Z8
	VPBROADCASTQ twice<>+64(SB), Z9
	VPBROADCASTQ twice<>+72(SB), Z10
	VPXORQ Z11, Z11, Z11                    // sum
	VPXORQ Z12, Z12, Z12                    // xor
	VPXORQ Z13, Z13, Z13                    // max
	VPXORQ Z14, Z14, Z14                    // its modulus
	VPTERNLOGQ $0xff, Z15, Z15, Z15         // min
	VPXORQ Z16, Z16, Z16                    // its modulus
	VPXORQ Z17, Z17, Z17                    // divisors of e

eight:
	VMOVDQU64 (SI), Z0
	VPSUBQ Z10, Z8, Z1
	VCVTUQQ2PD Z1, Z2
	VCVTUQQ2PD Z0, Z3
	VDIVPD Z3, Z2, Z2
	VPADDQ Z0, Z11, Z11
	VPMULLQ Z0, Z8, Z4
	VPXORQ Z4, Z12, Z12
	VPCMPUQ $6, Z13, Z0, K1
	VMOVDQA64 Z0, K1, Z13
	VMOVDQA64 Z8, K1, Z14
	VPCMPUQ $1, Z15, Z0, K2
	VMOVDQA64 Z0, K2, Z15
	VMOVDQA64 Z8, K2, Z16
	VCVTTPD2UQQ Z2, Z2
	VPMULLQ Z0, Z2, Z2
	VPCMPEQQ Z1, Z2, K3
	VPADDQ Z10, Z17, K3, Z17
	VPADDQ Z9, Z8, Z8
	ADDQ $64, SI
	SUBQ $8, CX
	JNZ  eight

	VMOVDQU64 Z11, (DI)
	VMOVDQU64 Z12, 64(DI)
	VMOVDQU64 Z13, 128(DI)
	VMOVDQU64 Z14, 192(DI)
	VMOVDQU64 Z15, 256(DI)
	VMOVDQU64 Z16, 320(DI)
	VMOVDQU64 Z17, 384(DI)
	VZEROUPPER
	RET

// A small prime q taken out of candidates, eight at a time; the oracle is
// totients.takeEachGo. See divisor in segment.go for the division by q.

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

// Sixteen entries of the table at a time; the oracle is segment.readTableGo.

DATA odd<>+0(SB)/8, $0x0000000200000000
DATA odd<>+8(SB)/8, $0x0000000600000004
DATA odd<>+16(SB)/8, $0x0000000a00000008
DATA odd<>+24(SB)/8, $0x0000000e0000000c
DATA odd<>+32(SB)/8, $0x0000001200000010
DATA odd<>+40(SB)/8, $0x0000001600000014
DATA odd<>+48(SB)/8, $0x0000001a00000018
DATA odd<>+56(SB)/8, $0x0000001e0000001c
GLOBL odd<>(SB), RODATA|NOPTR, $64

// A number x < 2^32 has x/3 = 0xaaaaaaab*x/2^33, rounded down.
DATA third<>+0(SB)/4, $0xaaaaaaab
DATA third<>+4(SB)/4, $32
GLOBL third<>(SB), RODATA|NOPTR, $8

// func readAVX512(orders *uint64, marks *uint16, inv *uint64, table *uint32, first uint64, count int)
TEXT ·readAVX512(SB), NOSPLIT, $0-48
	MOVQ orders+0(FP), DI
	MOVQ marks+8(FP), SI
	MOVQ inv+16(FP), R8
	MOVQ table+24(FP), R9
	MOVQ count+40(FP), CX
	VPBROADCASTD first+32(FP), Z8           // m modulo 2^32
	VPADDD odd<>(SB), Z8, Z8
	VPBROADCASTD third<>+0(SB), Z9
	VPBROADCASTD third<>+4(SB), Z10
	MOVL $0xaaaa, AX
	KMOVW AX, K3

sixteen:
	VPMOVZXWD (SI), Z0
	KXNORW K1, K1, K1
	VPXORD Z1, Z1, Z1
	VPGATHERDD (R8)(Z0*8), K1, Z1
	VPMULLD Z8, Z1, Z1
	VPMULUDQ Z9, Z1, Z2
	VPSRLQ $32, Z1, Z1
	VPMULUDQ Z9, Z1, Z1
	VPSRLQ $33, Z2, Z2
	VPSRLQ $1, Z1, Z1
	VMOVDQA32 Z1, K3, Z2
	KXNORW K2, K2, K2
	VPXORD Z3, Z3, Z3
	VPGATHERDD (R9)(Z2*4), K2, Z3
	VPADDD Z10, Z8, Z8
	VPMOVZXDQ Y3, Z4
	VEXTRACTI64X4 $1, Z3, Y3
	VPMOVZXDQ Y3, Z5
	VMOVDQU64 Z4, (DI)
	VMOVDQU64 Z5, 64(DI)
	ADDQ $32, SI
	ADDQ $128, DI
	SUBQ $16, CX
	JNZ  sixteen
	VZEROUPPER
	RET
