package orders

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/cespare/xxhash/v2"

	"dovetail/perm/modular"
	"dovetail/results/platform"
)

// Table holds the orders of 2 modulo the numbers 1, 5, 7, 11, 13, ... without a factor 2 or 3:
// entry i belongs to 3i+1 or 3i+2, whichever is odd, so that m is found at m/3, rounded down. The
// engines never look up a multiple of 3: a number is looked up without the full power of its least
// prime. Orders below 2^32 fit, so the moduli do.
type Table []uint32

// tableLimit bounds the moduli of a table.
const tableLimit = 1<<32 - 3

// newTable is empty and reaches at least up to limit.
func newTable(limit uint64) Table {
	t := make(Table, tableEntries(limit))
	if preferHugePages != nil {
		preferHugePages(t)
	}
	return t
}

// preferHugePages requests large pages for a table; nil where the system has none.
var preferHugePages func(Table)

func tableEntries(limit uint64) uint64 { return max(limit, seedLimit)/3 + 1 }

// Limit is the largest modulus in the table.
func (t Table) Limit() uint64 { return limitOf(uint64(len(t))) }

// limitOf is the largest odd number m with m/3 < entries.
func limitOf(entries uint64) uint64 { return 3*entries - 2 | 1 }

// At is the order of 2 modulo the odd m <= Limit. It is slower for multiples
// of 3, which modulo 3^k have order 2*3^(k-1).
func (t Table) At(m uint64) uint64 {
	three := uint64(1)
	for m%3 == 0 {
		m /= 3
		three *= 3
	}
	order := uint64(t[m/3])
	if three > 1 {
		order = modular.LCM(order, three/3*2)
	}
	return order
}

// store copies the orders of c that belong to the table.
func (t Table) store(c *cells) {
	for _, r := range []uint64{1, 5} {
		i := (r + 6 - c.first%6) % 6 / 2 // the first cell that is r modulo 6
		entry := (c.first + 2*i) / 3
		for ; i < uint64(c.n); i += 3 {
			t[entry] = uint32(c.orders[i])
			entry += 2
		}
	}
}

// seedLimit ends the part of the table that is found one modulus at a time:
// from there on the kernel can be used and every segment finds what it needs
// below itself.
const seedLimit = kernelFrom

// The full-range engine computes the orders of all odd moduli from 3 on. Once those up to X are in
// the table, the moduli from X to 3X need nothing from one another: a composite looks up a quotient
// of at most a third, and a prime needs only the factors of p-1. So the table grows in waves,
// threefold each.

// stretch is the odd moduli from..to, both included, of the table; stretches are
// numbered from 0.
type stretch struct {
	from, to uint64
	number   int
}

// waveStretch is the number of moduli of a stretch.
const waveStretch = 16 * segmentCells

// tableWaves cut a table up to limit; 0 is none. The first wave is found one modulus at a time.
func tableWaves(limit uint64) (waves [][]stretch) {
	if limit == 0 {
		return nil
	}
	limit = limitOf(tableEntries(limit))
	waves = [][]stretch{{{1, seedLimit - 1, 0}}}
	number := 1
	for from := uint64(seedLimit + 1); from <= limit; {
		var w []stretch
		for to := min(3*from-2, limit); from <= to; number++ {
			w = append(w, stretch{from, min(to, from+2*waveStretch-2), number})
			from = w[len(w)-1].to + 2
		}
		waves = append(waves, w)
	}
	return waves
}

// stored is a table on the disk: a file stored with the checkpoint, so that a run which is resumed
// reads its table and need not compute it. Each stretch has a place of its own in the file, with
// its statistics and a checksum over both and over the question. A stretch that is missing, torn by
// a crash or of another question fails its checksum and is computed again. So the file needs no
// order, no sync and no entry in the checkpoint, and a full disk costs time only.
//
// A nil stored stores nothing.
type stored struct {
	file     *os.File
	question []byte
	warned   sync.Once
}

// storedPath is the file of a run's directory.
func storedPath(dir string) string { return filepath.Join(dir, "table") }

// openStored opens the file in a directory that exists.
func openStored(dir string, p Plan) *stored {
	f := &stored{question: fmt.Appendf(nil, "dovetail/orders-table/1 %d..%d %s %d\n", p.From, p.To, p.Method, p.table)}
	var err error
	if f.file, err = os.OpenFile(storedPath(dir), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		f.warn(err)
		return nil
	}
	return f
}

func (f *stored) close() {
	if f != nil {
		f.file.Close()
	}
}

// headBytes is the length of the head of a stretch: the checksum and the statistics.
var headBytes = 8 + binary.Size(Stats{})

// place is the offset of a stretch in the file, the part of the table that it fills, and a buffer
// of its length.
func place(t Table, s stretch) (at int64, entries Table, bytes []byte) {
	lo, hi := s.from/3, min(uint64(len(t)), (s.to+2)/3)
	return int64(4*lo) + int64(s.number*headBytes), t[lo:hi], make([]byte, headBytes+4*int(hi-lo))
}

// read fills the entries of a stretch if the file has them.
func (f *stored) read(t Table, s stretch) (st Stats, ok bool) {
	if f == nil {
		return st, false
	}
	at, entries, bytes := place(t, s)
	if _, err := f.file.ReadAt(bytes, at); err != nil {
		if err != io.EOF {
			f.warn(err)
		}
		return st, false
	}
	if binary.LittleEndian.Uint64(bytes) != f.sum(s, bytes[8:]) {
		return st, false
	}
	if _, err := binary.Decode(bytes[8:], binary.LittleEndian, &st); err != nil {
		panic(err) // numbers of fixed size
	}
	if _, err := binary.Decode(bytes[headBytes:], binary.LittleEndian, []uint32(entries)); err != nil {
		panic(err)
	}
	return st, true
}

// write puts a stretch of the table into the file.
func (f *stored) write(t Table, s stretch, st Stats) {
	if f == nil {
		return
	}
	at, entries, bytes := place(t, s)
	if _, err := binary.Encode(bytes[8:], binary.LittleEndian, &st); err != nil {
		panic(err) // numbers of fixed size
	}
	if _, err := binary.Encode(bytes[headBytes:], binary.LittleEndian, []uint32(entries)); err != nil {
		panic(err)
	}
	binary.LittleEndian.PutUint64(bytes, f.sum(s, bytes[8:]))
	if _, err := f.file.WriteAt(bytes, at); err != nil {
		f.warn(err)
	}
}

// sum is the checksum of a stretch's statistics and entries.
func (f *stored) sum(s stretch, content []byte) uint64 {
	h := xxhash.New()
	fmt.Fprintf(h, "%s%d..%d\n", f.question, s.from, s.to)
	h.Write(content)
	return h.Sum64()
}

// warn says once that the table will have to be computed again.
func (f *stored) warn(err error) {
	f.warned.Do(func() {
		platform.Warn("the table of orders could not be stored; resuming from the state will take longer", "err", err)
	})
}
