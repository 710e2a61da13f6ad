package cluster

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"dovetail/results"
)

// ListenAddress reads where a server is to listen.
func ListenAddress(text string) (string, error) {
	_, port, err := net.SplitHostPort(text)
	if n, e := strconv.Atoi(port); err != nil || e != nil || n < 1 || n > 65535 {
		return "", fmt.Errorf("listen=%q is not an address such as 127.0.0.1:4222 or 0.0.0.0:4222", text)
	}
	return text, nil
}

// serve starts a server in this process, which keeps its files below c.Dir. What it holds can
// be done again from the checkpoint, so that it need not sync every message: once a second is
// enough, and twenty times as fast as each.
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
		return nil, results.Cannot("make the folder", dir, err)
	}
	o := &server.Options{
		ServerName: "dovetail", Host: host, Port: number, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, SyncInterval: time.Second,
		MaxPayload: 4 * largest,
	}
	s, err := keep(dir)
	if err != nil {
		return nil, results.Cannot("keep credentials in", dir, err)
	}
	o.TLSConfig, o.TLSTimeout, o.Authorization = s.tls, patience.Seconds(), s.token
	c.Credentials = s.file
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host, _ = os.Hostname()
	}
	command := fmt.Sprintf("dovetail work nats://%s --credentials %s", net.JoinHostPort(host, port), s.file)
	l, err := net.Listen("tcp", c.Listen) // the server itself would only log that it cannot
	if err != nil {
		return nil, results.Cannot("listen at", c.Listen, err)
	}
	l.Close()
	at, err := server.NewServer(o)
	if err != nil {
		return nil, results.Cannot("keep messages in", dir, err)
	}
	at.Start()
	if !at.ReadyForConnections(patience) {
		at.Shutdown()
		return nil, errors.New("the server did not start")
	}
	c.Note("on other machines: " + command)
	return at, nil
}
