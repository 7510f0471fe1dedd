package access

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"log/slog"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/access/policy"
	"github.com/robotrie/robotrie/normalize"
)

// A Store keeps what a cache knows beyond its memory: an origin that was evicted, or that another run of the program
// asked, need not be asked again. Package boltstore keeps it in a file.
//
// The methods are called by many goroutines at once, but never twice at once for the same origin. Where a Store fails
// the cache goes on as if it had no record.
type Store interface {
	// Load gives the record of an origin. It is ErrNoRecord where there is none, and an error that wraps ErrCorrupt
	// where there is one that cannot be read. The record's octets are the caller's: nobody may change them later.
	Load(ctx context.Context, origin string) (Record, error)
	// Save keeps the record of an origin in place of the one before. It must not keep the record's octets themselves.
	Save(ctx context.Context, origin string, r Record) error
}

// A Record is what a Store keeps of an origin.
type Record struct {
	About []byte // what is known of the origin; opaque, with a checksum
	Image []byte // the compiled file, as robotrie.Load takes it; empty where there is none
	// Sum is the SHA-256 of Image: a Store may keep images once a sum, for many origins serve the same file.
	Sum [sha256.Size]byte
}

// What a Store's Load may return.
var (
	ErrNoRecord = errors.New("no record of the origin")
	ErrCorrupt  = errors.New("the record is corrupt")
)

// errForeign is said of a record that was written by a cache with other agents, another dialect or another policy.
var errForeign = errors.New("the record is of a cache of another configuration")

// about is the part of a record that is not the image.
type about struct {
	Profile string       `json:"profile"`
	State   policy.State `json:"state"`
	Body    []byte       `json:"body,omitempty"`  // the sum of the body, the key of the file in memory
	Image   []byte       `json:"image,omitempty"` // the sum of the image
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum covers the origin, so that a record that strayed to another one is found out.
func checksum(origin string, text []byte) uint32 {
	return crc32.Update(crc32.Checksum([]byte(origin), castagnoli), castagnoli, text)
}

// newRecord encodes what is known of an origin.
func newRecord(key, profile string, k known) (Record, error) {
	a := about{Profile: profile, State: k.state}
	var r Record
	if k.file != nil {
		r.Image, _ = k.file.robots.AppendBinary(nil)
		r.Sum = sha256.Sum256(r.Image)
		a.Body, a.Image = k.body[:], r.Sum[:]
	}
	text, err := json.Marshal(a)
	if err != nil {
		return Record{}, err
	}
	r.About = binary.BigEndian.AppendUint32(nil, checksum(key, text))
	r.About = append(r.About, text...)
	return r, nil
}

// readRecord decodes a record. Whatever is wrong with it is ErrCorrupt or errForeign: it was kept where we cannot see.
func readRecord(key, profile string, agents []string, r Record) (known, error) {
	corrupt := func(why any) (known, error) { return known{}, fmt.Errorf("%w: %v", ErrCorrupt, why) }
	if len(r.About) < 4 {
		return corrupt("it is cut short")
	}
	text := r.About[4:]
	if binary.BigEndian.Uint32(r.About) != checksum(key, text) {
		return corrupt("its checksum is wrong")
	}
	var a about
	if err := json.Unmarshal(text, &a); err != nil {
		return corrupt(err)
	}
	if a.Profile != profile {
		return known{}, errForeign
	}
	if len(a.Body) == 0 {
		return known{origin: newOrigin(a.State, nil)}, nil
	}
	if got := sha256.Sum256(r.Image); len(a.Body) != len(sum{}) || !bytes.Equal(a.Image, got[:]) {
		return corrupt("its image is another")
	}
	robots, err := robotrie.Load(r.Image)
	if err != nil {
		return corrupt(err)
	}
	body := sum(a.Body)
	return known{newOrigin(a.State, &body), &file{robots: robots, group: robots.Group(agents...)}}, nil
}

// storePatience is how long the cache waits for its Store.
const storePatience = 30 * time.Second

// load gives what the Store adds to what memory holds of an origin: all, or the file that was evicted.
func (c *Cache) load(key normalize.Origin, held known) known {
	ctx, cancel := context.WithTimeout(c.ended, storePatience)
	defer cancel()
	record, err := c.config.Store.Load(ctx, string(key))
	var stored known
	if err == nil {
		stored, err = readRecord(string(key), c.profile, c.config.Agents, record)
	}
	switch {
	case err == nil && held.origin == nil:
		c.stored(key, StoreHit, nil)
		return c.keep(key, stored)
	case err == nil && stored.file != nil && stored.body == held.body:
		c.stored(key, StoreHit, nil)
		held.file = stored.file
		return c.keep(key, held)
	case err == nil: // older than what memory holds: a Save has failed
		c.stored(key, StoreMiss, nil)
	case errors.Is(err, ErrNoRecord):
		c.stored(key, StoreMiss, nil)
	case errors.Is(err, ErrCorrupt):
		c.stored(key, StoreCorrupt, err)
	case errors.Is(err, errForeign):
		c.stored(key, StoreForeign, err)
	default:
		c.stored(key, StoreError, err)
	}
	return held
}

// save hands what is known to the Store. Not even Close keeps it from doing so.
func (c *Cache) save(key normalize.Origin, k known) {
	if c.config.Store == nil {
		return
	}
	record, err := newRecord(string(key), c.profile, k)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.ended), storePatience)
		defer cancel()
		err = c.config.Store.Save(ctx, string(key), record)
	}
	if err != nil {
		c.stored(key, StoreError, err)
		return
	}
	c.stored(key, StoreSaved, nil)
}

// stored tells of an exchange with the Store.
func (c *Cache) stored(key normalize.Origin, e Exchange, err error) {
	c.config.Counters.Stored(e)
	c.config.Logger.LogAttrs(c.ended, slog.LevelDebug, "robots.txt store",
		slog.String("origin", string(key)), slog.String("exchange", string(e)), slog.Any("error", err))
}
