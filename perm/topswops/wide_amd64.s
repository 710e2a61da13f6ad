//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The kernels that play games to their ends; appendGo and playGo are their oracles. In a deck byte
// p is the card at position p. A move takes each position p up to t, the card on top, to t-p,
// which for the others is negative and so, without its sign, above all positions: the lesser of it and
// p with a high bit that PSHUFB ignores says for every position which card comes there. Numbers up to t are
// counted, so that number 1 has a count of all moves, and v the same count as v+1 if it was never on top.
// Rounds begin with counts of at most const_uncounted, those above number 15 excepted, which AVX2 lets wrap: so
// that of number 1 stays as high in a game of so many moves, of which the others mean nothing.
//
// After every round of a few moves all games are written down, those that have ended for good, and the next
// take their places, by masks and conditional moves: a branch there would be mispredicted once a game.

DATA positions<>+0(SB)/8, $0x0706050403020100
DATA positions<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA positions<>+16(SB)/8, $0x1716151413121110
DATA positions<>+24(SB)/8, $0x1f1e1d1c1b1a1918
GLOBL positions<>(SB), RODATA|NOPTR, $32

// FILL sets every byte of a register.
#define FILL(value, reg, x) \
	MOVL         $value, AX \
	VMOVD        AX, x      \
	VPBROADCASTB x, reg

// NEXT says for one half of a register, of which AX has the given bit if its game has ended, where the
// next is.
#define NEXT(bit, slot) \
	LEAQ    (SI)(R9*1), CX \
	TESTL   $bit, AX       \
	CMOVQNE SI, slot       \
	CMOVQNE CX, SI

// MOVE256 makes a move in two decks, of which one register has the first 16 positions and one
// the others. A position beyond 15 gets a card from before, or keeps its own.
#define MOVE256(low, high, lowCount, highCount) \
	VPSHUFB   Y12, low, Y8        \
	VPSUBB    Y13, Y8, Y9         \
	VPMINUB   Y14, Y9, Y9         \
	VPSUBB    Y15, Y8, Y10        \
	VPSHUFB   Y10, low, Y11       \
	VPBLENDVB Y10, high, Y11, Y11 \
	VPSHUFB   Y9, low, low        \
	VPSHUFB   Y9, high, high      \
	VPSLLW    $3, Y9, Y9          \
	VPBLENDVB Y9, high, low, low  \
	VMOVDQA   Y11, high           \
	VPCMPGTB  Y13, Y8, Y9         \
	VPSUBB    Y9, lowCount, lowCount \
	VPCMPGTB  Y15, Y8, Y9         \
	VPSUBB    Y9, highCount, highCount

// DOWN writes two decks, or their counts.
#define DOWN(xl, low, xh, high, field, one, two) \
	VMOVDQU      xl, field(one)         \
	VMOVDQU      xh, (field+16)(one)    \
	VEXTRACTI128 $1, low, field(two)    \
	VEXTRACTI128 $1, high, (field+16)(two)

// TURN256 writes down counts of the cards above each number, which are those of the next, and then decks, the last
// count being where card 0 comes to lie.
#define TURN256(xl, low, xh, high, xlc, lowCount, xhc, highCount, one, two) \
	VPSHUFB     Y12, low, Y8             \
	VPCMPEQB    Y12, Y8, Y8              \
	VPMOVMSKB   Y8, AX                   \
	DOWN(xlc, lowCount, xhc, highCount, wideGame_count+1, one, two) \
	DOWN(xl, low, xh, high, wideGame_deck, one, two) \
	VMOVDQU     wideGame_deck(SI), X9         \
	VMOVDQU     (wideGame_deck+16)(SI), X10   \
	NEXT(1, one)                         \
	VINSERTI128 $1, wideGame_deck(SI), Y9, Y9 \
	VINSERTI128 $1, (wideGame_deck+16)(SI), Y10, Y10 \
	NEXT(0x10000, two)                   \
	VPBLENDVB   Y8, Y9, low, low         \
	VPBLENDVB   Y8, Y10, high, high      \
	VPMINUB     most-32(SP), lowCount, lowCount \
	VPANDN      lowCount, Y8, lowCount   \
	VPANDN      highCount, Y8, highCount

#define BEGIN256(xl, low, xh, high, lowCount, highCount, one, two) \
	MOVQ        SI, one                  \
	LEAQ        (SI)(R9*1), two          \
	VMOVDQU     wideGame_deck(one), xl        \
	VMOVDQU     (wideGame_deck+16)(one), xh   \
	VINSERTI128 $1, wideGame_deck(two), low, low \
	VINSERTI128 $1, (wideGame_deck+16)(two), high, high \
	VPXOR       lowCount, lowCount, lowCount \
	VPXOR       highCount, highCount, highCount \
	LEAQ        (SI)(R9*2), SI

// func playWideAVX2(games *wideGame, count int)
TEXT ·playWideAVX2(SB), NOSPLIT, $32-16
	MOVQ  games+0(FP), SI
	MOVQ  count+8(FP), DX
	MOVQ  $wideGame__size, R9
	IMULQ R9, DX
	ADDQ  SI, DX
	ADDQ  $(4*wideGame__size), DX
	VBROADCASTI128 positions<>(SB), Y13
	VBROADCASTI128 positions<>+16(SB), Y15
	FILL(const_uncounted, Y14, X14)
	VMOVDQU Y14, most-32(SP)
	FILL(0x60, Y14, X14)
	VPOR  Y13, Y14, Y14
	VPXOR Y12, Y12, Y12
	BEGIN256(X0, Y0, X1, Y1, Y4, Y5, R8, R10)
	BEGIN256(X2, Y2, X3, Y3, Y6, Y7, R11, R12)

round:
	MOVL $4, BX

