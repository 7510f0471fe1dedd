//go:build amd64 && !purego

#include "go_asm.h"
#include "funcdata.h"
#include "textflag.h"
#include "look_amd64.h"
#include "ask_amd64.h"

DATA every<>+0(SB)/8, $0x0101010101010101
GLOBL every<>(SB), RODATA|NOPTR, $8

DATA tops<>+0(SB)/8, $0x8080808080808080
GLOBL tops<>(SB), RODATA|NOPTR, $8

// The registers of lookFast, from path to path:
//
//	DI   the machine
//	SI   the target that is looked at, a string's head
//	R10  the code
//	R11  the table
//	Y0 to Y5  the guard, Y6 and Y7 the doubts, Y8 and Y9 for LOOK
//
// and for one path:
//
//	BX   the first octet
//	R12  the length
//	DX   pos
//	AX   the best vote
//	R13  slot
//	R14  what is compared: octets of the code or of the table
//
// On the stack are the end of the targets, the list that was met on the way, and
// a bit for each target that is left, or in doubt.

// TAIL compares the last octets of the path, fewer than eight, with a word at
// text: the first bit that is set in CX tells where they differ, or where the
// path ends. What is behind the path is read where it is on the same page; else
// TAIL goes to close. If no octet is left it goes to none. It uses R9.
#define TAIL(text, close, none) \
	MOVQ R12, R9        \
	SUBQ DX, R9         \
	JEQ  none           \
	LEAQ (BX)(DX*1), CX \
	ANDL $4095, CX      \
	CMPL CX, $4088      \
	JGT  close          \
	MOVQ (BX)(DX*1), CX \
	XORQ text, CX       \
	SHLL $3, R9         \
	BTSQ R9, CX         \
	BSFQ CX, CX

// BIT sets the target's bit in bits. It uses CX and R8.
#define BIT(bits) \
	MOVQ SI, CX             \
	SUBQ targets+8(FP), CX  \
	SHRQ $4, CX             \
	MOVQ bits, R8           \
	BTSQ CX, R8             \
	MOVQ R8, bits

// OWN_GUARD loads the guard of the patterns that may begin anywhere, to R15, too.
// It uses DX.
#define OWN_GUARD \
	MOVL Machine_guard(DI), R15 \
	ADDQ R10, R15               \
	MOVQ Machine_doubt(DI), DX  \
	GUARD

// func lookFast(m *Machine, targets *string, count int, marks *bool) (left, doubts uint64)
TEXT ·lookFast(SB), NOSPLIT, $32-48
	// Why: where a target lies in a file that was mapped and then cut, a read is a
	// panic, and what is deferred runs with this frame still on the stack.
	NO_LOCAL_POINTERS
	MOVQ m+0(FP), DI
	MOVQ targets+8(FP), SI
	MOVQ count+16(FP), R8
	SHLQ $4, R8
	ADDQ SI, R8
	MOVQ R8, end-8(SP)
	MOVL $0, list-16(SP)
	MOVQ $0, left-24(SP)
	MOVQ $0, doubts-32(SP)
	MOVQ Machine_code(DI), R10
	MOVQ Machine_table(DI), R11
	CMPL Machine_list(DI), $0
	JEQ  path
	OWN_GUARD

path:
	CMPQ SI, end-8(SP)
	JEQ  end
	MOVQ (SI), BX
	MOVQ 8(SI), R12
	LEAQ -8(R12), CX
	CMPQ CX, $(const_maxFast-8)
	JHI  unusual
	MOVQ (BX), R13

	// The first step, as Look does it.
first:
	MOVQ  Machine_runs(DI), CX
	TESTQ CX, CX
	JEQ   whole
	XORQ  Machine_run(DI), R13
	ANDQ  CX, R13
	JNE   differ
	MOVL  Machine_top(DI), AX
	MOVL  Machine_length(DI), DX
	MOVL  Machine_leaf(DI), R13
	TESTL R13, R13
	JNE   nodes
	CMPQ  DX, R12
	JGE   lists
	MOVBLZX (BX)(DX*1), CX
	CMPL  CX, $128
	JCC   leave
	MOVBLZX Machine_places(DI)(CX*1), CX
	TESTL CX, CX
	JEQ   lists
	CMPL  CX, $const_doubtful
	JEQ   leave
	IMULL Machine_w(DI), CX
	ADDL  Machine_slots(DI), CX
	MOVL  (R10)(CX*1), R13
	ANDL  Machine_mask(DI), R13
	INCL  DX

nodes:
	TESTL $1, R13
	JNE   leaf
	SHRL  $1, R13
	LEAQ  (R10)(R13*1), R14
	MOVBLZX 1(R14), R15 // its info
	ADDQ  $2, R14
	MOVL  R15, R8
	ANDL  $const_nodeRun, R8
	JEQ   behind

