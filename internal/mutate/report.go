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
	file  *os.File
	done  map[string]verdict
	taken int64 // octets of the file that are earlier results
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
	if j.taken, err = j.file.Seek(0, io.SeekCurrent); err != nil {
		return nil, err
	}
	return j, nil
}

// forget takes back what was added to the file.
func (j *journal) forget() error { return j.file.Truncate(j.taken) }

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

// An explanation is what SURVIVORS.md says of survivors: its lines that begin
// with four spaces. Each names a mutant, or ends in "*" and stands for all whose
// names begin so.
type explanation struct {
	names  map[string]bool
	begins []string
}

func explained(document string) (*explanation, error) {
	data, err := os.ReadFile(document)
	if err != nil {
		return nil, err
	}
	e := &explanation{names: map[string]bool{}}
	for line := range strings.Lines(string(data)) {
		name, ok := strings.CutPrefix(line, "    ")
		if !ok {
			continue
		}
		name = strings.TrimSpace(name)
		if begin, many := strings.CutSuffix(name, "*"); many {
			e.begins = append(e.begins, begin)
		} else {
			e.names[name] = true
		}
	}
	return e, nil
}

// of reports whether a mutant is explained by its name, or with others.
func (e *explanation) of(key string) (named, withOthers bool) {
	if e.names[key] {
		return true, false
	}
	return false, slices.ContainsFunc(e.begins, func(begin string) bool { return strings.HasPrefix(key, begin) })
}

// has reports whether a mutant is explained.
func (e *explanation) has(key string) bool {
	named, withOthers := e.of(key)
	return named || withOthers
}

// stale gives what is explained of a package and is no mutant of it: the code
// has changed, and the explanation must go.
func (e *explanation) stale(folder string, all []*mutant) (out []string) {
	are := map[string]bool{}
	for _, m := range all {
		are[m.Key] = true
	}
	for name := range e.names {
		if strings.HasPrefix(name, folder+"/") && !are[name] {
			out = append(out, name)
		}
	}
	for _, begin := range e.begins {
		if strings.HasPrefix(begin, folder+"/") && !slices.ContainsFunc(all, func(m *mutant) bool { return strings.HasPrefix(m.Key, begin) }) {
			out = append(out, begin+"*")
		}
	}
	slices.Sort(out)
	return out
}

// A score is the sum of a package.
type score struct {
	Mutants, Killed, Explained int
	Together                   int       // of those explained, by a line that stands for several
	Open                       []verdict // survivors that nobody has explained
}

func sum(mutants []*mutant, done map[string]verdict, known *explanation) (s score) {
	for _, m := range mutants {
		v, ok := done[m.Key]
		if !ok {
			continue
		}
		s.Mutants++
		named, withOthers := known.of(v.Key)
		switch {
		case v.Killed:
			s.Killed++
		case named:
			s.Explained++
		case withOthers:
			s.Explained++
			s.Together++
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
	fmt.Fprintf(w, "%s: %d mutants, %d killed (%.1f %%), %d survivors explained (%d of them by lines for several), %d open; %.1f %% killed or explained\n",
		name, s.Mutants, s.Killed, percent(s.Killed, s.Mutants), s.Explained, s.Together, len(s.Open), percent(s.Killed+s.Explained, s.Mutants))
}
