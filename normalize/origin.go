package normalize

import (
	"bytes"
	"errors"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Origin is the scope of one robots.txt: a scheme, a host and a port, written
// in the one way in which they can be compared, "https://example.com" or
// "http://[2001:db8::1]:8080".
//
//   - The scheme is http, https or ftp, in lower case.
//   - The host is in lower case and in punycode, without escapes and without a
//     final dot; an IPv4 address is four decimal numbers, an IPv6 address in
//     brackets and in its shortest form. A name and its address are two origins.
//   - The port is written unless it is the scheme's default (80, 443, 21).
//   - Userinfo is dropped: what it says about who asks does not change whose
//     rules hold.
//
// OriginOf makes Origins; a string of another form is none.
//
// Spec: Google's page, "File location and range of validity".
type Origin string

// The ways in which a string is no URL that a robots.txt could speak for.
var (
	ErrNoScheme = errors.New("not an absolute URL of http, https or ftp")
	ErrNoHost   = errors.New("the URL names no host")
	ErrBadHost  = errors.New("the URL's host is neither a name nor an address")
	ErrBadPort  = errors.New("the URL's port is no number up to 65535")
)

// OriginOf gives the origin of an absolute URL.
func OriginOf(url string) (Origin, error) {
	out, err := AppendOrigin(nil, []byte(url))
	return Origin(out), err
}

// AppendOrigin appends the origin of an absolute URL to dst. It allocates
// nothing where dst has room and the host is a name in ASCII, without escapes.
// With an error, dst comes back as it was.
func AppendOrigin(dst, url []byte) ([]byte, error) {
	scheme, rest := cutScheme(url)
	if scheme == nil {
		return dst, ErrNoScheme
	}
	end := bytes.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	authority := rest[:end]
	if at := bytes.LastIndexByte(authority, '@'); at >= 0 {
		// Why: to browsers, "http://one\@other/" leads to one.
		if bytes.IndexByte(authority[:at], '\\') >= 0 {
			return dst, ErrBadHost
		}
		authority = authority[at+1:]
	}
	host, digits := splitPort(authority)
	if len(host) == 0 {
		return dst, ErrNoHost
	}
	port, ok := parsePort(digits)
	if !ok {
		return dst, ErrBadPort
	}
	start := len(dst)
	out := append(append(dst, scheme.name...), "://"...)
	if out, ok = appendHost(out, host); !ok {
		return dst[:start], ErrBadHost
	}
	if port >= 0 && port != scheme.port {
		out = strconv.AppendInt(append(out, ':'), int64(port), 10)
	}
	return out, nil
}

// Scheme is "http", "https" or "ftp".
func (o Origin) Scheme() string {
	scheme, _, _ := strings.Cut(string(o), "://")
	return scheme
}

// Host is the name or the address, the latter with the brackets of IPv6.
func (o Origin) Host() string {
	host, _ := splitPort([]byte(o.authority()))
	return string(host)
}

// Port is the port's number, be it written or the scheme's default.
func (o Origin) Port() int {
	if _, digits := splitPort([]byte(o.authority())); len(digits) > 0 {
		port, _ := parsePort(digits)
		return port
	}
	scheme, _ := cutScheme([]byte(o))
	if scheme == nil {
		return 0
	}
	return scheme.port
}

// RobotsURL is where the origin's rules are: at the root and nowhere else.
func (o Origin) RobotsURL() string { return string(o) + "/robots.txt" }

func (o Origin) authority() string {
	_, authority, _ := strings.Cut(string(o), "://")
	return authority
}

// A carrier is a scheme that robots.txt files are served by.
type carrier struct {
	name string
	port int // the default
}

var carriers = [...]carrier{{"https", 443}, {"http", 80}, {"ftp", 21}}

// cutScheme reads a scheme and "://", in any case. It is nil for any other.
func cutScheme(url []byte) (*carrier, []byte) {
	for i := range carriers {
		c := &carriers[i]
		n := len(c.name)
		if len(url) >= n+3 && string(url[n:n+3]) == "://" && equalFold(url[:n], c.name) {
			return c, url[n+3:]
		}
	}
	return nil, nil
}

// equalFold compares with a word in lower case, ASCII case ignored.
func equalFold(s []byte, lower string) bool {
	for i, c := range s {
		if c|0x20 != lower[i] {
			return false
		}
	}
	return true
}

// splitPort cuts an authority at the colon before its port; the brackets of an
// IPv6 address protect the colons within. port is nil where there is no colon.
func splitPort(authority []byte) (host, port []byte) {
	colon := bytes.LastIndexByte(authority, ':')
	if colon < 0 || bytes.IndexByte(authority[colon:], ']') >= 0 {
		return authority, nil
	}
	return authority[:colon], authority[colon+1:]
}

// parsePort reads a port. It is -1 where there are no digits, as in
// "http://example.com:/", which RFC 3986 (3.2.3) holds equal to no port.
func parsePort(digits []byte) (port int, ok bool) {
	if len(digits) == 0 {
		return -1, true
	}
	for _, c := range digits {
		if !isDigit(c) {
			return 0, false
		}
		if port = port*10 + int(c-'0'); port > 65535 {
			return 0, false
		}
	}
	return port, true
}

// What an octet may be in a host, per RFC 3986, 3.2.2.
const (
	badOctet     = 0   // cannot be in a host
	unusualOctet = '%' // an escape, or part of a letter beyond ASCII: the name is converted first
	// any other value is the octet itself, in lower case
)

// hostOctets classifies every octet. Sub-delims are left alone: no name that
// can be resolved has them, but they are not ambiguous.
var hostOctets = func() (table [256]byte) {
	for i := range 256 {
		switch c := byte(i); {
		case 'A' <= c && c <= 'Z':
			table[c] = c | 0x20
		case isUnreserved(c), strings.IndexByte("!$&'()*+,;=", c) >= 0:
			table[c] = c
		case c == '%', c >= 0x80:
			table[c] = unusualOctet
		}
	}
	return table
}()

// appendHost appends the one form of a host.
func appendHost(dst, host []byte) ([]byte, bool) {
	if host[0] == '[' {
		return appendIPv6(dst, host)
	}
	start := len(dst)
	for _, b := range host {
		switch c := hostOctets[b]; c {
		case badOctet:
			return dst, false
		case unusualOctet:
			return appendConverted(dst[:start], host)
		default:
			dst = append(dst, c)
		}
	}
	return finishName(dst, start)
}

// names converts international names as browsers do: "_" and the like are left
// alone, and hyphens may stand anywhere.
var names = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false), idna.CheckHyphens(false))

