//go:build amd64 && !purego

#include "textflag.h"

// lanes<>+32-n holds n octets of ones and then zeros.
DATA lanes<>+0(SB)/8, $0xffffffffffffffff
DATA lanes<>+8(SB)/8, $0xffffffffffffffff
DATA lanes<>+16(SB)/8, $0xffffffffffffffff
DATA lanes<>+24(SB)/8, $0xffffffffffffffff
DATA lanes<>+32(SB)/8, $0
DATA lanes<>+40(SB)/8, $0
DATA lanes<>+48(SB)/8, $0
DATA lanes<>+56(SB)/8, $0
GLOBL lanes<>(SB), RODATA|NOPTR, $64

DATA nibble<>+0(SB)/4, $0x0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $4

// LOOK classifies 32 rows, whose first, second and third octets are in Y11, Y12
// and Y13: Y11 becomes the buckets of each row, Y13 the doubts of its third.
#define LOOK \
	VPAND   Y8, Y11, Y14     \
	VPSRLW  $4, Y11, Y15     \
	VPAND   Y8, Y15, Y15     \
	VPSHUFB Y14, Y0, Y14     \
	VPSHUFB Y15, Y1, Y15     \
	VPAND   Y14, Y15, Y11    \
	VPAND   Y8, Y12, Y14     \
	VPSRLW  $4, Y12, Y15     \
	VPAND   Y8, Y15, Y15     \
	VPSHUFB Y14, Y2, Y14     \
	VPSHUFB Y15, Y3, Y15     \
	VPAND   Y14, Y11, Y11    \
	VPAND   Y15, Y11, Y11    \
	VPAND   Y8, Y13, Y14     \
	VPSRLW  $4, Y13, Y15     \
	VPAND   Y8, Y15, Y15     \
	VPSHUFB Y14, Y4, Y12     \
	VPSHUFB Y15, Y5, Y13     \
	VPAND   Y12, Y11, Y11    \
	VPAND   Y13, Y11, Y11    \
	VPSHUFB Y14, Y6, Y14     \
	VPSHUFB Y15, Y7, Y15     \
	VPAND   Y14, Y15, Y13

// func scanAVX2(p *byte, rows int, t *guard, d *[32]byte) uint32
TEXT ·scanAVX2(SB), NOSPLIT, $0-36
	MOVQ p+0(FP), SI
	MOVQ rows+8(FP), CX
	MOVQ t+16(FP), DI
	MOVQ d+24(FP), DX
	VBROADCASTI128 0(DI), Y0
	VBROADCASTI128 16(DI), Y1
	VBROADCASTI128 32(DI), Y2
	VBROADCASTI128 48(DI), Y3
	VBROADCASTI128 64(DI), Y4
	VBROADCASTI128 80(DI), Y5
	VBROADCASTI128 0(DX), Y6
	VBROADCASTI128 16(DX), Y7
	VPBROADCASTD nibble<>(SB), Y8
	CMPQ CX, $32
	JLT  short

	VPXOR Y9, Y9, Y9
	VPXOR Y10, Y10, Y10
	// The last 32 rows are looked at first, whole blocks from the start then.
	LEAQ -32(SI)(CX*1), BX
	VMOVDQU -1(BX), Y11
	VMOVDQU (BX), Y12
	VMOVDQU 1(BX), Y13
	LOOK
	VPOR Y11, Y9, Y9
	VPOR Y13, Y10, Y10
	SUBQ $32, CX
	JLE  sum

block:
	VMOVDQU -1(SI), Y11
	VMOVDQU (SI), Y12
	VMOVDQU 1(SI), Y13
	LOOK
	VPOR Y11, Y9, Y9
	VPOR Y13, Y10, Y10
	ADDQ $32, SI
	SUBQ $32, CX
	JGT  block
	JMP  sum

short:
	VMOVDQU -1(SI), Y11
	VMOVDQU (SI), Y12
	VMOVDQU 1(SI), Y13
	LOOK
	LEAQ lanes<>+32(SB), BX
	SUBQ CX, BX
	VMOVDQU (BX), Y12
	VPAND Y12, Y11, Y9
	VPAND Y12, Y13, Y10

sum:
	VEXTRACTI128 $1, Y9, X11
	VPOR X11, X9, X9
	VPSRLDQ $8, X9, X11
	VPOR X11, X9, X9
	VMOVQ X9, AX
	MOVQ AX, BX
	SHRQ $32, BX
	ORQ  BX, AX
	MOVQ AX, BX
	SHRQ $16, BX
	ORQ  BX, AX
	MOVQ AX, BX
	SHRQ $8, BX
	ORQ  BX, AX
	ANDL $0xff, AX
	XORL CX, CX
	VPTEST Y10, Y10
	SETNE CX
	SHLL $8, CX
	ORL  CX, AX
	VZEROUPPER
	MOVL AX, ret+32(FP)
	RET

// func hasAVX2() bool
TEXT ·hasAVX2(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	XORL AX, AX
	CPUID
	CMPL AX, $7
	JLT  no
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $0x18000000, CX // AVX, and the system saves registers
	CMPL CX, $0x18000000
	JNE  no
	XORL CX, CX
	XGETBV
	ANDL $6, AX
	CMPL AX, $6
	JNE  no
	MOVL $7, AX
	XORL CX, CX
	CPUID
	ANDL $32, BX
	JZ   no
	MOVB $1, ret+0(FP)

no:
	RET
