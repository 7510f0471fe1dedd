//go:build amd64 && !purego

#include "textflag.h"
#include "look_amd64.h"

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
	TABLES(DI, DX)
	ROWS(SI, CX, (R8), AX, BX, DX, DI, more, done)

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
