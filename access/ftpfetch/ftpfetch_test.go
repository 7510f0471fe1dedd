package ftpfetch_test

import (
	"context"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/robotrie/robotrie/access/fetch"
	"github.com/robotrie/robotrie/access/ftpfetch"
	"github.com/robotrie/robotrie/access/policy"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	rules    = "User-agent: *\nDisallow: /private\n"
	maxBytes = 10_000
	patience = 300 * time.Millisecond
)

func newFetcher(t *testing.T, c ftpfetch.Config) *ftpfetch.Fetcher {
	t.Helper()
	f, err := ftpfetch.New(c)
	require.NoError(t, err)
	return f
}

// text hands out a file.
func text(s string) func(io.Writer) {
	return func(w io.Writer) { _, _ = io.WriteString(w, s) }
}

// endless hands out a file that has no end.
func endless(w io.Writer) {
	for {
		if _, err := io.WriteString(w, strings.Repeat("#", 1000)+"\n"); err != nil {
			return
		}
	}
}

// TestConversation holds every word that a server gets to hear.
func TestConversation(t *testing.T) {
	s := &server{file: text(rules)}
	url := s.start(t)
	o := newFetcher(t, ftpfetch.Config{Contact: "bot@example.com", AllowPrivate: true}).Fetch(t.Context(), url)
	require.Equal(t, policy.Answered, o.Kind, "%v", o.Err)
	assert.NoError(t, o.Err)
	assert.Equal(t, policy.Outcome{URL: url, Status: 200, Body: []byte(rules), Read: int64(len(rules))}, o)
	s.finish()
	assert.Equal(t, "USER anonymous\nPASS bot@example.com\nFEAT\nTYPE I\nEPSV\nRETR robots.txt\nQUIT", s.heard())
	for _, p := range policy.Policies() {
		assert.False(t, p.Compile(o).Group("x").Allowed(url[:len(url)-len("robots.txt")]+"private"))
	}
}

// TestOutcomes plays what a server may do, and holds what comes of it.
func TestOutcomes(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	long := strings.Repeat("x", 1<<20)
	for name, row := range map[string]struct {
		server   *server
		hopeless bool
		kind     policy.Kind
		status   int
		applies  policy.Applies // under RFC 9309
	}{
		"no file":              {server: &server{}, status: 404, applies: policy.Unrestricted},
		"empty file":           {server: &server{file: text("")}, status: 200, applies: policy.Rules},
		"PASV":                 {server: &server{file: text(rules), noEPSV: true, passive: "127,0,0,1"}, status: 200, applies: policy.Rules},
		"PASV lies":            {server: &server{file: text(rules), noEPSV: true, passive: "10,0,0,1"}, status: 200, applies: policy.Rules},
		"no PASV":              {server: &server{noEPSV: true, replies: map[string]string{"PASV": "502 no"}}, status: 500, applies: policy.Disallowed},
		"PASV nonsense":        {server: &server{noEPSV: true, replies: map[string]string{"PASV": "227 here"}}, kind: policy.BrokenAnswer, applies: policy.Disallowed},
		"no password":          {server: &server{file: text(rules), replies: map[string]string{"USER": "230 come in"}}, status: 200, applies: policy.Rules},
		"no strangers":         {server: &server{replies: map[string]string{"PASS": "530 who are you?"}}, status: 401, applies: policy.Unrestricted},
		"no strangers at all":  {server: &server{replies: map[string]string{"USER": "530 go away"}}, kind: policy.BrokenAnswer, applies: policy.Disallowed},
		"full":                 {server: &server{replies: map[string]string{"": "421 too many users"}}, status: 503, applies: policy.Disallowed},
		"full after password":  {server: &server{replies: map[string]string{"PASS": "421 too many users"}}, status: 503, applies: policy.Disallowed},
		"busy":                 {server: &server{file: text(rules), replies: map[string]string{"RETR": "450 busy"}}, status: 503, applies: policy.Disallowed},
		"no binary":            {server: &server{replies: map[string]string{"TYPE": "504 no"}}, status: 500, applies: policy.Disallowed},
		"250 instead of 226":   {server: &server{file: text(rules), after: "250 done"}, status: 200, applies: policy.Rules},
		"breaks off":           {server: &server{file: text(rules), after: "426 it broke"}, kind: policy.BrokenAnswer, applies: policy.Disallowed},
		"hangs up after":       {server: &server{file: text(rules), after: "bye"}, kind: policy.BrokenAnswer, applies: policy.Disallowed},
		"silent":               {server: &server{replies: map[string]string{"": "hang"}}, hopeless: true, kind: policy.Timeout, applies: policy.Disallowed},
		"silent after":         {server: &server{file: text(rules), after: "hang"}, hopeless: true, kind: policy.Timeout, applies: policy.Disallowed},
		"hangs up":             {server: &server{replies: map[string]string{"": "bye"}}, kind: policy.ConnectionFailure, applies: policy.Disallowed},
		"hangs up at the name": {server: &server{replies: map[string]string{"USER": "bye"}}, kind: policy.ConnectionFailure, applies: policy.Disallowed},
		"no FTP":               {server: &server{replies: map[string]string{"": "HTTP/1.1 400 Bad Request"}}, kind: policy.BrokenAnswer, applies: policy.Disallowed},
		"long greeting":        {server: &server{replies: map[string]string{"": "220 " + long}}, kind: policy.BrokenAnswer, applies: policy.Disallowed},
		"long list":            {server: &server{replies: map[string]string{"FEAT": "211-\r\n" + strings.Repeat(" "+long[:1000]+"\r\n", 1000) + "211 end"}}, kind: policy.BrokenAnswer, applies: policy.Disallowed},
	} {
		t.Run(name, func(t *testing.T) {
			c := ftpfetch.Config{MaxBytes: maxBytes, AllowPrivate: true}
			if row.hopeless {
				c.Timeout = patience
			}
			url := row.server.start(t)
			o := newFetcher(t, c).Fetch(t.Context(), url)
			assert.Equal(t, row.kind, o.Kind, "%v", o.Err)
			assert.Equal(t, row.status, o.Status, "%v", o.Err)
			assert.Equal(t, row.status == 200, o.Err == nil, "%v", o.Err)
			assert.Equal(t, row.status == 200, o.HasBody())
			assert.Equal(t, url, o.URL)
			assert.Equal(t, row.applies, policy.RFC9309.Next(policy.State{}, o, now).Applies)
		})
	}
}

