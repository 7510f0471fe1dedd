package suite

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file finds and reads the optional data that tests are run against where
// it is present: real robots.txt files and URLs, and cases that other
// implementations answered. None of it is part of the project. Every sequence
// below ends after its first error.

// CorpusDir finds the corpus: $ROBOTRIE_CORPUS, else ../shared/corpus beside
// the checkout. ok is false where there is none.
func CorpusDir() (dir string, ok bool) { return besides("ROBOTRIE_CORPUS", "corpus") }

// ConformanceDir finds the cases of other implementations:
// $ROBOTRIE_CONFORMANCE, else conformance beside the corpus.
func ConformanceDir() (dir string, ok bool) {
	if os.Getenv("ROBOTRIE_CONFORMANCE") == "" && os.Getenv("ROBOTRIE_CORPUS") != "" {
		return isDir(filepath.Join(filepath.Dir(filepath.Clean(os.Getenv("ROBOTRIE_CORPUS"))), "conformance"))
	}
	return besides("ROBOTRIE_CONFORMANCE", "conformance")
}

func besides(variable, name string) (string, bool) {
	if dir := os.Getenv(variable); dir != "" {
		return isDir(dir)
	}
	root, err := Root()
	if err != nil {
		return "", false
	}
	return isDir(filepath.Join(filepath.Dir(root), "shared", name))
}

func isDir(dir string) (string, bool) {
	info, err := os.Stat(dir)
	return dir, err == nil && info.IsDir()
}

// A Body is one robots.txt of the corpus.
type Body struct {
	ID    string `json:"id"`
	Host  string `json:"host"`
	Kind  string `json:"kind"`
	Year  int    `json:"year"`
	Hosts int    `json:"n_hosts"`
	Text  string `json:"body"`
	B64   []byte `json:"body_b64"`
}

// Bytes gives the file itself.
func (b *Body) Bytes() []byte {
	if b.B64 != nil {
		return b.B64
	}
	return []byte(b.Text)
}

// Bodies reads the distinct robots.txt files of the corpus. They are in random
// order, so the first n are a sample.
func Bodies(corpus string) iter.Seq2[Body, error] {
	return objects[Body](filepath.Join(corpus, "robots", "robots.jsonl.gz"))
}

// BodyLines gives the JSON lines of Bodies unparsed, so that several
// goroutines can share the parsing, with ParseBody. A line is valid until the
// next one.
func BodyLines(corpus string) iter.Seq2[[]byte, error] {
	return lines(filepath.Join(corpus, "robots", "robots.jsonl.gz"))
}

// ParseBody reads one line of BodyLines.
func ParseBody(line []byte) (b Body, err error) {
	err = json.Unmarshal(line, &b)
	return b, err
}

// A Pair is a robots.txt, by its ID, and targets to ask it about.
type Pair struct {
	RobotsID string
	Host     string
	Targets  []string
}

// Pairs reads real URLs with the robots.txt of their own host.
func Pairs(corpus string) iter.Seq2[Pair, error] {
	type raw struct {
		ID   string   `json:"robots_id"`
		Host string   `json:"host"`
		URLs []string `json:"urls"`
	}
	return each(objects[raw](filepath.Join(corpus, "pairs.jsonl.gz")), func(r raw) Pair {
		return Pair{RobotsID: r.ID, Host: r.Host, Targets: r.URLs}
	})
}

// PairsSynth reads paths of other hosts, and paths made from a robots.txt's
// own rules, with that robots.txt.
func PairsSynth(corpus string) iter.Seq2[Pair, error] {
	type raw struct {
		ID      string   `json:"robots_id"`
		Host    string   `json:"host"`
		Real    []string `json:"real"`
		Derived []string `json:"derived"`
	}
	return each(objects[raw](filepath.Join(corpus, "pairs_synth.jsonl.gz")), func(r raw) Pair {
		return Pair{RobotsID: r.ID, Host: r.Host, Targets: slices.Concat(r.Real, r.Derived)}
	})
}

