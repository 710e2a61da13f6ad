//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "deck_amd64.h"

// The AVX2 kernel of climbs; climbGo is its oracle.
//
// Four climbs are under way at a time: none waits for another, which hides that
// each step waits for the one before. Nor does a step branch on what it finds,
// but for a deck found. Stack pointers are SI, DI, R11 and R12: the last branch,
// from which its stream goes on.
//
// Below the first branch of a stack there is one without cards at home.
//
// A step takes the least card DX at home, of AX, off a branch. If it was the
// last, the deck before takes the place of the branch, else the next place, CX.
// BX are the cards at home above, R15 all at home then, R13 its moves, R14 its
// supporting cards. Y1 = position + number of every card.
#define STEP(top, at, slow, found) \
	MOVL      branch_homes(top), AX               \
	TZCNTL    AX, DX                              \
	JCS       slow                                \
	VMOVDQU   branch_deck(top), Y0                \
	MOVL      branch_moves(top), R13              \
	MOVL      branch_quiet(top), R14              \
	LEAQ      branch__size(top), CX               \
	BLSRL     AX, BX                              \
	CMOVQEQ   top, CX                             \
	MOVL      BX, branch_homes(top)               \
	BTRL      DX, R14                             \
	SHLQ      $5, DX                              \
	VMOVDQU   (R9)(DX*1), Y3                      \
	VPADDB    Y15, Y0, Y1                         \
	VPCMPEQB  Y3, Y1, Y2                          \
	VPMOVMSKB Y2, R15                             \
	ORL       BX, R15                             \
	FLIP(Y3, Y0, Y4)                              \
	INCL      R13                                 \
	VMOVDQU   Y4, branch_deck(CX)                 \
	MOVL      R15, branch_homes(CX)               \
	MOVL      R13, branch_moves(CX)               \
	MOVL      R14, branch_quiet(CX)               \
	CMPL      R13, kernel_need(R8)                \
	JGE       found                               \
	MOVBLZX   (R10)(R13*1), AX                    \
	LEAQ      -branch__size(CX), top              \
	SHRXQ     AX, R15, R15                        \
	CMPQ      R15, $1                             \
	CMOVQCC   CX, top                             \
	ADCQ      $0, (at+stream_stops)(R8)

// BEYOND asks for more memory if DX is above a limit.
#define BEYOND(limit) \
	XORL      AX, AX                              \
	CMPQ      DX, limit                           \
	SETHI     AL                                  \
	ORL       AX, kernel_full(R8)

// GOON goes on from a found deck too, if it has cards at home.
#define GOON(top, next) \
	LEAQ      -branch__size(CX), top              \
	TESTL     R15, R15                            \
	CMOVQNE   CX, top                             \
	JMP       next

// FOUND passes a deck on to the next climber, if it rises; KEEP writes it down.
// AX tells whether it rises.
#define FOUND(top, at, keep, next) \
	MOVQ      kernel_last(R8), BX                 \
	CMPQ      R13, BX                             \
	CMOVQLT   R13, BX                             \
	MOVQ      kernel_rise(R8), DX                 \
	MOVBLZX   (DX)(BX*1), BX                      \
	VPADDB    Y15, Y4, Y5                         \
	VPCMPEQB  kernel_next(R8), Y5, Y5             \
	VPMOVMSKB Y5, DX                              \
	ORL       $1, DX                              \
	XORL      AX, AX                              \
	SHRXQ     BX, DX, DX                          \
	TESTQ     DX, DX                              \
	SETNE     AL                                  \
	TESTL     R14, R14                            \
	JNE       keep                                \
	CMPL      R13, kernel_attend(R8)              \
	JGE       keep                                \
	INCQ      (at+stream_passed)(R8)              \
	MOVQ      (at+stream_root)(R8), R14           \
	VMOVDQU   root_end(R14), Y5                   \
	VPOR      kernel_home(R8), Y5, Y5             \
	MOVL      kernel_nextHome(R8), R14            \
	MOVQ      kernel_up(R8), DX                   \
	VMOVDQU   Y4, branch_deck(DX)                 \
	MOVL      R14, branch_homes(DX)               \
	MOVL      R13, branch_moves(DX)               \
	MOVL      $0, branch_quiet(DX)                \
	VMOVDQU   Y5, root_end(DX)                    \
	LEAQ      root__size(DX), R14                 \
	TESTL     AX, AX                              \
	CMOVQNE   R14, DX                             \
	MOVQ      DX, kernel_up(R8)                   \
	BEYOND(kernel_upLimit(R8))                   \
	GOON(top, next)

