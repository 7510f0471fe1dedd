package compile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/robotrie/robotrie/automaton"
)

// Load takes an image that was written before, perhaps by somebody else, and
// makes sure that it can be asked without a panic, a loop or a read where
// nothing is. b is kept and must not be changed. It takes time linear in b.
func Load(b []byte) (Image, error) {
	if len(b) < headerSize || string(b[:len(magic)]) != magic {
		return Image{}, errors.New("not an image")
	}
	if len(b) > maxImage {
		return Image{}, fmt.Errorf("%d bytes are more than an image may have", len(b))
	}
	if v := b[atVersion]; v != formatVersion {
		return Image{}, fmt.Errorf("version %d of the format, not %d", v, formatVersion)
	}
	if length := binary.LittleEndian.Uint32(b[atLength:]); uint64(length) != uint64(len(b)) {
		return Image{}, fmt.Errorf("%d bytes, not the %d that it was written with", len(b), length)
	}
	if checksum(b) != binary.LittleEndian.Uint32(b[atChecksum:]) {
		return Image{}, errors.New("the checksum is wrong")
	}
	if !Dialect(b[atDialect]).Valid() || b[atReserved] != 0 {
		return Image{}, errors.New("unknown dialect or flags")
	}
	rest := uint64(len(b) - headerSize)
	table, code := uint64(binary.LittleEndian.Uint32(b[atTable:])), uint64(binary.LittleEndian.Uint32(b[atCode:]))
	if table+code+automaton.Padding > rest {
		return Image{}, errors.New("sections are cut short")
	}
	im := view(b)
	c, err := automaton.NewChecker(im.table[:table], im.code[:code], int(b[atWidth]))
	if err != nil {
		return Image{}, err
	}
	if err := im.checkMeta(c); err != nil {
		return Image{}, fmt.Errorf("groups: %w", err)
	}
	return im, nil
}

// maxImage is above what Compile makes of the largest body (sizeLimit).
const maxImage = 1 << 30

// careful reads what may be unsound. Its first error stays.
type careful struct {
	reader
	err error
}

func (c *careful) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
	c.b = nil
}

func (c *careful) uint(limit int) int {
	v, n := binary.Uvarint(c.b)
	if n <= 0 || v > uint64(limit) {
		c.fail("a number is cut short or too large")
		return 0
	}
	c.b = c.b[n:]
	return int(v)
}

func (c *careful) bytes() []byte {
	n := c.uint(len(c.b))
	if n > len(c.b) {
		c.fail("cut short")
		return nil
	}
	s := c.b[:n]
	c.b = c.b[n:]
	return s
}

func (c *careful) number(w int) uint32 {
	if len(c.b) < w {
		c.fail("cut short")
		return 0
	}
	return c.reader.number(w)
}

// maxLines bounds line numbers, so that sums of them are numbers too.
const maxLines = 1<<31 - 1

func (c *careful) line(last int) int {
	more := c.uint(maxLines)
	if more > maxLines-last { // their sum need not be an int where that has 32 bits
		c.fail("line numbers are too large")
		return 0
	}
	return last + more
}

func (im *Image) checkMeta(check *automaton.Checker) error {
	w := im.w
	if len(im.meta) < metaIndex*w {
		return errors.New("cut short")
	}
	tokens := int64(im.metaUint(metaTokens))
	if int64(len(im.meta)) < (metaIndex+tokens)*int64(w) {
		return errors.New("the tokens are cut short")
	}
	at := func(i int) *careful {
		offset := im.metaUint(i)
		if int64(offset) > int64(len(im.meta)) {
			return &careful{err: errors.New("an offset leads out of the image")}
		}
		return &careful{reader: reader{b: im.meta[offset:]}}
	}
	groups, err := im.checkGroups(at(metaGroups), check, int(tokens))
	if err != nil {
		return err
	}
	if star := im.Star(); star != 0 && !groups[star] {
		return errors.New("the wildcard's group is none")
	}
	var last []byte
	for i := range int(tokens) {
		c := at(metaIndex + i)
		name, group := c.bytes(), GroupID(c.number(w))
		switch {
		case c.err != nil:
			return c.err
		case !groups[group]:
			return errors.New("a token's group is none")
		case i > 0 && bytes.Compare(last, name) >= 0:
			return errors.New("tokens out of order")
		}
		last = name
	}
	return checkRest(at(metaRecords))
}

func (im *Image) checkGroups(c *careful, check *automaton.Checker, tokens int) (map[GroupID]bool, error) {
	groups := map[GroupID]bool{}
	for range c.uint(len(c.b)) {
		groups[GroupID(len(im.meta)-len(c.b))] = true
		for range c.uint(len(c.b)) {
			if err := check.Ref(automaton.Ref(c.number(im.w))); err != nil {
				return nil, err
			}
		}
		line := 0
		for range c.uint(len(c.b)) {
			line = c.line(c.line(line))
		}
		for range c.uint(len(c.b)) {
			if place := c.uint(maxLines); place >= tokens {
				c.fail("a token that is not there")
			}
		}
	}
	return groups, c.err
}

// checkRest checks records, sitemaps and notes.
func checkRest(c *careful) error {
	line := 0
	for range c.uint(len(c.b)) {
		line = c.line(line)
		c.bytes()
		c.bytes()
	}
	for range c.uint(len(c.b)) {
		c.bytes()
	}
	line = 0
	for range c.uint(len(c.b)) {
		line = c.line(line)
		if len(c.b) == 0 || int(c.b[0]) >= len(sentences) {
			c.fail("an unknown diagnostic")
			break
		}
		c.b = c.b[1:]
		c.bytes()
	}
	return c.err
}
