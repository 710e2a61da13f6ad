//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// CARDS, the positions read before the card in this riffle, become those of the next one:
// before&^b | (before|^b)&bit, with b in Z6 and the card's own bit in K register BIT (laid.lift).
#define BEFORE(BIT, CARDS) \
	VPMOVM2Q   BIT, Z14                \
	VPTERNLOGQ $0xb2, Z14, Z6, CARDS

// TO = 2^(the number of CARDS without the card itself).
#define PLACE(CARDS, TO) \
	VPANDQ   Z30, CARDS, TO \
	VPOPCNTQ TO, TO         \
	VPSLLVQ  TO, Z31, TO

// SUM += TABLE[AT], AT < 64, in each lane: VPERMT2Q takes one of 16 by bits 0 to 3 of AT, and bits 4
// and 5 choose which of four. This uses Z15, Z18, Z19, Z22, K5 and K6.
#define LOOK_UP(TABLE, AT, SUM) \
	VMOVDQU64 TABLE+0(SI), Z15              \
	VMOVDQU64 TABLE+128(SI), Z18            \
	VMOVDQU64 TABLE+256(SI), Z19            \
	VMOVDQU64 TABLE+384(SI), Z22            \
	VPTESTMQ  Z25, AT, K5                   \
	VPTESTMQ  Z26, AT, K6                   \
	VPERMT2Q  TABLE+64(SI), AT, Z15         \
	VPERMT2Q  TABLE+192(SI), AT, Z18        \
	VPERMT2Q  TABLE+320(SI), AT, Z19        \
	VPERMT2Q  TABLE+448(SI), AT, Z22        \
	VMOVDQA64 Z18, K5, Z15                  \
	VMOVDQA64 Z22, K5, Z19                  \
	VMOVDQA64 Z19, K6, Z15                  \
	VPADDQ    Z15, SUM, SUM

// func moveCardAVX512(lanes *eight, scores *[MaxRiffles]score, m *moves, c int) (runs uint8)
TEXT ·moveCardAVX512(SB), NOSPLIT, $0-33
	MOVQ         lanes+0(FP), DI
	MOVQ         scores+8(FP), SI
	MOVQ         m+16(FP), R15
	MOVQ         c+24(FP), R12
	MOVQ         moves_k(R15), R9
	MOVQ         moves_n(R15), R10
	MOVQ         R12, R13
	SHLQ         $6, R13
	ADDQ         DI, R13 // rows of 64 bytes
	MOVQ         R12, R14
	SHLQ         $5, R14
	ADDQ         DI, R14 // rows of 32 bytes
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z31

	// Lanes where a single card moves, in K1.
	VMOVDQU64    eight_choice(R13), Z6
	MOVQ         $15, AX
	VPBROADCASTQ AX, Z8
	VPANDQ       Z8, Z6, Z8
	VPBROADCASTQ moves_singly(R15), Z7
	VPCMPUQ      $1, Z7, Z8, K1
	KMOVB        eight_lanes(DI), K2
	KANDNB       K2, K1, K3
	KANDB        K2, K1, K1
	KMOVB        K3, AX
	MOVB         AX, runs+32(FP)

	// Their new labels in Z5, lowest + floor(choice * how many / 2^64), the old ones in Z4; those that
	// change, in K2.
	VPMOVSXDQ eight_x+0(R14), Z10
	VPMOVSXDQ eight_x+32(R14), Z4
	VPMOVSXDQ eight_x+64(R14), Z11
	VMOVQ     R12, X13
	VMOVDQU64 eight_rises(DI), Z12
	VPSRLQ    X13, Z12, Z12
	VPANDQ    Z31, Z12, Z14
	VPADDQ    Z14, Z10, Z10 // the lowest
	VPSRLQ    $1, Z12, Z12
	VPANDQ    Z31, Z12, Z12
	VPSUBQ    Z12, Z11, Z11
	VPSUBQ    Z10, Z11, Z11
	VPADDQ    Z31, Z11, Z11 // how many
	VPMULUDQ  Z6, Z11, Z12
	VPSRLQ    $32, Z6, Z6
	VPMULUDQ  Z6, Z11, Z6
	VPSRLQ    $32, Z12, Z12
	VPADDQ    Z12, Z6, Z6
	VPSRLQ    $32, Z6, Z6
	VPADDQ    Z10, Z6, Z5
	VPCMPQ    $4, Z4, Z5, K1, K2
	KORTESTB  K2, K2
	JEQ       done

	VMOVDQU64    eight_at(R13), Z1
	VPSLLVQ      Z1, Z31, Z1      // the card's place, as a bit
	VPSUBQ       Z31, Z1, Z2      // the cards before it, with the old label
	VMOVDQA64    Z2, Z3           // and with the new one
	MOVQ         $-1, AX
	BZHIQ        R10, AX, AX
	VPBROADCASTQ AX, Z30
	VPANDNQ      Z30, Z1, Z30     // all other cards
	SHRQ         $1, AX
	VPBROADCASTQ AX, Z28          // positions with a next one
	VPBROADCASTQ R10, Z27
	VMOVDQA64    Z4, Z16
	VMOVDQA64    Z4, Z24
	VMOVDQA64    Z5, Z17
	MOVQ         $16, AX
	VPBROADCASTQ AX, Z25
	MOVQ         $32, AX
	VPBROADCASTQ AX, Z26
	MOVQ         R9, AX
	SHLQ         $6, AX
	NEGQ         AX
	VPBROADCASTQ AX, Z20          // -64 k, as every rest is 64 too large
	VPXORQ       Z21, Z21, Z21
	MOVQ         $0x0101010101010101, AX
	KMOVQ        AX, K7
	MOVQ         DI, R8
	MOVQ         R9, CX

