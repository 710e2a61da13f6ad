//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// The kernels of batch; Word.Play is their oracle. A deck is a Word, of which a register has four, or
// eight with AVX-512. Every four moves the games that have ended are taken down, and as many begun.

// The bytes of a Word, the last first.
DATA turn<>+0(SB)/8, $0x0001020304050607
DATA turn<>+8(SB)/8, $0x08090a0b0c0d0e0f
GLOBL turn<>(SB), RODATA|NOPTR, $16

// REVERSING makes ready for REVERSED. AX is lost.
#define REVERSING(bytes, nibbles) \
	VBROADCASTI32X4 turn<>(SB), bytes  \
	MOVQ            $0x1020408001020408, AX  \
	VPBROADCASTQ    AX, nibbles

// REVERSED: dst = eight Words with all their positions reversed.
#define REVERSED(bytes, nibbles, decks, dst) \
	VPSHUFB        bytes, decks, dst      \
	VGF2P8AFFINEQB $0, nibbles, dst, dst

// MOVE512 makes one move in eight decks: of each the cards up to that of the number on top are
// taken from all turned round, and the nibbles beyond stay. A game that has ended stays as it
// is.
#define MOVE512(deck, note, t, u, v) \
	VPANDQ         Z16, deck, t            \
	VPTESTMQ       Z16, deck, K1           \
	REVERSED(Z18, Z19, deck, v)            \
	VPSLLVQ        t, Z21, u               \
	VPORQ          u, note, note           \
	VPSLLQ         $2, t, t                \
	VPADDQ         Z22, note, K1, note     \
	VPSLLVQ        t, Z20, u               \
	VPSUBQ         t, Z17, t               \
	VPSRLVQ        t, v, v                 \
	VPTERNLOGQ     $0xE4, u, v, deck

#define TURN512(deck, note, t, u) \
	VPTESTNMQ   Z16, deck, K2          \
	VPTESTMQ    Z27, note, K2, K3      \
	KMOVB       K2, AX                 \
	KMOVB       K3, BX                 \
	POPCNTL     AX, AX                 \
	POPCNTL     BX, BX                 \
	VPCOMPRESSQ deck, K3, t            \
	VPCOMPRESSQ note, K3, u            \
	VMOVDQU64   t, (DI)                \
	VMOVDQU64   u, (R8)                \
	LEAQ        (DI)(BX*8), DI         \
	LEAQ        (R8)(BX*8), R8         \
	VMOVDQU64   (SI), t                \
	VMOVDQU64   (R9), u                \
	VPEXPANDQ   t, K2, deck            \
	VPEXPANDQ   u, K2, note            \
	LEAQ        (SI)(AX*8), SI         \
	LEAQ        (R9)(AX*8), R9

// func playAVX512(b *batch)
TEXT ·playAVX512(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), R11
	LEAQ batch_Deck(R11), SI
	LEAQ batch_Note(R11), R9
	LEAQ batch_Ended(R11), DI
	LEAQ batch_Notes(R11), R8
	MOVQ batch_Count(R11), R10
	LEAQ 256(SI)(R10*8), R10              // what comes next when all have ended

	MOVL $15, AX
	VPBROADCASTQ AX, Z16
	MOVL $60, AX
	VPBROADCASTQ AX, Z17
	REVERSING(Z18, Z19)
	MOVQ $-16, AX
	VPBROADCASTQ AX, Z20
	MOVL $1, AX
	VPBROADCASTQ AX, Z21
	MOVL $0x10000, AX
	VPBROADCASTQ AX, Z22
	VPSLLQ $15, Z22, Z27                  // of games that are kept

	VMOVDQU64 (SI), Z0
	VMOVDQU64 64(SI), Z1
	VMOVDQU64 128(SI), Z2
	VMOVDQU64 192(SI), Z3
	VMOVDQU64 (R9), Z4
	VMOVDQU64 64(R9), Z5
	VMOVDQU64 128(R9), Z6
	VMOVDQU64 192(R9), Z7
	ADDQ $256, SI
	ADDQ $256, R9

round:
	MOVL $4, CX

