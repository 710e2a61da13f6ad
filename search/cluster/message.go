package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"

	"dovetail/search/run"
)

// batch is tasks that travel together: a second or some of work.
type batch struct {
	Name  string     `json:"batch"`
	Tasks []run.Task `json:"tasks"`
}

// report is what became of a batch. A worker that was asked to stop leaves tasks out.
type report struct {
	Batch  string    `json:"batch"`
	Worker string    `json:"worker"`
	Done   []outcome `json:"done"`
}

// outcome is the result of a task, or why it failed.
type outcome struct {
	ID string `json:"id"`
	run.Result
	Failed string `json:"failed,omitempty"`
}

// Headers of messages: the hash of subject and content, and the object that has the content
// if it is too large.
const (
	sumHeader    = "Dovetail-Sum"
	objectHeader = "Dovetail-Object"
)

// largest is the size of what goes into a message. Servers take a megabyte unless they
// are told otherwise.
const largest = 512 << 10

// pack makes a message of a value.
func (n *network) pack(ctx context.Context, subject, job string, v any) (*nats.Msg, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	m := nats.NewMsg(subject)
	m.Header.Set(sumHeader, sum(subject, b))
	if len(b) <= min(largest, int(n.nc.MaxPayload())/2) {
		m.Data = b
		return m, nil
	}
	name := job + "." + nuid.Next()
	m.Header.Set(objectHeader, name)
	_, err = n.objects.PutBytes(ctx, name, b)
	return m, err
}

// unpack reads a message, and refuses one that is not as it was sent.
func (n *network) unpack(ctx context.Context, subject string, h nats.Header, data []byte, v any) error {
	if name := h.Get(objectHeader); name != "" {
		ctx, cancel := context.WithTimeout(ctx, 6*patience)
		defer cancel()
		var err error
		if data, err = n.objects.GetBytes(ctx, name); err != nil {
			return fmt.Errorf("object %s: %w", name, err)
		}
	}
	if h.Get(sumHeader) != sum(subject, data) {
		return fmt.Errorf("a message of %d bytes does not have its checksum", len(data))
	}
	return json.Unmarshal(data, v)
}

// discard deletes the object of a message, if it has one.
func (n *network) discard(ctx context.Context, h nats.Header) {
	if name := h.Get(objectHeader); name != "" {
		n.objects.Delete(ctx, name)
	}
}

func sum(subject string, b []byte) string {
	h := xxhash.New()
	h.WriteString(subject)
	h.Write([]byte{0})
	h.Write(b)
	return fmt.Sprintf("%016x", h.Sum64())
}

// posted is a job as it lies on the servers.
type posted struct {
	run.Posted
	Build  string    `json:"build"`
	Opened time.Time `json:"opened"`
}

// name is the hash of everything that the answer depends on.
func name(p run.Posted) string {
	b, _ := json.Marshal([]any{p.Params, p.Shard}) // maps are written in order
	return fmt.Sprintf("%016x", xxhash.Sum64(b))
}

// state is how far a job is, as its owner tells.
type state struct {
	run.Progress
	Left    float64 `json:"left"` // seconds, as far as one can tell; negative if not at all
	Rate    float64 `json:"rate"` // tasks a second
	Done    bool    `json:"done"`
	Workers int     `json:"workers"`
	Threads int     `json:"threads"`
}

// sign is a worker's sign of life.
type sign struct {
	Host    string   `json:"host"`
	Threads int      `json:"threads"`
	Jobs    []string `json:"jobs"` // that it works on
	Tasks   uint64   `json:"tasks"`
	Rate    float64  `json:"rate"` // tasks a second, lately
}