run:
	// R8 is how much of the run is left.
	LEAQ  8(DX), CX
	CMPQ  CX, R12
	JGT   runTail
	MOVQ  (BX)(DX*1), CX
	MOVL  $64, R9
	XORQ  (R14), CX
	BSFQ  CX, CX
	CMOVLEQ R9, CX

runDiffers:
	SHRL  $3, CX
	CMPL  CX, R8
	JCC   runDone
	ADDL  CX, DX
	CMPL  CX, $8
	JNE   out
	ADDQ  $8, R14
	SUBL  $8, R8
	JMP   run

runTail:
	TAIL((R14), leave, out)
	JMP  runDiffers

runDone:
	ADDL  R8, DX
	ADDQ  R8, R14

behind:
	TESTL $(const_nodeAccept|const_nodeExtras), R15
	JNE   ends

keys:
	CMPQ  DX, R12
	JGE   out
	MOVBLZX (BX)(DX*1), CX
	MOVBLZX (R10)(R13*1), R15 // its children
	XORL  R13, R13
	CMPL  R15, $8
	JHI   many
	TESTL R15, R15
	JEQ   out

one:
	CMPB  CX, (R14)(R13*1)
	JEQ   this
	INCL  R13
	CMPL  R13, R15
	JLT   one
	JMP   out

this:
	MOVL  R13, R9
	JMP   child

many:
	IMULQ every<>(SB), CX

eight:
	MOVQ  (R14)(R13*1), R8
	XORQ  CX, R8
	MOVQ  R8, R9
	SUBQ  every<>(SB), R9
	NOTQ  R8
	ANDQ  R8, R9
	ANDQ  tops<>(SB), R9
	JNE   top
	ADDL  $8, R13
	CMPL  R13, R15
	JLT   eight
	JMP   out

top:
	BSFQ  R9, R9
	SHRL  $3, R9
	ADDL  R13, R9
	CMPL  R9, R15
	JGE   out

child:
	IMULL Machine_w(DI), R9
	ADDL  R15, R9
	MOVL  (R14)(R9*1), R13
	ANDL  Machine_mask(DI), R13
	INCL  DX
	JMP   nodes

ends:
	MOVBLZX (R10)(R13*1), R8
	MOVL  R8, R9
	IMULL Machine_w(DI), R9
	ADDL  R8, R9
	ADDQ  R14, R9
	TESTL $const_nodeAccept, R15
	JEQ   extras
	MOVL  (R9), CX
	ANDL  Machine_mask(DI), CX
	BETTER
	MOVL  Machine_w(DI), CX
	ADDQ  CX, R9

extras:
	TESTL $const_nodeExtras, R15
	JEQ   keys
	MOVL  Machine_w(DI), CX
	MOVL  (R9)(CX*1), CX
	ANDL  Machine_mask(DI), CX
	JEQ   last
	CMPL  list-16(SP), $0
	JNE   leave
	MOVL  CX, list-16(SP)

last:
	CMPQ  DX, R12
	JNE   keys
	MOVL  (R9), CX
	ANDL  Machine_mask(DI), CX
	BETTER
	JMP   out

leaf:
	SHRL  $1, R13
	LEAQ  (R11)(R13*1), R14
	MOVBLZX (R14), R15  // the head
	MOVBLZX 1(R14), R8  // the length of the literal
	TESTL $const_headLong, R15
	JNE   leave
	// The text of a wild record stands three octets further on.
	MOVL  R15, CX
	ANDL  $const_headWild, CX
	SHRL  $2, CX
	LEAL  (CX)(CX*2), CX
	ADDL  Machine_w(DI), CX
	LEAQ  2(R14)(CX*1), R14

text:
	CMPL  DX, R8
	JCC   textDone
	LEAQ  8(DX), CX
	CMPQ  CX, R12
	JGT   textTail
	MOVQ  (BX)(DX*1), CX
	XORQ  (R14)(DX*1), CX
	JNE   textDiffers
	ADDL  $8, DX
	JMP   text

textTail:
	TAIL((R14)(DX*1), leave, out)
	JMP  textAt

textDiffers:
	BSFQ  CX, CX

textAt:
	SHRL  $3, CX
	ADDL  CX, DX
	CMPL  DX, R8
	JCS   out

textDone:
	TESTL $(const_headWild|const_headAnchored), R15
	JEQ   match
	TESTL $const_headWild, R15
	JNE   wild
	CMPQ  R8, R12
	JEQ   match
	MOVL  R8, DX
	JMP   out

wild:
	ADDL  R13, R13
	CMPL  R13, AX
	JHI   leave
	JMP   lists

match:
	MOVL  R13, CX
	BETTER
	JMP   lists

