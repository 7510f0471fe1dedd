package faulty

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"sync"
	"time"
)

// Certificate is how good a host's certificate is.
type Certificate int

// The sorts of certificates.
const (
	Trusted    Certificate = iota // nothing is wrong with it
	Expired                       // it was valid once
	WrongName                     // it is somebody else's
	SelfSigned                    // nobody vouches for it
	NoneAtAll                     // the handshake is refused
)

// TLS trusts the world's authority and nobody else.
func (w *World) TLS() *tls.Config {
	roots := x509.NewCertPool()
	roots.AddCert(w.authority.root)
	return &tls.Config{RootCAs: roots}
}

// An authority issues certificates.
type authority struct {
	key  *ecdsa.PrivateKey
	root *x509.Certificate

	mu     sync.Mutex
	issued map[string]tls.Certificate
}

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "faulty"},
		NotBefore:             time.Now().Add(-48 * time.Hour),
		NotAfter:              time.Now().Add(48 * time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	root, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &authority{key: key, root: root, issued: make(map[string]tls.Certificate)}, nil
}

// issue makes the certificate of a name.
func (a *authority) issue(name string, sort Certificate) {
	if sort == NoneAtAll {
		return
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		DNSNames:     []string{name},
		NotBefore:    time.Now().Add(-24 * time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	parent := a.root
	switch sort {
	case Expired:
		template.NotAfter = time.Now().Add(-time.Hour)
	case WrongName:
		template.DNSNames = []string{"another.test"}
	case SelfSigned:
		parent = template
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &a.key.PublicKey, a.key)
	if err != nil {
		panic("faulty: " + err.Error())
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.issued[name] = tls.Certificate{Certificate: [][]byte{der}, PrivateKey: a.key}
}

func (a *authority) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c, ok := a.issued[hello.ServerName]
	if !ok {
		return nil, errors.New("no certificate")
	}
	return &c, nil
}
