package gen

import "fmt"

// DefaultAgent is the crawler that asks where a file names no other.
const DefaultAgent = "ExampleBot"

// A File is one robots.txt and what is asked of it.
type File struct {
	Name  string
	Agent string // product token of the crawler that asks
	Body  []byte

	// Derived are targets made from the file's own rules: hits and near misses.
	Derived []string
	// Foreign are targets that know nothing of the file. Most real ones are
	// such, and most of them meet no rule.
	Foreign []string
}

// Targets gives all targets, derived and foreign.
func (f File) Targets() []string {
	return append(append([]string(nil), f.Derived...), f.Foreign...)
}

// A Workload is a named set of files, the same in every run.
type Workload struct {
	Name  string
	Files []File
}

// Names lists the workloads, from the smallest files to the worst.
var Names = []string{"tiny", "typical", "large", "wildcard-heavy", "percent-heavy", "hostile"}

var sites = map[string]struct {
	seed  uint64
	files int
	site
}{
	// tiny: what half of all files are, one to three rules.
	"tiny": {1, 400, site{
		rules: []knot{{0, 1}, {60, 1}, {90, 2}, {100, 3}}, named: []knot{{0, 0}, {100, 0}},
		escapes: 1, derived: 8, foreign: 4,
	}},
	// typical: the measured distributions.
	"typical": {2, 600, site{
		rules: rulesPerGroup, starred: 35, stars: starredRules, named: namedGroups,
		escapes: 2, loose: 30, derived: 12, foreign: 4,
	}},
	// large: the hundredth part of files with the most rules.
	"large": {3, 12, site{
		rules: []knot{{0, 300}, {50, 900}, {90, 5000}, {100, 20000}}, starred: 50, stars: starredRules, named: namedGroups,
		escapes: 2, loose: 30, derived: 48, foreign: 16,
	}},
	// wildcard-heavy: groups in which determinisation would explode.
	"wildcard-heavy": {4, 80, site{
		rules: []knot{{0, 20}, {50, 60}, {100, 700}}, starred: 100, stars: []knot{{0, 10}, {50, 30}, {90, 100}, {100, 500}},
		named: []knot{{0, 0}, {100, 0}}, escapes: 2, derived: 24, foreign: 8,
	}},
	// percent-heavy: escapes everywhere, half of them not canonical.
	"percent-heavy": {5, 120, site{
		rules: rulesPerGroup, starred: 35, stars: starredRules, named: []knot{{0, 0}, {100, 0}},
		escapes: 60, loose: 50, derived: 12, foreign: 4,
	}},
}

// Make gives the workload of a name.
func Make(name string) (Workload, bool) {
	if name == "hostile" {
		return Workload{Name: name, Files: Hostile()}, true
	}
	s, ok := sites[name]
	if !ok {
		return Workload{}, false
	}
	w := Workload{Name: name}
	c := New(s.seed)
	for i := range s.files {
		w.Files = append(w.Files, s.file(c, fmt.Sprintf("%s-%d", name, i)))
	}
	return w, true
}

// Workloads gives all of them.
func Workloads() []Workload {
	var all []Workload
	for _, name := range Names {
		w, _ := Make(name)
		all = append(all, w)
	}
	return all
}

// Hosts gives an endless sequence of typical files, one seed a sequence, for
// measurements that need a million of them: next makes a file of its own each
// time.
func Hosts(seed uint64) (next func() File) {
	c, s, n := New(seed), sites["typical"].site, 0
	s.named = []knot{{0, 0}, {100, 0}}
	s.derived, s.foreign = 1, 1
	return func() File {
		n++
		return s.file(c, fmt.Sprintf("host-%d", n))
	}
}

// Scaled gives a file with exactly n rules, a share of them with stars in
// percent, and derived and foreign targets: for plots of cost against the
// number of rules.
func Scaled(seed uint64, n, starred int) File {
	s := site{
		rules: []knot{{0, n}, {100, n}}, starred: 100, stars: []knot{{0, n * starred / 100}, {100, n * starred / 100}},
		named: []knot{{0, 0}, {100, 0}}, derived: 24, foreign: 8,
	}
	if starred == 0 {
		s.starred = 0
	}
	return s.file(New(seed), fmt.Sprintf("rules-%d-starred-%d", n, starred))
}

// Lengthened gives n paths of exactly length bytes that follow the rules of a
// file as far as they can and go on foreign: for plots of cost against the
// length of a path.
func Lengthened(seed uint64, f File, length, n int) []string {
	c, s := New(seed), sites["typical"].site
	var out []string
	for range n {
		p := f.Derived[c.IntN(len(f.Derived))]
		for len(p) < length {
			p += "/" + s.text(c, length-len(p))
		}
		out = append(out, p[:length])
	}
	return out
}
