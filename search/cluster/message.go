package cluster

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
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

// Headers of messages: the seal of subject and content, and the object that has the content
// if it is too large.
const (
	sealHeader   = "Dovetail-Seal"
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
	m.Header.Set(sealHeader, n.seal(subject, b))
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
		ctx, cancel := context.WithTimeout(ctx, 6*requestTimeout)
		defer cancel()
		var err error
		if data, err = n.objects.GetBytes(ctx, name); err != nil {
			return fmt.Errorf("object %s: %w", name, err)
		}
	}
	if err := n.sealed(h.Get(sealHeader), subject, data); err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// discard deletes the object of a message, if it has one.
func (n *network) discard(ctx context.Context, h nats.Header) {
	if name := h.Get(objectHeader); name != "" {
		n.objects.Delete(ctx, name)
	}
}

// seal is the HMAC-SHA256 of a text and of what it is there for, such as a subject, which names
// the job. Its key is the token of the credentials: who does not have it can neither change a
// message nor put it in another's place. Where there is none the seal is a checksum.
func (n *network) seal(purpose string, text []byte) string {
	h := hmac.New(sha256.New, n.token)
	fmt.Fprintf(h, "%s\x00", purpose)
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// sealed refuses a text that does not have this seal.
func (n *network) sealed(seal, purpose string, text []byte) error {
	if !hmac.Equal([]byte(seal), []byte(n.seal(purpose, text))) {
		return fmt.Errorf("the message of %d bytes for %s was not signed with the token of these credentials", len(text),
			purpose)
	}
	return nil
}

// posted is a job as it lies on the servers.
type posted struct {
	run.Posted
	Build  string    `json:"build"`
	Opened time.Time `json:"opened"`
	Seal   string    `json:"seal"`
}

// sealing is the seal that a job is to have.
func (n *network) sealing(job string, p posted) string {
	p.Seal = ""
	text, _ := json.Marshal(p)
	return n.seal("job."+job, text)
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

// heartbeat is what a worker says of itself.
type heartbeat struct {
	Host    string   `json:"host"`
	Threads int      `json:"threads"`
	Jobs    []string `json:"jobs"` // that it works on
	Tasks   uint64   `json:"tasks"`
	Rate    float64  `json:"rate"` // tasks a second, lately
}

// kindOf is the kind of a posted question.
func kindOf(kinds []run.Kind, p run.Posted) (run.Kind, error) {
	i := slices.IndexFunc(kinds, func(k run.Kind) bool { return k.Name == p.Params["job"] })
	if i < 0 {
		return run.Kind{}, fmt.Errorf("%s is not a search that this program can share", p.Params["job"])
	}
	return kinds[i], nil
}
