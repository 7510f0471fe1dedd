package robotrie_test

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// seal gives an image a right length and checksum, so that only what is behind
// them can refuse it.
func seal(image []byte) []byte {
	binary.LittleEndian.PutUint32(image[8:], uint32(len(image)))
	table := crc32.MakeTable(crc32.Castagnoli)
	binary.LittleEndian.PutUint32(image[12:], crc32.Update(crc32.Checksum(image[:12], table), table, image[16:]))
	return image
}

// askAll asks a Robots everything; it must not panic.
func askAll(r *robotrie.Robots, targets []string) (allowed []bool) {
	r.Diagnostics()
	r.Sitemaps()
	r.Records("crawl-delay")
	ask := func(g *robotrie.Group) {
		g.Agents()
		g.Rules()
		g.CrawlDelay()
		g.Engine()
		for _, target := range targets {
			allowed = append(allowed, g.Allowed(target))
			g.Match(target)
			g.Explain(target)
		}
		allowed = g.AllowedBatch(allowed, targets)
	}
	for g := range r.Groups() {
		ask(g)
	}
	ask(r.Group("ExampleBot"))
	return allowed
}

// images gives compiled files of every shape, with targets.
func images(t *testing.T) (out [][]byte, targets [][]string) {
	for _, f := range gen.HostileOf(2000) {
		for _, d := range []robotrie.Dialect{robotrie.RFC9309, robotrie.Google, robotrie.Koster1996} {
			image, err := robotrie.Compile(f.Body, robotrie.WithDialect(d)).MarshalBinary()
			require.NoError(t, err)
			out = append(out, image)
			targets = append(targets, f.Targets()[:min(len(f.Targets()), 3)])
		}
	}
	return out, targets
}

func TestLoadGivesTheSameAnswers(t *testing.T) {
	all, targets := images(t)
	for i, image := range all {
		r, err := robotrie.Load(image)
		require.NoError(t, err)
		again, err := r.MarshalBinary()
		require.NoError(t, err)
		assert.Equal(t, image, again)
		assert.Equal(t, len(image), r.Size())
		askAll(r, targets[i])
	}
	// Many patterns with a '*' that have nothing behind it.
	var body strings.Builder
	body.WriteString("User-agent: *\n")
	for i := range 100 {
		fmt.Fprintf(&body, "Disallow: /x%d*$\n", i)
	}
	image, err := robotrie.Compile([]byte(body.String())).MarshalBinary()
	require.NoError(t, err)
	_, err = robotrie.Load(image)
	require.NoError(t, err)

	var zero robotrie.Robots
	image, err = zero.MarshalBinary()
	require.NoError(t, err)
	r, err := robotrie.Load(image)
	require.NoError(t, err)
	assert.True(t, r.Group("ExampleBot").Allowed("/"))
}

func TestLoadRefusesWhatIsCut(t *testing.T) {
	image, err := robotrie.Compile([]byte("User-agent: *\nDisallow: /a*b\nAllow: /a\nSitemap: /s\n")).MarshalBinary()
	require.NoError(t, err)
	for n := range image {
		_, err := robotrie.Load(image[:n:n])
		require.Error(t, err, "%d of %d bytes", n, len(image))
	}
	newer := append([]byte{}, image...)
	newer[4]++
	_, err = robotrie.Load(newer)
	require.ErrorContains(t, err, "version 2")
	for i := 5; i < len(image); i++ {
		if i >= 8 && i < 12 {
			continue // the length, which is compared before
		}
		changed := append([]byte{}, image...)
		changed[i] ^= 1
		_, err = robotrie.Load(changed)
		require.ErrorContains(t, err, "checksum", "octet %d", i)
	}
	_, err = robotrie.Load([]byte("User-agent: *\nDisallow: /private/ # a robots.txt is no image"))
	require.ErrorContains(t, err, "not an image")
}

// TestLoadOfForgedImages changes images where the checksum is made to agree:
// each is refused, or answers without a panic.
func TestLoadOfForgedImages(t *testing.T) {
	all, targets := images(t)
	rounds := 400
	if testing.Short() {
		rounds = 60
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused, accepted := 0, 0
	for i, image := range all {
		for range rounds {
			forged := append(make([]byte, 0, len(image)), image...)
			for range 1 + random.IntN(3) {
				at := 16 + random.IntN(len(forged)-16)
				if random.IntN(4) == 0 {
					at = 4 + random.IntN(min(len(forged)-4, 40)) // the header, more often
				}
				switch random.IntN(3) {
				case 0:
					forged[at] = byte(random.Uint32())
				case 1:
					forged[at] += byte(random.IntN(5)) - 2
				default:
					forged[at] ^= 1 << random.IntN(8)
				}
			}
			r, err := robotrie.Load(seal(forged))
			if err != nil {
				refused++
				continue
			}
			accepted++
			askAll(r, targets[i][:1])
		}
	}
	t.Logf("%d forged images: %d refused, %d accepted and asked", refused+accepted, refused, accepted)
	assert.NotZero(t, refused)
	assert.NotZero(t, accepted)
}
