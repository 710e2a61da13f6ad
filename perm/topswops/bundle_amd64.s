//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// What the kernels of Fronts do before games and after, and that of Stills; appendGo is the
// oracle of each. Bundles are written at DI.

// TAKE copies what a bundle has of its parent, with a step at R13.
#define TAKE(parent, step, x, reg) \
	VMOVDQU Bundle_Path(parent), x  \
	VMOVDQU x, Bundle_Path(DI)      \
	MOVL    Bundle_From(parent), reg \
	MOVL    reg, Bundle_From(DI)    \
	MOVB    step, (DI)(R13*1)

// BUNDLES ends with the number of bundles written.
#define BUNDLES(ret) \
	MOVQ DI, AX               \
	SUBQ out+0(FP), AX        \
	XORL DX, DX               \
	MOVL $Bundle__size, CX    \
	DIVQ CX                   \
	MOVQ AX, ret              \
	VZEROUPPER                \
	RET

// shift moves the bytes of a register up by one for each byte that it is loaded before the middle.
DATA shift<>+0(SB)/8, $0x8080808080808080
DATA shift<>+8(SB)/8, $0x8080808080808080
DATA shift<>+16(SB)/8, $0x0706050403020100
DATA shift<>+24(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL shift<>(SB), RODATA|NOPTR, $32

// func dealNarrow(b *batch, parents *Bundle, first, count int, k *frontKernel)
TEXT ·dealNarrow(SB), NOSPLIT, $0-40
	MOVQ    b+0(FP), R11
	MOVQ    parents+8(FP), SI
	MOVQ    first+16(FP), R14
	MOVQ    count+24(FP), R9
	MOVQ    k+32(FP), R10
	MOVQ    batch_Count(R11), DI
	IMUL3Q  $Bundle__size, R14, AX
	ADDQ    AX, SI
	SHLQ    $const_parentBit, R14
	ADDQ    frontKernel_note(R10), R14
	VMOVDQU frontKernel_turned(R10), X10
	VMOVDQU frontKernel_least(R10), X12
	MOVQ    frontKernel_cards(R10), R13
	LEAQ    ·members(SB), R8
	LEAQ    shift<>+16(SB), R15
	MOVL    $0x1001, AX
	VMOVD   AX, X11
	VPBROADCASTW X11, X11                 // 1, 16: a card, and the next a nibble on
	MOVL    $8, AX
	VMOVD   AX, X13
	VPBROADCASTB X13, X13
	MOVL    $15, AX
	VMOVQ   AX, X9
	VPBROADCASTQ X9, Y9
	VMOVQ   R14, X14
	VPBROADCASTQ X14, Y14
	MOVQ    $(1<<const_parentBit), AX
	VMOVQ   AX, X15
	VPBROADCASTQ X15, Y15
	MOVQ    DI, R14                       // the games that are not played, and those from before

parent:
	VMOVDQU      Bundle_End(SI), X0
	VPSHUFB      X10, X0, X0              // cards by position when card Card has moved
	VMOVDQU      Bundle_Slack(SI), X1
	VPSHUFB      X0, X1, X1
	VPMAXUB      X12, X1, X2
	VPCMPEQB     X1, X2, X2               // slack >= least
	VPMOVMSKB    X2, AX
	ANDL         R13, AX
	MOVBLZX      AX, DX
	POPCNTL      DX, CX
	POPCNTL      AX, BX
	NEGQ         CX
	VMOVQ        (R8)(DX*8), X2           // positions of the cards z
	MOVL         AX, DX
	SHRL         $8, DX
	VPADDB       (R8)(DX*8), X13, X3
	VPSHUFB      (R15)(CX*1), X3, X3
	VPOR         X3, X2, X2
	VPMADDUBSW   X11, X0, X0
	VPACKUSWB    X0, X0, X0
	VPBROADCASTQ X0, Y0
	ANDL         $1, AX
	ADDQ         AX, R14

four:
	VPSHUFB   X2, X1, X3
	VPMOVZXBQ X2, Y4
	VPMOVZXBQ X3, Y3
	VPSLLQ    $2, Y4, Y4
	VPSRLVQ   Y4, Y0, Y5
	VPAND     Y9, Y5, Y5                  // z
	VPSLLVQ   Y4, Y5, Y4
	VPXOR     Y0, Y5, Y6
	VPXOR     Y6, Y4, Y4                  // changes places with card 0, on top
	VMOVDQU   Y4, batch_Deck(R11)(DI*8)
	VPSLLQ    $16, Y3, Y3
	VPSLLQ    $const_zBit, Y5, Y5
	VPADDQ    Y14, Y3, Y3
	VPOR      Y5, Y3, Y3
	VMOVDQU   Y3, batch_Note(R11)(DI*8)
	VPSRLDQ   $4, X2, X2
	ADDQ      $4, DI
	SUBQ      $4, BX
	JGT       four

	ADDQ   BX, DI
	VPADDQ Y15, Y14, Y14
	ADDQ   $Bundle__size, SI
	DECQ   R9
	JNZ    parent
	MOVQ DI, batch_Count(R11)
	SUBQ R14, DI
	ADDQ DI, frontKernel_played(R10)
	VZEROUPPER
	RET

// CARD writes the game of the next card z in AX, if there is one, as one of those from DI on: card 0 in the
// place of z, and z on top. Two are written at a time, and those that there are counted: how many is chance,
// and a processor would guess it wrongly about once a bundle. (Of up to 16 cards the branches are as fast.)
#define CARD(i) \
	TZCNTL       AX, DX           \
	BLSRL        AX, AX           \
	VMOVD        DX, X2           \
	VPBROADCASTB X2, Y3           \
	VPCMPEQB     Y3, Y0, Y4       \
	VPANDN       Y0, Y4, Y4       \
	VPOR         Y2, Y4, Y4       \
	VMOVDQU      Y4, (wideGame_deck+i*wideGame__size)(DI) \
	SHLQ         $32, DX          \
	ORQ          R8, DX           \
	MOVQ         DX, (8*i)(R11)

// func dealWide(games *wideGame, from *uint64, parents *Bundle, first, count int, k *frontKernel) int
TEXT ·dealWide(SB), NOSPLIT, $0-56
	MOVQ    games+0(FP), DI
	MOVQ    from+8(FP), R11
	MOVQ    parents+16(FP), SI
	MOVQ    first+24(FP), R8
	MOVQ    count+32(FP), R9
	MOVQ    k+40(FP), R10
	IMULQ   $Bundle__size, R8
	VMOVDQU frontKernel_turned(R10), Y10
	VMOVDQU frontKernel_beyond(R10), Y13
	VMOVDQU frontKernel_card(R10), Y11
	VMOVDQU frontKernel_least(R10), Y12

parent:
	VBROADCASTI128 Bundle_End(SI)(R8*1), Y0
	VBROADCASTI128 (Bundle_End+16)(SI)(R8*1), Y1
	VPSHUFB   Y10, Y0, Y0
	VPSHUFB   Y13, Y1, Y1
	VPOR      Y1, Y0, Y0
	VPOR      Y11, Y0, Y0
	VMOVDQU   Bundle_Slack(SI)(R8*1), Y1
	VPMAXUB   Y12, Y1, Y2
	VPCMPEQB  Y1, Y2, Y2
	VPMOVMSKB Y2, AX
	POPCNTL   AX, R12
	MOVL      AX, BX
	ANDL      $-2, BX
	POPCNTL   BX, BX
	ADDQ      BX, frontKernel_played(R10)

cards:
	CARD(0)
	CARD(1)
	CMPL  R12, $2
	JA    more
	LEAQ  (R11)(R12*8), R11
	IMULQ $wideGame__size, R12
	ADDQ  R12, DI
	ADDQ  $Bundle__size, R8
	DECQ  R9
	JNZ   parent
	SUBQ from+8(FP), R11
	SHRQ $3, R11
	MOVQ R11, ret+48(FP)
	VZEROUPPER
	RET

more:
	ADDQ $16, R11
	ADDQ $(2*wideGame__size), DI
	SUBL $2, R12
	JMP  cards

// RAISE writes the bundle of a game of AX moves from the parent at DX and card CX, which ends as Y3, and
// keeps it if it has slack. Y2 has the cards that never came to the top, and 0. AX, CX, DX and R11 are lost.
#define RAISE \
	VMOVDQU      Bundle_Slack(DX), Y0         \
	VPBROADCASTB Bundle_Slack(DX)(CX*1), Y1   \
	VPMINUB      Y0, Y1, Y0                  \
	VPCMPEQB     Y0, Y15, Y1                 \
	VPBROADCASTB frontKernel_more(R10)(AX*1), Y4 \
	VPBROADCASTB frontKernel_less(R10)(AX*1), Y5 \
	VPADDUSB     Y4, Y0, Y0                  \
	VPSUBUSB     Y5, Y0, Y0                  \
	VPANDN       Y2, Y1, Y2                  \
	VPMINUB      Y12, Y0, Y0                 \
	VPAND        Y2, Y0, Y0                  \
	VMOVDQU      Y3, Bundle_End(DI)          \
	VMOVDQU      Y0, Bundle_Slack(DI)         \
	ADDL         R12, CX                     \
	TAKE(DX, CX, X4, R11)                    \
	LEAQ         Bundle__size(DI), DX        \
	VMOVD        X0, AX                      \
	TESTB        AX, AX                      \
	CMOVQNE      DX, DI

// func raiseNarrow(out *Bundle, b *batch, parents *Bundle, k *frontKernel) int
TEXT ·raiseNarrow(SB), NOSPLIT, $0-40
	MOVQ    out+0(FP), DI
	MOVQ    b+8(FP), SI
	MOVQ    parents+16(FP), R8
	MOVQ    k+24(FP), R10
	MOVQ    batch_Count(SI), R9
	MOVQ    frontKernel_kind(R10), R12
	MOVQ    frontKernel_step(R10), R13
	LEAQ    Bundle_Path(R13), R13
	MOVQ    frontKernel_gap(R10), BX
	VMOVDQU frontKernel_top(R10), Y12
	VMOVDQU frontKernel_card(R10), Y11
	VMOVDQU bits<>+16(SB), X10
	VMOVDQU bits<>(SB), X13
	VPBROADCASTD bits<>+32(SB), X14
	VPXOR   Y15, Y15, Y15
	XORL    R14, R14

game:
	MOVQ       batch_Notes(SI)(R14*8), AX
	MOVQ       AX, DX
	MOVQ       AX, CX
	SHRQ       $const_parentBit, DX
	SHRQ       $const_zBit, CX
	IMULQ      $Bundle__size, DX
	ANDL       $(const_MaxCards-1), CX    // the card z
	ADDQ       R8, DX
	MOVL       AX, R15
	SHRL       $16, AX
	ANDL       $0xfffe, R15               // cards that came to the top
	MOVBLZX    Bundle_Slack(DX)(CX*1), R11
	LEAL       -const_kept(AX)(BX*1), AX
	SUBL       R11, AX                    // moves
	VMOVD      R15, X2
	VPSHUFB    X13, X2, X2
	VPAND      X10, X2, X2
	VPCMPEQB   X15, X2, X2
	VPMOVZXBW  batch_Ended(SI)(R14*8), X3
	VPSLLW     $4, X3, X4
	VPOR       X3, X4, X3
	VPAND      X14, X3, X3
	VPOR       Y11, Y3, Y3
	RAISE
	INCQ R14
	CMPQ R14, R9
	JB   game
	BUNDLES(ret+32(FP))

// The bytes and bits of sixteen cards in a set, and nibbles.
DATA bits<>+0(SB)/8, $0x0000000000000000
DATA bits<>+8(SB)/8, $0x0101010101010101
DATA bits<>+16(SB)/8, $0x8040201008040201
DATA bits<>+24(SB)/8, $0x8040201008040201
DATA bits<>+32(SB)/8, $0x0f0f0f0f
GLOBL bits<>(SB), RODATA|NOPTR, $40

// func raiseWide(out *Bundle, games *wideGame, from *uint64, count int, parents *Bundle, k *frontKernel) int
TEXT ·raiseWide(SB), NOSPLIT, $0-56
	MOVQ    out+0(FP), DI
	MOVQ    games+8(FP), SI
	MOVQ    from+16(FP), BX
	MOVQ    count+24(FP), R9
	MOVQ    parents+32(FP), R8
	MOVQ    k+40(FP), R10
	MOVQ    frontKernel_kind(R10), R12
	MOVQ    frontKernel_step(R10), R13
	MOVQ    frontKernel_gap(R10), R15
	LEAQ    Bundle_Path(R13), R13
	VMOVDQU frontKernel_top(R10), Y12
	VPXOR   Y15, Y15, Y15
	MOVL    $255, AX
	VMOVD   AX, X14                       // card 0

game:
	MOVBLZX (wideGame_count+1)(SI), AX
	CMPL    AX, $const_uncounted
	JAE     long
	MOVL    (BX), DX
	MOVL    4(BX), CX                     // the card z
	ADDQ    R8, DX
	MOVBLZX Bundle_Slack(DX)(CX*1), R14
	ADDL    AX, R14
	CMPL    R14, R15
	JLT     next                          // nearly all
	VMOVDQU  wideGame_count(SI), Y2
	VPCMPEQB (wideGame_count+1)(SI), Y2, Y2
	VPOR     Y14, Y2, Y2
	VMOVDQU  wideGame_deck(SI), Y3
	RAISE

next:
	ADDQ $8, BX
	ADDQ $wideGame__size, SI
	DECQ R9
	JNZ  game
	BUNDLES(ret+48(FP))

long:
	MOVQ $-1, ret+48(FP)
	VZEROUPPER
	RET

// func still(out, parents *Bundle, count int, k *stillKernel) int
TEXT ·still(SB), NOSPLIT, $32-40
	MOVQ    out+0(FP), DI
	MOVQ    parents+8(FP), SI
	MOVQ    count+16(FP), R9
	MOVQ    k+24(FP), R10
	VMOVDQU stillKernel_top(R10), Y10
	VMOVDQU stillKernel_less(R10), Y11
	VMOVDQU stillKernel_gap(R10), Y12
	VMOVDQU stillKernel_new(R10), Y13     // the position of the new card, and its slack
	VPBROADCASTB stillKernel_card(R10), Y14
	MOVQ    stillKernel_keep(R10), R8
	MOVQ    stillKernel_swap(R10), R12
	MOVQ    stillKernel_step(R10), R13
	LEAQ    Bundle_Path(R13), R13
	VPXOR   Y15, Y15, Y15

parent:
	VMOVDQU  Bundle_Slack(SI), Y0
	VMOVDQU  Bundle_End(SI), Y4
	VPSUBUSB Y12, Y0, Y1                  // of those in which it never shows
	VPMINUB  Y10, Y1, Y1
	VMOVDQU  Y1, 0(SP)
	VPSUBUSB Y11, Y0, Y2
	VPMINUB  Y10, Y2, Y2
	VMOVD    X2, AX
	TESTB    AX, AX
	JEQ      swaps

	VPBROADCASTB X1, Y3
	VPBLENDVB    Y13, Y3, Y2, Y2
	VPBLENDVB    Y13, Y14, Y4, Y5
	VMOVDQU      Y5, Bundle_End(DI)
	VMOVDQU      Y2, Bundle_Slack(DI)
	TAKE(SI, R8, X6, DX)
	ADDQ         $Bundle__size, DI

swaps:
	VPCMPEQB  Y15, Y1, Y2
	VPMOVMSKB Y2, AX
	NOTL      AX
	ANDL      $-2, AX
	JZ        next

swap:
	TZCNTL       AX, BX
	BLSRL        AX, AX
	VPBROADCASTB (SP)(BX*1), Y3           // the slack of v
	VMOVD        BX, X2
	VPBROADCASTB X2, Y2
	VPMINUB      Y1, Y3, Y5
	VPBLENDVB    Y13, Y3, Y5, Y5
	VPCMPEQB     Y2, Y4, Y6
	VPBLENDVB    Y6, Y14, Y4, Y6
	VPBLENDVB    Y13, Y2, Y6, Y6
	VMOVDQU      Y6, Bundle_End(DI)
	VMOVDQU      Y5, Bundle_Slack(DI)
	ADDL         R12, BX
	TAKE(SI, BX, X6, DX)
	ADDQ         $Bundle__size, DI
	TESTL        AX, AX
	JNZ          swap

next:
	ADDQ $Bundle__size, SI
	DECQ R9
	JNZ  parent

	BUNDLES(ret+32(FP))
