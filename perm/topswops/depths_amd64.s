//go:build !purego

#include "textflag.h"
#include "go_asm.h"
#include "word_amd64.h"

// The AVX-512 kernel of Depths; findGo is its oracle. A deck is a Word, of which a register has
// eight, each with a climb of its own. A move and its undoing are the same reversal: down, to
// a deck with a move more, by a card at home; up by the card on top.

#define LANES(OP) \
	OP(0, Z0)  /* decks */                       \
	OP(1, Z1)  /* moves of cards 0 to 7 */       \
	OP(2, Z2)  /* of 8 to 15 */                  \
	OP(3, Z3)  /* of all, in every byte */       \
	OP(4, Z4)  /* those of the first deck */     \
	OP(5, Z5)  /* what may be tried */           \
	OP(6, Z6)  /* depths of cards 0 to 7 */      \
	OP(7, Z7)  /* of 8 to 15 */                  \
	OP(8, Z8)  /* ends */

#define LOAD(i, reg) VMOVDQU64 (lanes_at+64*i)(R11), reg;
#define STORE(i, reg) VMOVDQU64 reg, (lanes_at+64*i)(R11);

#define CONST(value, reg) \
	MOVQ         $value, AX \
	VPBROADCASTQ AX, reg

// BEGIN takes what waits in one array, R8 on, into free lanes.
#define BEGIN(array, reg) \
	VMOVDQU64 array(R11)(R8*8), Z9 \
	VPEXPANDQ Z9, K1, reg

// END writes what lanes have that are done behind what one array has, up to R9.
#define END(reg, array) \
	VPCOMPRESSQ reg, K1, Z9           \
	VMOVDQU64   Z9, array(R11)(R9*8)

// func climbNibbles(k *lanes) (more bool)
TEXT ·climbNibbles(SB), NOSPLIT, $0-9
	MOVQ k+0(FP), R11
	LANES(LOAD)
	MOVQ lanes_busy(R11), R12
	MOVQ lanes_next(R11), R8
	MOVQ lanes_done(R11), R9
	MOVQ lanes_waiting(R11), R10
	MOVQ lanes_rounds(R11), DI
	MOVQ lanes_visits(R11), SI
	MOVL $3, R13                          // so many lanes done are worth a stop
	CONST(0xfedcba9876543210, Z16)
	CONST(0x7777777777777777, Z17)
	VPBROADCASTQ lanes_homes(R11), Z18
	CONST(60, Z19)
	REVERSING(Z20, Z21)
	VPTERNLOGQ $0xff, Z22, Z22, Z22
	CONST(0x0100000000000000, Z23)
	CONST(64, Z24)
	CONST(0x0101010101010101, Z25)
	JMP  free

round:
	VPTESTNMB  Z1, Z1, K1
	VPTESTNMB  Z2, Z2, K2
	VPCMPEQQ   Z4, Z3, K4                 // where a climb began
	VPXORQ     Z16, Z0, Z9
	VPANDQ     Z17, Z9, Z10
	VPADDQ     Z17, Z10, Z10
	VPTERNLOGQ $0x02, Z5, Z9, Z10         // cards at home to try
	VPTESTMQ   Z10, Z10, K3               // down
	VPMAXUB    Z3, Z6, K1, Z6             // a depth of cards that are supporting
	VPMAXUB    Z3, Z7, K2, Z7
	KANDNB     K4, K3, K5                 // done
	KMOVB      K5, AX
	ANDL       R12, AX
	POPCNTL    AX, BX
	CMPL       BX, R13
	JAE        stop

	// 60 less 4 times the card to move; 64 for none
	VPSLLQ    $2, Z0, Z11
	VPANDNQ   Z19, Z11, Z11
	VMOVDQA64 Z24, K4, Z11
	VPLZCNTQ  Z10, K3, Z11

	// its turn
	REVERSED(Z20, Z21, Z0, Z12)
	VPSRLVQ    Z11, Z12, Z12
	VPSRLVQ    Z11, Z22, Z13              // nibbles up to it
	VPTERNLOGQ $0xd8, Z13, Z12, Z0

	// which cards to try next: all, or smaller ones
	VPSRLQ    $4, Z13, Z13
	VPANDQ    Z18, Z13, Z5
	VMOVDQA64 Z18, K3, Z5

	// it is once more, or less, among the moves
	VPADDQ  Z11, Z11, Z14
	VPSRLVQ Z14, Z23, Z15
	VPSUBQ  Z24, Z14, Z14
	VPSRLVQ Z14, Z23, Z14
	KORB    K3, K4, K6
	KNOTB   K6, K6                        // up
	KNOTB   K3, K7
	VPADDQ  Z14, Z1, K3, Z1
	VPADDQ  Z15, Z2, K3, Z2
	VPADDQ  Z25, Z3, K3, Z3
	VPSUBQ  Z14, Z1, K7, Z1
	VPSUBQ  Z15, Z2, K7, Z2
	VPSUBQ  Z25, Z3, K6, Z3
	KMOVB   K3, AX
	POPCNTL AX, AX
	ADDQ    AX, SI
	DECQ    DI
	JNZ     round
	MOVB    $1, AX
	JMP     pause

stop:
	KMOVB AX, K1
	END(Z6, lanes_doneLow)
	END(Z7, lanes_doneHigh)
	END(Z8, lanes_doneEnd)
	ADDQ  BX, R9
	NOTL  AX
	ANDL  AX, R12

free:
	MOVL    R12, DX
	XORL    $255, DX
	POPCNTL DX, BX
	MOVQ    R10, CX
	SUBQ    R8, CX                        // that wait
	CMPQ    CX, BX
	JAE     begin
	MOVQ    CX, BX
	MOVL    $-1, AX
	SHLXL   CX, AX, AX
	NOTL    AX
	PDEPL   DX, AX, DX                    // fewer than lanes

begin:
	KMOVB     DX, K1
	BEGIN(lanes_deck, Z0)
	BEGIN(lanes_low, Z1)
	BEGIN(lanes_high, Z2)
	BEGIN(lanes_moves, Z3)
	BEGIN(lanes_end, Z8)
	VMOVDQA64 Z3, K1, Z4
	VMOVDQA64 Z18, K1, Z5
	VPXORQ    Z6, Z6, K1, Z6
	VPXORQ    Z7, Z7, K1, Z7
	ORL       DX, R12
	ADDQ      BX, R8
	CMPQ      R8, R10
	JB        round
	XORL      AX, AX
	CMPQ      lanes_finish(R11), $0
	JEQ       pause
	MOVL      $1, R13
	TESTL     R12, R12
	JNZ       round

pause:
	LANES(STORE)
	MOVQ R12, lanes_busy(R11)
	MOVQ R8, lanes_next(R11)
	MOVQ R9, lanes_done(R11)
	MOVQ SI, lanes_visits(R11)
	MOVB AX, more+8(FP)
	VZEROUPPER
	RET