// TestFileLimit: a file is read up to the limit and no further.
func TestFileLimit(t *testing.T) {
	f := newFetcher(t, ftpfetch.Config{MaxBytes: maxBytes, AllowPrivate: true})
	for _, length := range []int{maxBytes - 1, maxBytes, maxBytes + 1} {
		s := &server{file: text(strings.Repeat("#", length))}
		o := f.Fetch(t.Context(), s.start(t))
		assert.Equal(t, 200, o.Status, "%v", o.Err)
		assert.Equal(t, length > maxBytes, o.Cut)
		assert.Len(t, o.Body, length)
	}
	o := f.Fetch(t.Context(), (&server{file: endless}).start(t))
	assert.Equal(t, 200, o.Status, "%v", o.Err)
	assert.True(t, o.Cut)
	assert.Len(t, o.Body, maxBytes+1)
	assert.EqualValues(t, maxBytes+1, o.Read)
}

// TestGuard: the addresses that package fetch refuses are refused here.
func TestGuard(t *testing.T) {
	s := &server{file: text(rules)}
	o := newFetcher(t, ftpfetch.Config{}).Fetch(t.Context(), s.start(t))
	assert.Equal(t, policy.Blocked, o.Kind, "%v", o.Err)
	assert.ErrorIs(t, o.Err, fetch.ErrNotPublic)
	assert.Empty(t, s.heard())
}

func TestPatience(t *testing.T) {
	f := newFetcher(t, ftpfetch.Config{AllowPrivate: true})
	s := &server{replies: map[string]string{"FEAT": "hang"}}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	o := f.Fetch(ctx, s.start(t))
	assert.Equal(t, policy.Cancelled, o.Kind)
	assert.ErrorIs(t, o.Err, context.DeadlineExceeded)
}

func TestRefusedURLs(t *testing.T) {
	f := newFetcher(t, ftpfetch.Config{AllowPrivate: true})
	for _, url := range []string{"", "http://example.com/robots.txt", "ftp:///robots.txt", "ftp://[::1/", "robots.txt"} {
		o := f.Fetch(t.Context(), url)
		assert.Equal(t, policy.Blocked, o.Kind, "%q: %v", url, o.Err)
	}
	s := &server{file: text(rules)}
	o := f.Fetch(t.Context(), strings.Replace(s.start(t), "robots.txt", "robots.txt%0d%0aDELE%20x", 1))
	assert.NotEqual(t, http.StatusOK, o.Status)
	assert.NotContains(t, s.heard(), "DELE")
}

func TestNewNamesTheField(t *testing.T) {
	for field, c := range map[string]ftpfetch.Config{
		"Contact": {Contact: "a\r\nDELE x"}, "MaxBytes": {MaxBytes: -1}, "MaxBytes is too much": {MaxBytes: math.MaxInt}, "Timeout": {Timeout: -1},
	} {
		_, err := ftpfetch.New(c)
		assert.ErrorContains(t, err, field)
	}
}
