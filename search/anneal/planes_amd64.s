//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// What the riffle with plane P counts for, whose top packet's positions are left in AX, their
// number in BX.
#define SEE(P) \
	MOVQ    P, SI                     \
	SHRQ    $1, SI                    \
	XORQ    P, SI                     \
	ANDQ    0(SP), SI                 \
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

// A stable sort of a plane by the bits of another is two PEXTs. The planes of the first seven riffles
// are kept in registers, those of later ones in memory until these are undone.
// func undoBMI2(l *laid, scores *[MaxRiffles]score, k, n int) (sum int64)
TEXT ·undoBMI2(SB), NOSPLIT, $8-40
	MOVQ  l+0(FP), R8
	MOVQ  scores+8(FP), DI
	MOVQ  k+16(FP), R9
	MOVQ  n+24(FP), R10
	MOVQ  $-1, AX
	BZHIQ R10, AX, CX    // positions
	MOVQ  CX, AX
	SHRQ  $1, AX
	MOVQ  AX, 0(SP)      // positions with a next one
	XORQ  DX, DX
	CMPQ  R9, $7
	JLE   load

	// More than seven riffles: the planes are sorted in l.read, where each stays as it is read.
	LEAQ laid_read(R8), R11
	XORQ R12, R12

copy:
	MOVQ (R8)(R12*8), AX
	MOVQ AX, (R11)(R12*8)
	INCQ R12
	CMPQ R12, R9
	JLT  copy
	MOVQ R11, R8

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
	MOVQ DX, sum+32(FP)

	// The planes in registers, as they were read.
	MOVQ l+0(FP), AX
	MOVQ k+16(FP), BX
	LEAQ laid_read(AX)(BX*8), AX
	MOVQ R14, -8(AX)
	CMPQ BX, $2
	JLT  done
	MOVQ R13, -16(AX)
	JEQ  done
	MOVQ R12, -24(AX)
	CMPQ BX, $4
	JLT  done
	MOVQ R11, -32(AX)
	JEQ  done
	MOVQ R10, -40(AX)
	CMPQ BX, $6
	JLT  done
	MOVQ R9, -48(AX)
	JEQ  done
	MOVQ R8, -56(AX)

done:
	RET

few:
	MOVQ -8(AX), R14
	CMPQ R9, $2
	JLT  one
	MOVQ -16(AX), R13
	JEQ  two
	MOVQ -24(AX), R12
	JMP  three
