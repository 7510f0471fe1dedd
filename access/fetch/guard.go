package fetch

import (
	"errors"
	"fmt"
	"net/netip"
	"syscall"
)

// ErrNotPublic is what PublicOnly wraps.
var ErrNotPublic = errors.New("not a public address")

// PublicOnly refuses every address that is not of the public internet. It fits
// net.Dialer.Control, which is called with the address that is about to be
// dialled: after names are resolved, so that no name server can talk it round,
// and for every address that a name has.
func PublicOnly(_, address string, _ syscall.RawConn) error {
	parsed, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrNotPublic, address)
	}
	if !public(parsed.Addr()) {
		return fmt.Errorf("%w: %s", ErrNotPublic, parsed.Addr())
	}
	return nil
}

// public reports an address that belongs to somebody on the internet. IPv6
// addresses that carry an IPv4 address are judged by it as well.
func public(a netip.Addr) bool {
	a = a.WithZone("").Unmap()
	if a.Is4() {
		return !within(a, reserved4)
	}
	for _, e := range embeddings {
		if e.prefix.Contains(a) {
			bytes := a.As16()
			return public(netip.AddrFrom4([4]byte(bytes[e.at : e.at+4])))
		}
	}
	return globalUnicast.Contains(a) && !within(a, reserved6)
}

func within(a netip.Addr, prefixes []netip.Prefix) bool {
	for _, p := range prefixes {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// reserved4 and reserved6 are what IANA's registries of special-purpose
// addresses list (RFC 6890), whether it is reachable for some or not, and where
// the metadata of cloud machines is served.
var (
	reserved4 = prefixes(
		"0.0.0.0/8",        // this network; 0.0.0.0 reaches loopback
		"10.0.0.0/8",       // private
		"100.64.0.0/10",    // shared by carriers; 100.100.100.200 is metadata
		"127.0.0.0/8",      // loopback
		"168.63.129.16/32", // metadata and host agent of Azure, at a public address
		"169.254.0.0/16",   // link-local; 169.254.169.254 is metadata
		"172.16.0.0/12",    // private
		"192.0.0.0/24",     // protocol assignments; 192.0.0.192 is metadata
		"192.0.2.0/24",     // documentation
		"192.31.196.0/24",  // AS112
		"192.52.193.0/24",  // AMT
		"192.88.99.0/24",   // 6to4 relays
		"192.168.0.0/16",   // private
		"192.175.48.0/24",  // AS112
		"198.18.0.0/15",    // benchmarks
		"198.51.100.0/24",  // documentation
		"203.0.113.0/24",   // documentation
		"224.0.0.0/4",      // multicast
		"240.0.0.0/4",      // reserved; 255.255.255.255 is broadcast
	)

	// globalUnicast is all of IPv6 that is given out. Outside of it lie
	// unspecified, loopback, unique-local (fd00:ec2::254 is metadata),
	// link-local, site-local, multicast and whatever the future brings.
	globalUnicast = netip.MustParsePrefix("2000::/3")

	reserved6 = prefixes(
		"2001::/23",         // protocol assignments, Teredo and ORCHID among them
		"2001:db8::/32",     // documentation
		"2620:4f:8000::/48", // AS112
		"3fff::/20",         // documentation
	)
)

// embeddings are the IPv6 addresses that lead to an IPv4 address.
var embeddings = []struct {
	prefix netip.Prefix
	at     int // its first octet
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12}, // NAT64
	{netip.MustParsePrefix("2002::/16"), 2},     // 6to4
}

func prefixes(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		out[i] = netip.MustParsePrefix(text)
	}
	return out
}
