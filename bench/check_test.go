package bench

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
	"github.com/robotrie/robotrie/internal/oracle"
)

// loads gives the generated workloads and, where present, 500 hosts of the
// corpus. Under -short the files are a sample.
func loads(tb testing.TB) []gen.Workload {
	tb.Helper()
	all, err := madeLoads()
	require.NoError(tb, err)
	return all
}

var madeLoads = sync.OnceValues(func() ([]gen.Workload, error) {
	all := gen.Workloads()
	corpus, err := Corpus(500)
	switch {
	case err == nil:
		all = append(all, corpus)
	case !errors.Is(err, ErrNoCorpus):
		return nil, err
	}
	if testing.Short() {
		for i := range all {
			all[i].Files = all[i].Files[:min(len(all[i].Files), 20)]
		}
	}
	return all, nil
})

// asked compiles each workload once.
func asked(tb testing.TB) map[string][]Asked {
	tb.Helper()
	loads(tb)
	return madeAsked()
}

var madeAsked = sync.OnceValue(func() map[string][]Asked {
	m := map[string][]Asked{}
	all, _ := madeLoads()
	for _, w := range all {
		for _, f := range w.Files {
			m[w.Name] = append(m[w.Name], Ask(f))
		}
	}
	return m
})

// verify compares every verdict on a file with the oracle's, up to a limit of
// work that keeps the oracle's share of a run in seconds.
func verify(tb testing.TB, a Asked) {
	tb.Helper()
	if len(a.File.Body) > 100_000 {
		return // package fuzz checks the hostile shapes at a size that the oracle can take
	}
	file := oracle.Parse(oracle.RFC9309, a.File.Body, 0)
	for _, targets := range a.Targets {
		for _, t := range targets {
			want := file.Ask([]string{a.File.Agent}, t)
			got := a.Group.Match(t)
			if got.Allowed != want.Allowed || got.Rule.Line != want.Line {
				tb.Fatalf("%s, %q: %+v, the oracle says %+v", a.File.Name, t, got, want)
			}
		}
	}
}

// TestLoadsAreWhatTheySay: every workload has targets of every outcome it
// should have, and its answers are right.
func TestLoadsAreWhatTheySay(t *testing.T) {
	for _, w := range loads(t) {
		counts := [3]int{}
		for i, a := range asked(t)[w.Name] {
			for o := range counts {
				counts[o] += len(a.Targets[o])
			}
			if i%10 == 0 {
				verify(t, a)
			}
		}
		t.Logf("%s: %d files, %d hits, %d misses, %d defaults", w.Name, len(w.Files), counts[Hit], counts[Miss], counts[Default])
		assert.Positive(t, counts[Hit], w.Name)
		assert.Positive(t, counts[Miss], w.Name)
		if w.Name != "hostile" {
			assert.Positive(t, counts[Default], w.Name)
		}
	}
	if _, err := CorpusDir(); err != nil {
		t.Log(err)
	}
}

// formSize bounds the octets of a load's compiled forms together, rule texts
// included, for each octet of its files. Real files are the goal: no larger
// than they came. In tiny ones a header weighs; where escapes are not canonical
// a rule is held in two spellings.
var formSize = map[string]float64{
	"corpus": 1, "tiny": 1.22, "typical": 1.07, "large": 0.9, "wildcard-heavy": 1.3, "percent-heavy": 1.55,
}

func TestCompiledFormsAreSmall(t *testing.T) {
	for _, w := range loads(t) {
		if w.Name == "hostile" {
			continue // made to be otherwise: the root package bounds each of them
		}
		size, octets := 0, 0
		for _, f := range w.Files {
			size += robotrie.Compile(f.Body).Size()
			octets += len(f.Body)
		}
		assert.LessOrEqual(t, float64(size)/float64(octets), formSize[w.Name], w.Name)
	}
}

func TestMixedKeepsCanonicalTargetsOnly(t *testing.T) {
	f := gen.File{Derived: []string{"/a", "/%41", "/b", "", "x"}, Foreign: []string{"/c?d=%2F", "/c%2F"}}
	assert.ElementsMatch(t, []string{"/a", "/b", "/c%2F"}, Mixed(f, 1))
	require.Equal(t, Mixed(f, 1), Mixed(f, 1))
}

