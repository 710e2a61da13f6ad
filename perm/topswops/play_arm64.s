//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The NEON kernels that play games to their ends; playGo and appendGo are their oracles. In a deck byte p is
// the card at position p, and t is the card on top. A move takes position p up to t to t-p, and leaves those
// for which that is negative, which is what TBX does with an index that is in no table. The number on top
// is counted too, byte t.
//
// Every four moves all games are written down, those that have ended for good, and the next take their
// places, by masks and conditional moves: a branch there would be mispredicted once a game.

DATA place<>+0(SB)/8, $0x0706050403020100
DATA place<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA place<>+16(SB)/8, $0x1716151413121110
DATA place<>+24(SB)/8, $0x1f1e1d1c1b1a1918
GLOBL place<>(SB), RODATA|NOPTR, $32

// NEXT says where the next game is, if this one has ended; R3 is then not 0. R12 is the size of a game.
#define NEXT(slot) \
	CMP  $0, R3             \
	CSEL NE, R0, slot, slot \
	ADD  R12, R0, R2        \
	CSEL NE, R2, R0, R0

// MOVE16 makes a move in a deck of 16 cards.
#define MOVE16(deck, count) \
	VDUP deck.B[0], V24.B16                 \
	VSUB V28.B16, V24.B16, V25.B16          \
	VCMEQ V29.B16, V24.B16, V24.B16         \
	VSUB V24.B16, count.B16, count.B16      \
	VTBX V25.B16, [deck.B16], deck.B16

#define TURN16(deck, count, slot) \
	VDUP deck.B[0], V24.B16           \
	VCMEQ V30.B16, V24.B16, V24.B16   \
	VST1 [deck.B16, count.B16], (slot) \
	VLD1 (R0), [V25.B16]              \
	VMOV V24.B[0], R3                 \
	VBIT V24.B16, V25.B16, deck.B16   \
	VBIT V24.B16, V30.B16, count.B16  \
	NEXT(slot)

#define BEGIN16(deck, count, slot) \
	MOVD R0, slot                     \
	VLD1 (R0), [deck.B16]             \
	VEOR count.B16, count.B16, count.B16 \
	ADD  R12, R0

// func playNarrowNEON(games *narrowGame, count int)
TEXT ·playNarrowNEON(SB), NOSPLIT, $0-16
	MOVD games+0(FP), R0
	MOVD count+8(FP), R1
	MOVD $narrowGame__size, R12
	ADD  $8, R1
	MUL  R12, R1
	ADD  R0, R1                   // where the last game has been taken from
	MOVD $place<>(SB), R2
	VLD1 (R2), [V28.B16]
	VEOR V30.B16, V30.B16, V30.B16
	VMOV V28.B16, V29.B16
	MOVD $255, R2
	VMOV R2, V29.B[0]             // card 0 is not counted
	BEGIN16(V0, V1, R4)
	BEGIN16(V2, V3, R5)
	BEGIN16(V4, V5, R6)
	BEGIN16(V6, V7, R7)
	BEGIN16(V8, V9, R8)
	BEGIN16(V10, V11, R9)
	BEGIN16(V12, V13, R10)
	BEGIN16(V14, V15, R11)

narrow:
	MOVD $4, R13

narrowMove:
	MOVE16(V0, V1)
	MOVE16(V2, V3)
	MOVE16(V4, V5)
	MOVE16(V6, V7)
	MOVE16(V8, V9)
	MOVE16(V10, V11)
	MOVE16(V12, V13)
	MOVE16(V14, V15)
	SUBS $1, R13
	BNE  narrowMove

	TURN16(V0, V1, R4)
	TURN16(V2, V3, R5)
	TURN16(V4, V5, R6)
	TURN16(V6, V7, R7)
	TURN16(V8, V9, R8)
	TURN16(V10, V11, R9)
	TURN16(V12, V13, R10)
	TURN16(V14, V15, R11)
	CMP  R1, R0
	BNE  narrow
	RET

// MOVE32 makes a move in a deck of 32 cards, of which low has the first 16 positions and high, which is the
// register behind it, the others.
#define MOVE32(low, high, lowCount, highCount) \
	VDUP low.B[0], V24.B16                    \
	VSUB V28.B16, V24.B16, V25.B16            \
	VSUB V29.B16, V24.B16, V26.B16            \
	VCMEQ V28.B16, V24.B16, V27.B16           \
	VSUB V27.B16, lowCount.B16, lowCount.B16  \
	VCMEQ V29.B16, V24.B16, V27.B16           \
	VSUB V27.B16, highCount.B16, highCount.B16 \
	VMOV low.B16, V24.B16                     \
	VTBX V25.B16, [low.B16, high.B16], low.B16 \
	VTBX V26.B16, [V24.B16], high.B16

#define TURN32(low, high, lowCount, highCount, slot) \
	VDUP low.B[0], V24.B16               \
	VCMEQ V30.B16, V24.B16, V24.B16      \
	VST1 [low.B16, high.B16, lowCount.B16, highCount.B16], (slot) \
	VLD1 (R0), [V25.B16, V26.B16]        \
	VMOV V24.B[0], R3                    \
	VBIT V24.B16, V25.B16, low.B16       \
	VBIT V24.B16, V26.B16, high.B16      \
	VBIT V24.B16, V30.B16, lowCount.B16  \
	VBIT V24.B16, V30.B16, highCount.B16 \
	NEXT(slot)

#define BEGIN32(low, high, lowCount, highCount, slot) \
	MOVD R0, slot                        \
	VLD1 (R0), [low.B16, high.B16]       \
	VEOR lowCount.B16, lowCount.B16, lowCount.B16 \
	VEOR highCount.B16, highCount.B16, highCount.B16 \
	ADD  R12, R0

// func playWideNEON(games *wideGame, count int)
TEXT ·playWideNEON(SB), NOSPLIT, $0-16
	MOVD games+0(FP), R0
	MOVD count+8(FP), R1
	MOVD $wideGame__size, R12
	ADD  $6, R1
	MUL  R12, R1
	ADD  R0, R1
	MOVD $place<>(SB), R2
	VLD1 (R2), [V28.B16, V29.B16]
	VEOR V30.B16, V30.B16, V30.B16
	BEGIN32(V0, V1, V2, V3, R4)
	BEGIN32(V4, V5, V6, V7, R5)
	BEGIN32(V8, V9, V10, V11, R6)
	BEGIN32(V12, V13, V14, V15, R7)
	BEGIN32(V16, V17, V18, V19, R8)
	BEGIN32(V20, V21, V22, V23, R9)

wide:
	MOVD $4, R13

wideMove:
	MOVE32(V0, V1, V2, V3)
	MOVE32(V4, V5, V6, V7)
	MOVE32(V8, V9, V10, V11)
	MOVE32(V12, V13, V14, V15)
	MOVE32(V16, V17, V18, V19)
	MOVE32(V20, V21, V22, V23)
	SUBS $1, R13
	BNE  wideMove

	TURN32(V0, V1, V2, V3, R4)
	TURN32(V4, V5, V6, V7, R5)
	TURN32(V8, V9, V10, V11, R6)
	TURN32(V12, V13, V14, V15, R7)
	TURN32(V16, V17, V18, V19, R8)
	TURN32(V20, V21, V22, V23, R9)
	CMP  R1, R0
	BNE  wide
	RET
