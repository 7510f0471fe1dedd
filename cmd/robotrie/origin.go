package main

import (
	"bytes"
	"errors"
	"net/netip"
	"strconv"
	"strings"

	"github.com/robotrie/robotrie/normalize"
)

// An originKey names where a URL is served: normalize.Origin. One buffer holds the three keys by which a robots.txt
// file may be recorded, so that looking them up copies nothing:
//
//	https://example.com        an origin
//	        example.com:443    a host and a port, whatever the scheme
//	        example.com        a host
//
// What follows the origin in the buffer is the default port, if the origin has none.
type originKey struct {
	text          []byte
	host, hostEnd int // text[host:hostEnd] is the host
	end           int // text[:end] is the origin
}

func (k *originKey) origin() []byte   { return k.text[:k.end] }
func (k *originKey) hostPort() []byte { return k.text[k.host:] }
func (k *originKey) hostOnly() []byte { return k.text[k.host:k.hostEnd] }

// set makes k the key of a URL's beginning up to the end of its authority, or beyond. It reports false where that is
// no http or https URL, or names no host.
func (k *originKey) set(url []byte) bool {
	var err error
	if k.text, err = normalize.AppendOrigin(k.text[:0], url); err != nil || k.text[0] != 'h' {
		return false
	}
	k.end = len(k.text)
	k.host = bytes.Index(k.text, []byte("://")) + len("://")
	if colon := portColon(k.text[k.host:]); colon >= 0 {
		k.hostEnd = k.host + colon
		return true
	}
	k.hostEnd = k.end
	port := int64(80)
	if k.host == len("https://") {
		port = 443
	}
	k.text = strconv.AppendInt(append(k.text, ':'), port, 10)
	return true
}

var errNoURL = errors.New("no absolute http or https URL")

// whyNoKey says what is wrong with a URL that set refuses.
func whyNoKey(url []byte) error {
	if _, err := normalize.AppendOrigin(nil, url); err != nil && !errors.Is(err, normalize.ErrNoScheme) {
		return err
	}
	return errNoURL
}

// portColon gives the index of the colon before an authority's port, -1 where there is none; the brackets of an IPv6
// address protect the colons within.
func portColon(authority []byte) int {
	colon := bytes.LastIndexByte(authority, ':')
	if colon < bytes.LastIndexByte(authority, ']') {
		return -1
	}
	return colon
}

// authorityEnd returns where the authority of a URL ends, 0 where it has none.
func authorityEnd(url []byte) int {
	scheme := bytes.Index(url, []byte("://"))
	if scheme < 0 {
		return 0
	}
	for i := scheme + len("://"); i < len(url); i++ {
		if c := url[i]; c == '/' || c == '?' || c == '#' {
			return i
		}
	}
	return len(url)
}

// recordKey returns the key of the "host" of a record, which is a host, a host and a port, or an origin.
func recordKey(host string) (string, error) {
	var k originKey
	url, authority := host, host
	scheme, rest, isURL := strings.Cut(host, "://")
	switch {
	case isURL && !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https"):
		return "", errors.New(`"host" has a scheme other than http and https`)
	case isURL:
		authority = strings.TrimSuffix(rest, "/")
	default:
		if address, err := netip.ParseAddr(host); err == nil && address.Is6() {
			authority = "[" + host + "]"
		}
		url = "http://" + authority
	}
	if strings.ContainsAny(authority, "/?#") {
		return "", errors.New(`"host" has a path; it must be a host or an origin`)
	}
	if strings.Contains(authority, "@") || !k.set([]byte(url)) {
		return "", errors.New(`"host" is neither a host nor an origin`)
	}
	if isURL {
		return string(k.origin()), nil
	}
	if colon := portColon([]byte(authority)); colon >= 0 && colon < len(authority)-1 {
		return string(k.hostPort()), nil
	}
	return string(k.hostOnly()), nil
}
