//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// What the riffle with plane P counts for, whose top packet's positions are left in AX, their
// number in BX.
#define SEE(P) \
	MOVQ    P, SI                     \
	SHRQ    $1, SI                    \
	XORQ    P, SI                     \
	ANDQ    128(SP), SI               \
	POPCNTQ SI, SI                    \
	ADDQ    score_switches(DI)(SI*8), DX \
	ANDNQ   CX, P, AX                 \
	POPCNTQ AX, BX                    \
	ADDQ    score_tops(DI)(BX*8), DX  \
	ADDQ    $score__size, DI

// A stable sort of plane Q by the bits of P.
#define SORT(P, Q) \
	PEXTQ AX, Q, R15 \
	PEXTQ P, Q, Q    \
	SHLXQ BX, Q, Q   \
	ORQ   R15, Q

// see in words: a stable sort of a plane by the bits of another is two PEXTs. The planes of the
// first seven riffles are kept in registers, those of later ones in memory until these are undone.
// From planes at R8, k = R9, n = R10 and scores at DI comes the sum in DX.
TEXT see<>(SB), NOSPLIT, $136-0
	MOVQ  $-1, AX
	BZHIQ R10, AX, CX    // positions
	MOVQ  CX, AX
	SHRQ  $1, AX
	MOVQ  AX, 128(SP)    // positions with a next one
	XORQ  DX, DX
	CMPQ  R9, $7
	JLE   load

	// Later riffles, from a copy.
	XORQ R11, R11

copy:
	MOVQ (R8)(R11*8), AX
	MOVQ AX, (SP)(R11*8)
	INCQ R11
	CMPQ R11, R9
	JLT  copy
	LEAQ (SP), R8

later:
	MOVQ (R8), R10
	SEE(R10)
	ADDQ $8, R8
	DECQ R9
	XORQ R11, R11

sort:
	MOVQ (R8)(R11*8), R12
	SORT(R10, R12)
	MOVQ R12, (R8)(R11*8)
	INCQ R11
	CMPQ R11, R9
	JLT  sort
	CMPQ R9, $7
	JGT  later

load:
	LEAQ (R8)(R9*8), AX // behind the first riffle's
	CMPQ R9, $4
	JLT  few
	MOVQ -8(AX), R14
	MOVQ -16(AX), R13
	MOVQ -24(AX), R12
	MOVQ -32(AX), R11
	JEQ  four
	CMPQ R9, $6
	JLT  load5
	MOVQ -40(AX), R10
	JEQ  load6
	MOVQ -56(AX), R8
	MOVQ -48(AX), R9
	SEE(R8)
	SORT(R8, R9)
	SORT(R8, R10)
	SORT(R8, R11)
	SORT(R8, R12)
	SORT(R8, R13)
	SORT(R8, R14)
	JMP  six

load6:
	MOVQ -48(AX), R9

six:
	SEE(R9)
	SORT(R9, R10)
	SORT(R9, R11)
	SORT(R9, R12)
	SORT(R9, R13)
	SORT(R9, R14)
	JMP  five

load5:
	MOVQ -40(AX), R10

five:
	SEE(R10)
	SORT(R10, R11)
	SORT(R10, R12)
	SORT(R10, R13)
	SORT(R10, R14)

four:
	SEE(R11)
	SORT(R11, R12)
	SORT(R11, R13)
	SORT(R11, R14)

three:
	SEE(R12)
	SORT(R12, R13)
	SORT(R12, R14)

two:
	SEE(R13)
	SORT(R13, R14)

one:
	SEE(R14)
	RET

few:
	MOVQ -8(AX), R14
	CMPQ R9, $2
	JLT  one
	MOVQ -16(AX), R13
	JEQ  two
	MOVQ -24(AX), R12
	JMP  three

// func undoBMI2(p *planes, scores *[mostRiffles]score, k, n int) (sum int64)
TEXT ·undoBMI2(SB), NOSPLIT, $0-40
	MOVQ p+0(FP), R8
	MOVQ scores+8(FP), DI
	MOVQ k+16(FP), R9
	MOVQ n+24(FP), R10
	CALL see<>(SB)
	MOVQ DX, sum+32(FP)
	RET

// The bits of four planes.
DATA bits<>+0(SB)/8, $1
DATA bits<>+8(SB)/8, $2
DATA bits<>+16(SB)/8, $4
DATA bits<>+24(SB)/8, $8
GLOBL bits<>(SB), RODATA|NOPTR, $32

// Four planes from I on, next = now ^ (the bit in Y1 where the label in Y0 changes).
#define CHANGE(I) \
	VPAND    Y3, Y0, Y2        \
	VPCMPEQQ Y3, Y2, Y2        \
	VPAND    Y1, Y2, Y2        \
	VPXOR    (32*I)(R8), Y2, Y2 \
	VMOVDQU  Y2, (32*I)(R9)    \
	VPSRLQ   $4, Y0, Y0

// The energy after a move, in DX, by which the labels at DI stay as they are if it is not made; then goes on.
#define TAKE \
	MOVQ R9, R8                  \
	MOVQ m+16(FP), AX            \
	MOVQ moves_k(AX), R9         \
	MOVQ moves_n(AX), R10        \
	MOVQ scores+8(FP), DI        \
	CALL see<>(SB)               \
	MOVQ w+0(FP), DI             \
	MOVQ 0(SP), R12              \
	MOVQ DX, AX                  \
	SUBQ labels_energy(DI), AX   \
	CMPQ AX, labels_least(DI)(R12*8) \
	JLT  next                    \
	MOVQ DX, labels_energy(DI)   \
	XORQ $1, labels_now(DI)

