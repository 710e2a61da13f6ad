//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "bundle_amd64.h"

// The AVX-512 kernels of Fronts and Stills; appendGo is the oracle of each. A deck is a vector of 32 cards.

DATA iota<>+0(SB)/8, $0x0706050403020100
DATA iota<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA iota<>+16(SB)/8, $0x1716151413121110
DATA iota<>+24(SB)/8, $0x1f1e1d1c1b1a1918
GLOBL iota<>(SB), RODATA|NOPTR, $32

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
	VMOVDQU      Y13, game_shown(DI)
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

// MOVE makes one move: the cards at positions up to that of the number on top are reversed. A
// game that has ended stays as it is.
#define MOVE(x, deck, shown, moves) \
	VPBROADCASTB x, Y26                \
	VPSUBB       Y24, Y26, Y27         \
	VPCMPUB      $2, Y26, Y24, K1      \
	VPCMPEQB     Y26, Y24, K2          \
	VPERMB       deck, Y27, K1, deck   \
	VMOVDQU8     Y29, K2, shown        \
	VPMINUW      Y28, Y26, Y25         \
	VPADDW       Y25, moves, moves

// BEGIN takes the next game, or none: a deck of cards 1 never ends.
#define BEGIN(deck, shown, moves, slot, none, on) \
	VPXORQ    shown, shown, shown   \
	VPXORQ    moves, moves, moves   \
	VMOVDQA64 Y30, deck             \
	CMPQ      SI, R9                \
	JAE       none                  \
	VMOVDQU8  game_deck(SI), deck   \
	MOVQ      SI, slot(SP)          \
	ADDQ      $game__size, SI       \
	JMP       on

// END takes down a game that has ended, and begins another.
#define END(deck, shown, xmoves, moves, slot, on) \
	MOVQ     slot(SP), DX           \
	VMOVDQU8 deck, game_deck(DX)    \
	VMOVDQU8 shown, game_shown(DX)  \
	VMOVD    xmoves, AX             \
	MOVWLZX  AX, AX                 \
	MOVL     AX, game_moves(DX)     \
	DECQ     R8                     \
	BEGIN(deck, shown, moves, slot, on, on)

#define ENDED(x, label) \
	VMOVD x, AX  \
	TESTB AX, AX \
	JEQ   label

// func playAVX512(games *game, count int)
TEXT ·playAVX512(SB), NOSPLIT, $64-16
	MOVQ  games+0(FP), SI
	MOVQ  count+8(FP), R8
	MOVQ  R8, R9
	IMULQ $game__size, R9
	ADDQ  SI, R9
	VMOVDQU8 iota<>(SB), Y24
	MOVL  $1, AX
	VPBROADCASTW AX, Y28
	VPBROADCASTB AX, Y30
	MOVL  $255, AX
	VPBROADCASTB AX, Y29

	BEGIN(Y0, Y8, Y16, 0, begin1, begin1)

begin1:
	BEGIN(Y1, Y9, Y17, 8, begin2, begin2)

begin2:
	BEGIN(Y2, Y10, Y18, 16, begin3, begin3)

begin3:
	BEGIN(Y3, Y11, Y19, 24, begin4, begin4)

begin4:
	BEGIN(Y4, Y12, Y20, 32, begin5, begin5)

begin5:
	BEGIN(Y5, Y13, Y21, 40, begin6, begin6)

begin6:
	BEGIN(Y6, Y14, Y22, 48, begin7, begin7)

begin7:
	BEGIN(Y7, Y15, Y23, 56, round, round)

round:
	MOVL $4, CX

move:
	MOVE(X0, Y0, Y8, Y16)
	MOVE(X1, Y1, Y9, Y17)
	MOVE(X2, Y2, Y10, Y18)
	MOVE(X3, Y3, Y11, Y19)
	MOVE(X4, Y4, Y12, Y20)
	MOVE(X5, Y5, Y13, Y21)
	MOVE(X6, Y6, Y14, Y22)
	MOVE(X7, Y7, Y15, Y23)
	DECL CX
	JNZ  move

	ENDED(X0, end0)
on0:
	ENDED(X1, end1)
on1:
	ENDED(X2, end2)
on2:
	ENDED(X3, end3)
on3:
	ENDED(X4, end4)
on4:
	ENDED(X5, end5)
on5:
	ENDED(X6, end6)
on6:
	ENDED(X7, end7)
on7:
	TESTQ R8, R8
	JNZ   round
	VZEROUPPER
	RET

end0:
	END(Y0, Y8, X16, Y16, 0, on0)
end1:
	END(Y1, Y9, X17, Y17, 8, on1)
end2:
	END(Y2, Y10, X18, Y18, 16, on2)
end3:
	END(Y3, Y11, X19, Y19, 24, on3)
end4:
	END(Y4, Y12, X20, Y20, 32, on4)
end5:
	END(Y5, Y13, X21, Y21, 40, on5)
end6:
	END(Y6, Y14, X22, Y22, 48, on6)
end7:
	END(Y7, Y15, X23, Y23, 56, on7)

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
	MOVL    $-2, AX
	KMOVD   AX, K3                        // cards other than 0
	MOVL    $255, R14

game:
	MOVL         game_parent(SI), DX
	ADDQ         R8, DX
	MOVL         game_z(SI), CX
	MOVL         game_moves(SI), AX
	ROOM(R14)
	VMOVDQU8.Z game_shown(SI), K3, Y1
	VPANDN     Y0, Y1, Y0
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
