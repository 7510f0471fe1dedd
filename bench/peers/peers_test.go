package peers

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/bench"
	"github.com/robotrie/robotrie/internal/gen"
)

func check(t *testing.T, name, body, path string) bool {
	t.Helper()
	for _, p := range All() {
		if p.Name == name {
			c, err := p.Compile([]byte(body), gen.DefaultAgent)
			require.NoError(t, err)
			return c.Allowed(path)
		}
	}
	t.Fatalf("no peer %q", name)
	return false
}

// The exact rivals, on rules by hand.
func TestExactPeers(t *testing.T) {
	const body = `User-agent: *
Disallow: /a
Allow: /a/b
Disallow: /*.gif$
Disallow: /x*y*z
Allow: /tie
Disallow: /tie
Disallow: /end$
Disallow: /a%2Fc*%2Fd
Disallow: /longestprefix-indeed
Disallow: /(re.*g[e]xp
`
	for path, want := range map[string]bool{
		"/": true, "/a": false, "/ab": false, "/a/b/c": true, "/p/q.gif": false, "/p/q.gif?x": true, "/q.gift": true,
		"/x1y2z3": false, "/xyz": false, "/xzy": true, "/tie": true, "/end": false, "/ending": true, "/en": true,
		"/longestprefix-indee": true, "/longestprefix-indeed!": false, "/longestp": true, "/b": true, "": true,
		"/a%2Fc/x%2Fd": false, "/z%2Fc?q=/d": true, "/(re.*g[e]xp": false, "/(re_g_e_xp": true,
	} {
		for _, name := range []string{Linear, Linear8, Regexp} {
			assert.Equal(t, want, check(t, name, body, path), "%s %q", name, path)
		}
	}
}

// Rules of which canonicalising leaves nothing match every path.
func TestExactPeersOnEmptyPatterns(t *testing.T) {
	for _, name := range []string{Robotrie, Linear, Linear8, Regexp} {
		for body, want := range map[string]bool{
			"User-agent: *\nDisallow: *\n": false, "User-agent: *\nDisallow: **\nAllow: /a\n": true,
			"User-agent: *\nDisallow: *$\n": false, "User-agent: *\nDisallow:\n": true, "User-agent: *\nDisallow: *\nAllow:\n": false,
		} {
			assert.Equal(t, want, check(t, name, body, "/ab"), "%s, %q", name, body)
		}
	}
}

// loads are the files that rivals are compared on: hostile ones are left out,
// for most rivals would not come back.
func loads(tb testing.TB) []gen.Workload {
	tb.Helper()
	all, err := madeLoads()
	require.NoError(tb, err)
	return all
}

var madeLoads = sync.OnceValues(func() ([]gen.Workload, error) {
	var all []gen.Workload
	for _, w := range gen.Workloads() {
		if w.Name != "hostile" {
			all = append(all, w)
		}
	}
	corpus, err := bench.Corpus(500)
	switch {
	case err == nil:
		all = append(all, corpus)
	case !errors.Is(err, bench.ErrNoCorpus):
		return nil, err
	}
	if testing.Short() {
		for i := range all {
			all[i].Files = all[i].Files[:min(len(all[i].Files), 20)]
		}
	}
	return all, nil
})

// TestPeersAgree: the exact rivals give robotrie's verdict on every canonical
// target; the others mostly, or their times would mean nothing.
func TestPeersAgree(t *testing.T) {
	for _, w := range loads(t) {
		differs, asked, refused := map[string]int{}, map[string]int{}, map[string]int{}
		for i, f := range w.Files {
			if w.Name == "large" && i%4 != 0 {
				continue // a regexp of thousands of rules takes its time
			}
			ours, err := compileRobotrie(f.Body, f.Agent)
			require.NoError(t, err)
			for _, p := range All() {
				if p.Yardstick {
					continue
				}
				c, err := p.Compile(f.Body, f.Agent)
				if err != nil {
					refused[p.Name]++
					continue
				}
				for j, target := range bench.Mixed(f, uint64(i)) {
					if p.Name == Regexp && j >= 8 {
						break
					}
					asked[p.Name]++
					if want := ours.Allowed(target); c.Allowed(target) != want {
						differs[p.Name]++
						if p.Exact {
							t.Errorf("%s: %s allows %q: %v, robotrie %v", f.Name, p.Name, target, !want, want)
						}
					}
				}
			}
		}
		for _, p := range All() {
			if !p.Yardstick {
				t.Logf("%s: %s differs on %d of %d targets, refuses %d of %d files", w.Name, p.Name, differs[p.Name], asked[p.Name], refused[p.Name], len(w.Files))
				assert.LessOrEqual(t, differs[p.Name]*10, asked[p.Name], "%s %s", w.Name, p.Name)
			}
		}
	}
}