move:
	MOVE256(Y0, Y1, Y4, Y5)
	MOVE256(Y2, Y3, Y6, Y7)
	DECL BX
	JNZ  move

	TURN256(X0, Y0, X1, Y1, X4, Y4, X5, Y5, R8, R10)
	TURN256(X2, Y2, X3, Y3, X6, Y6, X7, Y7, R11, R12)
	CMPQ SI, DX
	JNE  round
	VZEROUPPER
	RET

// With AVX-512 a register has two decks, and a permutation goes all over it: the same mask that says
// which positions are turned round is that of the numbers up to the card on top. To choose between a deck and
// the next in memory, by an address, leaves alone the units that compare and permute, on which all this waits.

// MOVE512 makes a move in two decks.
#define MOVE512(deck, count) \
	VPERMB  deck, Z24, Z29         \
	VPSUBB  Z26, Z29, Z30          \
	VPCMPUB $2, Z29, Z25, K1       \
	VPERMB  deck, Z30, K1, deck    \
	VPADDB  Z27, count, K1, count

// NEXT512 goes on to the next game in a slot, if the bit of that which is there is not set.
#define NEXT512(bit, slot) \
	LEAQ    wideGame__size(SI), CX \
	BTQ     $bit, AX               \
	CMOVQCC SI, slot               \
	CMOVQCC CX, SI

#define TURN512(x, deck, xc, count, at) \
	VPERMB          deck, Z24, Z29                  \
	VPTESTMB        Z29, Z29, K1                    \
	KMOVQ           K1, AX                          \
	MOVQ            at(SP), DX                      \
	MOVQ            (at+8)(SP), BX                  \
	VMOVDQU64       xc, wideGame_count(DX)          \
	VMOVDQU64       x, wideGame_deck(DX)            \
	VEXTRACTI64X4   $1, count, wideGame_count(BX)   \
	VEXTRACTI64X4   $1, deck, wideGame_deck(BX)     \
	NEXT512(0, DX)                                  \
	NEXT512(32, BX)                                 \
	VMOVDQU64       wideGame_deck(DX), x            \
	VINSERTI64X4    $1, wideGame_deck(BX), deck, deck \
	VPMINUB.Z       Z28, count, K1, count           \
	MOVQ            DX, at(SP)                      \
	MOVQ            BX, (at+8)(SP)

#define BEGIN512(x, deck, count, at) \
	VMOVDQU64    wideGame_deck(SI), x                               \
	VINSERTI64X4 $1, (wideGame_deck+wideGame__size)(SI), deck, deck \
	VPXORQ       count, count, count                                \
	MOVQ         SI, at(SP)                                         \
	ADDQ         $wideGame__size, SI                                \
	MOVQ         SI, (at+8)(SP)                                     \
	ADDQ         $wideGame__size, SI

// func playWideAVX512(games *wideGame, count int)
TEXT ·playWideAVX512(SB), NOSPLIT, $192-16
	MOVQ  games+0(FP), SI
	MOVQ  count+8(FP), R9
	ADDQ  $const_under, R9
	IMULQ $wideGame__size, R9
	ADDQ  SI, R9
	MOVQ  $0xffffffff00000000, AX
	KMOVQ AX, K1
	MOVL  $const_MaxCards, AX
	VPBROADCASTB.Z AX, K1, Z24            // 0 and 32: the top of each deck
	VBROADCASTI64X4 positions<>(SB), Z25
	VPSUBB Z24, Z25, Z26
	MOVL  $1, AX
	VPBROADCASTB AX, Z27
	MOVL  $const_uncounted, AX
	VPBROADCASTB AX, Z28
	BEGIN512(Y0, Z0, Z12, 0)
	BEGIN512(Y1, Z1, Z13, 16)
	BEGIN512(Y2, Z2, Z14, 32)
	BEGIN512(Y3, Z3, Z15, 48)
	BEGIN512(Y4, Z4, Z16, 64)
	BEGIN512(Y5, Z5, Z17, 80)
	BEGIN512(Y6, Z6, Z18, 96)
	BEGIN512(Y7, Z7, Z19, 112)
	BEGIN512(Y8, Z8, Z20, 128)
	BEGIN512(Y9, Z9, Z21, 144)
	BEGIN512(Y10, Z10, Z22, 160)
	BEGIN512(Y11, Z11, Z23, 176)

round:
	MOVL $4, R8

move:
	MOVE512(Z0, Z12)
	MOVE512(Z1, Z13)
	MOVE512(Z2, Z14)
	MOVE512(Z3, Z15)
	MOVE512(Z4, Z16)
	MOVE512(Z5, Z17)
	MOVE512(Z6, Z18)
	MOVE512(Z7, Z19)
	MOVE512(Z8, Z20)
	MOVE512(Z9, Z21)
	MOVE512(Z10, Z22)
	MOVE512(Z11, Z23)
	DECL R8
	JNZ  move

	TURN512(Y0, Z0, Y12, Z12, 0)
	TURN512(Y1, Z1, Y13, Z13, 16)
	TURN512(Y2, Z2, Y14, Z14, 32)
	TURN512(Y3, Z3, Y15, Z15, 48)
	TURN512(Y4, Z4, Y16, Z16, 64)
	TURN512(Y5, Z5, Y17, Z17, 80)
	TURN512(Y6, Z6, Y18, Z18, 96)
	TURN512(Y7, Z7, Y19, Z19, 112)
	TURN512(Y8, Z8, Y20, Z20, 128)
	TURN512(Y9, Z9, Y21, Z21, 144)
	TURN512(Y10, Z10, Y22, Z22, 160)
	TURN512(Y11, Z11, Y23, Z23, 176)
	CMPQ SI, R9
	JNE  round
	VZEROUPPER
	RET
