package fuzz

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/robotrie/robotrie"
	"github.com/robotrie/robotrie/internal/gen"
)

// seal gives octets the beginning of an image and a right length and checksum.
// Without it nearly every change would end at one of these, and what stands
// behind them would never be asked. compile/FORMAT.md has the offsets.
func seal(image []byte) []byte {
	const header = 24
	sealed := make([]byte, max(len(image), header))
	copy(sealed, image)
	copy(sealed[:5], imageOf("", robotrie.RFC9309)[:5]) // what it is, and the version of the format
	binary.LittleEndian.PutUint32(sealed[8:], uint32(len(sealed)))
	table := crc32.MakeTable(crc32.Castagnoli)
	binary.LittleEndian.PutUint32(sealed[12:], crc32.Update(crc32.Checksum(sealed[:12], table), table, sealed[16:]))
	return sealed
}

func imageOf(body string, d robotrie.Dialect) []byte {
	image, err := robotrie.Compile([]byte(body), robotrie.WithDialect(d)).MarshalBinary()
	if err != nil {
		panic(err) // it says that it never fails
	}
	return image
}

// TestSealIsUpToDate: where the header changes its layout, seal must follow,
// or FuzzLoad would go blind without failing.
func TestSealIsUpToDate(t *testing.T) {
	for _, body := range bodies {
		for _, d := range dialects {
			image := imageOf(body, d.library)
			if !bytes.Equal(seal(image), image) {
				t.Fatalf("%v: a whole image of %q is not sealed as Compile does", d.library, body)
			}
			broken := bytes.Clone(image)
			clear(broken[:5])
			clear(broken[8:16])
			if _, err := robotrie.Load(broken); err == nil {
				t.Fatalf("%v: an image without a header is taken", d.library)
			}
			if _, err := robotrie.Load(seal(broken)); err != nil {
				t.Fatalf("%v: an image sealed again is refused: %v", d.library, err)
			}
		}
	}
}

// forged bounds what FuzzLoad looks at: explaining costs groups times rules.
const (
	maxForged    = 16 << 10
	forgedGroups = 8
)

// FuzzLoad: whatever the octets are, Load takes or refuses them without a
// panic; and what it takes answers every question without a panic, without a
// loop, and without reading outside of the image and of the target.
func FuzzLoad(f *testing.F) {
	for _, body := range bodies {
		for _, d := range dialects {
			f.Add(imageOf(body, d.library), "/a/b?c=d")
		}
	}
	for _, file := range gen.HostileOf(2048) {
		for _, d := range dialects {
			f.Add(imageOf(string(file.Body), d.library), file.Derived[0][:min(200, len(file.Derived[0]))])
		}
	}
	for seed := range uint64(40) {
		c := gen.New(seed)
		w := gen.Worlds[seed%uint64(len(gen.Worlds))]
		body, patterns := w.Body(c)
		f.Add(imageOf(string(body), robotrie.RFC9309), w.Target(c, patterns))
	}
	f.Add([]byte(nil), "")
	f.Add([]byte("rtri"), "/")

	f.Fuzz(func(t *testing.T, image []byte, target string) {
		if len(image) > maxForged || len(target) > 4096 {
			t.Skip("small ones find as much, and sooner")
		}
		// Why: a read outside of the image hits a page that is not there. Go
		// would end the process; as a panic it is reported with its input.
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		question := func() string { return fmt.Sprintf("image %q, target %q", image, target) }
		defer time.AfterFunc(patience, func() { panic("no answer within " + patience.String() + ": " + question()) }).Stop()

		_, _ = robotrie.Load(bytes.Clone(image)) // as it is: the header is input, too
		sealed := seal(image)
		for _, place := range fences() {
			r, err := robotrie.Load(place.image.put(sealed))
			if err != nil {
				if r != nil {
					t.Errorf("refused, and yet there is a Robots\n%s", question())
				}
				if !strings.HasPrefix(err.Error(), "robotrie: loading an image: ") {
					t.Errorf("the error does not say what failed: %v\n%s", err, question())
				}
				return
			}
			again, err := r.MarshalBinary()
			if err != nil || !bytes.Equal(again, sealed) || r.Size() != len(sealed) {
				t.Errorf("loaded and written again it is another image\n%s", question())
			}
			askEverything(r, place.target, target)
		}
	})
}

// askEverything asks a Robots all that can be asked. An image that somebody
// forged may answer anything; it must not do harm. at is where the targets lie.
func askEverything(r *robotrie.Robots, at *fence, target string) {
	r.Diagnostics()
	r.Sitemaps()
	r.Records("crawl-delay")
	// What is asked about all targets takes long on files made to harm, and these
	// are as good when small.
	small := r.Size() <= 512
	ask := func(g *robotrie.Group) {
		g.Agents()
		g.Rules()
		g.CrawlDelay()
		g.Records("noindex")
		g.Engine()
		for _, asked := range []string{target, "/", "", "/robots.txt", "https://example.com" + target} {
			placed := at.putString(asked)
			g.Allowed(placed)
			g.Match(placed)
			g.Explain(placed)
			g.Steps(placed)
			g.AllowedBatch(nil, []string{placed, asked, placed})
			if small {
				g.Subtree(placed)
			}
		}
		if small {
			g.Fingerprint()
		}
	}
	groups := 0
	for g := range r.Groups() {
		if groups++; groups > forgedGroups {
			break
		}
		ask(g)
	}
	ask(r.Group("ExampleBot"))
	ask(r.Group("a", "b.c"))
	if small {
		robotrie.Diff(r, &robotrie.Robots{}, "ExampleBot")
	}
}

// TestForgedImagesAreTaken: of images with one octet changed some are refused
// and some are taken; were it one of these alone, FuzzLoad would look at half
// of the engine.
func TestForgedImagesAreTaken(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	taken, refused := 0, 0
	for i, body := range bodies {
		image := imageOf(body, dialects[i%len(dialects)].library)
		for at := 16; at < len(image); at++ {
			for _, flip := range []byte{1, 0x80, 0xff} {
				forged := bytes.Clone(image)
				forged[at] ^= flip
				for _, place := range fences() {
					r, err := robotrie.Load(place.image.put(seal(forged)))
					if err != nil {
						refused++
						continue
					}
					taken++
					askEverything(r, place.target, "/a/b?c=d")
				}
			}
		}
	}
	t.Logf("%d taken, %d refused", taken, refused)
	if taken < refused/100 || refused < taken/100 {
		t.Errorf("%d taken, %d refused: one of both is hardly tried", taken, refused)
	}
}