move:
	MOVE512(Z0, Z4, Z8, Z9, Z10)
	MOVE512(Z1, Z5, Z11, Z12, Z13)
	MOVE512(Z2, Z6, Z14, Z15, Z23)
	MOVE512(Z3, Z7, Z24, Z25, Z26)
	DECL CX
	JNZ  move

	TURN512(Z0, Z4, Z8, Z9)
	TURN512(Z1, Z5, Z11, Z12)
	TURN512(Z2, Z6, Z14, Z15)
	TURN512(Z3, Z7, Z24, Z25)
	CMPQ SI, R10
	JB   round
	LEAQ batch_Ended(R11), SI
	SUBQ SI, DI
	SHRQ $3, DI
	MOVQ DI, batch_Count(R11)
	VZEROUPPER
	RET

#define FOUR(name, at, value) \
	DATA name<>+(at+0)(SB)/8, value  \
	DATA name<>+(at+8)(SB)/8, value  \
	DATA name<>+(at+16)(SB)/8, value \
	DATA name<>+(at+24)(SB)/8, value

FOUR(words, 0, $15)                  // the card on top
FOUR(words, 32, $0x10000)            // a move
FOUR(words, 64, $0x0f0f0f0f0f0f0f0f)
FOUR(words, 96, $60)
GLOBL words<>(SB), RODATA|NOPTR, $128

// MOVE256 makes one move in four decks.
#define MOVE256(deck, note, t, u, v) \
	VPAND    words<>+0(SB), deck, t    \
	VPSHUFB  Y13, deck, v              \
	VPCMPEQQ Y12, t, u                 \
	VPANDN   words<>+32(SB), u, u      \
	VPADDQ   u, note, note             \
	VPSLLVQ  t, Y15, u                 \
	VPOR     u, note, note             \
	VPSLLQ   $2, t, t                  \
	VPSRLQ   $4, v, u                  \
	VPAND    words<>+64(SB), v, v      \
	VPAND    words<>+64(SB), u, u      \
	VPSLLQ   $4, v, v                  \
	VPOR     u, v, v                   \
	VPSLLVQ  t, Y14, u                 \
	VPXOR    words<>+96(SB), t, t      \
	VPSRLVQ  t, v, v                   \
	VPAND    u, deck, deck             \
	VPOR     v, deck, deck

#define TURN256(deck, note) \
	VPAND     words<>+0(SB), deck, Y8              \
	VPCMPEQQ  Y12, Y8, Y8                          \
	VPSLLQ    $32, note, Y9                        \
	VPAND     Y8, Y9, Y9                           \
	VMOVMSKPD Y8, AX                               \
	VMOVMSKPD Y9, BX                               \
	POPCNTL   AX, CX                               \
	POPCNTL   BX, DX                               \
	SHLL      $5, AX                               \
	SHLL      $5, BX                               \
	VMOVDQU   (R8)(BX*1), Y9                       \
	VMOVDQU   512(R8)(AX*1), Y10                   \
	VPERMD    deck, Y9, Y11                        \
	VPERMD    note, Y9, Y9                         \
	VMOVDQU   Y11, batch_Ended(R11)(DI*8)          \
	VMOVDQU   Y9, batch_Notes(R11)(DI*8)           \
	VPERMD    batch_Deck(R11)(SI*8), Y10, Y11      \
	VPERMD    batch_Note(R11)(SI*8), Y10, Y9       \
	VPBLENDVB Y8, Y11, deck, deck                  \
	VPBLENDVB Y8, Y9, note, note                   \
	ADDQ      CX, SI                               \
	ADDQ      DX, DI

// func playAVX2(b *batch)
TEXT ·playAVX2(SB), NOSPLIT, $0-8
	MOVQ b+0(FP), R11
	MOVQ batch_Count(R11), R10
	LEAQ ·squeezes(SB), R8
	VBROADCASTI128 turn<>(SB), Y13
	VPXOR    Y12, Y12, Y12
	VPCMPEQQ Y14, Y14, Y14
	VPSRLQ   $63, Y14, Y15                // 1
	VPSLLQ   $4, Y14, Y14                 // -16
	VMOVDQU  (batch_Deck+0)(R11), Y0
	VMOVDQU  (batch_Deck+32)(R11), Y1
	VMOVDQU  (batch_Deck+64)(R11), Y2
	VMOVDQU  (batch_Deck+96)(R11), Y3
	VMOVDQU  (batch_Note+0)(R11), Y4
	VMOVDQU  (batch_Note+32)(R11), Y5
	VMOVDQU  (batch_Note+64)(R11), Y6
	VMOVDQU  (batch_Note+96)(R11), Y7
	MOVL     $16, SI
	ADDQ     SI, R10                      // what comes next when all have ended
	XORL     DI, DI