// maxConverted is how many octets of UTF-8 are converted: a name has 253 octets at
// most (RFC 1035, 3.1), and a letter has up to four before and takes at least one
// behind. Why a limit: converting takes a square of the length.
const maxConverted = 4 * 253

// appendConverted appends a host that holds escapes or letters beyond ASCII.
func appendConverted(dst, host []byte) ([]byte, bool) {
	if len(host) > 3*maxConverted {
		return dst, false
	}
	var plain []byte
	for i := 0; i < len(host); i++ {
		if host[i] != '%' {
			plain = append(plain, host[i])
			continue
		}
		c, ok := escape(host[i:])
		if !ok {
			return dst, false
		}
		plain = append(plain, c)
		i += 2
	}
	if len(plain) > maxConverted || !utf8.Valid(plain) {
		return dst, false
	}
	ascii, err := names.ToASCII(string(plain))
	if err != nil {
		return dst, false
	}
	start := len(dst)
	for i := range len(ascii) {
		c := hostOctets[ascii[i]]
		if c == badOctet || c == unusualOctet {
			return dst, false
		}
		dst = append(dst, c)
	}
	return finishName(dst, start)
}

// finishName drops the final dot of the name that begins at start, and refuses
// what is no name: an empty last label, and a last label of digits in what is
// no dotted quad. Why the latter: "127.1", "0x7f.0.0.1" and "2130706433" are
// loopback to some programs and names to others, so it is not known whose
// rules hold.
//
// Spec: WHATWG URL, "ends in a number checker".
func finishName(dst []byte, start int) ([]byte, bool) {
	dst = bytes.TrimSuffix(dst, []byte("."))
	name := dst[start:]
	if isNumber(name[bytes.LastIndexByte(name, '.')+1:]) {
		// A dotted quad in its one form has no leading zeros, which
		// netip refuses.
		address, err := netip.ParseAddr(string(name))
		return dst, err == nil && address.Is4()
	}
	return dst, true
}

// isNumber reports a label that some program takes for a number: decimal digits,
// or 0x and hexadecimal ones. An empty label is told as one: no address has it.
func isNumber(label []byte) bool {
	if len(label) >= 2 && label[0] == '0' && label[1] == 'x' {
		for _, c := range label[2:] {
			if unhex[c] == 0 {
				return false
			}
		}
		return true
	}
	for _, c := range label {
		if !isDigit(c) {
			return false
		}
	}
	return true
}

// appendIPv6 appends an address in brackets.
func appendIPv6(dst, host []byte) ([]byte, bool) {
	if host[len(host)-1] != ']' {
		return dst, false
	}
	address, err := netip.ParseAddr(string(host[1 : len(host)-1]))
	if err != nil || !address.Is6() || address.Zone() != "" {
		return dst, false
	}
	dst = append(dst, '[')
	dst = address.AppendTo(dst)
	return append(dst, ']'), true
}
