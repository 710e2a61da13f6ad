//go:build amd64 && !purego

// Sixteen entries of the table at a time; the oracle is segment.readTableGo.

#include "textflag.h"

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
