//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "bundle_amd64.h"

// The AVX-512 kernels of Fronts and Stills; appendGo is the oracle of each. A deck is a vector of 32 cards.

DATA iota<>+0(SB)/8, $0x0706050403020100
DATA iota<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA iota<>+16(SB)/8, $0x1716151413121110
DATA iota<>+24(SB)/8, $0x1f1e1d1c1b1a1918
DATA iota<>+32(SB)/8, $0x000000000000001f
GLOBL iota<>(SB), RODATA|NOPTR, $40

// func dealAVX512(games *game, parents *Bundle, from, count int, k *frontKernel) int
TEXT ·dealAVX512(SB), NOSPLIT, $0-48
	MOVQ  games+0(FP), DI
	MOVQ  parents+8(FP), SI
	MOVQ  from+16(FP), R8
	MOVQ  count+24(FP), R9
	MOVQ  k+32(FP), R10
	MOVQ  DI, R11
	XORL  R12, R12                        // games with a card z > 0
	IMULQ $Bundle__size, R8               // distance of the parent
	VMOVDQU frontKernel_turned(R10), Y10
	VMOVDQU frontKernel_card(R10), Y11
	VMOVDQU frontKernel_least(R10), Y12
	VPXOR Y13, Y13, Y13
	MOVL  $1, AX
	KMOVD AX, K3

parent:
	VMOVDQU Bundle_End(SI)(R8*1), Y0
	VPERMB  Y0, Y10, Y0
	VPOR    Y11, Y0, Y0
	VMOVDQU Bundle_Room(SI)(R8*1), Y1
	VPCMPUB $5, Y12, Y1, K1               // room >= least
	KMOVD   K1, AX
	MOVL    AX, BX
	ANDL    $-2, BX
	POPCNTL BX, BX
	ADDQ    BX, R12
	TESTL   AX, AX
	JZ      next

card:
	TZCNTL       AX, DX
	BLSRL        AX, AX
	VPBROADCASTB DX, Y2
	VPCMPEQB     Y2, Y0, K2
	VMOVDQA      Y0, Y3
	VMOVDQU8     Y13, K2, Y3              // card 0 in its place
	VMOVDQU8     Y2, K3, Y3               // and it on top
	VMOVDQU      Y3, game_deck(DI)
	MOVL         R8, game_parent(DI)
	MOVL         DX, game_z(DI)
	ADDQ         $game__size, DI
	TESTL        AX, AX
	JNZ          card

next:
	ADDQ $Bundle__size, R8
	DECQ R9
	JNZ  parent

	ADDQ R12, frontKernel_played(R10)
	COUNT(game__size, ret+40(FP))
	VZEROUPPER
	RET

// MOVE makes one move: the cards at positions up to the number on top are reversed, and the
// counts of numbers up to it grow, by the same mask. A game that has ended stays as it is, but
// for the count of 0, which nobody reads.
#define MOVE(x, deck, count) \
	VPBROADCASTB x, Y26                \
	VPSUBB       Y24, Y26, Y27         \
	VPCMPUB      $2, Y26, Y24, K1      \
	VPERMB       deck, Y27, K1, deck   \
	VPADDUSB     Y28, count, K1, count

// TURN writes a game down as it is, and lets the next take its place if it has ended. Whether
// it has nobody can foresee, so there is no branch.
#define TURN(x, deck, count, slot) \
	MOVQ         slot(SP), DX            \
	VPBROADCASTB x, Y26                  \
	VPTESTNMB    Y26, Y26, K1            \
	VMOVD        x, AX                   \
	LEAQ         game__size(SI), CX      \
	VMOVDQU8     deck, game_deck(DX)     \
	VMOVDQU8     count, game_count(DX)   \
	VMOVDQU8     game_deck(SI), K1, deck \
	VPXORD       count, count, K1, count \
	TESTB        AX, AX                  \
	CMOVQEQ      SI, DX                  \
	CMOVQEQ      CX, SI                  \
	MOVQ         DX, slot(SP)

// BEGIN takes the next game.
#define BEGIN(deck, count, slot) \
	VMOVDQU8 game_deck(SI), deck \
	VPXORD   count, count, count \
	MOVQ     SI, slot(SP)        \
	ADDQ     $game__size, SI

// func playAVX512(games *game, count int)
TEXT ·playAVX512(SB), NOSPLIT, $96-16
	MOVQ  games+0(FP), SI
	MOVQ  count+8(FP), R9
	IMULQ $game__size, R9
	ADDQ  SI, R9
	VMOVDQU8 iota<>(SB), Y24
	MOVL  $1, AX
	VPBROADCASTB AX, Y28

	// Decks of cards 1, which never end, follow the last game: when the last of them is begun all
	// others have ended.
	MOVL $const_under, CX

park:
	VMOVDQU8 Y28, game_deck(R9)
	ADDQ     $game__size, R9
	DECL     CX
	JNZ      park

	BEGIN(Y0, Y12, 0)
	BEGIN(Y1, Y13, 8)
	BEGIN(Y2, Y14, 16)
	BEGIN(Y3, Y15, 24)
	BEGIN(Y4, Y16, 32)
	BEGIN(Y5, Y17, 40)
	BEGIN(Y6, Y18, 48)
	BEGIN(Y7, Y19, 56)
	BEGIN(Y8, Y20, 64)
	BEGIN(Y9, Y21, 72)
	BEGIN(Y10, Y22, 80)
	BEGIN(Y11, Y23, 88)

round:
	MOVL $4, CX

