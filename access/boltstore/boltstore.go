// Package boltstore keeps what an access.Cache knows in one file, by bbolt: the
// next run of a crawler begins with the rules that the last one fetched.
//
//	store, err := boltstore.Open("robots.db")
//	cache, err := access.New(access.Config{Store: store, …})
//	…
//	cache.Close()
//	store.Close() // in this order: the cache may still be saving
//
// The file holds two buckets. "origins" has a value for each origin: when it was
// saved (seconds since 1970, 8 octets, big endian), the SHA-256 of its image
// (32 octets, zeros for none), and the cache's own text about it. "images" has
// each image once, by its SHA-256: many origins serve the same file.
package boltstore

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"github.com/robotrie/robotrie/access"
)

var (
	originsBucket = []byte("origins")
	imagesBucket  = []byte("images")
)

// Where the parts of an origin's value begin.
const (
	sumAt   = 8
	aboutAt = sumAt + len(access.Record{}.Sum)
)

// A Store is an access.Store in a file. It must not be copied, and is safe for
// any number of goroutines. Only one Store can have a file open at a time.
type Store struct {
	db  *bbolt.DB
	now func() time.Time

	writing sync.Mutex // held by who writes; the others wait to be written, or to write
	mu      sync.Mutex
	waiting []*saving
	broken  error // why nothing is written any more; under writing
}

// Open opens a file, or makes it. Where another process has it open, Open waits
// for a second and then fails.
func Open(path string) (*Store, error) {
	s := &Store{now: time.Now}
	err := guarded(func() (err error) {
		s.db, err = bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("boltstore: opening %s: %w", path, err)
	}
	err = s.update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{originsBucket, imagesBucket} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("boltstore: opening %s: %w", path, err), s.Close())
	}
	return s, nil
}

// Close closes the file. The caches that use the Store must be closed before.
func (s *Store) Close() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return guarded(s.db.Close)
}

// guarded calls into bbolt. In a damaged file bbolt finds pages that make no
// sense, and panics, or pages that are not there, which is a fault of memory.
// Neither may end the program: the file is a cache.
func guarded(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the file is damaged: %v", access.ErrCorrupt, p)
		}
	}()
	return f()
}

// update changes the file. After a change that ended in the middle nothing is
// known of bbolt's own state, so there is no other.
func (s *Store) update(f func(*bbolt.Tx) error) error {
	if s.broken != nil {
		return s.broken
	}
	err := guarded(func() error { return s.db.Update(f) })
	if errors.Is(err, access.ErrCorrupt) {
		s.broken = err
	}
	return err
}

// Load is a method of access.Store.
func (s *Store) Load(_ context.Context, origin string) (access.Record, error) {
	var r access.Record
	err := guarded(func() error { return s.db.View(func(tx *bbolt.Tx) error { return load(tx, origin, &r) }) })
	if err != nil {
		return access.Record{}, fmt.Errorf("boltstore: %w", err)
	}
	return r, nil
}

func load(tx *bbolt.Tx, origin string, r *access.Record) error {
	value := tx.Bucket(originsBucket).Get([]byte(origin))
	if value == nil {
		return access.ErrNoRecord
	}
	if len(value) < aboutAt {
		return fmt.Errorf("%w: %d octets", access.ErrCorrupt, len(value))
	}
	// Why clones: the octets are the file's, and gone with the transaction.
	copy(r.Sum[:], value[sumAt:])
	r.About = slices.Clone(value[aboutAt:])
	if r.Sum == (access.Record{}).Sum {
		return nil
	}
	image := tx.Bucket(imagesBucket).Get(r.Sum[:])
	if image == nil {
		return fmt.Errorf("%w: its image is missing", access.ErrCorrupt)
	}
	r.Image = slices.Clone(image)
	return nil
}

// A saving is a record on its way into the file.
type saving struct {
	origin, value []byte
	record        access.Record
	done          bool
	err           error
}

// Save is a method of access.Store. Records that come while another is being
// written, which takes as long as the disk takes to be sure, are written
// together by the next transaction.
//
// Why not bbolt's own DB.Batch: it writes on a goroutine of its own, where what
// a damaged file does to it cannot be caught.
func (s *Store) Save(_ context.Context, origin string, r access.Record) error {
	value := binary.BigEndian.AppendUint64(make([]byte, 0, aboutAt+len(r.About)), uint64(s.now().Unix()))
	value = append(append(value, r.Sum[:]...), r.About...)
	mine := &saving{origin: []byte(origin), value: value, record: r}
	s.mu.Lock()
	s.waiting = append(s.waiting, mine)
	s.mu.Unlock()

	s.writing.Lock()
	defer s.writing.Unlock()
	if mine.done {
		return mine.err
	}
	s.mu.Lock()
	all := s.waiting
	s.waiting = nil
	s.mu.Unlock()
	err := s.update(func(tx *bbolt.Tx) error {
		for _, each := range all {
			if err := each.write(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("boltstore: %w", err)
	}
	for _, each := range all {
		each.done, each.err = true, err
	}
	return err
}

func (s *saving) write(tx *bbolt.Tx) error {
	if len(s.record.Image) > 0 {
		images := tx.Bucket(imagesBucket)
		// One that is there is not written again; one that is damaged is mended.
		if !bytes.Equal(images.Get(s.record.Sum[:]), s.record.Image) {
			if err := images.Put(s.record.Sum[:], s.record.Image); err != nil {
				return err
			}
		}
	}
	return tx.Bucket(originsBucket).Put(s.origin, s.value)
}

// Prune drops the records that were saved before a time, and every image that no
// record names any longer. It is for the caller to do now and then: nothing
// else makes the file's contents less. (The file itself keeps its size, and
// what is free in it is used again.)
func (s *Store) Prune(before time.Time) (dropped int, err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	err = s.update(func(tx *bbolt.Tx) error {
		named := make(map[[32]byte]bool)
		origins := tx.Bucket(originsBucket).Cursor()
		for key, value := origins.First(); key != nil; key, value = origins.Next() {
			if len(value) >= aboutAt && int64(binary.BigEndian.Uint64(value)) >= before.Unix() {
				named[[32]byte(value[sumAt:aboutAt])] = true
				continue
			}
			if err := origins.Delete(); err != nil {
				return err
			}
			dropped++
		}
		images := tx.Bucket(imagesBucket).Cursor()
		for key, _ := images.First(); key != nil; key, _ = images.Next() {
			if len(key) == 32 && named[[32]byte(key)] {
				continue
			}
			if err := images.Delete(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("boltstore: pruning: %w", err)
	}
	return dropped, nil
}
