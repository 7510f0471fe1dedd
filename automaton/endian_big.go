//go:build armbe || arm64be || m68k || mips || mips64 || ppc || ppc64 || s390 || s390x || shbe || sparc || sparc64

package automaton

const bigEndian = true
