//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The NEON kernels of byteClimbs and of bytePatterns.

DATA home16<>+0(SB)/8, $0x0706050403020100
DATA home16<>+8(SB)/8, $0x0f0e0d0c0b0a0908
GLOBL home16<>(SB), RODATA|NOPTR, $16

// A bit for each byte of a half: what is equal is gathered by adding.
DATA bits16<>+0(SB)/8, $0x8040201008040201
DATA bits16<>+8(SB)/8, $0x8040201008040201
GLOBL bits16<>(SB), RODATA|NOPTR, $16

// NEXT goes on to the next card at home: of the deck at R1, of which those of R6 are left, or of the one behind it. R7 is the
// card, V0 the deck, R10 what is noted with it, without the card, and R9 what is left then.
#define NEXT(size, homes, note) \
	RBITW R6, R7;                  \
	CLZW  R7, R7;                  \
	SUBW  $1, R6, R8;              \
	ANDSW R6, R8, R8;              \
	MOVWU (size+homes)(R1), R9;    \
	MOVWU note(R1), R10;           \
	VLD1  (R1), [V0.B16];          \
	ADD   $size, R1, R11;          \
	CSEL  EQ, R11, R1, R1;         \
	CSEL  EQ, R9, R8, R9;          \
	EORW  R8, R6, R8;              \
	BICW  R8, R10, R10

// func visitBytes(left, taken *byteClimb, size int, below uint64, rows *rows) (more, visits int)
TEXT ·visitBytes(SB), NOSPLIT, $0-56
	MOVD  left+0(FP), R0
	MOVD  taken+8(FP), R1
	MOVD  size+16(FP), R2
	MOVD  below+24(FP), R3
	MOVD  rows+32(FP), R4
	ADD   R1, R2
	MOVD  R0, R14
	MOVD  $·turns(SB), R5
	MOVD  $home16<>(SB), R6
	VLD1  (R6), [V15.B16]
	MOVD  $bits16<>(SB), R6
	VLD1  (R6), [V14.B16]
	MOVD  ZR, R13
	MOVWU byteClimb_homes(R1), R6

visit:
	NEXT(byteClimb__size, byteClimb_homes, byteClimb_note)

	// the deck before its move
	ADDW  $0x10000, R10
	ADD   R7<<4, R5, R11
	VLD1  (R11), [V1.B16]
	VTBL  V1.B16, [V0.B16], V2.B16
	VST1  [V2.B16], (R0)
	VCMEQ V15.B16, V2.B16, V3.B16
	VAND  V14.B16, V3.B16, V3.B16
	VADDP V3.B16, V3.B16, V3.B16
	VADDP V3.B16, V3.B16, V3.B16
	VADDP V3.B16, V3.B16, V3.B16
	VMOV  V3.H[0], R6
	MOVW  R10, byteClimb_note(R0)
	ANDSW R3, R6, R6
	MOVW  R6, byteClimb_homes(R0)
	ADD   $byteClimb__size, R0, R11
	CSEL  NE, R11, R0, R0
	LSRW  $16, R10, R11
	ADD   R11<<1, R4, R11
	MOVHU (R11), R12
	ORRW  R10, R12, R12
	MOVH  R12, (R11)
	MOVW  R9, R6
	ADD   $1, R13
	CMP   R2, R1
	BLO   visit

	SUB  R14, R0, R0
	MOVD R0, more+40(FP)
	MOVD R13, visits+48(FP)
	RET

// The highest bit of each byte.
DATA high16<>+0(SB)/8, $0x8080808080808080
DATA high16<>+8(SB)/8, $0x8080808080808080
GLOBL high16<>(SB), RODATA|NOPTR, $16

// func visitPatterns(left, taken *bytePattern, size int) (more int, decks uint64)
TEXT ·visitPatterns(SB), NOSPLIT, $0-40
	MOVD  left+0(FP), R0
	MOVD  taken+8(FP), R1
	MOVD  size+16(FP), R2
	ADD   R1, R2
	MOVD  R0, R14
	MOVD  $·undoTable(SB), R5
	MOVD  $·orders(SB), R4
	MOVD  $home16<>(SB), R6
	VLD1  (R6), [V15.B16]
	MOVD  $bits16<>(SB), R6
	VLD1  (R6), [V14.B16]
	MOVD  $high16<>(SB), R6
	VLD1  (R6), [V13.B16]
	MOVD  ZR, R13
	MOVWU bytePattern_homes(R1), R6

visit:
	NEXT(bytePattern__size, bytePattern_homes, bytePattern_free)

	// the pattern before its move
	ADD    R7<<5, R5, R11
	VLD1   (R11), [V1.B16, V2.B16]
	VTBL   V1.B16, [V0.B16], V3.B16
	VORR   V2.B16, V3.B16, V3.B16
	VST1   [V3.B16], (R0)
	VCMEQ  V15.B16, V3.B16, V4.B16
	VCMTST V13.B16, V3.B16, V5.B16       // where nothing is known
	VAND   V14.B16, V4.B16, V4.B16
	VAND   V14.B16, V5.B16, V5.B16
	VADDP  V5.B16, V4.B16, V4.B16
	VADDP  V4.B16, V4.B16, V4.B16
	VADDP  V4.B16, V4.B16, V4.B16
	VMOV   V4.H[0], R6
	VMOV   V4.H[1], R8
	MOVW   R10, bytePattern_free(R0)
	ANDW   R10, R8, R8
	ORRW   R8, R6, R6
	MOVW   R6, bytePattern_homes(R0)
	ADD    $bytePattern__size, R0, R11
	CMPW   $0, R6
	CSEL   NE, R11, R0, R0
	FMOVD  R10, F6
	VCNT   V6.B8, V6.B8
	VUADDLV V6.B8, V6
	FMOVD  F6, R11
	ADD    R11<<3, R4, R11
	MOVD   (R11), R12
	ADD    R12, R13
	MOVW   R9, R6
	CMP    R2, R1
	BLO    visit

	SUB  R14, R0, R0
	MOVD R0, more+24(FP)
	MOVD R13, decks+32(FP)
	RET
