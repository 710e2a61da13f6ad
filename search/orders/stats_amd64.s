//go:build amd64 && !purego

// The sums over orders, eight cells at a time; the oracle is cells.sumGo. Each
// lane keeps its own records, which a larger or smaller order has to beat: so
// they are at the least of its moduli.
//
// order | e for e = m-1 < 2^50: the quotient in floating point is exact if it is
// whole, and then order times it is e; otherwise no whole number near it gives e.

#include "textflag.h"

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
