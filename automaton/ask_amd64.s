//go:build amd64 && !purego

#include "go_asm.h"
#include "funcdata.h"
#include "textflag.h"
#include "look_amd64.h"
#include "ask_amd64.h"

// func askOne(m *Machine, d *Doubt, path *byte, n int, guard uint32, best Vote) (vote Vote, left uint32, full, more uint64)
TEXT ·askOne(SB), NOSPLIT, $0-64
	CMPB ·hasScan(SB), $0
	JEQ  refuse
	MOVQ m+0(FP), DI
	MOVQ d+8(FP), DX
	MOVQ path+16(FP), BX
	MOVQ n+24(FP), R12
	MOVL guard+32(FP), R15
	ADDQ Machine_code(DI), R15
	MOVL best+36(FP), AX
	MOVQ Machine_table(DI), R11
	GUARD
	CALL ·askFast(SB)
	VZEROUPPER
	MOVL AX, vote+40(FP)
	MOVL R8, left+44(FP)
	TESTL $const_leftFull, R8
	JNE  tell
	RET

tell:
	MOVQ R13, full+48(FP)
	MOVQ R14, more+56(FP)
	RET

refuse:
	MOVL $const_leftAll, left+44(FP)
	RET

// BEGIN puts on the stack what is needed where something was found: rows are
// looked at from DX on, CX of them are left. It uses R8 and R9.
#define BEGIN \
	MOVQ    R15, guard-8(SP) \
	MOVBLZX (const_guardSize+const_guardBuckets)(R15), R8 \
	LEAQ    const_guardPart(R15)(R8*4), R8 \
	MOVQ    R8, ranks-16(SP) \
	MOVQ    DX, first-24(SP) \
	MOVQ    CX, rest-32(SP)  \
	MOVQ    $const_maxWork, work-40(SP) \
	XORL    R9, R9           \
	MOVQ    R9, full-96(SP)  \
	MOVQ    R9, fullMore-88(SP) \
	MOVL    R9, doubts-104(SP)

// askFast asks a guarded list, as askGuarded does. It is called from assembly
// alone; what it is given stays as it is, but for the best vote:
//
//	DI   the machine
//	R11  the table
//	R15  the guard
//	BX   the path's first octet
//	R12  the path's length
//	AX   the best vote
//	Y0 to Y9  what TABLES loads
//
// R8 tells what is left to be done, see ask.go; with leftFull, R13 and R14 hold
// the patterns, a bit for each. CX, DX, R9, R13, R14, R15 and Y10 to Y15 are used,
// too, and BX may be another copy of the path.
//
// On the stack:
//
//	guard  the guard
//	ranks  the ranks of its patterns
//	first  the octet before the first row that is looked at
//	rest   how many rows there are from there on
//	work   how much may still be done
//	hits   the rows that are of some bucket, and not asked yet
//	row    the octet before the first of them
//	left   its buckets that are not asked yet
//	last   where the patterns of the bucket end
//	index  the pattern
//	full   the patterns to be matched in full
//	doubts leftDoubt, if an octet is doubtful
//	rows   the buckets of each row
//	copy   the path, where what is around it must not be read
TEXT ·askFast(SB), NOSPLIT, $296-0
	NO_LOCAL_POINTERS // as in lookFast
	MOVQ R12, CX
	DECQ CX
	JEQ  none
	MOVL BX, R8
	ANDL $4095, R8
	JEQ  begins
	CMPQ CX, $const_scanRows
	JGT  many
	CMPL R8, $4062
	JGT  close

short:
	MOVQ BX, DX

look:
	ROWS(DX, CX, rows-168(SP), R14, R9, R8, R13, more, done)

done:
	TESTQ R9, R9
	JNE   doubt
	CMPQ  R12, $(const_scanRows+1)
	JGT   some
	TESTQ R14, R14
	JEQ   none
	XORL  CX, CX
	XORL  DX, DX
	BEGIN
	JMP   hit

