package fetch

import (
	"fmt"
	"net/http"
	"net/netip"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/robotrie/robotrie/access/policy"
	"github.com/robotrie/robotrie/internal/faulty"
)

// onlyHere is a guard to which 127.0.0.1 is the whole internet.
func onlyHere(_, address string, _ syscall.RawConn) error {
	if a, err := netip.ParseAddrPort(address); err != nil || a.Addr() != netip.MustParseAddr("127.0.0.1") {
		return fmt.Errorf("%w: %s", ErrNotPublic, address)
	}
	return nil
}

// TestRebinding: what counts is the address that is dialled, every time one is,
// not the one that a name had a moment ago.
func TestRebinding(t *testing.T) {
	w := faulty.New(t)
	c := Config{UserAgent: "x", Resolver: w.Resolver(), MaxBytes: 1000, Redirects: 5, Timeout: DefaultTimeout, MaxHeaderBytes: 1000}
	f := guarded(c, onlyHere)

	origin := w.HTTP("turncoat.test", faulty.Chain(2, http.StatusFound, faulty.Body("User-agent: *\nAllow: /\n")))
	w.Resolves("turncoat.test", []string{"127.0.0.1"}, []string{"127.0.0.2"})
	o := f.Fetch(t.Context(), origin+"/robots.txt")
	assert.Equal(t, policy.Blocked, o.Kind, "%v", o.Err)
	assert.ErrorIs(t, o.Err, ErrNotPublic)
	assert.Equal(t, 1, o.Redirects)
	assert.Equal(t, 1, w.Host("turncoat.test").Requests())

	// Of several addresses only those that may be asked are.
	w.Resolves("turncoat.test", []string{"127.0.0.2", "127.0.0.1", "10.0.0.1"})
	o = f.Fetch(t.Context(), origin+"/robots.txt")
	require.Equal(t, policy.Answered, o.Kind, "%v", o.Err)
	assert.Equal(t, 200, o.Status)

	// And a redirect leads nowhere that the first request may not go.
	inside := w.HTTP("inside.test", faulty.Body("secret"))
	w.Resolves("inside.test", []string{"127.0.0.2"})
	outside := w.HTTP("outside.test", faulty.Redirect(http.StatusFound, inside+"/latest/meta-data"))
	o = f.Fetch(t.Context(), outside+"/robots.txt")
	assert.Equal(t, policy.Blocked, o.Kind, "%v", o.Err)
	assert.Empty(t, o.Body)
	assert.Zero(t, w.Host("inside.test").Requests())
}