round:
	MOVL $4, CX

move:
	MOVE256(Y0, Y4, Y8, Y9, Y10)
	MOVE256(Y1, Y5, Y8, Y9, Y10)
	MOVE256(Y2, Y6, Y8, Y9, Y10)
	MOVE256(Y3, Y7, Y8, Y9, Y10)
	DECL CX
	JNZ  move

	TURN256(Y0, Y4)
	TURN256(Y1, Y5)
	TURN256(Y2, Y6)
	TURN256(Y3, Y7)
	CMPQ SI, R10
	JB   round
	MOVQ DI, batch_Count(R11)
	VZEROUPPER
	RET

// The AVX2 kernels of Deck, of which putInGo and undoGo are the oracles.

// The sign of every byte, which marks the cards that a deck has.
DATA sign<>+0(SB)/8, $0x8080808080808080
DATA sign<>+8(SB)/8, $0x8080808080808080
DATA sign<>+16(SB)/8, $0x8080808080808080
DATA sign<>+24(SB)/8, $0x8080808080808080
GLOBL sign<>(SB), RODATA|NOPTR, $32

// FLIP: dst = deck with its first k+1 positions reversed, where splat has k in
// every byte. k - (0x80+p) = 0x80 + (k-p) keeps the sign if p <= k.
#define FLIP(splat, deck, dst) \
	VPSUBB    deck, splat, dst                    \
	VPBLENDVB dst, dst, deck, dst

// func putInAVX2(out, d *Deck, m, v, z int)
TEXT ·putInAVX2(SB), NOSPLIT, $0-40
	MOVQ         out+0(FP), DI
	MOVQ         d+8(FP), SI
	MOVQ         m+16(FP), AX
	MOVQ         v+24(FP), CX
	MOVQ         z+32(FP), DX
	LEAQ         ·splats(SB), R9
	VMOVDQU      ·atHome(SB), Y15
	VMOVDQU      sign<>(SB), Y14
	VPBROADCASTB (SI)(CX*1), Y1
	VPBROADCASTB (SI)(DX*1), Y2
	VMOVDQU      (SI), Y0
	SHLQ         $5, AX
	SHLQ         $5, CX
	SHLQ         $5, DX
	VPOR         (R9)(AX*1), Y14, Y3
	VPOR         (R9)(CX*1), Y14, Y4
	VPOR         (R9)(DX*1), Y14, Y5
	VPCMPEQB     Y3, Y15, Y6
	VPCMPEQB     Y4, Y15, Y4
	VPCMPEQB     Y5, Y15, Y5
	VPBLENDVB    Y6, Y1, Y0, Y0
	VPBLENDVB    Y4, Y2, Y0, Y0
	VPBLENDVB    Y5, Y3, Y0, Y0
	VMOVDQU      Y0, (DI)
	VZEROUPPER
	RET

// func undoAVX2(out, d *Deck, v int) (homes uint32)
TEXT ·undoAVX2(SB), NOSPLIT, $0-28
	MOVQ      out+0(FP), DI
	MOVQ      d+8(FP), SI
	MOVQ      v+16(FP), AX
	LEAQ      ·splats(SB), R9
	SHLQ      $5, AX
	VMOVDQU   (SI), Y0
	VMOVDQU   (R9)(AX*1), Y1
	FLIP(Y1, Y0, Y2)
	VMOVDQU   Y2, (DI)
	VPCMPEQB  ·atHome(SB), Y2, Y3
	VPMOVMSKB Y3, AX
	MOVL      AX, homes+24(FP)
	VZEROUPPER
	RET