riffle:
	VPANDNQ    eight_bits(R8), Z1, Z6
	VMOVDQU64  eight_read(R8), Z7
	VPTESTMQ   Z31, Z16, K4
	VPTESTMQ   Z31, Z17, K5
	VPSRLQ     $1, Z16, Z16
	VPSRLQ     $1, Z17, Z17
	PLACE(Z2, Z8)
	PLACE(Z3, Z10)
	VPSUBQ     Z31, Z8, Z8
	VPSUBQ     Z31, Z10, Z11
	VPSRLQ     $1, Z7, Z9
	VPTERNLOGQ $0xd8, Z8, Z7, Z9   // read&low | read>>1&^low
	VPANDNQ    Z9, Z11, Z12
	VPADDQ     Z12, Z12, Z12
	VPTERNLOGQ $0xf8, Z11, Z9, Z12
	VPORQ      Z10, Z12, K5, Z12   // read&low | read&^low<<1 | bit
	VMOVDQU64  Z12, eight_read+1024(R8)
	BEFORE(K4, Z2)
	BEFORE(K5, Z3)
	VPSRLQ     $1, Z12, Z14
	VPTERNLOGQ $0x28, Z28, Z12, Z14
	VPOPCNTQ   Z14, Z14
	VPMULLQ.BCST score_switches+8(SI), Z14, Z15
	VPERMB.Z   score_rest(SI), Z14, K7, Z14
	VPOPCNTQ   Z12, Z13
	VPSUBQ     Z13, Z27, Z13
	VPADDQ     Z15, Z20, Z20
	VPADDQ     Z14, Z20, Z20
	LOOK_UP(score_tops, Z13, Z21)
	ADDQ       $64, R8
	ADDQ       $score__size, SI
	DECQ       CX
	JNE        riffle

	// What is accepted, in K3.
	VPADDQ    Z20, Z21, Z20
	VMOVDQU64 eight_energy(DI), Z22
	VPSUBQ    Z22, Z20, Z23
	VPCMPQ    $5, eight_least(R13), Z23, K2, K3
	VMOVDQA64 Z20, K3, Z22
	VMOVDQU64 Z22, eight_energy(DI)
	VMOVDQA64 Z5, K3, Z4
	VPMOVQD   Z4, Y4
	VMOVDQU   Y4, eight_x+32(R14)
	KORTESTB  K3, K3
	JEQ       done
	VPXORQ    Z24, Z5, Z5

	// The riffles as read with the card moved; and its bits, where old and new labels differ.
accept:
	VMOVDQU64 eight_read(DI), Z7
	VMOVDQU64 eight_read+1024(DI), K3, Z7
	VMOVDQU64 Z7, eight_read(DI)
	VPTESTMQ  Z31, Z5, K3, K4
	VPSRLQ    $1, Z5, Z5
	VMOVDQU64 eight_bits(DI), Z6
	VPXORQ    Z1, Z6, K4, Z6
	VMOVDQU64 Z6, eight_bits(DI)
	ADDQ      $64, DI
	DECQ      R9
	JNE       accept

done:
	VZEROUPPER
	RET
