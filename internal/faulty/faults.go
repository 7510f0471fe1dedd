package faulty

import (
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// Hang takes the request and never answers it.
func Hang() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wait(w, r, 24*time.Hour)
	})
}

// Drip sends one octet of a body at a time.
func Drip(every time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for wait(w, r, every) {
			if _, err := w.Write([]byte("#")); err != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
		}
	})
}

// wait lets time go by. It is false when the client or the world is gone.
func wait(w http.ResponseWriter, r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
	case <-end(w):
	}
	return false
}

// Stream sends a body of so many octets, all of them comments.
func Stream(octets int64) http.Handler {
	line := []byte(strings.Repeat("#", 8191) + "\n")
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for sent := int64(0); sent < octets; sent += int64(len(line)) {
			if _, err := w.Write(line[:min(int64(len(line)), octets-sent)]); err != nil {
				return
			}
		}
	})
}

// Bomb sends so many octets, compressed to a thousandth.
func Bomb(octets int64) http.Handler {
	line := bytes.Repeat([]byte("\n"), 1<<20)
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(w)
		for sent := int64(0); sent < octets; sent += int64(len(line)) {
			if _, err := zip.Write(line); err != nil {
				return
			}
		}
		_ = zip.Close()
	})
}

// Gzip compresses.
func Gzip(text string) []byte {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	_, _ = io.WriteString(zip, text)
	_ = zip.Close()
	return out.Bytes()
}

// Raw sends octets that need not be HTTP, and closes the connection.
func Raw(text string) http.Handler {
	return hijack(func(conn net.Conn, _ <-chan struct{}) { _, _ = io.WriteString(conn, text) })
}

// Reset sends octets and then resets the connection.
func Reset(text string) http.Handler {
	return hijack(func(conn net.Conn, _ <-chan struct{}) {
		_, _ = io.WriteString(conn, text)
		if tcp, ok := conn.(*meteredConn).Conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
	})
}

// Endless sends a beginning, and then the same over and over.
func Endless(beginning, again string) http.Handler {
	again = strings.Repeat(again, max(1, 4096/len(again)))
	return hijack(func(conn net.Conn, _ <-chan struct{}) {
		_, err := io.WriteString(conn, beginning)
		for err == nil {
			_, err = io.WriteString(conn, again)
		}
	})
}

// DripHeader sends one octet of the header at a time.
func DripHeader(every time.Duration) http.Handler {
	return hijack(func(conn net.Conn, over <-chan struct{}) {
		_, err := io.WriteString(conn, "HTTP/1.1 200 OK\r\nX-Long: ")
		for err == nil {
			select {
			case <-time.After(every):
				_, err = io.WriteString(conn, "x")
			case <-over:
				return
			}
		}
	})
}

// hijack takes the connection from the server, which works without TLS only,
// and closes it in the end.
func hijack(f func(conn net.Conn, over <-chan struct{})) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		over := end(w)
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer conn.Close()
		// A hijacked connection is no longer the server's to close.
		done := make(chan struct{})
		defer close(done)
		go func() {
			select {
			case <-over:
				_ = conn.Close()
			case <-done:
			}
		}()
		f(conn, over)
	})
}
