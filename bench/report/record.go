package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
)

// record keeps every sample in Go's benchmark format, so that benchstat and
// whoever doubts a figure can read it.
type record struct {
	raw     bytes.Buffer
	w       *benchfmt.Writer
	header  []benchfmt.Config
	written []string
}

type unit struct {
	value float64
	name  string
}

func newRecord(c config, d *data) (*record, error) {
	r := &record{}
	r.w = benchfmt.NewWriter(&r.raw)
	for _, kv := range [][2]string{
		{"goos", runtime.GOOS}, {"goarch", runtime.GOARCH}, {"cpu", cpu()},
		{"cores", fmt.Sprint(runtime.NumCPU())}, {"go", runtime.Version()},
		{"date", time.Now().UTC().Format(time.DateOnly)},
		{"command", strings.Join(append([]string{"go run ./bench/report"}, os.Args[1:]...), " ")},
		{"workload", fmt.Sprintf("%s, %d hosts, %d bodies", d.name, len(d.hosts), len(d.bodies))},
	} {
		r.header = append(r.header, benchfmt.Config{Key: kv[0], Value: []byte(kv[1]), File: true})
	}
	for _, dir := range []string{recordDir(c), plotDir(c)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func recordDir(c config) string { return filepath.Join(c.out, "bench", "record") }
func plotDir(c config) string   { return filepath.Join(c.out, "docs", "plots") }

// add writes one sample. Figures are rounded to four digits behind the point:
// beyond, they are noise.
func (r *record) add(name string, values ...unit) {
	res := &benchfmt.Result{Config: r.header, Name: benchfmt.Name(name), Iters: 1}
	for _, v := range values {
		res.Values = append(res.Values, benchfmt.Value{Value: float64(int64(v.value*1e4)) / 1e4, Unit: v.name})
	}
	// Writing to a buffer does not fail.
	_ = r.w.Write(res)
}

// write puts samples and table into the record folder.
func (r *record) write(c config, table string) error {
	var head strings.Builder
	for _, kv := range r.header {
		fmt.Fprintf(&head, "- %s: %s\n", kv.Key, kv.Value)
	}
	for name, content := range map[string][]byte{
		"report.txt": r.raw.Bytes(),
		"report.md":  []byte("# A run of bench/report\n\n" + head.String() + "\n" + table),
	} {
		path := filepath.Join(recordDir(c), name)
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
		r.written = append(r.written, path)
	}
	return nil
}

// cpu names the processor, where the system tells.
func cpu() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
