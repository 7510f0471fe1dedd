package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A journal is the results of one package, one JSON object a line. Its first
// line says of which source they are, file by file.
type journal struct {
	file *os.File
	done map[string]verdict
}

type heading struct{ Source map[string]string }

// fingerprints names the version of each of a package's files.
func (s *source) fingerprints() map[string]string {
	all := map[string]string{}
	for _, f := range s.files {
		all[filepath.Base(s.dir)+"/"+f.name] = fmt.Sprintf("%x", sha256.Sum256(f.text))
	}
	return all
}

// openJournal takes up earlier results of files that have not changed since.
// keep chooses among them.
func openJournal(name string, source map[string]string, keep func(verdict) bool) (*journal, error) {
	j := &journal{done: map[string]verdict{}}
	if err := j.read(name, source, keep); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, err
	}
	var err error
	if j.file, err = os.Create(name); err != nil {
		return nil, err
	}
	if err := j.write(heading{source}); err != nil {
		return nil, err
	}
	for _, v := range j.sorted() {
		if err := j.write(v); err != nil {
			return nil, err
		}
	}
	return j, nil
}

func (j *journal) read(name string, source map[string]string, keep func(verdict) bool) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	var h heading
	for first := true; lines.Scan(); first = false {
		if first {
			if json.Unmarshal(lines.Bytes(), &h) != nil {
				return nil
			}
			continue
		}
		var v verdict
		// The last line may be half of one.
		if json.Unmarshal(lines.Bytes(), &v) == nil && h.Source[v.File] == source[v.File] && keep(v) {
			j.done[v.Key] = v
		}
	}
	return lines.Err()
}

func (j *journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

func (j *journal) add(v verdict) error {
	j.done[v.Key] = v
	return j.write(v)
}

func (j *journal) sorted() []verdict {
	var all []verdict
	for _, v := range j.done {
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b verdict) int { return strings.Compare(a.Key, b.Key) })
	return all
}

// explained reads the survivors that SURVIVORS.md explains: its lines that
// begin with four spaces.
func explained(document string) (map[string]bool, error) {
	data, err := os.ReadFile(document)
	if err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if key, ok := strings.CutPrefix(line, "    "); ok {
			keys[strings.TrimSpace(key)] = true
		}
	}
	return keys, nil
}

// stale gives what is explained of a package and is no mutant of it: the code
// has changed, and the explanation must go.
func stale(known map[string]bool, folder string, all []*mutant) (out []string) {
	are := map[string]bool{}
	for _, m := range all {
		are[m.Key] = true
	}
	for key := range known {
		if strings.HasPrefix(key, folder+"/") && !are[key] {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out
}

// A score is the sum of a package.
type score struct {
	Mutants, Killed, Explained int
	Open                       []verdict // survivors that nobody has explained
}

func sum(mutants []*mutant, done map[string]verdict, known map[string]bool) (s score) {
	for _, m := range mutants {
		v, ok := done[m.Key]
		if !ok {
			continue
		}
		s.Mutants++
		switch {
		case v.Killed:
			s.Killed++
		case known[v.Key]:
			s.Explained++
		default:
			s.Open = append(s.Open, v)
		}
	}
	return s
}

// write prints the score in one line, for people and for the record.
func (s score) write(w io.Writer, name string) {
	if s.Mutants == 0 {
		fmt.Fprintf(w, "%s: no mutants\n", name)
		return
	}
	percent := func(n, of int) float64 { return 100 * float64(n) / float64(of) }
	fmt.Fprintf(w, "%s: %d mutants, %d killed (%.1f %%), %d survivors explained, %d open; %.1f %% killed or explained\n",
		name, s.Mutants, s.Killed, percent(s.Killed, s.Mutants), s.Explained, len(s.Open), percent(s.Killed+s.Explained, s.Mutants))
}
