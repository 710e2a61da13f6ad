// What the kernels of fronts and stills have in common: bundles are written at DI, from R11
// on, with their last step at R13.

// ROOM makes Y0 the room of a front: that of the parent at DX, and of its card CX, raised by
// a game of AX moves and by one, less the gap in R12, and by most at the most, up to the top
// in Y10. Where nothing is left it goes on to next.
#define ROOM(most) \
	VMOVDQU      Bundle_Room(DX), Y0            \
	VPBROADCASTB Bundle_Room(DX)(CX*1), Y1      \
	VPMINUB      Y0, Y1, Y0                     \
	INCQ         AX                             \
	SUBQ         R12, AX                        \
	JLT          less                           \
	CMPQ         AX, most                       \
	CMOVQGT      most, AX                       \
	VPBROADCASTB AX, Y2                         \
	VPTESTMB     Y0, Y0, K1                     \
	VPADDUSB.Z   Y2, Y0, K1, Y0                 \
	JMP          raised                         \
less:                                           \
	NEGQ         AX                             \
	CMPQ         AX, most                       \
	CMOVQGT      most, AX                       \
	VPBROADCASTB AX, Y2                         \
	VPSUBUSB     Y2, Y0, Y0                     \
raised:                                         \
	VPMINUB      Y10, Y0, Y0                    \
	VMOVD        X0, AX                         \
	TESTB        AX, AX                         \
	JEQ          next

// TAKE copies what a bundle has of its parent, with a step. DX is lost.
#define TAKE(parent, step) \
	VMOVDQU Bundle_Path(parent), X9   \
	VMOVDQU X9, Bundle_Path(DI)       \
	MOVL    Bundle_From(parent), DX   \
	MOVL    DX, Bundle_From(DI)       \
	MOVB    step, (DI)(R13*1)         \
	ADDQ    $Bundle__size, DI

// COUNT gives how many things of a size were written.
#define COUNT(size, ret) \
	MOVQ DI, AX      \
	SUBQ R11, AX     \
	XORL DX, DX      \
	MOVL $size, CX   \
	DIVQ CX          \
	MOVQ AX, ret