doubt:
	CMPQ  R12, $(const_scanRows+1)
	JGT   someDoubt
	TESTQ R14, R14
	JEQ   noneDoubt
	XORL  CX, CX
	XORL  DX, DX
	BEGIN
	MOVL  $const_leftDoubt, doubts-104(SP)
	JMP   hit

noneDoubt:
	MOVL $const_leftDoubt, R8
	RET

someDoubt:
	MOVL $const_leftDoubt, doubts-104(SP)
	JMP  some

none:
	XORL R8, R8
	RET

begins:
	// It begins with a page, and the octet before it is read: what may be on a
	// page that is not there.
	CMPQ    CX, $const_scanRows
	JGT     leave
	VMOVDQU (BX), Y11
	VMOVDQU 32(BX), Y12
	VMOVDQU 64(BX), Y13
	VMOVDQU Y11, copy-288(SP)
	VMOVDQU Y12, copy-256(SP)
	VMOVDQU Y13, copy-224(SP)
	LEAQ    copy-288(SP), BX
	JMP     short

close:
	// 33 octets of it are read, if it has them or not.
	CMPQ    CX, $32
	JGE     short
	VMOVDQU -32(BX)(R12*1), Y11
	VMOVDQU Y11, copy-288(SP)
	LEAQ    copy-256(SP), BX
	SUBQ    R12, BX
	JMP     short

many:
	// Most paths hold nothing: they are looked at without telling where, the last
	// 32 rows first, then all from the start.
	CMPQ    CX, $const_maxFast
	JGT     leave
	MOVQ    BX, DX
	VMOVDQU -33(BX)(CX*1), Y11
	VMOVDQU -32(BX)(CX*1), Y12
	VMOVDQU -31(BX)(CX*1), Y13
	LOOK
	VPOR    Y11, Y13, Y10
	MOVQ    CX, R9

block:
	VMOVDQU -1(DX), Y11
	VMOVDQU (DX), Y12
	VMOVDQU 1(DX), Y13
	LOOK
	VPOR    Y11, Y10, Y10
	VPOR    Y13, Y10, Y10
	ADDQ    $32, DX
	SUBQ    $32, R9
	CMPQ    R9, $32
	JGT     block
	VPTEST  Y10, Y10
	JEQ     none
	XORL    DX, DX
	BEGIN

go:
	CMPQ CX, $const_scanRows
	JLE  few
	MOVL $const_scanRows, CX

few:
	ADDQ BX, DX
	JMP  look

some:
	TESTQ R14, R14
	JNE   hit

looked:
	MOVQ rest-32(SP), CX
	SUBQ $const_scanRows, CX
	JLE  all
	MOVQ first-24(SP), DX
	ADDQ $const_scanRows, DX
	// The last look begins earlier, so that it reads nothing behind the path.
	CMPQ CX, $32
	JGE  further
	LEAQ -32(DX)(CX*1), DX
	MOVL $32, CX

further:
	MOVQ DX, first-24(SP)
	MOVQ CX, rest-32(SP)
	JMP  go

hit:
	BSFQ R14, CX
	MOVQ R14, hits-48(SP)
	DECQ work-40(SP)
	JLT  leave
	LEAQ rows-168(SP), R13
	MOVBLZX (R13)(CX*1), R13
	ADDQ first-24(SP), CX
	MOVQ CX, row-56(SP)
	CMPQ CX, $1
	JLT  leave
	MOVL -2(BX)(CX*1), R8 // what a probe is compared with
	MOVQ guard-8(SP), R15

bucket:
	BSFL    R13, CX
	MOVBLZX const_guardSize(R15)(CX*1), R9
	MOVBLZX (const_guardSize+1)(R15)(CX*1), CX
	MOVQ    CX, last-72(SP)
	CMPL    R9, CX
	JCC     bucketDone

probe:
	MOVL const_guardPart(R15)(R9*4), DX
	MOVL DX, CX
	ANDL $const_probeLength, CX
	SHLL $3, CX
	XORL R8, DX
	SHLQ CX, DX
	SHRQ $32, DX
	JEQ  probed

