//go:build amd64 && !purego

// Powers of 2 modulo 32 primes at once, in double precision with fused
// multiply-add: four primes a register, eight registers in flight.
//
// With |x| <= c*p an exact square is h + l, where h = x*x rounded and
// l = fma(x, x, -h) is its error. The quotient q = round(h * (1/p)) is the
// nearest integer to h/p up to 3*2^-53 * c^2 * p, so h - q*p is an integer of
// at most about p/2 + that multiple of p, which the fused multiply-add gives
// exactly, and h - q*p + l is congruent to x*x. Doubling it keeps
// |x| <= c*p with c = 1 + 6*2^-53 * p * c^2, which has the solution c = 4/3
// for p = 2^48. No step needs a correction.
//
// The start is 2^T for T < 64, reduced in the same way with l = 0.

#include "textflag.h"

DATA constants<>+0(SB)/8, $1023
DATA constants<>+8(SB)/8, $1.0
DATA constants<>+16(SB)/8, $0x7fffffffffffffff
DATA constants<>+24(SB)/8, $0x4330000000000000 // 2^52: whose lower bits are units
GLOBL constants<>(SB), RODATA|NOPTR, $32

// Offsets of the fields of batch: the moduli and exponents as they come, then in
// scratch the moduli in floating point, the bits after T on the left, and 1/P.
#define MODULUS(k) (32*k)(DI)
#define EXPONENT(k) (320+32*k)(DI)
#define P(k) (640+32*k)(DI)
#define REST(k) (896+32*k)(DI)
#define INV(k) (1152+32*k)(DI)

// START: x = 2^T mod P.
#define START(k, x) \
	VPOR MODULUS(k), Y10, Y8 \
	VSUBPD Y10, Y8, Y8 \
	VMOVUPD Y8, P(k) \
	VDIVPD Y8, Y14, Y9 \
	VMOVUPD Y9, INV(k) \
	VMOVDQU EXPONENT(k), x \
	VPSLLQ X12, x, Y11 \
	VMOVDQU Y11, REST(k) \
	VPSRLQ X13, x, x \
	VPADDQ x, Y15, x \
	VPSLLQ $52, x, x \
	VMULPD x, Y9, Y9 \
	VROUNDPD $8, Y9, Y9 \
	VFNMADD231PD Y9, Y8, x

// SQUARE: x = x*x mod P, doubled where the next bit of the exponent is set.
// Y12 counts the bits used.
#define SQUARE(k, x, h, q) \
	VMULPD x, x, h \
	VMULPD INV(k), h, q \
	VFMSUB213PD h, x, x \
	VROUNDPD $8, q, q \
	VFNMADD231PD P(k), q, h \
	VMOVDQU REST(k), q \
	VPSLLQ X12, q, q \
	VADDPD h, x, x \
	VADDPD x, x, h \
	VBLENDVPD q, h, x, x

// VERDICT: the four bits of register k say whether x is 1 modulo P: then
// x - 1 is 0, P or -P.
#define VERDICT(k, x) \
	VSUBPD Y14, x, x \
	VANDPD Y13, x, x \
	VCMPPD $0, P(k), x, Y8 \
	VCMPPD $0, Y11, x, Y9 \
	VORPD Y8, Y9, Y9 \
	VMOVMSKPD Y9, AX \
	SHLQ $(4*k), AX \
	ORQ AX, BX

// func powersAreOneFMA(b *batch, squarings int) uint64
TEXT ·powersAreOneFMA(SB), NOSPLIT, $0-24
	MOVQ b+0(FP), DI
	MOVQ squarings+8(FP), CX
	VPBROADCASTQ constants<>+0(SB), Y15
	VBROADCASTSD constants<>+8(SB), Y14
	VPBROADCASTQ constants<>+24(SB), Y10
	VMOVQ CX, X13
	MOVL $64, AX
	SUBQ CX, AX
	VMOVQ AX, X12
	START(0, Y0)
	START(1, Y1)
	START(2, Y2)
	START(3, Y3)
	START(4, Y4)
	START(5, Y5)
	START(6, Y6)
	START(7, Y7)
	VBROADCASTSD constants<>+16(SB), Y13
	XORQ DX, DX
	CMPQ DX, CX
	JGE  verdict

step:
	VMOVQ DX, X12
	SQUARE(0, Y0, Y8, Y9)
	SQUARE(1, Y1, Y10, Y11)
	SQUARE(2, Y2, Y8, Y9)
	SQUARE(3, Y3, Y10, Y11)
	SQUARE(4, Y4, Y8, Y9)
	SQUARE(5, Y5, Y10, Y11)
	SQUARE(6, Y6, Y8, Y9)
	SQUARE(7, Y7, Y10, Y11)
	INCQ DX
	CMPQ DX, CX
	JLT  step

verdict:
	VXORPD Y11, Y11, Y11
	XORQ BX, BX
	VERDICT(0, Y0)
	VERDICT(1, Y1)
	VERDICT(2, Y2)
	VERDICT(3, Y3)
	VERDICT(4, Y4)
	VERDICT(5, Y5)
	VERDICT(6, Y6)
	VERDICT(7, Y7)
	VZEROUPPER
	MOVQ BX, ret+16(FP)
	RET
