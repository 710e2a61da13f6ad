//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "deck_amd64.h"

// The AVX2 kernel of games; playOnGo is its oracle. Four games are played at a
// time, so that none waits for another. One that has ended stays as it is: card
// 0 on top reverses one position.

// DEAL takes the next card z of the set R8, or card 0, and brings it to the top
// of the deck in Y12, which is in memory too, by an exchange with card 0.
#define DEAL(deck, shown, moves, at) \
	XORL         moves, moves                     \
	TZCNTL       R8, DX                           \
	CMOVLCS      moves, DX                        \
	BLSRL        R8, R8                           \
	MOVL         DX, (32+at)(SP)                  \
	VPBROADCASTB 0(SP)(DX*1), Y8                  \
	SHLQ         $5, DX                           \
	VPOR         (R9)(DX*1), Y14, Y9              \
	VPCMPEQB     Y9, Y15, Y9                      \
	VPBLENDVB    Y9, Y14, Y12, deck               \
	VPBLENDVB    Y13, Y8, deck, deck              \
	VPXOR        shown, shown, shown

// MOVE makes one move. CX has bit 0 as long as all games have ended.
#define MOVE(deck, shown, moves) \
	VPCMPEQB  Y14, deck, Y8                       \
	VPOR      Y8, shown, shown                    \
	VPMOVMSKB Y8, AX                              \
	ANDL      AX, CX                              \
	TZCNTL    AX, DX                              \
	CMPL      DX, $1                              \
	SBBL      $-1, moves                          \
	SHLQ      $5, DX                              \
	VMOVDQU   (R9)(DX*1), Y9                      \
	FLIP(Y9, deck, Y8)                            \
	VMOVDQA   Y8, deck

#define TELL(deck, shown, moves, at) \
	MOVL      (32+at)(SP), DX                     \
	IMULQ     $Outcome__size, DX                     \
	ADDQ      DI, DX                              \
	VMOVDQU   deck, Outcome_End(DX)                  \
	MOVL      moves, Outcome_Moves(DX)               \
	VPMOVMSKB shown, AX                           \
	ANDL      $-2, AX                             \
	MOVL      AX, Outcome_Shown(DX)

// func playOnAVX2(games *[32]Outcome, end *Deck, m int, zs uint32)
TEXT ·playOnAVX2(SB), NOSPLIT, $48-28
	MOVQ      games+0(FP), DI
	MOVQ      end+8(FP), SI
	MOVQ      m+16(FP), DX
	MOVL      zs+24(FP), R8
	LEAQ      ·splats(SB), R9
	VMOVDQU   ·atHome(SB), Y15
	VMOVDQU   sign<>(SB), Y14
	VPCMPEQB  Y14, Y15, Y13   // card 0

	// Card m, in the place of card 0, has moved; card 0 is on top.
	VMOVDQU   (SI), Y0
	SHLQ      $5, DX
	VMOVDQU   (R9)(DX*1), Y1
	VPSUBB    Y0, Y1, Y2
	VPBLENDVB Y0, Y2, Y0, Y2
	VPOR      Y14, Y1, Y1
	VPCMPEQB  Y1, Y15, Y3
	VPBLENDVB Y3, Y1, Y2, Y2
	VPBLENDVB Y13, Y14, Y2, Y12
	VMOVDQU   Y12, 0(SP)

four:
	DEAL(Y0, Y4, R10, 0)
	DEAL(Y1, Y5, R11, 4)
	DEAL(Y2, Y6, R12, 8)
	DEAL(Y3, Y7, R13, 12)

move:
	MOVL  $1, CX
	MOVE(Y0, Y4, R10)
	MOVE(Y1, Y5, R11)
	MOVE(Y2, Y6, R12)
	MOVE(Y3, Y7, R13)
	TESTL CX, CX
	JZ    move

	TELL(Y0, Y4, R10, 0)
	TELL(Y1, Y5, R11, 4)
	TELL(Y2, Y6, R12, 8)
	TELL(Y3, Y7, R13, 12)
	TESTL R8, R8
	JNZ   four
	VZEROUPPER
	RET

// func putInAVX2(out, d *Deck, m, v, z int)
TEXT ·putInAVX2(SB), NOSPLIT, $0-40
	MOVQ         out+0(FP), DI
	MOVQ         d+8(FP), SI
	MOVQ         m+16(FP), AX
	MOVQ         v+24(FP), CX
	MOVQ         z+32(FP), DX
	LEAQ         ·splats(SB), R9
	VMOVDQU      ·atHome(SB), Y15
	VMOVDQU      sign<>(SB), Y14
	VPBROADCASTB (SI)(CX*1), Y1
	VPBROADCASTB (SI)(DX*1), Y2
	VMOVDQU      (SI), Y0
	SHLQ         $5, AX
	SHLQ         $5, CX
	SHLQ         $5, DX
	VPOR         (R9)(AX*1), Y14, Y3
	VPOR         (R9)(CX*1), Y14, Y4
	VPOR         (R9)(DX*1), Y14, Y5
	VPCMPEQB     Y3, Y15, Y6
	VPCMPEQB     Y4, Y15, Y4
	VPCMPEQB     Y5, Y15, Y5
	VPBLENDVB    Y6, Y1, Y0, Y0
	VPBLENDVB    Y4, Y2, Y0, Y0
	VPBLENDVB    Y5, Y3, Y0, Y0
	VMOVDQU      Y0, (DI)
	VZEROUPPER
	RET

// func undoAVX2(out, d *Deck, v int) (homes uint32)
TEXT ·undoAVX2(SB), NOSPLIT, $0-28
	MOVQ      out+0(FP), DI
	MOVQ      d+8(FP), SI
	MOVQ      v+16(FP), AX
	LEAQ      ·splats(SB), R9
	SHLQ      $5, AX
	VMOVDQU   (SI), Y0
	VMOVDQU   (R9)(AX*1), Y1
	FLIP(Y1, Y0, Y2)
	VMOVDQU   Y2, (DI)
	VPCMPEQB  ·atHome(SB), Y2, Y3
	VPMOVMSKB Y3, AX
	MOVL      AX, homes+24(FP)
	VZEROUPPER
	RET