next:
	INCL R9
	CMPL R9, last-72(SP)
	JCS  probe

bucketDone:
	LEAL -1(R13), CX
	ANDL CX, R13
	JNE  bucket
	LEAQ -1(R14), CX
	ANDQ CX, R14
	JNE  hit
	JMP  looked

probed:
	MOVL  R9, CX
	IMULL Machine_w(DI), CX
	ADDQ  ranks-16(SP), CX
	MOVL  (CX), CX
	ANDL  Machine_mask(DI), CX
	LEAL  (CX)(CX*1), DX
	CMPL  DX, AX
	JLS   bucketDone
	MOVL  const_guardPart(R15)(R9*4), DX
	TESTL $const_probeExact, DX
	JNE   best
	SHRL  $const_probeEnd, DX
	ANDL  $const_probeMaxEnd, DX
	JEQ   whole
	// As matchesAt does it: the piece begins at DX, its record is R14.
	MOVQ    R9, index-80(SP)
	MOVQ    R13, left-64(SP)
	MOVQ    row-56(SP), R13
	SUBQ    DX, R13
	LEAQ    2(R13), DX
	LEAQ    (R11)(CX*1), R14
	MOVL    Machine_w(DI), R13
	MOVBLZX 1(R14), R15 // the length of the literal
	CMPQ    DX, R15
	JLT     missed
	MOVWLZX 2(R14)(R13*1), R9
	SUBL    R15, R9
	DECL    R9          // what of the piece is not compared yet
	MOVBLZX (R14), R8
	LEAQ    5(R14)(R13*1), R14
	TESTL   R15, R15
	JEQ     behind
	MOVBLZX (BX), R13
	CMPB    R13, (R14)
	JNE     missed

behind:
	LEAQ  1(R14)(R15*1), R14
	TESTL $const_headAnchored, R8
	JEQ   ends
	DECL  R9
	LEAQ  (DX)(R9*1), R13
	CMPQ  R13, R12
	JNE   missed

ends:
	LEAQ (DX)(R9*1), R13
	CMPQ R13, R12
	JGT  missed

piece:
	TESTL R9, R9
	JLE   found
	LEAQ  8(DX), R13
	CMPQ  R13, R12
	JLE   word
	LEAQ  (BX)(DX*1), R8
	ANDL  $4095, R8
	CMPL  R8, $4088
	JGT   leave

word:
	MOVQ (BX)(DX*1), R8
	XORQ (R14), R8
	JEQ  same
	BSFQ R8, R8
	SHRL $3, R8
	CMPL R8, R9
	JCS  missed

same:
	ADDQ $8, DX
	ADDQ $8, R14
	SUBL $8, R9
	JMP  piece

found:
	MOVQ left-64(SP), R13
	MOVQ hits-48(SP), R14

best:
	BETTER
	MOVQ guard-8(SP), R15
	MOVQ row-56(SP), R9
	MOVL -2(BX)(R9*1), R8
	JMP  bucketDone

whole:
	MOVL R9, CX
	MOVL $1, DX
	SHLQ CX, DX
	CMPL R9, $64
	JCC  wholeMore
	ORQ  DX, full-96(SP)
	JMP  next

wholeMore:
	ORQ DX, fullMore-88(SP)
	JMP next

missed:
	MOVQ left-64(SP), R13
	MOVQ hits-48(SP), R14
	MOVQ guard-8(SP), R15
	MOVQ row-56(SP), R9
	MOVL -2(BX)(R9*1), R8
	MOVQ index-80(SP), R9
	DECQ work-40(SP)
	JGE  next

leave:
	MOVL $const_leftAll, R8
	RET

all:
	MOVL doubts-104(SP), R8
	MOVQ full-96(SP), R13
	MOVQ fullMore-88(SP), R14
	MOVQ R13, CX
	ORQ  R14, CX
	JNE  tell
	RET

tell:
	ORL $const_leftFull, R8
	RET
