package bench

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/robotrie/robotrie/internal/gen"
)

// ErrNoCorpus is what Corpus gives where there is none.
var ErrNoCorpus = errors.New("no corpus: set ROBOTRIE_CORPUS to its folder")

// CorpusDir finds the corpus of real files: the folder that ROBOTRIE_CORPUS
// names, else shared/corpus beside the checkout.
func CorpusDir() (string, error) {
	if dir := os.Getenv("ROBOTRIE_CORPUS"); dir != "" {
		if _, err := os.Stat(dir); err != nil {
			return "", fmt.Errorf("ROBOTRIE_CORPUS: %w", err)
		}
		return dir, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", ErrNoCorpus
		}
		dir = up
	}
	dir = filepath.Join(filepath.Dir(dir), "shared", "corpus")
	if _, err := os.Stat(dir); err != nil {
		return "", ErrNoCorpus
	}
	return dir, nil
}

// Corpus gives up to hosts real files with their derived and foreign targets,
// in the order of the corpus, as the workload "corpus". Files whose targets a
// bad line hides are an error: a measurement of half a corpus must not pass
// for one of the whole.
func Corpus(hosts int) (gen.Workload, error) {
	w := gen.Workload{Name: "corpus"}
	dir, err := CorpusDir()
	if err != nil {
		return w, err
	}
	bodies := map[string][]byte{}
	err = readBodies(dir, func(id string, body []byte) bool {
		bodies[id] = body
		return true
	})
	if err != nil {
		return w, err
	}
	err = readLines(filepath.Join(dir, "pairs_synth.jsonl.gz"), func(line []byte) (more bool, err error) {
		var r struct {
			RobotsID string `json:"robots_id"`
			Host     string
			Real     []string
			Derived  []string
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return false, err
		}
		if body, ok := bodies[r.RobotsID]; ok {
			w.Files = append(w.Files, gen.File{
				Name: r.Host, Agent: gen.DefaultAgent, Body: body, Derived: r.Derived, Foreign: r.Real,
			})
		}
		return len(w.Files) < hosts, nil
	})
	return w, err
}

// Bodies gives up to n real bodies, in the random order of the corpus, so that
// the first n are a sample.
func Bodies(n int) ([][]byte, error) {
	dir, err := CorpusDir()
	if err != nil {
		return nil, err
	}
	var bodies [][]byte
	err = readBodies(dir, func(_ string, body []byte) bool {
		bodies = append(bodies, body)
		return len(bodies) < n
	})
	return bodies, err
}

func readBodies(dir string, yield func(id string, body []byte) bool) error {
	return readLines(filepath.Join(dir, "robots", "robots.jsonl.gz"), func(line []byte) (bool, error) {
		var r struct {
			ID, Kind string
			Body     string
			Body64   string `json:"body_b64"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return false, err
		}
		if r.Kind != "robots" {
			return true, nil
		}
		body := []byte(r.Body)
		if r.Body64 != "" {
			var err error
			if body, err = base64.StdEncoding.DecodeString(r.Body64); err != nil {
				return false, err
			}
		}
		return yield(r.ID, body), nil
	})
}

// readLines calls f with every line of a gzip file until f wants no more.
func readLines(path string, f func(line []byte) (more bool, err error)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r := bufio.NewReaderSize(z, 1<<20)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if len(line) > 0 {
			more, err := f(line)
			if err != nil {
				return fmt.Errorf("%s, line %d: %w", path, n, err)
			}
			if !more {
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", path, n, err)
		}
	}
}
