//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The AVX2 kernels of byteClimbs, of bytePatterns and of Climbs.

DATA home16<>+0(SB)/8, $0x0706050403020100
DATA home16<>+8(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL home16<>(SB), RODATA|NOPTR, $16

// NEXT goes on to the next card at home: of the deck at SI, of which those of AX are left, or of the one behind it. BX is the
// card, shifted, X0 the deck, R10 what is noted with it, without the card, and R14 what is left then.
#define NEXT(size, homes, note, shift) \
	TZCNTL  AX, BX;                \
	BLSRL   AX, DX;                \
	MOVL    (size+homes)(SI), R14; \
	MOVL    note(SI), R10;         \
	VMOVDQU (SI), X0;              \
	LEAQ    size(SI), CX;          \
	CMOVQEQ CX, SI;                \
	CMOVLNE DX, R14;               \
	SHLL    $shift, BX;            \
	XORL    DX, AX;                \
	ANDNL   R10, AX, R10

// func visitBytes(left, taken *byteClimb, size int, below uint64, rows *rows) (more, visits int)
TEXT ·visitBytes(SB), NOSPLIT, $0-56
	MOVQ    left+0(FP), DI
	MOVQ    taken+8(FP), SI
	MOVQ    size+16(FP), R8
	MOVQ    below+24(FP), R11
	MOVQ    rows+32(FP), R13
	ADDQ    SI, R8
	MOVQ    DI, R15
	LEAQ    ·turns(SB), R9
	VMOVDQU home16<>(SB), X15
	XORL    R12, R12
	MOVL    byteClimb_homes(SI), AX
	PCALIGN $32

visit:
	NEXT(byteClimb__size, byteClimb_homes, byteClimb_note, 4)

	// the deck before its move
	VPSHUFB   (R9)(BX*1), X0, X1
	ADDL      $0x10000, R10
	VPCMPEQB  X15, X1, X2
	VMOVDQU   X1, (DI)
	MOVL      R10, byteClimb_note(DI)
	MOVL      R10, BX
	VPMOVMSKB X2, AX
	SHRL      $16, BX
	LEAQ      byteClimb__size(DI), CX
	ANDL      R11, AX
	MOVL      AX, byteClimb_homes(DI)
	CMOVQNE   CX, DI
	ORW       R10, (R13)(BX*2)
	MOVL      R14, AX
	INCQ      R12
	CMPQ      SI, R8
	JB        visit

	SUBQ R15, DI
	MOVQ DI, more+40(FP)
	MOVQ R12, visits+48(FP)
	RET

// func visitPatterns(left, taken *bytePattern, size int) (more int, decks uint64)
TEXT ·visitPatterns(SB), NOSPLIT, $0-40
	MOVQ    left+0(FP), DI
	MOVQ    taken+8(FP), SI
	MOVQ    size+16(FP), R8
	ADDQ    SI, R8
	MOVQ    DI, R15
	LEAQ    ·undoTable(SB), R9
	LEAQ    ·orders(SB), R13
	VMOVDQU home16<>(SB), X15
	XORL    R12, R12
	MOVL    bytePattern_homes(SI), AX
	PCALIGN $32

visit:
	NEXT(bytePattern__size, bytePattern_homes, bytePattern_free, 5)

	// the pattern before its move
	VPSHUFB   (R9)(BX*1), X0, X1
	VPOR      16(R9)(BX*1), X1, X1
	VPCMPEQB  X15, X1, X2
	VPMOVMSKB X1, CX                       // where nothing is known
	VPMOVMSKB X2, AX
	VMOVDQU   X1, (DI)
	MOVL      R10, bytePattern_free(DI)
	POPCNTL   R10, BX
	ANDL      R10, CX
	ADDQ      (R13)(BX*8), R12
	LEAQ      bytePattern__size(DI), BX
	ORL       CX, AX
	MOVL      AX, bytePattern_homes(DI)
	CMOVQNE   BX, DI
	MOVL      R14, AX
	CMPQ      SI, R8
	JB        visit

	SUBQ R15, DI
	MOVQ DI, more+24(FP)
	MOVQ R12, decks+32(FP)
	RET

// func climbAVX2(waiting, found, taken *Climb, some int, c *Climbs) (more, got int)
TEXT ·climbAVX2(SB), NOSPLIT, $8-56
	MOVQ  waiting+0(FP), DI
	MOVQ  found+8(FP), R8
	MOVQ  taken+16(FP), SI
	MOVQ  some+24(FP), AX
	MOVQ  c+32(FP), R9
	IMULQ $Climb__size, AX
	ADDQ  SI, AX
	MOVQ  AX, last-8(SP)
	MOVL  Climbs_Cards(R9), R11
	MOVL  Climbs_Need(R9), R10
	MOVQ  Climbs_Lacks(R9), R12
	LEAQ  ·splats(SB), R13
	VMOVDQU ·atHome(SB), Y15
	MOVL  Climb_Homes(SI), AX
	PCALIGN $32

visit:
	// the next card at home: of this deck or, after its last, of the next
	TZCNTL  AX, BX
	BLSRL   AX, DX
	MOVL    (Climb__size+Climb_Homes)(SI), R15
	VMOVDQU Climb_Deck(SI), Y0
	MOVL    Climb_Moves(SI), CX
	MOVL    Climb_Left(SI), AX
	LEAQ    Climb__size(SI), R9
	CMOVQEQ R9, SI
	CMOVLEQ R15, DX

	// the deck before its move
	SHLL      $5, BX
	INCL      CX
	DECL      AX
	VMOVDQU   (R13)(BX*1), Y1
	VPSUBB    Y0, Y1, Y1
	VPBLENDVB Y1, Y1, Y0, Y1
	VPCMPEQB  Y15, Y1, Y2
	VPMOVMSKB Y2, BX
	ANDL      R11, BX
	VMOVDQU   Y1, Climb_Deck(DI)
	VMOVDQU   Y1, Climb_Deck(R8)
	MOVL      BX, Climb_Homes(DI)
	MOVL      CX, Climb_Moves(DI)
	MOVL      CX, Climb_Moves(R8)
	MOVL      AX, Climb_Left(DI)

	// whether it stays
	XORL    R15, R15
	MOVL    R10, R9
	SUBL    CX, R9                        // moves that are lacking
	CMOVLLT R15, R9
	LEAQ    Climb__size(R8), R14
	TESTL   R9, R9
	CMOVQEQ R14, R8
	ANDL    (R12)(R9*4), BX
	TESTL   AX, AX
	CMOVLLE R15, BX
	LEAQ    Climb__size(DI), R14
	TESTL   BX, BX
	CMOVQNE R14, DI
	MOVL    DX, AX
	CMPQ    SI, last-8(SP)
	JB      visit

	MOVL $Climb__size, CX
	MOVQ DI, AX
	SUBQ waiting+0(FP), AX
	XORL DX, DX
	DIVQ CX
	MOVQ AX, more+40(FP)
	MOVQ R8, AX
	SUBQ found+8(FP), AX
	XORL DX, DX
	DIVQ CX
	MOVQ AX, got+48(FP)
	VZEROUPPER
	RET
