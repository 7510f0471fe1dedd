// What lookFast and askFast share.

// BETTER makes the vote of a rank in CX the best, if it is better. It uses R8.
#define BETTER \
	MOVBLZX (R11)(CX*1), R8 \
	ANDL    $const_headMark, R8 \
	LEAL    (R8)(CX*2), CX  \
	CMPL    CX, AX          \
	CMOVLHI CX, AX

// GUARD loads the guard at R15, and the doubts of the Doubt at DX.
#define GUARD \
	ADDQ $Doubt_tables, DX \
	TABLES(R15, DX)