#define KEEP(top, at, next) \
	MOVQ      (at+stream_out)(R8), DX             \
	MOVQ      (at+stream_root)(R8), BX            \
	SUBQ      kernel_first(R8), BX                \
	VMOVDQU   Y4, Start_Deck(DX)                  \
	MOVL      R13, Start_Moves(DX)                \
	MOVL      R14, Start_Quiet(DX)                \
	MOVL      AX, Start_Rises(DX)                 \
	MOVL      BX, Start_from(DX)                  \
	ADDQ      $Start__size, DX                    \
	MOVQ      DX, (at+stream_out)(R8)             \
	BEYOND((at+stream_outLimit)(R8))             \
	GOON(top, next)

// SLOW takes a stream with an empty stack to its next root, which has the new
// card or is to have it at home.
#define SLOW(top, at, again, none) \
	MOVQ      kernel_rest(R8), AX                 \
	CMPQ      AX, kernel_rootsEnd(R8)             \
	JEQ       none                                \
	ADDQ      $branch__size, top                  \
	VMOVDQU   branch_deck(AX), Y0                 \
	VMOVDQU   kernel_home(R8), Y1                 \
	VPBLENDVB Y0, Y0, Y1, Y0                      \
	VMOVDQU   Y0, branch_deck(top)                \
	VMOVDQU   branch_homes(AX), X0                \
	VMOVDQU   X0, branch_homes(top)               \
	MOVQ      AX, (at+stream_root)(R8)            \
	ADDQ      $root__size, AX                     \
	MOVQ      AX, kernel_rest(R8)                 \
	JMP     again

// DEEP tells whether a stack is short of memory.
#define DEEP(top, at) \
	MOVQ      top, DX                             \
	SUBQ      (at+stream_base)(R8), DX            \
	BEYOND((at+stream_room)(R8))

#define STREAM0 (0*stream__size)
#define STREAM1 (1*stream__size)
#define STREAM2 (2*stream__size)
#define STREAM3 (3*stream__size)

// func climbAVX2(k *kernel)
TEXT ·climbAVX2(SB), NOSPLIT, $0-8
	MOVQ    k+0(FP), R8
	LEAQ    ·splats(SB), R9
	MOVQ    kernel_floor(R8), R10
	VMOVDQU ·numbers(SB), Y15
	MOVQ    (STREAM0+stream_top)(R8), SI
	MOVQ    (STREAM1+stream_top)(R8), DI
	MOVQ    (STREAM2+stream_top)(R8), R11
	MOVQ    (STREAM3+stream_top)(R8), R12

step0:
	STEP(SI, STREAM0, slow0, found0)

step1:
	STEP(DI, STREAM1, slow1, found1)

step2:
	STEP(R11, STREAM2, slow2, found2)

step3:
	STEP(R12, STREAM3, slow3, found3)

	// Depths are looked at once in 32 rounds: there is room for as many branches.
round:
	INCQ  kernel_rounds(R8)
	TESTB $31, kernel_rounds(R8)
	JNE   next
	DEEP(SI, STREAM0)
	DEEP(DI, STREAM1)
	DEEP(R11, STREAM2)
	DEEP(R12, STREAM3)

next:
	CMPL kernel_full(R8), $0
	JEQ  step0

save:
	MOVQ SI, (STREAM0+stream_top)(R8)
	MOVQ DI, (STREAM1+stream_top)(R8)
	MOVQ R11, (STREAM2+stream_top)(R8)
	MOVQ R12, (STREAM3+stream_top)(R8)
	VZEROUPPER
	RET

found0:
	FOUND(SI, STREAM0, keep0, step1)

keep0:
	KEEP(SI, STREAM0, step1)

found1:
	FOUND(DI, STREAM1, keep1, step2)

keep1:
	KEEP(DI, STREAM1, step2)

found2:
	FOUND(R11, STREAM2, keep2, step3)

keep2:
	KEEP(R11, STREAM2, step3)

found3:
	FOUND(R12, STREAM3, keep3, round)

keep3:
	KEEP(R12, STREAM3, round)

slow0:
	SLOW(SI, STREAM0, step0, idle0)

slow1:
	SLOW(DI, STREAM1, step1, idle1)

slow2:
	SLOW(R11, STREAM2, step2, idle2)

slow3:
	SLOW(R12, STREAM3, step3, idle3)

	// No root is left: are all streams through?
idle0:
	CMPQ DI, (STREAM1+stream_base)(R8)
	JNE  skip0
	CMPQ R11, (STREAM2+stream_base)(R8)
	JNE  skip0
	CMPQ R12, (STREAM3+stream_base)(R8)
	JEQ  save

skip0:
	INCQ kernel_skipped(R8)
	JMP  step1

idle1:
	INCQ kernel_skipped(R8)
	JMP  step2

idle2:
	INCQ kernel_skipped(R8)
	JMP  step3

idle3:
	INCQ kernel_skipped(R8)
	JMP  round
