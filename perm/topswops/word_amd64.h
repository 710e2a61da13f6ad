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
