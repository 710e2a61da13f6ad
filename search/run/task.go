package run

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// rootTasks names the pieces that a job lists as its roots. Together they
// weigh 1.
func rootTasks(pieces []Piece) ([]Task, error) {
	if uint64(len(pieces)) > math.MaxUint32 {
		return nil, fmt.Errorf("%d root tasks are more than 2^32-1", len(pieces))
	}
	return named("", 1, pieces, func(i int) uint32 { return uint32(i) })
}

// split names the pieces that t left over; they share its weight.
func (t Task) split(pieces []Piece) ([]Task, error) {
	return named(t.ID+".", t.Weight, pieces, func(int) uint32 { return t.Root })
}

func named(prefix string, weight float64, pieces []Piece, root func(i int) uint32) ([]Task, error) {
	share, err := shares(weight, pieces)
	if err != nil {
		return nil, err
	}
	tasks := make([]Task, len(pieces))
	for i, p := range pieces {
		tasks[i] = Task{ID: prefix + strconv.Itoa(i), Root: root(i), Weight: share(p), Payload: p.Payload}
	}
	return tasks, nil
}

// shares divides a weight among pieces in proportion to their own weights.
func shares(weight float64, pieces []Piece) (func(Piece) float64, error) {
	var sum float64
	for i, p := range pieces {
		if !(p.Weight >= 0) {
			return nil, fmt.Errorf("piece %d has weight %v, want 0 or more", i, p.Weight)
		}
		sum += p.Weight
	}
	if math.IsInf(sum, 1) {
		return nil, fmt.Errorf("the weights of %d pieces overflow", len(pieces))
	}
	if sum == 0 {
		return func(Piece) float64 { return weight / float64(len(pieces)) }, nil
	}
	return func(p Piece) float64 { return weight * (p.Weight / sum) }, nil
}

func (t Task) isRoot() bool { return !strings.Contains(t.ID, ".") }

// digest is the hash of the payloads of the roots, in order: two lists with
// the same digest are taken to be the same.
func digest(roots []Task) string {
	h := xxhash.New()
	var size [8]byte
	for _, t := range roots {
		binary.LittleEndian.PutUint64(size[:], uint64(len(t.Payload)))
		h.Write(size[:])
		h.Write(t.Payload)
	}
	return hex(h.Sum64())
}

func hex(h uint64) string { return fmt.Sprintf("%016x", h) }