whole:
	// The first step was not taken apart.
	CMPB  R13, $'/'
	JNE   leave
	MOVL  $const_noVote, AX
	XORL  DX, DX
	MOVL  Machine_root(DI), R13
	TESTL R13, R13
	JNE   nodes
	JMP   lists

escape:
	// Inside an escape, or behind one that is cut short.
	CMPL  DX, $1
	JLS   lists
	CMPB  -1(BX)(DX*1), $'%'
	JEQ   leave
	CMPB  -2(BX)(DX*1), $'%'
	JEQ   leave
	JMP   lists

unusual:
	// It has fewer than eight octets, or more than are looked at in one go.
	CMPQ  R12, $8
	JCC   leave
	TESTQ R12, R12
	JEQ   leave
	MOVL  BX, CX
	ANDL  $4095, CX
	CMPL  CX, $4088
	JGT   leave
	MOVQ  (BX), R13
	MOVL  R12, CX
	SHLL  $3, CX
	MOVL  $1, R8
	SHLQ  CX, R8
	DECQ  R8
	ANDQ  R8, R13
	JMP   first

differ:
	BSFQ  R13, DX
	SHRL  $3, DX
	JEQ   leave
	MOVL  $const_noVote, AX

out:
	CMPQ  DX, R12
	JGE   ended
	MOVBLZX (BX)(DX*1), CX
	MOVQ  Machine_doubt(DI), R8
	CMPB  Doubt_is(R8)(CX*1), $0
	JNE   leave

ended:
	CMPB  Machine_escapes(DI), $0
	JNE   escape

lists:
	CMPL list-16(SP), $0
	JNE  way

anywhere:
	CMPL Machine_list(DI), $0
	JEQ  verdict
	MOVL Machine_best(DI), CX
	ADDL CX, CX
	CMPL CX, AX
	JLS  verdict
	CMPB Machine_hits(DI), $0
	JNE  leave
	MOVL Machine_guard(DI), R15
	ADDQ R10, R15
	CALL ·askFast(SB)
	MOVQ (SI), BX
	TESTL R8, R8
	JEQ  verdict
	CMPL R8, $const_leftDoubt
	JNE  leave
	BIT(doubts-32(SP))
	JMP  verdict

way:
	// A list that was met on the way, which askFast can be asked about if it is
	// guarded and the first octet hits nothing of it.
	MOVL list-16(SP), R15
	MOVL $0, list-16(SP)
	ADDQ R10, R15
	CMPB (R15), $const_listGuarded
	JNE  leave
	MOVL 2(R15), CX
	ANDL Machine_mask(DI), CX
	ADDL CX, CX
	CMPL CX, AX
	JLS  anywhere
	MOVL Machine_w(DI), CX
	LEAQ 2(R15)(CX*1), R15
	MOVB 15(R15), CX // the octet 255 in the first place and in the second, '/' in the third
	ANDB 31(R15), CX
	ANDB 47(R15), CX
	ANDB 63(R15), CX
	ANDB 79(R15), CX
	ANDB 82(R15), CX
	TESTB CX, CX
	JNE  leave
	MOVQ Machine_doubt(DI), DX
	GUARD
	CALL ·askFast(SB)
	MOVQ (SI), BX
	TESTL R8, R8
	JEQ  asked
	CMPL R8, $const_leftDoubt
	JNE  unasked
	BIT(doubts-32(SP))

asked:
	CMPL Machine_list(DI), $0
	JEQ  verdict
	OWN_GUARD
	JMP  anywhere

unasked:
	CMPL Machine_list(DI), $0
	JEQ  leave
	OWN_GUARD
	JMP  leave

verdict:
	MOVL  AX, R8
	ANDL  $1, R8
	JNE   store
	CMPQ  R12, $1
	JLE   store
	MOVBLZX 1(BX), CX
	CMPL  CX, $'%'
	JEQ   leave
	CMPB  CX, (Machine_spared+1)(DI)
	JEQ   spared

store:
	MOVQ  SI, CX
	SUBQ  targets+8(FP), CX
	SHRQ  $4, CX
	ADDQ  marks+24(FP), CX
	MOVB  R8, (CX)
	ADDQ  $16, SI
	JMP   path

spared:
	// It is not the spared path if they differ in their first octets, and not
	// because one of them is escaped.
	CMPQ  R12, $8
	JLT   store
	MOVQ  (BX), R9
	XORQ  Machine_spared(DI), R9
	JEQ   leave
	BSFQ  R9, R9
	SHRL  $3, R9
	CMPB  (BX)(R9*1), $'%'
	JNE   store

leave:
	BIT(left-24(SP))
	MOVL $0, list-16(SP)
	ADDQ $16, SI
	JMP  path

end:
	MOVQ left-24(SP), R8
	MOVQ R8, left+32(FP)
	MOVQ doubts-32(SP), R8
	MOVQ R8, doubts+40(FP)
	VZEROUPPER
	RET
