//go:build !purego

#include "textflag.h"

// Riffles by NEON, with mergeGo as the oracle. Eight positions a step: the next eight cards of the top packet
// go to the clear bits of a byte of the set, the next eight of the bottom packet to its set bits, and each
// packet moves on by the number of its bits. Bits of the set past the deck are clear.
//
// R0 is the deck to fill, R1 and R2 are the packets, R3 is the set, R4 the table of where cards go, R5 counts
// steps; R6 is a byte of the set, R7 its complement, R8 the number of its bits.

#define BEGIN(size) \
	MOVD dst+0(FP), R0     \
	MOVD src+8(FP), R1     \
	MOVD bottom+16(FP), R3 \
	MOVD spread+24(FP), R4 \
	MOVD eights+32(FP), R5 \
	MOVD top+40(FP), R2    \
	ADD  R2<<size, R1, R2

#define STEP(size) \
	MOVBU.P 1(R3), R6     \
	EOR  $255, R6, R7     \
	VMOV R6, V16.D[0]     \
	VCNT V16.B8, V16.B8   \
	VMOV V16.B[0], R8     \
	ADD  R6<<(3+size), R4, R9 \
	ADD  R7<<(3+size), R4, R10

#define MOVE(size) \
	ADD  R8<<size, R2     \
	MOVD $8, R11          \
	SUB  R8, R11          \
	ADD  R11<<size, R1    \
	SUBS $1, R5

// func mergeSmallNEON(dst, src *uint16, bottom *uint64, spread *[256][16]byte, eights, top int)
TEXT ·mergeSmallNEON(SB), NOSPLIT, $0-48
	BEGIN(1)

small:
	STEP(1)
	VLD1 (R9), [V2.B16]
	VLD1 (R10), [V3.B16]
	VLD1 (R1), [V0.B16]
	VLD1 (R2), [V1.B16]
	VTBL V2.B16, [V0.B16], V4.B16
	VTBX V3.B16, [V1.B16], V4.B16
	VST1.P [V4.B16], 16(R0)
	MOVE(1)
	BNE  small
	RET

// func mergeLargeNEON(dst, src *uint32, bottom *uint64, spread *[256][32]byte, eights, top int)
TEXT ·mergeLargeNEON(SB), NOSPLIT, $0-48
	BEGIN(2)

large:
	STEP(2)
	VLD1 (R9), [V4.B16, V5.B16]
	VLD1 (R10), [V6.B16, V7.B16]
	VLD1 (R1), [V0.B16, V1.B16]
	VLD1 (R2), [V2.B16, V3.B16]
	VTBL V4.B16, [V0.B16, V1.B16], V8.B16
	VTBL V5.B16, [V0.B16, V1.B16], V9.B16
	VTBX V6.B16, [V2.B16, V3.B16], V8.B16
	VTBX V7.B16, [V2.B16, V3.B16], V9.B16
	VST1.P [V8.B16, V9.B16], 32(R0)
	MOVE(2)
	BNE  large
	RET
