package main

import (
	"bytes"
	"errors"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// An originKey names where a URL is served: "https://example.com:443". One buffer holds the three keys by which a
// robots.txt file may be recorded, so that looking them up copies nothing:
//
//	https://example.com:443    an origin
//	        example.com:443    a host and a port, whatever the scheme
//	        example.com        a host
//
// The host is in lower case, in punycode, without a final dot, an IPv6 address in its shortest form; the port is
// always written, so that http://example.com and http://example.com:80 are one.
type originKey struct {
	text      []byte
	host, end int // text[host:end] is the host
	port      int // -1 where the URL gave none
}

func (k *originKey) origin() []byte   { return k.text }
func (k *originKey) hostPort() []byte { return k.text[k.host:] }
func (k *originKey) hostOnly() []byte { return k.text[k.host:k.end] }

// Schemes that carry robots.txt files, with their default ports.
const (
	httpPort  = 80
	httpsPort = 443
)

// cutScheme returns the length of "http://" or "https://" at the start of a URL in any case, 0 where there is neither.
func cutScheme(url []byte) (n int, https bool) {
	if len(url) < len("http://") || url[0]|0x20 != 'h' || url[1]|0x20 != 't' || url[2]|0x20 != 't' || url[3]|0x20 != 'p' {
		return 0, false
	}
	rest := url[4:]
	if rest[0]|0x20 == 's' {
		rest, https = rest[1:], true
	}
	if !bytes.HasPrefix(rest, []byte("://")) {
		return 0, false
	}
	return len(url) - len(rest) + 3, https
}

// authorityEnd returns where the authority ends that begins at from.
func authorityEnd(url []byte, from int) int {
	for i := from; i < len(url); i++ {
		if c := url[i]; c == '/' || c == '?' || c == '#' {
			return i
		}
	}
	return len(url)
}

// set makes k the key of an authority without userinfo. It reports false where the authority names no host.
func (k *originKey) set(authority []byte, https bool) bool {
	k.text, k.port = append(k.text[:0], "http://"...), httpPort
	if https {
		k.text, k.port = append(k.text[:0], "https://"...), httpsPort
	}
	k.host = len(k.text)
	host, port := splitPort(authority)
	if !k.appendHost(host) {
		return false
	}
	k.end = len(k.text)
	effective := k.port
	k.port = -1
	if len(port) > 0 {
		n := 0
		for _, c := range port {
			if c < '0' || c > '9' {
				return false
			}
			if n = n*10 + int(c-'0'); n > 65535 {
				return false
			}
		}
		effective, k.port = n, n
	}
	k.text = append(k.text, ':')
	k.text = strconv.AppendInt(k.text, int64(effective), 10)
	return true
}

// splitPort cuts an authority at the colon before its port; the brackets of an IPv6 address protect the colons within.
func splitPort(authority []byte) (host, port []byte) {
	colon := bytes.LastIndexByte(authority, ':')
	if colon < 0 || bytes.IndexByte(authority[colon:], ']') >= 0 {
		return authority, nil
	}
	return authority[:colon], authority[colon+1:]
}

// What an octet may be in a host, per RFC 3986, 3.2.2.
const (
	badOctet     = 0   // cannot be in a host
	unusualOctet = '%' // an escape, or part of a letter beyond ASCII: the name is converted first
	// any other value is the octet itself, in lower case
)

// hostOctets classifies every octet.
var hostOctets = func() (table [256]byte) {
	for c := range 256 {
		switch b := byte(c); {
		case 'A' <= b && b <= 'Z':
			table[c] = b | 0x20
		case 'a' <= b && b <= 'z', '0' <= b && b <= '9', strings.IndexByte("-._~!$&'()*+,;=", b) >= 0:
			table[c] = b
		case b == '%', b >= 0x80:
			table[c] = unusualOctet
		}
	}
	return table
}()

// appendHost appends the one form of a host.
func (k *originKey) appendHost(host []byte) bool {
	if len(host) > 0 && host[0] == '[' {
		return k.appendIPv6(host)
	}
	start := len(k.text)
	for _, b := range host {
		switch c := hostOctets[b]; c {
		case badOctet:
			return false
		case unusualOctet:
			k.text = k.text[:start]
			return k.appendConverted(string(host))
		default:
			k.text = append(k.text, c)
		}
	}
	return k.dropFinalDot(start)
}

// names converts international host names as browsers do, but leaves "_" and the like alone.
var names = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false))

// appendConverted appends a host that holds escapes or letters beyond ASCII.
func (k *originKey) appendConverted(host string) bool {
	var octets []byte
	for i := 0; i < len(host); i++ {
		if host[i] != '%' {
			octets = append(octets, host[i])
			continue
		}
		if i+2 >= len(host) {
			return false
		}
		value, err := strconv.ParseUint(host[i+1:i+3], 16, 8)
		if err != nil {
			return false
		}
		octets = append(octets, byte(value))
		i += 2
	}
	if !utf8.Valid(octets) {
		return false
	}
	ascii, err := names.ToASCII(string(octets))
	if err != nil {
		return false
	}
	start := len(k.text)
	for i := range len(ascii) {
		c := hostOctets[ascii[i]]
		if c == badOctet || c == unusualOctet {
			return false
		}
		k.text = append(k.text, c)
	}
	return k.dropFinalDot(start)
}

// dropFinalDot ends a name that begins at start: "example.com." is example.com. It reports whether a name is left.
func (k *originKey) dropFinalDot(start int) bool {
	k.text = bytes.TrimSuffix(k.text, []byte("."))
	return len(k.text) > start && k.text[len(k.text)-1] != '.'
}

// appendIPv6 appends an address in brackets.
func (k *originKey) appendIPv6(host []byte) bool {
	if host[len(host)-1] != ']' {
		return false
	}
	address, err := netip.ParseAddr(string(host[1 : len(host)-1]))
	if err != nil || !address.Is6() || address.Zone() != "" {
		return false
	}
	k.text = append(k.text, '[')
	k.text = address.AppendTo(k.text)
	k.text = append(k.text, ']')
	return true
}

// recordKey returns the key of the "host" of a record, which is a host, a host and a port, or an origin.
func recordKey(host string) (string, error) {
	var k originKey
	authority := []byte(host)
	n, https := cutScheme(authority)
	if n == 0 && strings.Contains(host, "://") {
		return "", errors.New(`"host" has a scheme other than http and https`)
	}
	end := authorityEnd(authority, n)
	if rest := host[end:]; rest != "" && (n == 0 || rest != "/") {
		return "", errors.New(`"host" has a path; it must be a host or an origin`)
	}
	authority = authority[n:end]
	if n == 0 {
		if address, err := netip.ParseAddr(host); err == nil && address.Is6() {
			authority = []byte("[" + host + "]")
		}
	}
	if bytes.IndexByte(authority, '@') >= 0 || !k.set(authority, https) {
		return "", errors.New(`"host" is neither a host nor an origin`)
	}
	switch {
	case n > 0:
		return string(k.origin()), nil
	case k.port >= 0:
		return string(k.hostPort()), nil
	}
	return string(k.hostOnly()), nil
}
