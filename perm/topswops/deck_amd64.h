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
