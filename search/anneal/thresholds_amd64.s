//go:build !purego

#include "textflag.h"

DATA whole<>+0(SB)/8, $0x4330000000000000
GLOBL whole<>(SB), RODATA|NOPTR, $8
DATA above<>+0(SB)/8, $0x4530000000000000
GLOBL above<>(SB), RODATA|NOPTR, $8
DATA both<>+0(SB)/8, $0x4530000000100000
GLOBL both<>(SB), RODATA|NOPTR, $8
DATA half<>+0(SB)/8, $0x3fe0000000000000
GLOBL half<>(SB), RODATA|NOPTR, $8
DATA unit<>+0(SB)/8, $0x3ca0000000000000
GLOBL unit<>(SB), RODATA|NOPTR, $8
DATA stretch<>+0(SB)/8, $127
GLOBL stretch<>(SB), RODATA|NOPTR, $8
DATA mantissa<>+0(SB)/8, $0x000fffffffffffff
GLOBL mantissa<>(SB), RODATA|NOPTR, $8
DATA to1<>+0(SB)/8, $0x3fe0000000000000
GLOBL to1<>(SB), RODATA|NOPTR, $8
DATA exponent<>+0(SB)/8, $0x43300000000003fe
GLOBL exponent<>(SB), RODATA|NOPTR, $8
DATA ln2<>+0(SB)/8, $0x3fe62e42fefa39ef
GLOBL ln2<>(SB), RODATA|NOPTR, $8
DATA sixth<>+0(SB)/8, $0x3fc5555555555555
GLOBL sixth<>(SB), RODATA|NOPTR, $8
DATA fifth<>+0(SB)/8, $0x3fc999999999999a
GLOBL fifth<>(SB), RODATA|NOPTR, $8
DATA fourth<>+0(SB)/8, $0x3fd0000000000000
GLOBL fourth<>(SB), RODATA|NOPTR, $8
DATA third<>+0(SB)/8, $0x3fd5555555555555
GLOBL third<>(SB), RODATA|NOPTR, $8
DATA one<>+0(SB)/8, $0x3ff0000000000000
GLOBL one<>(SB), RODATA|NOPTR, $8
DATA never<>+0(SB)/8, $0xc3c0000000000000
GLOBL never<>(SB), RODATA|NOPTR, $8

// series = C - d series
#define SERIES(C) \
	VMULPD       Y6, Y7, Y7 \
	VBROADCASTSD C, Y8      \
	VSUBPD       Y7, Y8, Y7

// thresholdsGo, four words at a time, by the same steps with the same roundings.
// func thresholdsAVX2(words *int64, fours int, by float64)
TEXT ·thresholdsAVX2(SB), NOSPLIT, $0-24
	MOVQ         words+0(FP), DI
	MOVQ         fours+8(FP), CX
	LEAQ         ·logs(SB), BX
	VBROADCASTSD by+16(FP), Y15
	VBROADCASTSD whole<>(SB), Y14
	VBROADCASTSD above<>(SB), Y13
	VBROADCASTSD both<>(SB), Y12
	VBROADCASTSD half<>(SB), Y11
	VBROADCASTSD mantissa<>(SB), Y10
	VBROADCASTSD to1<>(SB), Y9

four:
	// The higher 21 and the lower 32 of 53 bits as parts of 2^84 and 2^52; u in Y0.
	VMOVDQU      (DI), Y0
	VPSRLQ       $11, Y0, Y0
	VPSRLQ       $32, Y0, Y1
	VPOR         Y13, Y1, Y1
	VPBLENDD     $0xaa, Y14, Y0, Y0
	VSUBPD       Y12, Y1, Y1
	VADDPD       Y0, Y1, Y0
	VADDPD       Y11, Y0, Y0
	VBROADCASTSD unit<>(SB), Y1
	VMULPD       Y1, Y0, Y0

	// m', 1/m' and ln m' in Y3, Y4 and Y5, of 24 bytes together.
	VPSRLQ       $45, Y0, Y1
	VBROADCASTSD stretch<>(SB), Y2
	VPAND        Y2, Y1, Y1
	VPADDQ       Y1, Y1, Y2
	VPADDQ       Y1, Y2, Y1
	VPCMPEQD     Y2, Y2, Y2
	VGATHERQPD   Y2, (BX)(Y1*8), Y3
	VPCMPEQD     Y2, Y2, Y2
	VGATHERQPD   Y2, 8(BX)(Y1*8), Y4
	VPCMPEQD     Y2, Y2, Y2
	VGATHERQPD   Y2, 16(BX)(Y1*8), Y5

	// d in Y6, and the series in Y7.
	VPAND        Y10, Y0, Y6
	VPOR         Y9, Y6, Y6
	VSUBPD       Y3, Y6, Y6
	VMULPD       Y4, Y6, Y6
	VBROADCASTSD sixth<>(SB), Y7
	SERIES(fifth<>(SB))
	SERIES(fourth<>(SB))
	SERIES(third<>(SB))
	SERIES(half<>(SB))
	SERIES(one<>(SB))
	VMULPD       Y6, Y7, Y7
	VADDPD       Y7, Y5, Y5

	// ln u, and its threshold.
	VPSRLQ       $52, Y0, Y0
	VPOR         Y14, Y0, Y0
	VBROADCASTSD exponent<>(SB), Y1
	VSUBPD       Y1, Y0, Y0
	VBROADCASTSD ln2<>(SB), Y1
	VMULPD       Y1, Y0, Y0
	VADDPD       Y5, Y0, Y0
	VMULPD       Y15, Y0, Y0
	VROUNDPD     $10, Y0, Y0
	VBROADCASTSD never<>(SB), Y1
	VMAXPD       Y1, Y0, Y0
	VMOVUPD      Y0, (DI)
	CVTTSD2SQ    (DI), AX
	CVTTSD2SQ    8(DI), DX
	CVTTSD2SQ    16(DI), R8
	CVTTSD2SQ    24(DI), R9
	MOVQ         AX, (DI)
	MOVQ         DX, 8(DI)
	MOVQ         R8, 16(DI)
	MOVQ         R9, 24(DI)
	ADDQ         $32, DI
	DECQ         CX
	JNZ          four
	VZEROUPPER
	RET
