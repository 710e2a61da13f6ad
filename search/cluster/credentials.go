package cluster

import (
	"bytes"
	"cmp"
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
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"dovetail/results/fileio"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A file of credentials is blocks of PEM: the certificate that a server must show, or that of its
// signer, and a token, or what nsc writes for a user, or both. The file that a server in this
// program writes is one example. For other servers, put together their authority's certificate, the
// user's file, and a token, by which owner and workers seal what they send.
const (
	tokenBlock = "DOVETAIL TOKEN"
	userBlock  = "NATS USER JWT"
	keyBlock   = "PRIVATE KEY"
)

// serverName is the name in the certificate of a server in this program, wherever it listens:
// workers recognise it by the certificate itself.
const serverName = "dovetail"

// identity authenticates a client to servers. It includes the token.
type identity struct {
	options []nats.Option
	token   []byte
}

// identify reads a file of credentials. Nothing is sent to another machine without TLS.
func identify(servers, file string) (who identity, err error) {
	if file == "" {
		if !loopback(servers) {
			who.options = append(who.options, nats.Secure())
		}
		return who, nil
	}
	text, err := fileio.Read(file)
	if err != nil {
		return who, err
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
			return who, fmt.Errorf("%s: %w", file, err)
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
		who.options = append(who.options, nats.Secure(secure))
	}
	who.token = blocks[tokenBlock]
	switch {
	case bytes.Contains(text, []byte("BEGIN "+userBlock)):
		who.options = append(who.options, nats.UserCredentials(file))
	case who.token != nil:
		who.options = append(who.options, nats.Token(string(who.token)))
	case secure.RootCAs == nil:
		return who, fmt.Errorf("%s has neither a certificate nor a token", file)
	}
	return who, nil
}

// secrets are those of a server in this program: its certificate and key, and the token that it
// requires.
type secrets struct {
	tls   *tls.Config
	token string
	file  string // for workers
}

// keep reads the secrets in a directory, or makes them. It refuses files that others may have
// written or read.
func keep(dir string) (*secrets, error) {
	if err := private(dir, 0o022); err != nil {
		return nil, err
	}
	own, file := filepath.Join(dir, "server.pem"), filepath.Join(dir, "worker.credentials")
	text, err := fileio.Read(own)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = issue(own, file)
	}
	if err == nil {
		err = cmp.Or(private(own, 0o077), private(file, 0o077))
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

// issue makes a self-signed certificate valid for ten years, and a token.
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
	if err := write(file, public); err != nil {
		return nil, err
	}
	return all, write(own, all)
}

// write makes a file that others cannot read. It replaces one that they perhaps could.
func write(name string, text []byte) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// private refuses a file or folder if the given permissions are open to others, on systems that
// have such permissions.
func private(name string, any fs.FileMode) error {
	info, err := os.Stat(name)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&any != 0 {
		err = fmt.Errorf("other users can read or write %s (mode %04o): delete it, or restrict it to yourself with chmod",
			name, info.Mode().Perm())
	}
	return err
}

// ListenAddress reads the address on which a server listens.
func ListenAddress(text string) (string, error) {
	_, port, err := net.SplitHostPort(text)
	if n, e := strconv.Atoi(port); err != nil || e != nil || n < 1 || n > 65535 {
		return "", fmt.Errorf("listen=%q is not an address such as 127.0.0.1:4222 or 0.0.0.0:4222", text)
	}
	return text, nil
}

// serve starts a server in this process, which keeps its files below c.Dir. What it holds can be
// recomputed from the checkpoint, so that it need not sync every message: once a second is enough,
// and twenty times as fast.
func (c *Cluster) serve() (*server.Server, error) {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(c.Dir, "cluster")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fileio.Cannot("make the folder", dir, err)
	}
	o := &server.Options{
		ServerName: "dovetail", Host: host, Port: number, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, SyncInterval: time.Second,
		MaxPayload: 4 * largest,
	}
	s, err := keep(dir)
	if err != nil {
		return nil, fileio.Cannot("keep credentials in", dir, err)
	}
	o.TLSConfig, o.TLSTimeout, o.Authorization = s.tls, requestTimeout.Seconds(), s.token
	c.Credentials = s.file
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host, _ = os.Hostname()
	}
	command := fmt.Sprintf("dovetail work nats://%s --credentials %s", net.JoinHostPort(host, port), s.file)
	l, err := net.Listen("tcp", c.Listen) // the server itself would only log that it cannot
	if err != nil {
		return nil, fileio.Cannot("listen at", c.Listen, err)
	}
	l.Close()
	at, err := server.NewServer(o)
	if err != nil {
		return nil, fileio.Cannot("keep messages in", dir, err)
	}
	at.Start()
	if !at.ReadyForConnections(requestTimeout) {
		at.Shutdown()
		return nil, errors.New("the server did not start")
	}
	c.Note("on other machines: " + command)
	return at, nil
}