// BenchmarkCheck is the benchmark of that name in package bench, for every
// peer: op=hit, miss or default, on canonical targets only.
func BenchmarkCheck(b *testing.B) {
	for _, o := range bench.Outcomes {
		for _, w := range loads(b) {
			for _, p := range All() {
				b.Run("op="+o.String()+"/load="+w.Name+"/lib="+p.Name, func(b *testing.B) {
					checkers, targets := pairs(b, w, p, o)
					if len(targets) == 0 {
						b.Skip("no such target")
					}
					i, allowed := 0, 0
					for b.Loop() {
						if checkers[i].Allowed(targets[i]) {
							allowed++
						}
						if i++; i == len(targets) {
							i = 0
						}
					}
					runtime.KeepAlive(allowed)
				})
			}
		}
	}
}

// pairs compiles a workload for a peer, verifies its answers, and gives the
// targets of an outcome in random order with the checkers that they go to.
func pairs(tb testing.TB, w gen.Workload, p Peer, o bench.Outcome) (checkers []Checker, targets []string) {
	tb.Helper()
	for _, f := range w.Files {
		c, err := p.Compile(f.Body, f.Agent)
		if err != nil {
			continue
		}
		a := bench.Ask(f)
		for _, t := range a.Targets[o] {
			if !bench.Canonical(t) {
				continue
			}
			agree(tb, p, c, a.Group, f.Name, t)
			checkers, targets = append(checkers, c), append(targets, t)
		}
	}
	shuffle(len(targets), func(i, j int) {
		checkers[i], checkers[j] = checkers[j], checkers[i]
		targets[i], targets[j] = targets[j], targets[i]
	})
	return checkers, targets
}

// agree fails where an exact peer's answer is not robotrie's.
func agree(tb testing.TB, p Peer, c, ours Checker, file, target string) {
	tb.Helper()
	if p.Exact && c.Allowed(target) != ours.Allowed(target) {
		tb.Fatalf("%s, %s: wrong on %q", p.Name, file, target)
	}
}

// BenchmarkCold: many hosts in random order, so that every check begins with
// data that is in no cache. Rivals hold much more, so there are 200,000 hosts
// here, 5,000 under -short.
func BenchmarkCold(b *testing.B) {
	hosts := 200_000
	if testing.Short() {
		hosts = 5000
	}
	for _, p := range All() {
		if p.Name == Regexp {
			continue // tens of kilobytes a host
		}
		var checkers []Checker
		var targets []string
		b.Run("op=cold/load=typical/lib="+p.Name, func(b *testing.B) {
			if checkers == nil { // b.Run may call this more than once
				next := gen.Hosts(1)
				for i := range hosts {
					f := next()
					mixed := bench.Mixed(f, 1)
					if c, err := p.Compile(f.Body, f.Agent); err == nil && len(mixed) > 0 {
						if i%100 == 0 { // all would take as long again
							ours, _ := compileRobotrie(f.Body, f.Agent)
							agree(b, p, c, ours, f.Name, mixed[0])
						}
						checkers, targets = append(checkers, c), append(targets, mixed[0])
					}
				}
				shuffle(len(targets), func(i, j int) {
					checkers[i], checkers[j] = checkers[j], checkers[i]
					targets[i], targets[j] = targets[j], targets[i]
				})
			}
			i := 0
			for b.Loop() {
				checkers[i].Allowed(targets[i])
				if i++; i == len(targets) {
					i = 0
				}
			}
		})
	}
}

// BenchmarkParallel: many goroutines ask one file.
func BenchmarkParallel(b *testing.B) {
	for _, name := range []string{"typical", "wildcard-heavy"} {
		w, _ := gen.Make(name)
		f := w.Files[0]
		for _, g := range w.Files {
			if len(g.Body) > len(f.Body) && len(g.Body) < 20_000 {
				f = g
			}
		}
		targets := bench.Mixed(f, 1)
		for _, p := range All() {
			b.Run("op=parallel/load="+name+"/lib="+p.Name, func(b *testing.B) {
				c, err := p.Compile(f.Body, f.Agent)
				if err != nil {
					b.Skip(err)
				}
				ours, _ := compileRobotrie(f.Body, f.Agent)
				for _, t := range targets {
					agree(b, p, c, ours, f.Name, t)
				}
				b.ResetTimer()
				b.RunParallel(func(pb *testing.PB) {
					for i := 0; pb.Next(); i++ {
						c.Allowed(targets[i%len(targets)])
					}
				})
			})
		}
	}
}

// BenchmarkCompile: bytes per second of whole files.
func BenchmarkCompile(b *testing.B) {
	for _, w := range loads(b) {
		for _, p := range All() {
			if p.Yardstick || (p.Name == Regexp && w.Name == "large") {
				continue
			}
			b.Run("op=compile/load="+w.Name+"/lib="+p.Name, func(b *testing.B) {
				total := 0
				for _, f := range w.Files {
					total += len(f.Body)
				}
				b.SetBytes(int64(total))
				b.ReportAllocs()
				for b.Loop() {
					for _, f := range w.Files {
						_, _ = p.Compile(f.Body, f.Agent)
					}
				}
			})
		}
	}
}

func shuffle(n int, swap func(i, j int)) { rand.New(rand.NewPCG(7, 7)).Shuffle(n, swap) }
