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

// LOOK classifies 32 pairs: Y11 becomes the buckets of each pair, Y13 the
// doubts of each second octet. Y9 and Y10 hold the first and second octets.
#define LOOK \
	VPAND   Y6, Y9, Y11      \
	VPSRLW  $4, Y9, Y12      \
	VPAND   Y6, Y12, Y12     \
	VPSHUFB Y11, Y0, Y11     \
	VPSHUFB Y12, Y1, Y12     \
	VPAND   Y11, Y12, Y11    \
	VPAND   Y6, Y10, Y13     \
	VPSRLW  $4, Y10, Y14     \
	VPAND   Y6, Y14, Y14     \
	VPSHUFB Y13, Y2, Y12     \
	VPSHUFB Y14, Y3, Y15     \
	VPAND   Y12, Y15, Y12    \
	VPAND   Y11, Y12, Y11    \
	VPSHUFB Y13, Y4, Y13     \
	VPSHUFB Y14, Y5, Y14     \
	VPAND   Y13, Y14, Y13

// func scanAVX2(p *byte, pairs int, t *guard, d *[32]byte) uint32
TEXT ·scanAVX2(SB), NOSPLIT, $0-36
	MOVQ p+0(FP), SI
	MOVQ pairs+8(FP), CX
	MOVQ t+16(FP), DI
	MOVQ d+24(FP), DX
	VBROADCASTI128 0(DI), Y0
	VBROADCASTI128 16(DI), Y1
	VBROADCASTI128 32(DI), Y2
	VBROADCASTI128 48(DI), Y3
	VBROADCASTI128 0(DX), Y4
	VBROADCASTI128 16(DX), Y5
	VPBROADCASTD nibble<>(SB), Y6
	CMPQ CX, $32
	JLT  short

	VPXOR Y7, Y7, Y7
	VPXOR Y8, Y8, Y8
	// The last 32 pairs are looked at first, whole blocks from the start then.
	LEAQ -32(SI)(CX*1), BX
	VMOVDQU (BX), Y9
	VMOVDQU 1(BX), Y10
	LOOK
	VPOR Y11, Y7, Y7
	VPOR Y13, Y8, Y8
	SUBQ $32, CX
	JLE  sum

block:
	VMOVDQU (SI), Y9
	VMOVDQU 1(SI), Y10
	LOOK
	VPOR Y11, Y7, Y7
	VPOR Y13, Y8, Y8
	ADDQ $32, SI
	SUBQ $32, CX
	JGT  block
	JMP  sum

short:
	VMOVDQU (SI), Y9
	VMOVDQU 1(SI), Y10
	LOOK
	LEAQ lanes<>+32(SB), BX
	SUBQ CX, BX
	VMOVDQU (BX), Y12
	VPAND Y12, Y11, Y7
	VPAND Y12, Y13, Y8

sum:
	VEXTRACTI128 $1, Y7, X9
	VPOR X9, X7, X7
	VPSRLDQ $8, X7, X9
	VPOR X9, X7, X7
	VMOVQ X7, AX
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
	VPTEST Y8, Y8
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