// URLs reads all URL lists of the corpus.
func URLs(corpus string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		files, err := filepath.Glob(filepath.Join(corpus, "urls", "*.txt.gz"))
		if err == nil && len(files) == 0 {
			err = fmt.Errorf("suite: no URL lists in %s", corpus)
		}
		if err != nil {
			yield("", err)
			return
		}
		slices.Sort(files)
		for _, file := range files {
			for line, err := range lines(file) {
				if !yield(string(line), err) || err != nil {
					return
				}
			}
		}
	}
}

// A Case is a question that another implementation answered.
type Case struct {
	File   string // the file's name
	Number int    // of the line, from 1
	Source string // the test it was taken from; may be empty

	Robots []byte
	Agents []string
	URL    string

	Google     *bool // what google/robotstxt answers; nil: not stated
	GoogleLine *int  // the line that it says decided; nil: not stated
	RFC9309    *bool // what the RFC answers; nil: it is silent
	Note       string
}

// Cases reads all cases: google_reference, rfc9309_oracle, peer_cases.
func Cases(conformance string) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		for _, file := range []string{"google_reference.jsonl.gz", "rfc9309_oracle.jsonl.gz", "peer_cases.jsonl"} {
			number := 0
			for raw, err := range objects[rawCase](filepath.Join(conformance, file)) {
				number++
				if !yield(raw.kase(file, number), err) || err != nil {
					return
				}
			}
		}
	}
}

type rawCase struct {
	Source    string   `json:"source"`
	Robots    string   `json:"robots"`
	RobotsB64 []byte   `json:"robots_b64"`
	Agents    []string `json:"agents"`
	URL       string   `json:"url"`

	Allowed *bool `json:"allowed"` // google_reference's own answer, a peer's elsewhere
	Line    *int  `json:"line"`

	Google     *bool  `json:"google_cpp"`
	GoogleLine *int   `json:"google_line"`
	RFC9309    *bool  `json:"rfc9309"`
	Note       string `json:"dialect_note"`
}

func (r rawCase) kase(file string, number int) Case {
	c := Case{
		File: file, Number: number, Source: r.Source, Robots: []byte(r.Robots), Agents: r.Agents, URL: r.URL,
		Google: r.Google, GoogleLine: r.GoogleLine, RFC9309: r.RFC9309, Note: r.Note,
	}
	if r.RobotsB64 != nil {
		c.Robots = r.RobotsB64
	}
	if strings.HasPrefix(file, "google_reference") {
		c.Google, c.GoogleLine = r.Allowed, r.Line
	}
	return c
}

func each[A, B any](seq iter.Seq2[A, error], f func(A) B) iter.Seq2[B, error] {
	return func(yield func(B, error) bool) {
		for a, err := range seq {
			if !yield(f(a), err) {
				return
			}
		}
	}
}

// objects reads a file of one JSON object a line.
func objects[T any](file string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		number := 0
		for line, err := range lines(file) {
			number++
			var v T
			if err == nil {
				if err = json.Unmarshal(line, &v); err != nil {
					err = fmt.Errorf("suite: %s: line %d: %w", file, number, err)
				}
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// lines reads a file, through gzip if its name says so. LF alone ends a line:
// U+0085 and U+2028 occur inside of them. A line is valid until the next one.
func lines(file string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f, err := os.Open(file)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		var in io.Reader = f
		if strings.HasSuffix(file, ".gz") {
			z, err := gzip.NewReader(f)
			if err != nil {
				yield(nil, fmt.Errorf("suite: %s: %w", file, err))
				return
			}
			defer z.Close()
			in = z
		}
		r := bufio.NewReaderSize(in, 1<<16)
		var long []byte
		for {
			line, err := r.ReadSlice('\n')
			if err == bufio.ErrBufferFull {
				long = append(long, line...)
				continue
			}
			if len(long) > 0 {
				long = append(long, line...)
				line, long = long, long[:0]
			}
			if err != nil && err != io.EOF {
				yield(nil, fmt.Errorf("suite: %s: %w", file, err))
				return
			}
			if n := len(line); n > 0 && line[n-1] == '\n' {
				line = line[:n-1]
			} else if n == 0 {
				return
			}
			if !yield(line, nil) || err == io.EOF {
				return
			}
		}
	}
}
