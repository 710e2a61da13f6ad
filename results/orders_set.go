package results

import (
	"fmt"
	"io"
	"strconv"

	"dovetail/results/number"
)

// OrdersSetSchema names the form of OrdersSet.
const OrdersSetSchema = "dovetail/orders-set/1"

// OrdersSet describes a set of numbers in a file, a roaring bitmap in its
// portable format.
type OrdersSet struct {
	Schema string     `json:"schema"`
	Kind   string     `json:"kind"`
	File   string     `json:"file"`
	What   string     `json:"what,omitempty"` // known when the set was made
	Count  number.Int `json:"count"`
	Least  number.Int `json:"least"`
	Most   number.Int `json:"most"`
	Bytes  int64      `json:"bytes"`
	XXHash string     `json:"xxhash64"` // of the file
}

// Text implements Record.
func (s OrdersSet) Text(w io.Writer) error {
	if s.What != "" {
		fmt.Fprintln(w, s.What)
	}
	_, err := fmt.Fprintf(w, "%s: %s members from %s to %s, %d bytes, xxhash64 %s\n", s.File, s.Count, s.Least, s.Most, s.Bytes, s.XXHash)
	return err
}

// Table implements Record.
func (s OrdersSet) Table() ([]string, [][]string) {
	return []string{"file", "count", "least", "most", "bytes", "xxhash64"},
		[][]string{{s.File, s.Count.String(), s.Least.String(), s.Most.String(), strconv.FormatInt(s.Bytes, 10), s.XXHash}}
}
