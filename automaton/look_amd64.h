// What the files of assembly share: the look of guard.go at 32 rows at a time.

DATA nibble<>+0(SB)/4, $0x0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $4

// TABLES loads a guard and the tables of a Doubt.
#define TABLES(guard, doubt) \
	VBROADCASTI128 0(guard), Y0       \
	VBROADCASTI128 16(guard), Y1      \
	VBROADCASTI128 32(guard), Y2      \
	VBROADCASTI128 48(guard), Y3      \
	VBROADCASTI128 64(guard), Y4      \
	VBROADCASTI128 80(guard), Y5      \
	VBROADCASTI128 0(doubt), Y6       \
	VBROADCASTI128 16(doubt), Y7      \
	VPBROADCASTD   nibble<>(SB), Y8   \
	VPXOR          Y9, Y9, Y9

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

// TELL writes the buckets in Y11 to memory, and leaves a bit in hits for every
// row that is of some bucket and in doubts for every row that is doubtful.
#define TELL(to, hits, doubts) \
	VMOVDQU   Y11, to         \
	VPCMPEQB  Y9, Y11, Y11    \
	VPCMPEQB  Y9, Y13, Y13    \
	VPMOVMSKB Y11, hits       \
	VPMOVMSKB Y13, doubts     \
	NOTL      hits            \
	NOTL      doubts

// ROWS looks at 1 to 64 rows of the path at p. It reads 34 octets from p-1 on
// even where there are fewer rows. out is memory for 64 octets without an index.
// n has to be CX; n, x and y are used up.
#define ROWS(p, n, out, hits, doubts, x, y, two, done) \
	VMOVDQU -1(p), Y11       \
	VMOVDQU (p), Y12         \
	VMOVDQU 1(p), Y13        \
	LOOK                     \
	TELL(out, hits, doubts) \
	CMPQ    n, $32           \
	JGT     two              \
	/* Rows behind the path's do not count. */ \
	MOVQ    $-1, x           \
	NEGQ    n                \
	SHRQ    n, x             \
	ANDQ    x, hits          \
	ANDQ    x, doubts        \
	JMP     done             \
two:                             \
	/* The last 32 rows; those looked at twice give the same twice. */ \
	SUBQ    $32, n           \
	VMOVDQU -1(p)(n*1), Y11  \
	VMOVDQU (p)(n*1), Y12    \
	VMOVDQU 1(p)(n*1), Y13   \
	LOOK                     \
	TELL(out(n*1), x, y)   \
	SHLQ    n, x             \
	SHLQ    n, y             \
	ORQ     x, hits          \
	ORQ     y, doubts
