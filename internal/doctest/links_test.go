package doctest

import (
	"go/format"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// A link that begins with a scheme leaves the tree and is not followed: a test
// that needs the network would fail for reasons of its own.
func TestRelativeLinksLeadSomewhere(t *testing.T) {
	docs := documents(t)
	for name, doc := range docs {
		for _, link := range doc.links {
			if strings.Contains(link.dest, "://") || strings.HasPrefix(link.dest, "mailto:") {
				continue
			}
			file, fragment, _ := strings.Cut(link.dest, "#")
			target := name
			if file != "" {
				target = path.Join(path.Dir(name), file)
			}
			if strings.HasPrefix(file, "/") || target == ".." || strings.HasPrefix(target, "../") {
				t.Errorf("%s:%d: link %s leaves the tree", name, link.line, link.dest)
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(target))); err != nil {
				t.Errorf("%s:%d: link %s leads nowhere", name, link.line, link.dest)
				continue
			}
			if linked, isDoc := docs[target]; isDoc && fragment != "" && !linked.anchors[fragment] {
				t.Errorf("%s:%d: link %s names no heading of %s", name, link.line, link.dest, target)
			}
		}
	}
}

// Blocks outside README may be fragments, so they are only parsed.
func TestGoBlocksParse(t *testing.T) {
	for name, doc := range documents(t) {
		for _, block := range doc.blocks {
			if block.lang != "go" {
				continue
			}
			if _, err := format.Source([]byte(block.text)); err != nil {
				t.Errorf("%s:%d: Go block does not parse: %v", name, block.line, err)
			}
		}
	}
}