// BenchmarkCheck: one verdict, by outcome. Every iteration asks the next
// target of the next file, so that a file's data is as warm as the workload is
// small.
func BenchmarkCheck(b *testing.B) {
	for _, o := range Outcomes {
		for _, w := range loads(b) {
			var groups []*robotrie.Group
			var targets []string
			for _, a := range asked(b)[w.Name] {
				for _, t := range a.Targets[o] {
					groups, targets = append(groups, a.Group), append(targets, t)
				}
			}
			if len(targets) == 0 {
				continue
			}
			b.Run("op="+o.String()+"/load="+w.Name+"/lib=robotrie", func(b *testing.B) {
				for _, a := range asked(b)[w.Name] {
					verify(b, a)
				}
				shuffle(len(targets), func(i, j int) {
					groups[i], groups[j] = groups[j], groups[i]
					targets[i], targets[j] = targets[j], targets[i]
				})
				b.ReportAllocs()
				i, allowed := 0, 0
				for b.Loop() {
					if groups[i].Allowed(targets[i]) {
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

// BenchmarkParallel: many goroutines ask one Robots.
func BenchmarkParallel(b *testing.B) {
	for _, name := range []string{"typical", "wildcard-heavy"} {
		best := asked(b)[name][0]
		for _, a := range asked(b)[name] {
			if len(a.Group.Rules()) > len(best.Group.Rules()) {
				best = a
			}
		}
		targets := Mixed(best.File, 1)
		b.Run("op=parallel/load="+name+"/lib=robotrie", func(b *testing.B) {
			verify(b, best)
			b.ReportAllocs()
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for i := 0; pb.Next(); i++ {
					best.Group.Allowed(targets[i%len(targets)])
				}
			})
		})
	}
}

// verifiedHosts: one in so many of the cold hosts is compared with the oracle,
// which would take minutes for all of them.
const verifiedHosts = 100

// BenchmarkCold: a million hosts in random order, so that every check begins
// with data that is in no cache. Under -short 20,000 hosts.
func BenchmarkCold(b *testing.B) {
	hosts := 1_000_000
	if testing.Short() {
		hosts = 20_000
	}
	var groups []*robotrie.Group
	var targets []string
	b.Run("op=cold/load=typical/lib=robotrie", func(b *testing.B) {
		if groups == nil { // b.Run may call this more than once
			next := gen.Hosts(1)
			for i := range hosts {
				f := next()
				group := robotrie.Compile(f.Body, robotrie.WithAgents(f.Agent)).Group(f.Agent)
				all := f.Targets()
				groups, targets = append(groups, group), append(targets, all[i%len(all)])
				if i%verifiedHosts == 0 {
					verify(b, Asked{File: f, Group: group, Targets: [3][]string{all}})
				}
			}
			shuffle(hosts, func(i, j int) {
				groups[i], groups[j] = groups[j], groups[i]
				targets[i], targets[j] = targets[j], targets[i]
			})
		}
		i := 0
		for b.Loop() {
			groups[i].Allowed(targets[i])
			if i++; i == hosts {
				i = 0
			}
		}
	})
}

// BenchmarkBatch: a file's targets at once; ns/check is what to compare.
func BenchmarkBatch(b *testing.B) {
	for _, w := range loads(b) {
		b.Run("op=batch/load="+w.Name+"/lib=robotrie", func(b *testing.B) {
			var sets [][]string
			files := asked(b)[w.Name]
			for i, a := range files {
				verify(b, a)
				sets = append(sets, Mixed(a.File, uint64(i)))
			}
			var dst []bool
			checks, i := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				dst = files[i].Group.AllowedBatch(dst[:0], sets[i])
				checks += len(dst)
				if i++; i == len(sets) {
					i = 0
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(max(checks, 1)), "ns/check")
		})
	}
}

// BenchmarkCompile: bytes per second of whole files, and for one agent.
func BenchmarkCompile(b *testing.B) {
	for _, op := range []string{"compile", "compile-one"} {
		for _, w := range loads(b) {
			b.Run("op="+op+"/load="+w.Name+"/lib=robotrie", func(b *testing.B) {
				total := 0
				for _, f := range w.Files {
					total += len(f.Body)
				}
				for _, a := range asked(b)[w.Name] {
					verify(b, a)
				}
				b.SetBytes(int64(total))
				b.ReportAllocs()
				for b.Loop() {
					for _, f := range w.Files {
						if op == "compile" {
							robotrie.Compile(f.Body)
						} else {
							robotrie.Compile(f.Body, robotrie.WithAgents(f.Agent))
						}
					}
				}
			})
		}
	}
}

func shuffle(n int, swap func(i, j int)) { rand.New(rand.NewPCG(7, 7)).Shuffle(n, swap) }
