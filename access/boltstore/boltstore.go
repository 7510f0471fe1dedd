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
	"context"
	"encoding/binary"
	"fmt"
	"slices"
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
}

// Open opens a file, or makes it. Where another process has it open, Open waits
// for a second and then fails.
func Open(path string) (*Store, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return nil, fmt.Errorf("boltstore: opening %s: %w", path, err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{originsBucket, imagesBucket} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("boltstore: opening %s: %w", path, err)
	}
	return &Store{db: db, now: time.Now}, nil
}

// Close closes the file. The caches that use the Store must be closed before.
func (s *Store) Close() error { return s.db.Close() }

// Load is a method of access.Store.
func (s *Store) Load(_ context.Context, origin string) (access.Record, error) {
	var r access.Record
	err := s.db.View(func(tx *bbolt.Tx) error {
		value := tx.Bucket(originsBucket).Get([]byte(origin))
		if value == nil {
			return access.ErrNoRecord
		}
		if len(value) < aboutAt {
			return fmt.Errorf("boltstore: %w: %d octets", access.ErrCorrupt, len(value))
		}
		// Why clones: the octets are the file's, and gone with the transaction.
		copy(r.Sum[:], value[sumAt:])
		r.About = slices.Clone(value[aboutAt:])
		if r.Sum == (access.Record{}).Sum {
			return nil
		}
		image := tx.Bucket(imagesBucket).Get(r.Sum[:])
		if image == nil {
			return fmt.Errorf("boltstore: %w: its image is missing", access.ErrCorrupt)
		}
		r.Image = slices.Clone(image)
		return nil
	})
	return r, err
}

// Save is a method of access.Store. Several that come at the same time are
// written by one transaction.
func (s *Store) Save(_ context.Context, origin string, r access.Record) error {
	value := binary.BigEndian.AppendUint64(make([]byte, 0, aboutAt+len(r.About)), uint64(s.now().Unix()))
	value = append(value, r.Sum[:]...)
	value = append(value, r.About...)
	return s.db.Batch(func(tx *bbolt.Tx) error {
		if len(r.Image) > 0 {
			images := tx.Bucket(imagesBucket)
			if held := images.Get(r.Sum[:]); !slices.Equal(held, r.Image) { // a damaged one is mended
				if err := images.Put(r.Sum[:], r.Image); err != nil {
					return err
				}
			}
		}
		return tx.Bucket(originsBucket).Put([]byte(origin), value)
	})
}

// Prune drops the records that were saved before a time, and every image that no
// record names any longer. It is for the caller to do now and then: nothing
// else makes the file's contents less. (The file itself keeps its size, and
// what is free in it is used again.)
func (s *Store) Prune(before time.Time) (dropped int, err error) {
	err = s.db.Update(func(tx *bbolt.Tx) error {
		dropped = 0
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