// sweepGo, with the same choices.
// func sweepBMI2(w *labels, scores *[mostRiffles]score, m *moves, reverse bool)
TEXT ·sweepBMI2(SB), NOSPLIT, $32-25
	VMOVDQU bits<>(SB), Y3
	MOVQ    m+16(FP), AX
	MOVQ    moves_n(AX), AX
	MOVQ    AX, 8(SP)       // cards to go
	DECQ    AX
	CMPB    reverse+24(FP), $0
	JNE     begin
	XORQ    AX, AX

begin:
	MOVQ AX, 0(SP) // the card

card:
	MOVQ w+0(FP), DI
	MOVQ m+16(FP), R15
	MOVQ 0(SP), R12
	MOVQ labels_choice(DI)(R12*8), R13
	MOVQ labels_now(DI), AX
	SHLQ $8, AX
	LEAQ labels_laid(DI)(AX*1), R8
	XORQ $256, AX
	LEAQ labels_laid(DI)(AX*1), R9
	MOVQ labels_rises(DI), R11
	MOVL R13, AX
	ANDL $15, AX
	CMPQ AX, moves_singly(R15)
	JGE  run

	// A single card, between its neighbours.
	SHRXQ R12, R11, R11
	MOVL  labels_x+0(DI)(R12*4), AX
	MOVL  labels_x+4(DI)(R12*4), R10
	MOVL  labels_x+8(DI)(R12*4), DX
	MOVL  R11, BX
	ANDL  $1, BX
	ADDL  BX, AX
	SHRQ  $1, R11
	ANDL  $1, R11
	SUBL  R11, DX
	SUBL  AX, DX
	INCL  DX
	MULXQ R13, BX, CX
	ADDL  AX, CX
	CMPL  CX, R10
	JEQ   next
	MOVL  CX, 16(SP)
	XORL  R10, CX
	MOVBLZX labels_at(DI)(R12*1), AX
	MOVL  $1, BX
	SHLXQ AX, BX, BX
	VMOVQ CX, X0
	VMOVQ BX, X1
	VPBROADCASTQ X0, Y0
	VPBROADCASTQ X1, Y1
	CHANGE(0)
	CHANGE(1)
	CMPQ  moves_k(R15), $8
	JLE   evaluate
	CHANGE(2)
	CHANGE(3)

evaluate:
	TAKE
	MOVL 16(SP), AX
	MOVL AX, labels_x+4(DI)(R12*4)

next:
	MOVQ 0(SP), R12
	INCQ R12
	CMPB reverse+24(FP), $0
	JEQ  onward
	SUBQ $2, R12

onward:
	MOVQ R12, 0(SP)
	DECQ 8(SP)
	JNE  card
	VZEROUPPER
	RET

run:
	// Its end, in SI.
	MOVQ    R13, AX
	SHRQ    $32, AX
	MOVWLZX AX, CX
	IMUL3Q  $6, CX, CX
	SHRQ    $16, CX
	SHRQ    $16, AX
	SHLXQ   CX, AX, AX
	SHRQ    $16, AX
	MOVL    $1, SI
	SHLXQ   CX, SI, SI
	ADDQ    AX, SI
	ADDQ    R12, SI
	MOVQ    moves_n(R15), AX
	CMPQ    SI, AX
	CMOVQGT AX, SI

	// 2^shift in BX, shift in CX.
	MOVQ   R13, AX
	SHRQ   $4, AX
	ANDL   $3, AX
	ORL    $4, AX
	ORL    moves_still(R15), AX
	TZCNTL AX, CX
	MOVL   $1, BX
	SHLXL  CX, BX, BX
	BTQ    $8, R13
	JCC    down

	// Up, under the card after it.
	SHRXQ SI, R11, R11
	XORL  AX, AX
	CMPQ  SI, $64
	CMOVQEQ AX, R11
	ANDL  $1, R11
	MOVL  labels_x+4(DI)(SI*4), DX
	SUBL  R11, DX
	MOVL  labels_x+0(DI)(SI*4), AX
	ADDL  BX, AX
	CMPL  AX, DX
	JGT   next
	XORQ  R13, R13
	JMP   carry

down:
	SHRXQ R12, R11, R11
	ANDL  $1, R11
	ADDL  labels_x+0(DI)(R12*4), R11
	MOVL  labels_x+4(DI)(R12*4), DX
	NEGL  BX
	ADDL  BX, DX
	CMPL  DX, R11
	JLT   next
	MOVQ  $-1, R13

carry:
	MOVL BX, 16(SP)
	MOVQ SI, 24(SP)
	MOVQ labels_first(DI)(SI*8), AX
	XORQ labels_first(DI)(R12*8), AX // positions that change
	XORL R11, R11
	TESTL CX, CX
	JEQ  higher

lower:
	MOVQ (R8)(R11*8), BX
	MOVQ BX, (R9)(R11*8)
	INCQ R11
	CMPQ R11, CX
	JLT  lower

higher:
	MOVQ (R8)(R11*8), BX
	MOVQ BX, DX
	XORQ AX, BX
	MOVQ BX, (R9)(R11*8)
	XORQ R13, DX
	ANDQ DX, AX
	INCQ R11
	CMPQ R11, moves_k(R15)
	JLT  higher
	TAKE
	MOVL 16(SP), AX
	MOVQ 24(SP), SI

label:
	ADDL AX, labels_x+4(DI)(R12*4)
	INCQ R12
	CMPQ R12, SI
	JLT  label
	JMP  next
