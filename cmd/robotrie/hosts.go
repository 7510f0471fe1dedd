package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/robotrie/robotrie"
)

// A hostTable holds the compiled rules of many hosts. It is written by loadHosts and only read afterwards, by any
// number of goroutines.
type hostTable struct {
	groups  map[string]*robotrie.Group // by the keys of originKey
	origins bool                       // some keys are origins
	ports   bool                       // some keys are a host and a port
	bodies  int                        // distinct robots.txt files among them
	size    int64                      // octets of the compiled files that are kept
	bad     int64                      // lines that could not be read
}

// find returns the rules for a URL, nil where its host has no record. The record of an origin comes before that of
// its host.
func (t *hostTable) find(k *originKey) *robotrie.Group {
	if t.origins {
		if g, ok := t.groups[string(k.origin())]; ok {
			return g
		}
	}
	if t.ports {
		if g, ok := t.groups[string(k.hostPort())]; ok {
			return g
		}
	}
	return t.groups[string(k.hostOnly())]
}

func (t *hostTable) add(key string, g *robotrie.Group) {
	t.groups[key] = g
	switch text := []byte(key); {
	case bytes.Contains(text, []byte("://")):
		t.origins = true
	case bytes.LastIndexByte(text, ':') > bytes.IndexByte(text, ']'):
		t.ports = true
	}
}

// A hostRecord is one line of HOSTS.
type hostRecord struct {
	Host    *string `json:"host"`
	Body    *string `json:"body"`
	BodyB64 *[]byte `json:"body_b64"`
}

// A recordJob is a block of HOSTS on its way through ordered.
type recordJob struct {
	block
	keys     []string
	groups   []*robotrie.Group
	problems []problem
}

// loadHosts reads and compiles all records on all cores. Many hosts serve the same file; each distinct one is
// compiled once. Where a host has several records the last one counts. A line that is no record is named and
// skipped; an error means that the rest of the file cannot be read at all.
func loadHosts(s *session, src *source, flags *ruleFlags, workers int, bar *progress) (*hostTable, error) {
	table := &hostTable{groups: map[string]*robotrie.Group{}}
	var files interner
	blocks := &blockReader{r: src, size: 1 << 20, max: maxLine}
	problems := problemList{session: s, bar: bar, file: src.name}
	err := ordered(workers,
		func(j *recordJob) (bool, error) { return j.fill(blocks) },
		func(j *recordJob) { j.decode(&files, flags) },
		func(j *recordJob) error {
			for i, key := range j.keys {
				table.add(key, j.groups[i])
			}
			problems.add(j.problems, j.lines)
			bar.set(src.read.Load())
			return nil
		})
	problems.finish()
	bar.finish()
	table.bodies, table.size, table.bad = len(files.files), files.size, problems.total
	if err != nil {
		return nil, src.failed(err)
	}
	return table, nil
}

// decode reads the records of a block and compiles their files.
func (j *recordJob) decode(files *interner, flags *ruleFlags) {
	j.keys, j.groups, j.problems = j.keys[:0], j.groups[:0], j.problems[:0]
	j.each(maxLine, func(n int64, line []byte, long bool) {
		if long {
			j.problems = append(j.problems, problem{n, errLongLine})
			return
		}
		key, body, err := decodeRecord(line)
		if err != nil {
			j.problems = append(j.problems, problem{n, err})
			return
		}
		j.keys = append(j.keys, key)
		j.groups = append(j.groups, files.group(body, flags))
	})
}

// decodeRecord returns the key and the robots.txt file of a record.
func decodeRecord(line []byte) (key string, body []byte, err error) {
	var record hostRecord
	if err := unmarshalLine(line, &record); err != nil {
		return "", nil, err
	}
	if record.Host == nil {
		return "", nil, errors.New(`"host" is missing`)
	}
	if body, err = bodyOf("body", record.Body, record.BodyB64); err != nil {
		return "", nil, err
	}
	if key, err = recordKey(*record.Host); err != nil {
		return "", nil, fmt.Errorf("%w: %s", err, shown(*record.Host))
	}
	return key, body, nil
}

// An interner compiles each distinct file once, and keeps one group of those that have the same rules for the crawler.
// On real hosts the first saves near half of the time, and the second a third of the memory: many files differ in
// their sitemaps alone, or in what they ask of others.
type interner struct {
	mu    sync.Mutex
	files map[[sha256.Size]byte]*interned
	rules map[[sha256.Size]byte]*robotrie.Group
	size  int64 // octets of the compiled files that rules holds
}

type interned struct {
	once  sync.Once
	group *robotrie.Group
}

// group returns the rules of a file. The keys are cryptographic hashes, because the files are written by strangers,
// one of whom could otherwise make his file pass for another's.
func (in *interner) group(body []byte, flags *ruleFlags) *robotrie.Group {
	sum := sha256.Sum256(body)
	in.mu.Lock()
	if in.files == nil {
		in.files = map[[sha256.Size]byte]*interned{}
		in.rules = map[[sha256.Size]byte]*robotrie.Group{}
	}
	file := in.files[sum]
	if file == nil {
		file = new(interned)
		in.files[sum] = file
	}
	in.mu.Unlock()
	file.once.Do(func() {
		robots := flags.compile(body)
		file.group = in.sameRules(robots.Group(flags.Agent...), robots.Size())
	})
	return file.group
}

// sameRules returns the first group that had the rules of g, type, line and pattern alike. In one dialect nothing
// else decides a verdict. size is that of the compiled file, which g keeps.
func (in *interner) sameRules(g *robotrie.Group, size int) *robotrie.Group {
	var text []byte
	for _, r := range g.Rules() {
		text = append(text, byte(r.Type))
		text = binary.AppendUvarint(text, uint64(r.Line))
		text = binary.AppendUvarint(text, uint64(len(r.Pattern)))
		text = append(text, r.Pattern...)
	}
	sum := sha256.Sum256(text)
	in.mu.Lock()
	defer in.mu.Unlock()
	if first, ok := in.rules[sum]; ok {
		return first
	}
	in.rules[sum] = g
	in.size += int64(size)
	return g
}
