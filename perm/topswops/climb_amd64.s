//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// AVX2 kernels of topswops: a game, and a climb. playGo and climbGo are their
// oracles and agree with them, order included.

DATA sign<>+0(SB)/8, $0x8080808080808080
DATA sign<>+8(SB)/8, $0x8080808080808080
DATA sign<>+16(SB)/8, $0x8080808080808080
DATA sign<>+24(SB)/8, $0x8080808080808080
GLOBL sign<>(SB), RODATA|NOPTR, $32

// flip: dst = deck with its first k+1 positions reversed, for Ysplat = k in
// every byte. k - (0x80+p) = 0x80 + (k-p) keeps the sign where p <= k.
#define FLIP(splat, deck, dst) \
	VPSUBB    deck, splat, dst       \
	VPBLENDVB dst, dst, deck, dst

// func playAVX2(end, d *Deck, z int) (moves int, shown uint32)
TEXT ·playAVX2(SB), NOSPLIT, $0-36
	MOVQ    end+0(FP), DI
	MOVQ    d+8(FP), SI
	MOVQ    z+16(FP), DX
	LEAQ    ·splats(SB), R9
	VMOVDQU (SI), Y0
	VMOVDQU ·atHome(SB), Y15
	VMOVDQU sign<>(SB), Y14

	// Cards 0 and z change places: Y5 and Y6 mark their bytes.
	VPBROADCASTB (SI)(DX*1), Y1
	VPBROADCASTB (SI), Y2
	SHLQ         $5, DX
	VPOR         (R9)(DX*1), Y14, Y6
	VPCMPEQB     Y6, Y15, Y6
	VPCMPEQB     Y14, Y15, Y5
	VPBLENDVB    Y6, Y2, Y0, Y0
	VPBLENDVB    Y5, Y1, Y0, Y0
	XORL    R12, R12
	XORL    R13, R13

move:
	VPCMPEQB  Y14, Y0, Y2
	VPMOVMSKB Y2, AX
	TESTL     $1, AX
	JNZ       over
	TZCNTL    AX, DX
	ORL       AX, R13
	INCQ      R12
	SHLQ      $5, DX
	VMOVDQU   (R9)(DX*1), Y3
	FLIP(Y3, Y0, Y4)
	VMOVDQA   Y4, Y0
	JMP       move

over:
	VMOVDQU Y0, (DI)
	MOVQ    R12, moves+24(FP)
	MOVL    R13, shown+32(FP)
	VZEROUPPER
	RET

// func climbAVX2(k *kernel)
//
// The deck in hand is Y0, with Y1 = position + number of every card; AX are its
// cards at home not yet undone, BX all of them, R12 what is left to climb after
// the next, R13 what has shown, R14 the card that the bound wants at home.
// DX is the card to undo, CX the offset of its splat, R15 what that brings home.
TEXT ·climbAVX2(SB), NOSPLIT, $0-8
	MOVQ    k+0(FP), R8
	MOVQ    kernel_top(R8), SI
	MOVQ    kernel_out(R8), DI
	MOVQ    kernel_low(R8), R10
	LEAQ    ·splats(SB), R9
	VMOVDQU ·atHome(SB), Y15
	CMPL    kernel_fresh(R8), $0
	JEQ     pop

	// Append card m at home; it is the first to be undone.
	MOVL     $0, kernel_fresh(R8)
	VMOVDQU  kernel_deck(R8), Y0
	MOVQ     kernel_m(R8), DX
	MOVQ     DX, CX
	SHLQ     $5, CX
	VMOVDQU  sign<>(SB), Y14
	VPOR     (R9)(CX*1), Y14, Y2
	VPCMPEQB Y2, Y15, Y2
	VPAND    Y15, Y2, Y2
	VPOR     Y2, Y0, Y0
	VPADDB   Y15, Y0, Y1
	XORL     AX, AX
	XORL     BX, BX
	XORL     R13, R13
	XORL     R14, R14
	MOVQ     kernel_need(R8), R12
	TESTQ    R12, R12
	JLE      undo
	CMPQ     R12, kernel_lows(R8)
	JGE      unreachable
	MOVBLZX  (R10)(R12*1), R14
	JMP      undo

unreachable:
	INCQ kernel_visits(R8)
	INCQ kernel_stops(R8)
	JMP  done

pop:
	CMPQ    SI, kernel_base(R8)
	JEQ     done
	CMPQ    SI, kernel_limit(R8)
	JHI     done
	CMPQ    DI, kernel_outLimit(R8)
	JHI     done
	SUBQ    $branch__size, SI
	VMOVDQU branch_deck(SI), Y0
	MOVL    branch_homes(SI), AX
	MOVL    AX, BX
	MOVLQSX branch_left(SI), R12
	MOVL    branch_shown(SI), R13
	VPADDB  Y15, Y0, Y1
	XORL    R14, R14
	DECQ    R12
	JLE     next
	MOVBLZX (R10)(R12*1), R14

next:
	TESTL  AX, AX
	JZ     pop
	TZCNTL AX, DX
	BLSRL  AX, AX
	MOVQ   DX, CX
	SHLQ   $5, CX

undo:
	INCQ      kernel_visits(R8)
	VMOVDQU   (R9)(CX*1), Y3
	VPCMPEQB  Y3, Y1, Y2
	VPMOVMSKB Y2, R15
	MOVL      $-2, R11
	SHLXL     DX, R11, R11
	ANDL      BX, R11
	ORL       R11, R15
	ANDL      kernel_inside(R8), R15
	TESTQ     R12, R12
	JLE       found
	SHRXL     R14, R15, R11
	TESTL     R11, R11
	JZ        stop
	MOVL      R13, R11
	BTSL      DX, R11
	FLIP(Y3, Y0, Y4)

push:
	VMOVDQU Y4, branch_deck(SI)
	MOVL    R15, branch_homes(SI)
	MOVL    R12, branch_left(SI)
	MOVL    R11, branch_shown(SI)
	ADDQ    $branch__size, SI
	JMP     next

stop:
	INCQ kernel_stops(R8)
	JMP  next

found:
	MOVL R13, R11
	BTSL DX, R11
	FLIP(Y3, Y0, Y4)

	// Can the next climb go far enough?
	MOVQ      kernel_spare(R8), DX
	ADDQ      R12, DX
	JLE       rises
	CMPQ      R12, kernel_cutLeft(R8)
	JGT       fallen
	CMPQ      DX, kernel_lows(R8)
	JGE       fallen
	MOVBLZX   (R10)(DX*1), DX
	VPADDB    Y15, Y4, Y5
	MOVQ      kernel_next(R8), CX
	SHLQ      $5, CX
	VPCMPEQB  (R9)(CX*1), Y5, Y5
	VPMOVMSKB Y5, CX
	ANDL      kernel_nextInside(R8), CX
	SHRXL     DX, CX, CX
	TESTL     CX, CX
	JNZ       rises

fallen:
	XORL  CX, CX
	ANDNL kernel_quiet(R8), R11, DX
	TESTL DX, DX
	JNZ   emit
	INCQ  kernel_idle(R8)
	JMP   onward

rises:
	MOVL $1, CX

emit:
	VMOVDQU Y4, Start_Deck(DI)
	MOVL    CX, Start_Rises(DI)
	MOVL    R12, Start_left(DI)
	MOVL    R11, Start_Shown(DI)
	ADDQ    $Start__size, DI

onward:
	TESTL R15, R15
	JNZ   push
	JMP   next

done:
	MOVQ SI, kernel_top(R8)
	MOVQ DI, kernel_out(R8)
	VZEROUPPER
	RET
