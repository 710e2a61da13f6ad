package cluster
import (
 _ "github.com/nats-io/nats-server/v2/server"
 _ "github.com/nats-io/nats.go/jetstream"
)
