//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "deck_amd64.h"
#include "bundle_amd64.h"

// The AVX-512 kernels of Fronts for ends of up to 16 cards; appendGo is their oracle. A deck
// is a Word, of which a register has eight.

// func dealNibbles(n *nibbles, parents *Bundle, from, count int, k *frontKernel)
TEXT ·dealNibbles(SB), NOSPLIT, $0-40
	MOVQ    n+0(FP), R11
	MOVQ    parents+8(FP), SI
	MOVQ    from+16(FP), R8
	MOVQ    count+24(FP), R9
	MOVQ    k+32(FP), R10
	MOVQ    Batch_Count(R11), DI
	IMULQ   $Bundle__size, R8             // distance of the parent
	VMOVDQU frontKernel_turned(R10), Y10
	VMOVDQU frontKernel_least(R10), Y12
	MOVQ    frontKernel_cards(R10), R13
	MOVL    $0x1001, AX
	VPBROADCASTW AX, Y11                  // 1, 16: a card, and the next a nibble on

parent:
	VMOVDQU    Bundle_End(SI)(R8*1), Y0
	VPERMB     Y0, Y10, Y0                // cards by position when card Card has moved
	VMOVDQU    Bundle_Room(SI)(R8*1), Y1
	VPERMB     Y1, Y0, Y1
	VPCMPUB    $5, Y12, Y1, K1            // room >= least
	KMOVD      K1, AX
	ANDL       R13, AX
	JZ         next
	VPMADDUBSW Y11, Y0, Y0
	VPMOVWB    Y0, X0
	VMOVQ      X0, R12
	MOVL       AX, BX
	ANDL       $-2, BX
	POPCNTL    BX, BX
	ADDQ       BX, frontKernel_played(R10)

card:
	TZCNTL AX, CX
	BLSRL  AX, AX
	SHLL   $2, CX
	SHRXQ  CX, R12, BX
	ANDL   $15, BX                        // the card z
	SHLXQ  CX, BX, DX
	XORQ   R12, DX
	XORQ   BX, DX                         // changes places with card 0, on top
	MOVQ   DX, Batch_Deck(R11)(DI*8)
	MOVQ   DI, DX
	SHLQ   $32, DX
	MOVQ   DX, Batch_Note(R11)(DI*8)
	SHLQ   $32, BX
	ORQ    R8, BX
	MOVQ   BX, nibbles_from(R11)(DI*8)
	INCQ   DI
	TESTL  AX, AX
	JNZ    card

next:
	ADDQ $Bundle__size, R8
	DECQ R9
	JNZ  parent
	MOVQ DI, Batch_Count(R11)
	VZEROUPPER
	RET

// MOVE makes one move in eight decks: of each the cards up to that of the number on top are
// taken from all turned round, and the nibbles beyond stay. A game that has ended stays as it
// is.
#define MOVE(deck, note, t, u, v) \
	VPANDQ         Z16, deck, t            \
	VPTESTMQ       Z16, deck, K1           \
	REVERSED(Z18, Z19, deck, v)            \
	VPSLLVQ        t, Z21, u               \
	VPORQ          u, note, note           \
	VPSLLQ         $2, t, t                \
	VPADDQ         Z22, note, K1, note     \
	VPSLLVQ        t, Z20, u               \
	VPSUBQ         t, Z17, t               \
	VPSRLVQ        t, v, v                 \
	VPTERNLOGQ     $0xE4, u, v, deck

// TURN takes down the games that have ended, and begins as many.
#define TURN(deck, note, t, u) \
	VPTESTNMQ   Z16, deck, K2          \
	KMOVB       K2, AX                 \
	POPCNTL     AX, AX                 \
	VPCOMPRESSQ deck, K2, t            \
	VPCOMPRESSQ note, K2, u            \
	VMOVDQU64   t, (DI)                \
	VMOVDQU64   u, (R8)                \
	LEAQ        (DI)(AX*8), DI         \
	LEAQ        (R8)(AX*8), R8         \
	VMOVDQU64   (SI), t                \
	VMOVDQU64   (R9), u                \
	VPEXPANDQ   t, K2, deck            \
	VPEXPANDQ   u, K2, note            \
	LEAQ        (SI)(AX*8), SI         \
	LEAQ        (R9)(AX*8), R9

