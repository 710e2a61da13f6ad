package cluster

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"

	"dovetail/results"
)

// A file of credentials is blocks of PEM: the certificate that a server must show, or that
// of who signed it, and either a token or what nsc writes for a user. So the file that a server
// in this program makes is one kind, and another is put together for servers of one's own:
// their authority's certificate followed by the user's file.
const (
	tokenBlock = "DOVETAIL TOKEN"
	userBlock  = "NATS USER JWT"
	keyBlock   = "PRIVATE KEY"
)

// serverName is what the certificate of a server in this program is for, wherever it listens:
// workers know it by the certificate itself.
const serverName = "dovetail"

// identify is how to show oneself to servers. Nothing is sent to another machine without TLS.
func identify(servers, file string) (options []nats.Option, err error) {
	if file == "" {
		if !loopback(servers) {
			options = append(options, nats.Secure())
		}
		return options, nil
	}
	text, err := results.ReadFile(file)
	if err != nil {
		return nil, err
	}
	blocks := map[string][]byte{}
	for rest := text; ; {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			break
		}
		blocks[b.Type] = append(blocks[b.Type], b.Bytes...)
	}
	secure := &tls.Config{MinVersion: tls.VersionTLS13}
	if raw := blocks["CERTIFICATE"]; raw != nil {
		certificates, err := x509.ParseCertificates(raw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		secure.RootCAs = x509.NewCertPool()
		for _, c := range certificates {
			secure.RootCAs.AddCert(c)
			if c.Subject.CommonName == serverName {
				secure.ServerName = serverName
			}
		}
	}
	if !loopback(servers) || secure.RootCAs != nil {
		options = append(options, nats.Secure(secure))
	}
	switch {
	case blocks[tokenBlock] != nil:
		options = append(options, nats.Token(string(blocks[tokenBlock])))
	case bytes.Contains(text, []byte("BEGIN "+userBlock)):
		options = append(options, nats.UserCredentials(file))
	case secure.RootCAs == nil:
		return nil, fmt.Errorf("%s has neither a certificate nor a token", file)
	}
	return options, nil
}

// secrets are those of a server in this program: what it shows, and the token that it wants.
type secrets struct {
	tls   *tls.Config
	token string
	file  string // for workers
}

// keep reads the secrets in a directory, or makes them.
func keep(dir string) (*secrets, error) {
	own, file := filepath.Join(dir, "server.pem"), filepath.Join(dir, "worker.credentials")
	text, err := results.ReadFile(own)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = issue(own, file)
	}
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(text, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", own, err)
	}
	s := &secrets{tls: &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}, file: file}
	for rest := text; ; {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			break
		}
		if b.Type == tokenBlock {
			s.token = string(b.Bytes)
		}
	}
	if s.token == "" {
		return nil, fmt.Errorf("%s has no token", own)
	}
	return s, nil
}

// issue makes a certificate of ten years that signs itself, and a token.
func issue(own, file string) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	now := time.Now()
	c := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: serverName}, DNSNames: []string{serverName},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.AddDate(10, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, BasicConstraintsValid: true, IsCA: true,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	certificate, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})
	public = append(public, pem.EncodeToMemory(&pem.Block{Type: tokenBlock, Bytes: []byte(rand.Text())})...)
	all := append(public[:len(public):len(public)], pem.EncodeToMemory(&pem.Block{Type: keyBlock, Bytes: private})...)
	if err := os.WriteFile(file, public, 0o600); err != nil {
		return nil, err
	}
	return all, os.WriteFile(own, all, 0o600)
}
