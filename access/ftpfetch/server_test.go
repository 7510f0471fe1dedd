package ftpfetch_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A server speaks as much FTP as it takes to hand out one file, and errs where
// the test wants it to.
type server struct {
	listener net.Listener

	// replies replaces what is said to a command ("" is the greeting). "hang"
	// says nothing, "bye" hangs up.
	replies map[string]string
	file    func(w io.Writer) // writes the file; nil where there is none
	after   string            // said when the file is through; default 226
	passive string            // the address that PASV claims to listen at
	noEPSV  bool

	mu       sync.Mutex
	commands []string

	serving sync.WaitGroup
	over    chan struct{}
}

func (s *server) start(t *testing.T) (url string) {
	t.Helper()
	var err error
	s.listener, err = net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	s.over = make(chan struct{})
	s.serving.Go(func() {
		for {
			conn, err := s.listener.Accept()
			if err != nil {
				return
			}
			s.serving.Go(func() { s.serve(conn) })
		}
	})
	t.Cleanup(func() {
		close(s.over)
		s.finish()
	})
	return "ftp://" + s.listener.Addr().String() + "/robots.txt"
}

// finish waits until every conversation is through.
func (s *server) finish() {
	_ = s.listener.Close()
	s.serving.Wait()
}

// heard gives the commands that came.
func (s *server) heard() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.commands, "\n")
}

func (s *server) serve(conn net.Conn) {
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-s.over:
		case <-done:
		}
		_ = conn.Close()
	}()
	var data net.Listener
	defer func() {
		if data != nil {
			_ = data.Close()
		}
	}()
	say := func(command, usual string) bool {
		if reply, ok := s.replies[command]; ok {
			usual = reply
		}
		switch usual {
		case "hang":
			<-s.over
			return false
		case "bye":
			return false
		}
		_, err := io.WriteString(conn, usual+"\r\n")
		return err == nil
	}
	if !say("", "220 at your service") {
		return
	}
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		s.mu.Lock()
		s.commands = append(s.commands, lines.Text())
		s.mu.Unlock()
		command, _, _ := strings.Cut(lines.Text(), " ")
		reply := "502 what?"
		switch command {
		case "USER":
			reply = "331 and your address?"
		case "PASS":
			reply = "230 welcome"
		case "TYPE":
			reply = "200 fine"
		case "EPSV", "PASV":
			if command == "EPSV" && s.noEPSV {
				break
			}
			var err error
			if data, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
				return
			}
			port := data.Addr().(*net.TCPAddr).Port
			reply = fmt.Sprintf("229 listening (|||%d|)", port)
			if command == "PASV" {
				reply = fmt.Sprintf("227 listening (%s,%d,%d)", s.passive, port/256, port%256)
			}
		case "RETR":
			if s.file == nil {
				reply = "550 no such file"
				break
			}
			if !s.send(data, say) {
				return
			}
			continue
		case "QUIT":
			say("QUIT", "221 bye")
			return
		}
		if !say(command, reply) {
			return
		}
	}
}

// send hands the file out.
func (s *server) send(data net.Listener, say func(command, usual string) bool) bool {
	if data == nil {
		return say("RETR", "425 no data connection")
	}
	conn, err := data.Accept()
	if err != nil {
		return false
	}
	if !say("RETR", "150 here it comes") {
		_ = conn.Close()
		return false
	}
	s.file(conn)
	_ = conn.Close()
	if s.after != "" {
		return say("after", s.after)
	}
	return say("after", "226 that was it")
}
