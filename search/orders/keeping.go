package orders

import (
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// keeping is a table on the disk: a file beside the checkpoint, so that a run which is
// taken up again reads its table and need not compute it. Each stretch has a place of
// its own in the file, with its statistics and a checksum over both and over the
// question. Nothing else vouches for a stretch: one that is missing, torn by a crash or
// of another question is computed again. So the file needs no order, no sync and no
// word about it in the checkpoint, and a disk that is full costs time only.
//
// A nil keeping keeps nothing.
type keeping struct {
	file     *os.File
	question []byte
	rooms    sync.Pool // of *[]byte, a stretch each
	warned   sync.Once
}

// keepingPath is the file of a run's directory.
func keepingPath(dir string) string { return filepath.Join(dir, "table") }

// openKeeping opens the file in a directory that exists.
func openKeeping(dir string, p Plan) *keeping {
	k := &keeping{question: fmt.Appendf(nil, "dovetail/orders-table/1 %d..%d %s %d\n", p.From, p.To, p.Method, p.table)}
	var err error
	if k.file, err = os.OpenFile(keepingPath(dir), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		k.warn(err)
		return nil
	}
	return k
}

func (k *keeping) close() {
	if k != nil {
		k.file.Close()
	}
}

// entries is the part of the table that a stretch fills.
func (t Table) entries(s stretch) (lo, hi uint64) {
	return s.from / 3, min(uint64(len(t)), (s.to+2)/3)
}

// headBytes is the length of what stands before the entries of a stretch: the checksum
// and the statistics.
var headBytes = 8 + binary.Size(Stats{})

// at is where a stretch has its place.
func (k *keeping) at(t Table, s stretch) int64 {
	lo, _ := t.entries(s)
	return int64(4*lo) + int64(s.number*headBytes)
}

// read fills the entries of a stretch if the file has them.
func (k *keeping) read(t Table, s stretch) (st Stats, ok bool) {
	if k == nil {
		return st, false
	}
	lo, hi := t.entries(s)
	place := k.room(headBytes + 4*int(hi-lo))
	defer k.rooms.Put(&place)
	if _, err := k.file.ReadAt(place, k.at(t, s)); err != nil {
		if err != io.EOF {
			k.warn(err)
		}
		return st, false
	}
	if binary.LittleEndian.Uint64(place) != k.sum(s, place[8:]) {
		return st, false
	}
	rest := place[8:]
	for _, value := range []any{&st, []uint32(t[lo:hi])} {
		n, err := binary.Decode(rest, binary.LittleEndian, value)
		if err != nil {
			panic(err) // numbers of fixed size
		}
		rest = rest[n:]
	}
	return st, true
}

// room is for the given number of bytes.
func (k *keeping) room(size int) []byte {
	if place, ok := k.rooms.Get().(*[]byte); ok && cap(*place) >= size {
		return (*place)[:size]
	}
	return make([]byte, size)
}

// write puts a stretch of the table into the file.
func (k *keeping) write(t Table, s stretch, st Stats) {
	if k == nil {
		return
	}
	lo, hi := t.entries(s)
	place := k.room(headBytes + 4*int(hi-lo))[:8]
	defer k.rooms.Put(&place)
	for _, value := range []any{&st, []uint32(t[lo:hi])} {
		var err error
		if place, err = binary.Append(place, binary.LittleEndian, value); err != nil {
			panic(err) // numbers of fixed size
		}
	}
	binary.LittleEndian.PutUint64(place, k.sum(s, place[8:]))
	if _, err := k.file.WriteAt(place, k.at(t, s)); err != nil {
		k.warn(err)
	}
}

// sum is the checksum of a stretch's statistics and entries.
func (k *keeping) sum(s stretch, content []byte) uint64 {
	h := xxhash.New()
	fmt.Fprintf(h, "%s%d..%d\n", k.question, s.from, s.to)
	h.Write(content)
	return h.Sum64()
}

// warn says once that the table will have to be computed again.
func (k *keeping) warn(err error) {
	k.warned.Do(func() {
		slog.Warn("the table of orders could not be stored; resuming from the state will take longer", "err", err)
	})
}
