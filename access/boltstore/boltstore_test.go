package boltstore

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
	"go.uber.org/goleak"

	"github.com/robotrie/robotrie/access"
	"github.com/robotrie/robotrie/access/policy"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A server answers every origin with rules and counts.
type server struct{ asked atomic.Int64 }

func (s *server) Fetch(_ context.Context, url string) policy.Outcome {
	s.asked.Add(1)
	return policy.Outcome{Status: 200, URL: url, Header: http.Header{}, Body: []byte("User-agent: *\nDisallow: /private/\n")}
}

// exchanges counts what happened with the store.
type exchanges struct {
	access.NoCounters
	mu sync.Mutex
	of map[access.Exchange]int
}

func (e *exchanges) Stored(x access.Exchange) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.of[x]++
}

// run has a cache answer for n origins, in a file, and says what it did.
func run(t *testing.T, path string, n int) (fetches int, of map[access.Exchange]int) {
	t.Helper()
	store, err := Open(path)
	require.NoError(t, err)
	s, e := new(server), &exchanges{of: map[access.Exchange]int{}}
	cache, err := access.New(access.Config{Agents: []string{"ExampleBot"}, Fetcher: s, Store: store, Counters: e})
	require.NoError(t, err)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			d, err := cache.Allowed(t.Context(), fmt.Sprintf("https://site%d.example/private/", i))
			assert.NoError(t, err)
			assert.Equal(t, 2, d.Rule.Line)
		})
	}
	all.Wait()
	cache.Close()
	require.NoError(t, store.Close())
	return int(s.asked.Load()), e.of
}

// What one run has fetched the next one knows.
func TestSurvivesRestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "robots.db")
	fetches, of := run(t, path, 50)
	assert.Equal(t, 50, fetches)
	assert.Equal(t, map[access.Exchange]int{access.StoreMiss: 50, access.StoreSaved: 50}, of)
	fetches, of = run(t, path, 60)
	assert.Equal(t, 10, fetches)
	assert.Equal(t, map[access.Exchange]int{access.StoreHit: 50, access.StoreMiss: 10, access.StoreSaved: 10}, of)
}

// edit changes a file behind the store's back.
func edit(t *testing.T, path string, f func(origins, images *bbolt.Bucket) error) {
	t.Helper()
	store, err := Open(path)
	require.NoError(t, err)
	require.NoError(t, store.db.Update(func(tx *bbolt.Tx) error {
		return f(tx.Bucket(originsBucket), tx.Bucket(imagesBucket))
	}))
	require.NoError(t, store.Close())
}

// A record that cannot be used is a miss, is told of, and is replaced. All origins share one image, which is mended.
func TestCorrupt(t *testing.T) {
	key := []byte("https://site0.example")
	for name, spoil := range map[string]func(origins, images *bbolt.Bucket) error{
		"short": func(origins, _ *bbolt.Bucket) error { return origins.Put(key, []byte("short")) },
		"about": func(origins, _ *bbolt.Bucket) error {
			value := append([]byte(nil), origins.Get(key)...)
			value[aboutAt+20] ^= 1
			return origins.Put(key, value)
		},
		"no image": func(_, images *bbolt.Bucket) error {
			name, _ := images.Cursor().First()
			return images.Delete(name)
		},
		"image": func(_, images *bbolt.Bucket) error {
			name, image := images.Cursor().First()
			image = append([]byte(nil), image...)
			image[len(image)/2] ^= 1
			return images.Put(append([]byte(nil), name...), image)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "robots.db")
			run(t, path, 1)
			edit(t, path, spoil)
			fetches, of := run(t, path, 1)
			assert.Equal(t, 1, fetches)
			assert.Equal(t, map[access.Exchange]int{access.StoreCorrupt: 1, access.StoreSaved: 1}, of)
			fetches, _ = run(t, path, 1)
			assert.Zero(t, fetches)
		})
	}
}

func record(text, image string) access.Record {
	r := access.Record{About: []byte(text)}
	if image != "" {
		r.Image, r.Sum = []byte(image), sha256.Sum256([]byte(image))
	}
	return r
}

func TestPrune(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "robots.db"))
	require.NoError(t, err)
	defer s.Close()
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	s.now = func() time.Time { return now }
	save := func(origin string, r access.Record) { require.NoError(t, s.Save(t.Context(), origin, r)) }
	save("http://old.example", record("old", "image of old"))
	save("http://shared-old.example", record("so", "shared"))
	save("http://changed.example", record("1", "image before"))
	now = now.Add(24 * time.Hour)
	save("http://shared-new.example", record("sn", "shared"))
	save("http://changed.example", record("2", "image after"))
	save("http://none.example", record("n", ""))
	images := func() (names []string) {
		require.NoError(t, s.db.View(func(tx *bbolt.Tx) error {
			return tx.Bucket(imagesBucket).ForEach(func(_, image []byte) error {
				names = append(names, string(image))
				return nil
			})
		}))
		return names
	}
	assert.ElementsMatch(t, []string{"image of old", "shared", "image before", "image after"}, images())

	dropped, err := s.Prune(now)
	require.NoError(t, err)
	assert.Equal(t, 2, dropped)
	assert.ElementsMatch(t, []string{"shared", "image after"}, images())
	for origin, want := range map[string]access.Record{
		"http://shared-new.example": record("sn", "shared"),
		"http://changed.example":    record("2", "image after"),
		"http://none.example":       record("n", ""),
	} {
		got, err := s.Load(t.Context(), origin)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	_, err = s.Load(t.Context(), "http://old.example")
	assert.ErrorIs(t, err, access.ErrNoRecord)
}

func TestOpenFails(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(dir)
	assert.ErrorContains(t, err, dir)
	path := filepath.Join(dir, "text")
	require.NoError(t, os.WriteFile(path, make([]byte, 1<<16), 0o600))
	_, err = Open(path)
	assert.ErrorContains(t, err, path)

	s, err := Open(filepath.Join(dir, "robots.db"))
	require.NoError(t, err)
	defer s.Close()
	_, err = Open(filepath.Join(dir, "robots.db"))
	assert.ErrorContains(t, err, "timeout")
}
