//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The NEON kernels. The assembler of Go lacks some instructions, which are spelled here: registers are given
// by their numbers, the destination last.
#define FMLA(v, scalar, d)  WORD $(0x4FC01000 | (scalar)<<16 | (v)<<5 | (d)) // d += v times scalar, in D2
#define SMLAL(m, n, d)      WORD $(0x0E608000 | (m)<<16 | (n)<<5 | (d))       // d.S4 += products of the lower H4
#define SMLAL2(m, n, d)     WORD $(0x4E608000 | (m)<<16 | (n)<<5 | (d))       // of the upper ones
#define ABS(n, d)           WORD $(0x4EA0B800 | (n)<<5 | (d))                 // of S4
#define CMHS(m, n, d)       WORD $(0x6EA03C00 | (m)<<16 | (n)<<5 | (d))       // n >= m without signs, in S4
#define XTN4(n, d)          WORD $(0x0E612800 | (n)<<5 | (d))                 // the lower halves of S4, as H4
#define XTN4UP(n, d)        WORD $(0x4E612800 | (n)<<5 | (d))                 // the same into the upper ones
#define XTN8(n, d)          WORD $(0x0E212800 | (n)<<5 | (d))                 // of H8, as B8
#define ADDV8(n, d)         WORD $(0x0E31B800 | (n)<<5 | (d))                 // the sum of B8

// Products, as addTermsGo has them: four rows and two or three fours of columns stay in registers
// while the terms pass by.
//
// R0 is the question; R1 is the tile, R2 its stride; R3 to R6 are four rows of the left factor, R7 its stride;
// R8 is the right factor, R9 its stride; R10 counts blocks, R11 terms.

#define BEGIN \
	MOVD p+0(FP), R0              \
	MOVD panel_dst(R0), R1        \
	MOVD panel_dstStride(R0), R2  \
	MOVD panel_a(R0), R3          \
	MOVD panel_aStride(R0), R7    \
	MOVD panel_bStride(R0), R9    \
	MOVD panel_blocks(R0), R10    \
	MOVBU panel_fresh(R0), R12

#define BEGIN_BLOCK \
	ADD  R7, R3, R4           \
	ADD  R7, R4, R5           \
	ADD  R7, R5, R6           \
	MOVD panel_b(R0), R8      \
	MOVD panel_terms(R0), R11 \
	ADD  R2, R1, R13          \
	ADD  R2, R13, R14         \
	ADD  R2, R14, R15

// ENTRIES are four of the left factor.
#define ENTRIES(f0, f1, f2, f3) \
	FMOVD.P 8(R3), f0 \
	FMOVD.P 8(R4), f1 \
	FMOVD.P 8(R5), f2 \
	FMOVD.P 8(R6), f3

// R6 is behind the last entry of the last row: the next block begins a row further, less the terms.
#define END_BLOCK \
	MOVD panel_terms(R0), R11 \
	SUB  R11<<3, R6, R3       \
	ADD  R7, R3               \
	ADD  R2, R15, R1          \
	SUBS $1, R10

#define TERMS4(scalar, d) \
	FMLA(16, scalar, d); FMLA(17, scalar, (d+1)); FMLA(18, scalar, (d+2)); FMLA(19, scalar, (d+3))

// func panel2(p *panel)
TEXT ·panel2(SB), NOSPLIT, $0-8
	BEGIN

block2:
	BEGIN_BLOCK
	CBNZ R12, fresh2
	VLD1 (R1), [V0.D2, V1.D2, V2.D2, V3.D2]
	VLD1 (R13), [V4.D2, V5.D2, V6.D2, V7.D2]
	VLD1 (R14), [V8.D2, V9.D2, V10.D2, V11.D2]
	VLD1 (R15), [V12.D2, V13.D2, V14.D2, V15.D2]
	B    term2

fresh2:
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V5.B16, V5.B16, V5.B16
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16
	VEOR V8.B16, V8.B16, V8.B16
	VEOR V9.B16, V9.B16, V9.B16
	VEOR V10.B16, V10.B16, V10.B16
	VEOR V11.B16, V11.B16, V11.B16
	VEOR V12.B16, V12.B16, V12.B16
	VEOR V13.B16, V13.B16, V13.B16
	VEOR V14.B16, V14.B16, V14.B16
	VEOR V15.B16, V15.B16, V15.B16

term2:
	VLD1 (R8), [V16.D2, V17.D2, V18.D2, V19.D2]
	ENTRIES(F20, F21, F22, F23)
	ADD  R9, R8
	TERMS4(20, 0)
	TERMS4(21, 4)
	TERMS4(22, 8)
	TERMS4(23, 12)
	SUBS $1, R11
	BNE  term2

	VST1 [V0.D2, V1.D2, V2.D2, V3.D2], (R1)
	VST1 [V4.D2, V5.D2, V6.D2, V7.D2], (R13)
	VST1 [V8.D2, V9.D2, V10.D2, V11.D2], (R14)
	VST1 [V12.D2, V13.D2, V14.D2, V15.D2], (R15)
	END_BLOCK
	BNE  block2
	RET

#define LOAD6(at, v0, v1, v2, v3, v4, v5) \
	ADD  $64, at, R16                             \
	VLD1 (at), [v0.D2, v1.D2, v2.D2, v3.D2]       \
	VLD1 (R16), [v4.D2, v5.D2]

#define STORE6(at, v0, v1, v2, v3, v4, v5) \
	ADD  $64, at, R16                             \
	VST1 [v0.D2, v1.D2, v2.D2, v3.D2], (at)       \
	VST1 [v4.D2, v5.D2], (R16)

