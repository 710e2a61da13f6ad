//go:build amd64 && !purego

#include "textflag.h"

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

#undef P
#undef START
#undef SQUARE
#undef VERDICT

// Powers of 2 modulo 32 primes at once, with the 52-bit multiply-add of IFMA:
// eight primes a register, four registers in flight.
//
// Montgomery's multiplication with R = 2^52. For x < 4p write x*x = h*R + l with
// l < R, and let q be l/p modulo R. Then q*p = t*R + l with the same l, so
// x*x/R is h - t modulo p. With p < 2^48 the square is below 16p*p < p*R, so
// h < p; and q < R gives t < p. Hence 0 < h + p - t < 2p, which doubled stays
// below 4p < 2^50: no step needs a correction, and all factors are below R.
//
// Numbers stand for 1/R of themselves. R is a power of 2, and 2^E = 1 exactly
// when 2^-E = 1. With E = T*2^s + rest, the number -(E+1) is -(T+1)*2^s + rest',
// where rest' = 2^s - 1 - rest has the other bits. So the squarings begin with
// R*2^-(T+1) and double where a bit of E is 0. What comes out, doubled once more,
// is R*2^-E and below 8p < R; one more reduction leaves p - t, from 1 to p, which
// is 1 exactly when 2^-E is.
//
// They begin with a power of 2 over R, since R*2^-(T+1) = 2^u/R with u = 103-T.
// As T < 64, u is 40 or more. From u = 52 on that is h = 2^(u-52) <= 2^19 and
// l = 0; below, h = 0 and l = 2^u. Shifts give both: one by u-52 < 0 counts as
// too long and leaves 0, and of 2^u with u > 51 the multiplication takes the
// lower 52 bits, which are 0. Let e be the bits of E so far, at first T. Then x <= 2^(51-e) + c*p,
// at first with c = 1, as a step leads from c to at most 2c/2^e + 2c*c*p/R + 2. From T = 16 on, c stays
// below 4 like this, as p < 2^48. A smaller T is allowed where p < 2^37, E >= 8 and s <= 13: while e is 0,
// for at most s-3 steps, c comes to less than 2^12, and later it stays below 2^13. So x, and its double at
// the end, stay below R.

DATA constants52<>+0(SB)/8, $103
DATA constants52<>+8(SB)/8, $51
DATA constants52<>+16(SB)/8, $1
DATA constants52<>+24(SB)/8, $2
GLOBL constants52<>(SB), RODATA|NOPTR, $32

// Offsets of the fields of batch.
#define P(k) (64*k)(DI)
#define E(k) (320+64*k)(DI)

// REDUCE: x = h + p - t. It spoils l.
#define REDUCE(x, h, l, q, p, inv) \
	VPXORQ q, q, q \
	VPMADD52LUQ inv, l, q \
	VPXORQ l, l, l \
	VPMADD52HUQ p, q, l \
	VPADDQ p, h, h \
	VPSUBQ l, h, x

// NEWTON: an inverse with p*inv = 1-y gets one with 1-y*y.
#define NEWTON(inv, y, z) \
	VPMADD52LUQ inv, y, inv \
	VPXORQ z, z, z \
	VPMADD52LUQ y, y, z

// START: p = P, inv = 1/p modulo R, from 5 bits on, and x = R*2^-(T+1).
#define START(k, x, p, inv) \
	VMOVDQU64 P(k), p \
	VPADDQ p, p, inv \
	VPADDQ p, inv, inv \
	VPXORQ Z31, inv, inv \
	VPXORQ Z16, Z16, Z16 \
	VPMADD52LUQ p, inv, Z16 \
	VPSUBQ Z16, Z30, Z16 \
	NEWTON(inv, Z16, Z17) \
	NEWTON(inv, Z17, Z16) \
	NEWTON(inv, Z16, Z17) \
	VPMADD52LUQ inv, Z17, inv \
	VMOVDQU64 E(k), Z18 \
	VPSRLQ X19, Z18, Z18 \
	VPSUBQ Z18, Z28, Z17 \
	VPSLLVQ Z17, Z30, Z17 \
	VPSUBQ Z18, Z29, Z16 \
	VPSLLVQ Z16, Z30, Z16 \
	REDUCE(x, Z16, Z17, Z18, p, inv)

// SQUARE: x = x*x/R, doubled where the bit of E is 0.
#define SQUARE(k, x, h, l, q, p, inv, mask) \
	VPTESTNMQ E(k), Z31, mask \
	VPXORQ l, l, l \
	VPMADD52LUQ x, x, l \
	VPXORQ h, h, h \
	VPMADD52HUQ x, x, h \
	REDUCE(x, h, l, q, p, inv) \
	VPADDQ x, x, mask, x

// VERDICT: eight bits for register k.
#define VERDICT(k, x, p, inv) \
	VPADDQ x, x, Z17 \
	VPXORQ Z16, Z16, Z16 \
	REDUCE(x, Z16, Z17, Z18, p, inv) \
	VPCMPEQQ x, Z30, K1 \
	KMOVW K1, AX \
	SHLQ $(8*k), AX \
	ORQ AX, BX

// func powersAreOneIFMA(b *batch, squarings int) uint64
TEXT ·powersAreOneIFMA(SB), NOSPLIT, $0-24
	MOVQ b+0(FP), DI
	MOVQ squarings+8(FP), CX
	VPBROADCASTQ constants52<>+0(SB), Z28
	VPBROADCASTQ constants52<>+8(SB), Z29
	VPBROADCASTQ constants52<>+16(SB), Z30
	VPBROADCASTQ constants52<>+24(SB), Z31
	VMOVQ CX, X19
	START(0, Z0, Z4, Z8)
	START(1, Z1, Z5, Z9)
	START(2, Z2, Z6, Z10)
	START(3, Z3, Z7, Z11)
	VPSLLQ X19, Z30, Z31
	TESTQ CX, CX
	JZ   verdict

step:
	VPSRLQ $1, Z31, Z31
	SQUARE(0, Z0, Z16, Z20, Z24, Z4, Z8, K1)
	SQUARE(1, Z1, Z17, Z21, Z25, Z5, Z9, K2)
	SQUARE(2, Z2, Z18, Z22, Z26, Z6, Z10, K3)
	SQUARE(3, Z3, Z19, Z23, Z27, Z7, Z11, K4)
	DECQ CX
	JNZ  step

verdict:
	XORQ BX, BX
	VERDICT(0, Z0, Z4, Z8)
	VERDICT(1, Z1, Z5, Z9)
	VERDICT(2, Z2, Z6, Z10)
	VERDICT(3, Z3, Z7, Z11)
	VZEROUPPER
	MOVQ BX, ret+16(FP)
	RET
