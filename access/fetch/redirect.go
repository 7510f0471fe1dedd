package fetch

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/robotrie/robotrie/normalize"
)

// isRedirect reports the statuses that send a client elsewhere. The other 3xx do
// not: 300 offers a choice, 304 answers a question that we did not ask.
func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// location gives where a redirect leads, from the URL that was asked.
func location(response *http.Response, from *url.URL) (*url.URL, error) {
	value := response.Header.Get("Location")
	if value == "" {
		return nil, fmt.Errorf("redirected (%d) without a Location", response.StatusCode)
	}
	to, err := from.Parse(value)
	if err == nil {
		err = carried(to)
	}
	if err != nil {
		return nil, fmt.Errorf("redirected (%d) to %.200q: %w", response.StatusCode, value, err)
	}
	return to, nil
}

// carried brings a URL that we may ask into one form: without userinfo, since we
// are nobody's user, and without fragment. It refuses all schemes but http and
// https.
func carried(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("the scheme %q is neither http nor https", u.Scheme)
	}
	u.User, u.Fragment, u.RawFragment = nil, "", ""
	origin, err := normalize.OriginOf(u.Scheme + "://" + u.Host)
	if err != nil {
		return err
	}
	u.Host = string(origin)[len(u.Scheme)+len("://"):]
	if u.Path == "" {
		u.Path = "/"
	}
	return nil
}
