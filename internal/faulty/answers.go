package faulty

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
)

// Body answers 200 with a body, and with headers given as pairs.
func Body(body string, headers ...string) http.Handler {
	return Status(http.StatusOK, body, headers...)
}

// Status answers with a status, a body, and headers given as pairs.
func Status(code int, body string, headers ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		if code != http.StatusNoContent && code != http.StatusNotModified {
			_, _ = w.Write([]byte(body))
		}
	})
}

// RobotsOnly passes on what asks for /robots.txt; all else is not found.
func RobotsOnly(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	})
}

// Redirect sends everybody to a URL, as it stands.
func Redirect(code int, location string) http.Handler {
	return Status(code, "", "Location", location)
}

// Chain redirects so many times, over URLs of its own, and then answers.
func Chain(redirects int, code int, last http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("hop"))
		if n >= redirects {
			last.ServeHTTP(w, r)
			return
		}
		Redirect(code, fmt.Sprintf("/robots.txt?hop=%d", n+1)).ServeHTTP(w, r)
	})
}

// Loop redirects round and round over so many URLs.
func Loop(length int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("hop"))
		location := "/robots.txt"
		if n = (n + 1) % length; n > 0 {
			location = fmt.Sprintf("/robots.txt?hop=%d", n)
		}
		Redirect(http.StatusFound, location).ServeHTTP(w, r)
	})
}

// Changing answers differently every time: the first handler the first time,
// and the last one from then on.
func Changing(handlers ...http.Handler) http.Handler {
	var asked atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := min(int(asked.Add(1)), len(handlers))
		handlers[n-1].ServeHTTP(w, r)
	})
}

// Echo answers with the header that came, for a look at what is sent.
func Echo() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var out strings.Builder
		_ = r.Header.Write(&out)
		fmt.Fprintf(w, "%s %s %s\r\n%s", r.Method, r.Host, r.URL.RequestURI(), out.String())
	})
}
