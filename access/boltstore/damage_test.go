package boltstore

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access"
)

// A file that was damaged somewhere, by whatever means, is no reason to crash or to hang: every call ends with what was
// saved, or an error. (Whether a record is what was saved is for the cache to check, which has a checksum; an image has
// the name of its sum.)
func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "robots.db")
	s, err := Open(path)
	require.NoError(t, err)
	const origins = 200
	var all sync.WaitGroup
	for i := range origins {
		all.Go(func() {
			assert.NoError(t, s.Save(t.Context(), fmt.Sprintf("https://site%d.example", i), record(fmt.Sprintf("about %d", i), fmt.Sprintf("image %d", i%20))))
		})
	}
	all.Wait()
	require.NoError(t, s.Close())
	whole, err := os.ReadFile(path)
	require.NoError(t, err)

	trials := 200
	if testing.Short() {
		trials = 40
	}
	random := rand.New(rand.NewPCG(7, 7))
	ends := map[string]int{}
	for trial := range trials {
		damaged := append([]byte(nil), whole...)
		at := random.IntN(len(damaged))
		switch trial % 4 {
		case 0: // an octet
			damaged[at] ^= byte(1 + random.IntN(255))
		case 1: // a run of noise
			for i := at; i < min(len(damaged), at+64); i++ {
				damaged[i] = byte(random.Uint32())
			}
		case 2: // a page of zeros, as a file system may leave it
			page := at &^ 4095
			clear(damaged[page : page+4096])
		case 3: // the file cut short
			damaged = damaged[:at]
		}
		copied := filepath.Join(dir, fmt.Sprintf("damaged%d.db", trial))
		require.NoError(t, os.WriteFile(copied, damaged, 0o600))
		s, err := Open(copied)
		if err != nil {
			ends["open: error"]++
			continue
		}
		for i := range origins {
			origin := fmt.Sprintf("https://site%d.example", i)
			_, err := s.Load(t.Context(), origin)
			switch {
			case err == nil:
				ends["load: found"]++
			case errors.Is(err, access.ErrNoRecord):
				ends["load: miss"]++
			case errors.Is(err, access.ErrCorrupt):
				ends["load: corrupt"]++
			default:
				ends["load: error"]++
			}
		}
		for i := range 2 {
			end := "save: fine"
			if err := s.Save(t.Context(), fmt.Sprintf("https://new%d.example", i), record("new", "image")); err != nil {
				end = "save: error"
			}
			ends[end]++
		}
		end := "prune: fine"
		if _, err := s.Prune(time.Now()); err != nil {
			end = "prune: error"
		}
		ends[end]++
		_ = s.Close()
		require.NoError(t, os.Remove(copied))
	}
	t.Log(ends)
	assert.NotZero(t, ends["load: found"])
}
