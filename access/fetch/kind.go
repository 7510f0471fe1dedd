package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"

	"github.com/robotrie/robotrie/access/policy"
)

// KindOf sorts the errors of a request that got no answer. It is exported for
// fetchers of other schemes.
func KindOf(err error) policy.Kind {
	var (
		name      *net.DNSError
		record    tls.RecordHeaderError
		alert     tls.AlertError
		untrusted *tls.CertificateVerificationError
		invalid   x509.CertificateInvalidError
		operation *net.OpError
		timeout   net.Error
	)
	// The order matters: errors wrap one another, and the first that is found
	// is the cause.
	switch {
	case errors.Is(err, ErrNotPublic):
		return policy.Blocked
	case errors.As(err, &name):
		return policy.DNSFailure
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return policy.Timeout
	case errors.As(err, &record), errors.As(err, &alert), errors.As(err, &untrusted), errors.As(err, &invalid),
		errors.Is(err, http.ErrSchemeMismatch):
		return policy.TLSFailure
	case errors.As(err, &operation), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		if operation != nil && operation.Op == "remote error" {
			return policy.TLSFailure // an alert, which net/http wraps so
		}
		return policy.ConnectionFailure
	}
	return policy.BrokenAnswer
}
