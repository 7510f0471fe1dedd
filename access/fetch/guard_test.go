package fetch

import (
	"net"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPublicOnly(t *testing.T) {
	for _, address := range []string{
		// Ourselves.
		"127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::",
		// The house.
		"10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255",
		"100.64.0.1", "100.127.255.255", "fc00::1", "fd12:3456::1", "fec0::1",
		// The wire.
		"169.254.0.1", "169.254.255.255", "fe80::1", "fe80::1%eth0", "febf::1",
		// Metadata of cloud machines.
		"169.254.169.254", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254", "::ffff:169.254.169.254",
		// Many or nobody.
		"224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1", "240.0.0.1", "255.255.255.255",
		"192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "198.19.255.255", "192.88.99.1", "192.31.196.1", "192.52.193.1", "192.175.48.1",
		"2001:db8::1", "3fff::1", "2001::1", "2001:20::1", "2620:4f:8000::1", "100::1", "5f00::1", "4000::1", "::1.2.3.4",
		// IPv4 in the clothes of IPv6.
		"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:0",
		"64:ff9b::127.0.0.1", "64:ff9b::10.1.2.3", "64:ff9b::169.254.169.254", "64:ff9b:1::1.1.1.1",
		"2002:7f00:1::", "2002:a00:1::", "2002:a9fe:a9fe::1",
	} {
		full := netip.AddrPortFrom(netip.MustParseAddr(address), 80).String()
		assert.ErrorIs(t, PublicOnly("tcp", full, nil), ErrNotPublic, "%s", address)
	}
	for _, address := range []string{
		"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
		"168.63.129.15", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0",
		"198.17.255.255", "198.20.0.0", "212.96.82.21", "223.255.255.255",
		"2606:4700:4700::1111", "2a00:1450::1", "2001:200::1", "2001:4860:4860::8888", "2003::1",
		"::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::1",
	} {
		full := netip.AddrPortFrom(netip.MustParseAddr(address), 443).String()
		assert.NoError(t, PublicOnly("tcp", full, nil), "%s", address)
	}
	for _, nonsense := range []string{"", "1.1.1.1", "example.com:80", "1.1.1.1:http", "@:0"} {
		assert.ErrorIs(t, PublicOnly("tcp", nonsense, nil), ErrNotPublic, "%q", nonsense)
	}
}

// TestOwnAddresses: no address of this machine's own interfaces that is not
// given to it by the internet passes.
func TestOwnAddresses(t *testing.T) {
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Skipf("the interfaces cannot be read: %v", err)
	}
	for _, a := range own {
		prefix, err := netip.ParsePrefix(a.String())
		if err != nil || (prefix.Addr().IsGlobalUnicast() && !prefix.Addr().IsPrivate()) {
			continue
		}
		assert.False(t, public(prefix.Addr()), "%s", a)
	}
}
