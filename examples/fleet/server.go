package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// ServerOptions are those of an embedded queue server.
type ServerOptions struct {
	// Listen is host:port; port 0 is a free one.
	Listen string
	// Dir is where everything is kept.
	Dir string
	// Token is what clients must know.
	Token string
}

// startServer starts a queue server in this process and returns the address with
// the token in it. Every write is on the disk before it is answered.
func startServer(o ServerOptions) (*server.Server, string, error) {
	host, service, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, "", err
	}
	port, err := strconv.Atoi(service)
	if err != nil {
		return nil, "", fmt.Errorf("the port %q: %w", service, err)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if o.Token == "" {
		o.Token = rand.Text()
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "fleet", Host: host, Port: port, Authorization: o.Token,
		JetStream: true, StoreDir: o.Dir, SyncAlways: true,
		NoLog: true, NoSigs: true,
	})
	if err != nil {
		return nil, "", err
	}
	s.Start()
	if !s.ReadyForConnections(startLimit) {
		stopServer(s)
		return nil, "", errors.New("the queue server did not start")
	}
	address := url.URL{Scheme: "nats", User: url.User(o.Token), Host: s.Addr().String()}
	return s, address.String(), nil
}

// startLimit is how long the embedded server may take to start.
const startLimit = 20 * time.Second

func stopServer(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}
