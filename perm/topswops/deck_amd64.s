//go:build !purego

#include "textflag.h"

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
