//go:build !purego

#include "textflag.h"

DATA letters<>+0(SB)/4, $0x61707865
DATA letters<>+4(SB)/4, $0x3320646e
DATA letters<>+8(SB)/4, $0x79622d32
DATA letters<>+12(SB)/4, $0x6b206574
GLOBL letters<>(SB), RODATA|NOPTR, $16

DATA numbers<>+0(SB)/8, $0x0000000100000000
DATA numbers<>+8(SB)/8, $0x0000000300000002
DATA numbers<>+16(SB)/8, $0x0000000500000004
DATA numbers<>+24(SB)/8, $0x0000000700000006
DATA numbers<>+32(SB)/8, $0x0000000900000008
DATA numbers<>+40(SB)/8, $0x0000000b0000000a
DATA numbers<>+48(SB)/8, $0x0000000d0000000c
DATA numbers<>+56(SB)/8, $0x0000000f0000000e
GLOBL numbers<>(SB), RODATA|NOPTR, $64

// Shuffles that turn words by 16 and by 8 bits.
DATA by16<>+0(SB)/8, $0x0504070601000302
DATA by16<>+8(SB)/8, $0x0d0c0f0e09080b0a
DATA by16<>+16(SB)/8, $0x0504070601000302
DATA by16<>+24(SB)/8, $0x0d0c0f0e09080b0a
GLOBL by16<>(SB), RODATA|NOPTR, $32

DATA by8<>+0(SB)/8, $0x0605040702010003
DATA by8<>+8(SB)/8, $0x0e0d0c0f0a09080b
DATA by8<>+16(SB)/8, $0x0605040702010003
DATA by8<>+24(SB)/8, $0x0e0d0c0f0a09080b
GLOBL by8<>(SB), RODATA|NOPTR, $32

#define BYTES(A, B, D, TURN) \
	VPADDD B, A, A; \
	VPXOR A, D, D; \
	VPSHUFB TURN<>(SB), D, D

#define BITS(C, D, B, T, LEFT) \
	VPADDD D, C, C; \
	VPXOR C, B, B; \
	VPSLLD $LEFT, B, T; \
	VPSRLD $(32-LEFT), B, B; \
	VPOR T, B, B

#define QUARTER(A, B, C, D, T) \
	BYTES(A, B, D, by16); \
	BITS(C, D, B, T, 12); \
	BYTES(A, B, D, by8); \
	BITS(C, D, B, T, 7)

// ROW stores word I of the blocks, four and four.
#define ROW(I, X, Y) \
	VMOVDQU X, (16*I)(DI); \
	VEXTRACTI128 $1, Y, (256+16*I)(DI)

#define KEYROW(I, X, Y) \
	VPBROADCASTD (4*I-16)(SI), Y15; \
	VPADDD Y15, Y, Y; \
	ROW(I, X, Y)

// Eight blocks side by side, twice: a register for each of their words, and there is one too few. So the one that a
// quarter has no use for makes room.
//
// func chachaAVX2(key *[8]uint32, words *[streamWords + 4]uint64)
TEXT ·chachaAVX2(SB), NOSPLIT, $32-16
	MOVQ key+0(FP), SI
	MOVQ words+8(FP), DI
	LEAQ numbers<>(SB), BX
	MOVL $2, DX

half:
	VPBROADCASTD letters<>+0(SB), Y0
	VPBROADCASTD letters<>+4(SB), Y1
	VPBROADCASTD letters<>+8(SB), Y2
	VPBROADCASTD letters<>+12(SB), Y3
	VPBROADCASTD 0(SI), Y4
	VPBROADCASTD 4(SI), Y5
	VPBROADCASTD 8(SI), Y6
	VPBROADCASTD 12(SI), Y7
	VPBROADCASTD 16(SI), Y8
	VPBROADCASTD 20(SI), Y9
	VPBROADCASTD 24(SI), Y10
	VPBROADCASTD 28(SI), Y11
	VMOVDQU (BX), Y12
	VPXOR Y13, Y13, Y13
	VPXOR Y14, Y14, Y14
	VMOVDQU Y13, room-32(SP)
	MOVL $4, CX

twice:
	QUARTER(Y0, Y4, Y8, Y12, Y15)
	QUARTER(Y1, Y5, Y9, Y13, Y15)
	QUARTER(Y2, Y6, Y10, Y14, Y15)
	VMOVDQU room-32(SP), Y15
	VMOVDQU Y12, room-32(SP)
	QUARTER(Y3, Y7, Y11, Y15, Y12)
	QUARTER(Y0, Y5, Y10, Y15, Y12)
	QUARTER(Y2, Y7, Y8, Y13, Y12)
	QUARTER(Y3, Y4, Y9, Y14, Y12)
	VMOVDQU room-32(SP), Y12
	VMOVDQU Y15, room-32(SP)
	QUARTER(Y1, Y6, Y11, Y12, Y15)
	DECL CX
	JNZ twice
	ROW(0, X0, Y0)
	ROW(1, X1, Y1)
	ROW(2, X2, Y2)
	ROW(3, X3, Y3)
	KEYROW(4, X4, Y4)
	KEYROW(5, X5, Y5)
	KEYROW(6, X6, Y6)
	KEYROW(7, X7, Y7)
	KEYROW(8, X8, Y8)
	KEYROW(9, X9, Y9)
	KEYROW(10, X10, Y10)
	KEYROW(11, X11, Y11)
	ROW(12, X12, Y12)
	ROW(13, X13, Y13)
	ROW(14, X14, Y14)
	VMOVDQU room-32(SP), Y15
	ROW(15, X15, Y15)
	ADDQ $32, BX
	ADDQ $512, DI
	DECL DX
	JNZ half
	VMOVDQU -32(DI), Y0
	VMOVDQU Y0, (SI)
	VZEROUPPER
	RET
