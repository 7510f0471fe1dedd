//go:build amd64 && !purego

#include "textflag.h"

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

// func scanFast(p *byte, rows int, t *guard, d *[32]byte, out *[64]byte) (hits, doubts uint64)
TEXT ·scanFast(SB), NOSPLIT, $0-56
	MOVQ p+0(FP), SI
	MOVQ rows+8(FP), CX
	MOVQ t+16(FP), DI
	MOVQ d+24(FP), DX
	MOVQ out+32(FP), R8
	// Why: the octet before the path is read, and 34 at least. What is not the
	// path's may be read only where it is on a page of the path's.
	CMPB ·hasScan(SB), $0
	JEQ  refuse
	LEAL -1(SI), AX
	ANDL $4095, AX
	CMPL AX, $4062
	JGT  refuse
	VBROADCASTI128 0(DI), Y0
	VBROADCASTI128 16(DI), Y1
	VBROADCASTI128 32(DI), Y2
	VBROADCASTI128 48(DI), Y3
	VBROADCASTI128 64(DI), Y4
	VBROADCASTI128 80(DI), Y5
	VBROADCASTI128 0(DX), Y6
	VBROADCASTI128 16(DX), Y7
	VPBROADCASTD nibble<>(SB), Y8
	VPXOR Y9, Y9, Y9

	VMOVDQU -1(SI), Y11
	VMOVDQU (SI), Y12
	VMOVDQU 1(SI), Y13
	LOOK
	VMOVDQU Y11, (R8)
	VPCMPEQB Y9, Y11, Y11
	VPCMPEQB Y9, Y13, Y13
	VPMOVMSKB Y11, AX
	VPMOVMSKB Y13, BX
	NOTL AX
	NOTL BX
	CMPQ CX, $32
	JEQ  done
	JGT  more

	// Rows behind the path's do not count.
	MOVL $1, DX
	SHLL CX, DX
	DECL DX
	ANDL DX, AX
	ANDL DX, BX
	JMP  done

more:
	// The last 32 rows; those looked at twice give the same twice.
	SUBQ $32, CX
	VMOVDQU -1(SI)(CX*1), Y11
	VMOVDQU (SI)(CX*1), Y12
	VMOVDQU 1(SI)(CX*1), Y13
	LOOK
	VMOVDQU Y11, (R8)(CX*1)
	VPCMPEQB Y9, Y11, Y11
	VPCMPEQB Y9, Y13, Y13
	VPMOVMSKB Y11, DX
	VPMOVMSKB Y13, DI
	NOTL DX
	NOTL DI
	SHLQ CX, DX
	ORQ  DI, BX
	ORQ  DX, AX

done:
	VZEROUPPER
	MOVQ AX, hits+40(FP)
	MOVQ BX, doubts+48(FP)
	RET

refuse:
	MOVQ $0, hits+40(FP)
	MOVQ $-1, doubts+48(FP)
	RET

// DOUBT classifies the 32 octets in Y2 and gathers the doubts in Y3.
#define DOUBT \
	VPAND   Y4, Y2, Y5  \
	VPSRLW  $4, Y2, Y2  \
	VPAND   Y4, Y2, Y2  \
	VPSHUFB Y5, Y0, Y5  \
	VPSHUFB Y2, Y1, Y2  \
	VPAND   Y5, Y2, Y2  \
	VPOR    Y2, Y3, Y3

// func soundFast(p *byte, n int, d *[32]byte) bool
TEXT ·soundFast(SB), NOSPLIT, $0-25
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ d+16(FP), DX
	CMPB ·hasScan(SB), $0
	JEQ  unknown
	VBROADCASTI128 0(DX), Y0
	VBROADCASTI128 16(DX), Y1
	VPBROADCASTD nibble<>(SB), Y4
	VPXOR Y3, Y3, Y3
	CMPQ CX, $32
	JLT  few

	// The last 32 octets, then whole blocks from the start.
	VMOVDQU -32(SI)(CX*1), Y2
	DOUBT
	SUBQ $32, CX
	JLE  tell

whole:
	VMOVDQU (SI), Y2
	DOUBT
	ADDQ $32, SI
	SUBQ $32, CX
	JGT  whole

tell:
	VPTEST Y3, Y3
	SETEQ ret+24(FP)
	VZEROUPPER
	RET

few:
	// What is not the path's may be read only where it is on a page of the
	// path's.
	LEAL (SI), AX
	ANDL $4095, AX
	CMPL AX, $4064
	JGT  unknown
	VMOVDQU (SI), Y2
	DOUBT
	VPXOR Y2, Y2, Y2
	VPCMPEQB Y2, Y3, Y3
	VPMOVMSKB Y3, AX
	NOTL AX
	MOVL $1, BX
	SHLL CX, BX
	DECL BX
	TESTL AX, BX
	SETEQ ret+24(FP)
	VZEROUPPER
	RET

unknown:
	MOVB $0, ret+24(FP)
	VZEROUPPER
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