// func playNibbles(b *Batch)
TEXT ·playNibbles(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), R11
	LEAQ Batch_Deck(R11), SI
	LEAQ Batch_Note(R11), R9
	LEAQ Batch_Ended(R11), DI
	LEAQ Batch_Told(R11), R8
	MOVQ Batch_Count(R11), R10
	LEAQ (DI)(R10*8), R10                 // where the last game ends

	MOVL $15, AX
	VPBROADCASTQ AX, Z16
	MOVL $60, AX
	VPBROADCASTQ AX, Z17
	REVERSING(Z18, Z19)
	MOVQ $-16, AX
	VPBROADCASTQ AX, Z20
	MOVL $1, AX
	VPBROADCASTQ AX, Z21
	MOVL $0x10000, AX
	VPBROADCASTQ AX, Z22

	VMOVDQU64 (SI), Z0
	VMOVDQU64 64(SI), Z1
	VMOVDQU64 128(SI), Z2
	VMOVDQU64 192(SI), Z3
	VMOVDQU64 (R9), Z4
	VMOVDQU64 64(R9), Z5
	VMOVDQU64 128(R9), Z6
	VMOVDQU64 192(R9), Z7
	ADDQ $256, SI
	ADDQ $256, R9

round:
	MOVL $4, CX

move:
	MOVE(Z0, Z4, Z8, Z9, Z10)
	MOVE(Z1, Z5, Z11, Z12, Z13)
	MOVE(Z2, Z6, Z14, Z15, Z23)
	MOVE(Z3, Z7, Z24, Z25, Z26)
	DECL CX
	JNZ  move

	TURN(Z0, Z4, Z8, Z9)
	TURN(Z1, Z5, Z11, Z12)
	TURN(Z2, Z6, Z14, Z15)
	TURN(Z3, Z7, Z24, Z25)
	CMPQ DI, R10
	JB   round
	VZEROUPPER
	RET

// func raiseNibbles(out *Bundle, n *nibbles, parents *Bundle, k *frontKernel) int
TEXT ·raiseNibbles(SB), NOSPLIT, $0-40
	MOVQ    out+0(FP), DI
	MOVQ    n+8(FP), SI
	MOVQ    parents+16(FP), R8
	MOVQ    k+24(FP), R10
	MOVQ    DI, R11
	MOVQ    Batch_Count(SI), R9
	MOVQ    frontKernel_gap(R10), R12
	MOVQ    frontKernel_step(R10), R13
	LEAQ    Bundle_Path(R13), R13
	VMOVDQU frontKernel_top(R10), Y10
	VMOVDQU frontKernel_card(R10), Y11
	MOVL    $0x0f0f0f0f, AX
	VPBROADCASTD AX, Y12
	MOVL    $255, BX
	XORL    R14, R14

game:
	MOVQ         Batch_Told(SI)(R14*8), AX
	MOVQ         AX, DX
	SHRQ         $32, DX
	MOVQ         nibbles_from(SI)(DX*8), CX
	MOVL         CX, DX
	SHRQ         $32, CX                  // the card z
	ADDQ         R8, DX
	MOVL         AX, R15
	ORL          $0xffff0001, R15
	XORL         $0xfffe, R15             // cards that did not show, and 0
	KMOVD        R15, K2
	SHRL         $16, AX
	ROOM(BX)
	VMOVDQU8.Z Y0, K2, Y0
	VPMOVZXBW  Batch_Ended(SI)(R14*8), X2
	VPSLLW     $4, X2, X3
	VPOR       X2, X3, X2
	VPAND      X12, X2, X2
	VPOR       Y11, Y2, Y2
	VMOVDQU    Y2, Bundle_End(DI)
	VMOVDQU    Y0, Bundle_Room(DI)
	ADDQ       frontKernel_kind(R10), CX
	TAKE(DX, CX)

next:
	INCQ R14
	CMPQ R14, R9
	JB   game

	COUNT(Bundle__size, ret+32(FP))
	VZEROUPPER
	RET