move:
	MOVE(X0, Y0, Y12)
	MOVE(X1, Y1, Y13)
	MOVE(X2, Y2, Y14)
	MOVE(X3, Y3, Y15)
	MOVE(X4, Y4, Y16)
	MOVE(X5, Y5, Y17)
	MOVE(X6, Y6, Y18)
	MOVE(X7, Y7, Y19)
	MOVE(X8, Y8, Y20)
	MOVE(X9, Y9, Y21)
	MOVE(X10, Y10, Y22)
	MOVE(X11, Y11, Y23)
	DECL CX
	JNZ  move

	TURN(X0, Y0, Y12, 0)
	TURN(X1, Y1, Y13, 8)
	TURN(X2, Y2, Y14, 16)
	TURN(X3, Y3, Y15, 24)
	TURN(X4, Y4, Y16, 32)
	TURN(X5, Y5, Y17, 40)
	TURN(X6, Y6, Y18, 48)
	TURN(X7, Y7, Y19, 56)
	TURN(X8, Y8, Y20, 64)
	TURN(X9, Y9, Y21, 72)
	TURN(X10, Y10, Y22, 80)
	TURN(X11, Y11, Y23, 88)
	CMPQ SI, R9
	JNE  round
	VZEROUPPER
	RET

// func raiseAVX512(out *Bundle, games *game, count int, parents *Bundle, k *frontKernel) int
TEXT ·raiseAVX512(SB), NOSPLIT, $0-48
	MOVQ    out+0(FP), DI
	MOVQ    games+8(FP), SI
	MOVQ    count+16(FP), R9
	MOVQ    parents+24(FP), R8
	MOVQ    k+32(FP), R10
	MOVQ    DI, R11
	MOVQ    frontKernel_gap(R10), R12
	MOVQ    frontKernel_step(R10), R13
	LEAQ    Bundle_Path(R13), R13
	MOVQ    frontKernel_kind(R10), BX
	VMOVDQU frontKernel_top(R10), Y10
	VMOVDQU iota<>+1(SB), Y11             // the next number; no card 31 comes to the top
	MOVL    $1, AX
	KMOVD   AX, K3                        // card 0
	MOVL    $255, R14

game:
	MOVL         game_parent(SI), DX
	ADDQ         R8, DX
	MOVL         game_z(SI), CX
	MOVBLZX      game_count+1(SI), AX     // moves, of cards from 1 on
	CMPL         AX, R14
	JEQ          long
	ROOM(R14)
	VMOVDQU8   game_count(SI), Y1
	VPERMB     Y1, Y11, Y2
	VPCMPEQB   Y1, Y2, K1                 // cards that never came to the top
	KORD       K3, K1, K1
	VMOVDQU8.Z Y0, K1, Y0
	VMOVDQU    game_deck(SI), Y2
	VMOVDQU    Y2, Bundle_End(DI)
	VMOVDQU    Y0, Bundle_Room(DI)
	ADDL       BX, CX
	TAKE(DX, CX)

next:
	ADDQ $game__size, SI
	DECQ R9
	JNZ  game

	COUNT(Bundle__size, ret+40(FP))
	VZEROUPPER
	RET

long:
	MOVQ $-1, ret+40(FP)
	VZEROUPPER
	RET

// func stillAVX512(out, parents *Bundle, count int, k *stillKernel) int
TEXT ·stillAVX512(SB), NOSPLIT, $0-40
	MOVQ    out+0(FP), DI
	MOVQ    parents+8(FP), SI
	MOVQ    count+16(FP), R9
	MOVQ    k+24(FP), R10
	MOVQ    DI, R11
	VMOVDQU stillKernel_top(R10), Y10
	VMOVDQU stillKernel_less(R10), Y11
	VMOVDQU stillKernel_gap(R10), Y12
	MOVQ    stillKernel_card(R10), CX
	MOVQ    stillKernel_keep(R10), R8
	MOVQ    stillKernel_swap(R10), R12
	MOVQ    stillKernel_step(R10), R13
	LEAQ    Bundle_Path(R13), R13
	VPBROADCASTB CX, Y13
	MOVL    $1, AX
	SHLL    CX, AX
	KMOVD   AX, K3                        // the new card, and its position

parent:
	VMOVDQU  Bundle_Room(SI), Y0
	VMOVDQU  Bundle_End(SI), Y4
	VPSUBUSB Y12, Y0, Y1                  // of those in which it never shows
	VPMINUB  Y10, Y1, Y1
	VPSUBUSB Y11, Y0, Y2
	VPMINUB  Y10, Y2, Y2
	VMOVD    X2, AX
	TESTB    AX, AX
	JEQ      swaps

	VPBROADCASTB X1, Y3
	VMOVDQU8 Y3, K3, Y2
	VMOVDQA  Y4, Y5
	VMOVDQU8 Y13, K3, Y5
	VMOVDQU  Y5, Bundle_End(DI)
	VMOVDQU  Y2, Bundle_Room(DI)
	TAKE(SI, R8)

swaps:
	VPTESTMB Y1, Y1, K1
	KMOVD    K1, AX
	ANDL     $-2, AX
	JZ       next

swap:
	TZCNTL       AX, BX
	BLSRL        AX, AX
	VPBROADCASTB BX, Y2
	VPERMB       Y1, Y2, Y3               // the room of v
	VPMINUB      Y1, Y3, Y5
	VMOVDQU8     Y3, K3, Y5
	VPCMPEQB     Y2, Y4, K2
	VMOVDQA      Y4, Y6
	VMOVDQU8     Y13, K2, Y6
	VMOVDQU8     Y2, K3, Y6
	VMOVDQU      Y6, Bundle_End(DI)
	VMOVDQU      Y5, Bundle_Room(DI)
	ADDL         R12, BX
	TAKE(SI, BX)
	TESTL        AX, AX
	JNZ          swap

next:
	ADDQ $Bundle__size, SI
	DECQ R9
	JNZ  parent

	COUNT(Bundle__size, ret+32(FP))
	VZEROUPPER
	RET
