//go:build linux || darwin

package automaton_test

import (
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/automaton"
)

// fence gives size octets in front of a page that may not be touched.
func fence(t *testing.T, size int) []byte {
	page := os.Getpagesize()
	whole := (size + page - 1) / page * page
	memory, err := syscall.Mmap(-1, 0, whole+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	t.Cleanup(func() { _ = syscall.Munmap(memory) })
	require.NoError(t, syscall.Mprotect(memory[whole:], syscall.PROT_NONE))
	return memory[whole-size : whole : whole]
}

// TestReadsStayInside asks machines whose table, code and path each end in front
// of a page that may not be touched, table and code with no more behind them than
// Padding; then those machines that a Checker takes when a few octets of the code
// were changed. What stands in the padding is at random.
func TestReadsStayInside(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	worlds, changes := uint64(600), 40
	if testing.Short() {
		worlds = 60
	}
	const room = 1 << 16
	// Longer than what any two octets of a record say, taken for a length.
	long := strings.Repeat("b", 40_000)
	tables, codes, paths := fence(t, room), fence(t, room), fence(t, room)
	taken, refused := 0, 0
	for seed := range worlds {
		r := rand.New(rand.NewPCG(seed, 7))
		w := newRandomWorld(seed + 1)
		parts := automaton.BuildAs(w.patterns, automaton.Form{Width: 2 + r.IntN(3), Stars: r.IntN(3) == 0}).Image
		if max(len(parts.Table), len(parts.Code)) > 1<<15-1 {
			continue
		}
		put := func(at, b []byte) []byte {
			at = at[len(at)-len(b)-automaton.Padding:]
			for i := range copy(at[copy(at, b):], make([]byte, automaton.Padding)) {
				at[len(b)+i] = byte(r.Uint32())
			}
			return at[:len(b)]
		}
		table, code := put(tables, parts.Table), put(codes, parts.Code)
		for change := range changes {
			if copy(code, parts.Code); change > 0 {
				for range 1 + r.IntN(3) {
					at := r.IntN(len(code))
					switch r.IntN(3) {
					case 0:
						code[at] = byte(r.Uint32())
					case 1:
						code[at] ^= 1 << r.IntN(8)
					default: // another offset or rank
						copy(code[at:], automaton.AppendUint(nil, uint32(r.IntN(2*max(len(code), len(table)))), parts.Width))
					}
				}
			}
			checker, err := automaton.NewChecker(table, code, parts.Width)
			require.NoError(t, err)
			if err := checker.Ref(parts.Ref); err != nil {
				require.NotZero(t, change, "seed %d: what was built is refused: %v", seed, err)
				refused++
				continue
			}
			taken++
			m := automaton.Open(table, code, parts.Width, parts.Ref, automaton.NewDoubt(func(byte) bool { return false }))
			m.Settle(&settler{}, "/abababab")
			asked := w.paths[:12]
			if change == 0 {
				asked = append(asked[:12:12], "/"+long, w.paths[14]+long)
			}
			for _, path := range asked {
				b := paths[len(paths)-len(path):]
				copy(b, path)
				s := unsafe.String(unsafe.SliceData(b), len(b))
				var marks [2]bool
				m.Look(s)
				m.LookBatch(marks[:], []string{s, s})
				m.Match(b, true)
				m.Match(b, false)
			}
			m.Dump(nil)
		}
	}
	t.Logf("%d machines taken, %d refused", taken, refused)
	require.Greater(t, taken, refused/20)
	require.Greater(t, refused, taken/20)
}

// TestNothingBeforeAPathIsRead: paths of all lengths, each behind a page that may not
// be touched.
func TestNothingBeforeAPathIsRead(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	page := os.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, 2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	t.Cleanup(func() { _ = syscall.Munmap(memory) })
	require.NoError(t, syscall.Mprotect(memory[:page], syscall.PROT_NONE))
	for _, texts := range [][]string{{"/never", "/abababab"}, {"/ababababababababab", "/ababababababababac", "/b"}, {"/*ab", "/*b$", "/a"}, {"/a*ba", "/a*bb", "/a*bc", "/ab*a$"}, {"*/", "*b/a", "*ab/"}} {
		w := &randomWorld{patterns: ranked(texts...)}
		for _, stars := range []bool{false, true} {
			m := automaton.BuildAs(w.patterns, automaton.Form{Width: 3, Stars: stars})
			for length := 1; length < 100; length++ {
				b := memory[page:][:copy(memory[page:], ("/" + strings.Repeat("ab", 50))[:length])]
				path := unsafe.String(&b[0], length)
				want := w.rank(path)
				mark := want == automaton.NoRank || want%2 == 1
				require.Equal(t, want, m.Match(b), "%q, path %q", texts, path)
				require.Equal(t, mark, m.Look(path).Marked(), "%q, path %q", texts, path)
				marks := [2]bool{!mark, !mark}
				m.LookBatch(marks[:], []string{path, path})
				require.Equal(t, [2]bool{mark, mark}, marks, "%q, path %q", texts, path)
			}
		}
	}
}

// TestFaultsArePanics: a target may lie in a file that was mapped and then cut. To
// read it is a panic for whoever asked for that (debug.SetPanicOnFault), wherever
// it is read, and what is deferred may need more stack, and collect garbage.
func TestFaultsArePanics(t *testing.T) {
	page := os.Getpagesize()
	room := fence(t, page)
	copy(room[page-100:], "/aaaaaaaaaaaaaaaaaaa")
	beyond := func(from, length int) string {
		return unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(room)), from)), length)
	}
	m := automaton.BuildAs(ranked("/*c"), automaton.Form{Width: 2})
	batch := func(path string) { m.LookBatch(make([]bool, 1), []string{path}) }
	match := func(path string) { m.Match(unsafe.Slice(unsafe.StringData(path), len(path))) }
	look := func(path string) { m.Look(path) }
	for _, ask := range []func(path string){look, batch, match} {
		for _, path := range []string{beyond(page-100, 110), beyond(page-100, 200), beyond(page, 3), beyond(page, 100)} {
			seen := make(chan any)
			go func() {
				defer func() { seen <- recover() }()
				defer func() {
					deep(100)
					runtime.GC()
				}()
				debug.SetPanicOnFault(true)
				ask(path)
			}()
			require.ErrorContains(t, (<-seen).(error), "invalid memory address")
		}
	}
}

// deep takes some KB of stack for each call.
func deep(calls int) byte {
	var room [4096]byte
	if calls > 0 {
		room[calls] = deep(calls - 1)
	}
	return room[calls/2]
}