#define ZERO6(v0, v1, v2, v3, v4, v5) \
	VEOR v0.B16, v0.B16, v0.B16 \
	VEOR v1.B16, v1.B16, v1.B16 \
	VEOR v2.B16, v2.B16, v2.B16 \
	VEOR v3.B16, v3.B16, v3.B16 \
	VEOR v4.B16, v4.B16, v4.B16 \
	VEOR v5.B16, v5.B16, v5.B16

#define TERMS6(scalar, d) \
	FMLA(24, scalar, d); FMLA(25, scalar, (d+1)); FMLA(26, scalar, (d+2)) \
	FMLA(27, scalar, (d+3)); FMLA(28, scalar, (d+4)); FMLA(29, scalar, (d+5))

// func panel3(p *panel)
TEXT ·panel3(SB), NOSPLIT, $0-8
	BEGIN

block3:
	BEGIN_BLOCK
	CBNZ R12, fresh3
	LOAD6(R1, V0, V1, V2, V3, V4, V5)
	LOAD6(R13, V6, V7, V8, V9, V10, V11)
	LOAD6(R14, V12, V13, V14, V15, V16, V17)
	LOAD6(R15, V18, V19, V20, V21, V22, V23)
	B    term3

fresh3:
	ZERO6(V0, V1, V2, V3, V4, V5)
	ZERO6(V6, V7, V8, V9, V10, V11)
	ZERO6(V12, V13, V14, V15, V16, V17)
	ZERO6(V18, V19, V20, V21, V22, V23)

term3:
	LOAD6(R8, V24, V25, V26, V27, V28, V29)
	ADD  R9, R8
	FMOVD.P 8(R3), F30
	FMOVD.P 8(R4), F31
	TERMS6(30, 0)
	FMOVD.P 8(R5), F30
	TERMS6(31, 6)
	FMOVD.P 8(R6), F31
	TERMS6(30, 12)
	TERMS6(31, 18)
	SUBS $1, R11
	BNE  term3

	STORE6(R1, V0, V1, V2, V3, V4, V5)
	STORE6(R13, V6, V7, V8, V9, V10, V11)
	STORE6(R14, V12, V13, V14, V15, V16, V17)
	STORE6(R15, V18, V19, V20, V21, V22, V23)
	END_BLOCK
	BNE  block3
	RET

// Which products of whole numbers are small, as smallGo has them. Four rows pass by eight vectors in
// pairs of terms; the products with the first and the second term of a pair are added apart, in two lanes.

// The bits of eight answers.
DATA eights<>+0(SB)/8, $0x8040201008040201
GLOBL eights<>(SB), RODATA|NOPTR, $8

#define PAIR(row, d) \
	SMLAL(16, row, d); SMLAL2(16, row, (d+1)); SMLAL(17, row, (d+2)); SMLAL2(17, row, (d+3))

// ANSWER writes the eight answers of a row, whose limit is at R14.
#define ANSWER(v0, v1, v2, v3, n0, n2, at) \
	VADDP  v1.S4, v0.S4, v0.S4 \
	VADDP  v3.S4, v2.S4, v2.S4 \
	VLD1R.P 4(R14), [V18.S4]   \
	ABS(n0, n0)                \
	ABS(n2, n2)                \
	CMHS(n0, 18, n0)           \
	CMHS(n2, 18, n2)           \
	XTN4(n0, n0)               \
	XTN4UP(n2, n0)             \
	XTN8(n0, n0)               \
	VAND   V22.B8, v0.B8, v0.B8 \
	ADDV8(n0, n0)              \
	VMOV   v0.B[0], R16        \
	MOVB   R16, at

// func smallNEON(w *whole)
TEXT ·smallNEON(SB), NOSPLIT, $0-8
	MOVD w+0(FP), R0
	MOVD whole_rows(R0), R1
	MOVD whole_limits(R0), R2
	MOVD whole_small(R0), R3
	MOVD whole_blocks(R0), R4
	MOVD $eights<>(SB), R5
	VLD1 (R5), [V22.B8]

rows:
	MOVD $0, R5                   // which eight vectors of the panel

vectors:
	MOVD whole_panel(R0), R6
	ADD  R5<<5, R6
	MOVD whole_pairs(R0), R7
	MOVD R1, R8
	ADD  R7<<2, R8, R9
	ADD  R7<<2, R9, R10
	ADD  R7<<2, R10, R11
	ZERO6(V0, V1, V2, V3, V4, V5)
	ZERO6(V6, V7, V8, V9, V10, V11)
	ZERO6(V12, V13, V14, V15, V15, V15)

pair:
	VLD1 (R6), [V16.H8, V17.H8]
	VLD1R.P 4(R8), [V18.S4]
	VLD1R.P 4(R9), [V19.S4]
	VLD1R.P 4(R10), [V20.S4]
	VLD1R.P 4(R11), [V21.S4]
	ADD  $256, R6
	PAIR(18, 0)
	PAIR(19, 4)
	PAIR(20, 8)
	PAIR(21, 12)
	SUBS $1, R7
	BNE  pair

	MOVD R2, R14
	ADD  R5, R3, R15
	ANSWER(V0, V1, V2, V3, 0, 2, (R15))
	ANSWER(V4, V5, V6, V7, 4, 6, 8(R15))
	ANSWER(V8, V9, V10, V11, 8, 10, 16(R15))
	ANSWER(V12, V13, V14, V15, 12, 14, 24(R15))
	ADD  $1, R5
	CMP  $8, R5
	BNE  vectors

	MOVD R11, R1                  // behind the last of the four rows
	ADD  $16, R2
	ADD  $32, R3
	SUBS $1, R4
	BNE  rows
	RET
