package orders

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cespare/xxhash/v2"

	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/number"
)

// Members are what a set of the plan holds.
type Members struct {
	Decks bool      // deck sizes instead of the primes themselves
	Kind  faro.Kind // of the decks
}

// Set is the set of these members, and what it is in words.
func (p Plan) Set(ctx context.Context, m Members) (*roaring.Bitmap, string, error) {
	if m.Decks {
		set, err := p.MaximalDecks(ctx, m.Kind)
		return set, fmt.Sprintf(deckSet, m.Kind, p.From, p.To), err
	}
	set, err := p.Primitive(ctx)
	return set, fmt.Sprintf(primeSet, p.From, p.To), err
}

// What sets hold, in words.
const (
	primeSet = "primes in %d..%d with primitive root 2"
	deckSet  = "decks of the %s-shuffle whose modulus is a prime in %d..%d with primitive root 2"
)

// ParseSet reads what a set holds.
func ParseSet(what string) (Plan, Members, error) {
	var from, to uint64
	var m Members
	for _, m.Kind = range []faro.Kind{faro.Out, faro.In} {
		// Sscanf would take all of "out-shuffle" for the kind.
		format := strings.Replace(deckSet, "%s", m.Kind.String(), 1)
		if _, err := fmt.Sscanf(what, format, &from, &to); err == nil {
			m.Decks = true
			break
		}
	}
	if !m.Decks {
		m.Kind = faro.Out
		if _, err := fmt.Sscanf(what, primeSet, &from, &to); err != nil {
			return Plan{}, m, fmt.Errorf("%q does not say what a set holds", what)
		}
	}
	if from < 1 || from > to || to > LargestModulus {
		return Plan{}, m, fmt.Errorf("%d..%d is no range of moduli", from, to)
	}
	p, err := NewPlan(from, to, Auto)
	return p, m, err
}

// WriteSet writes the set of these members to a file, and describes it.
func (p Plan) WriteSet(ctx context.Context, m Members, path string) (results.OrdersSet, error) {
	if err := p.CheckSet(); err != nil {
		return results.OrdersSet{}, results.Refuse(err)
	}
	set, what, err := p.Set(ctx, m)
	if err != nil {
		return results.OrdersSet{}, err
	}
	if err := results.WriteFile(path, func(w io.Writer) error {
		_, err := set.WriteTo(w)
		return err
	}); err != nil {
		return results.OrdersSet{}, err
	}
	record, err := ReadSet(path)
	record.What = what
	return record, err
}

// ReadSet describes a file; anything but one sound bitmap is refused.
func ReadSet(path string) (results.OrdersSet, error) {
	data, err := results.ReadFile(path)
	if err != nil {
		return results.OrdersSet{}, err
	}
	set := roaring.New()
	n, err := set.ReadFrom(bytes.NewReader(data))
	if err == nil {
		err = set.Validate()
	}
	switch {
	case err != nil:
		return results.OrdersSet{}, fmt.Errorf("%s is not a roaring bitmap, or damaged", path)
	case n != int64(len(data)):
		return results.OrdersSet{}, fmt.Errorf("%s is more than a roaring bitmap: %d bytes follow its end", path, int64(len(data))-n)
	}
	return SetRecord(path, set, data), nil
}

// SetRecord is a set with its bytes.
func SetRecord(path string, set *roaring.Bitmap, data []byte) results.OrdersSet {
	record := results.OrdersSet{
		Schema: results.OrdersSetSchema, Kind: results.Exact, File: path,
		Count: number.OfUint(set.GetCardinality()), Least: number.OfInt(0), Most: number.OfInt(0),
		Bytes: int64(len(data)), XXHash: fmt.Sprintf("%016x", xxhash.Sum64(data)),
	}
	if !set.IsEmpty() {
		record.Least, record.Most = number.OfInt(int64(set.Minimum())), number.OfInt(int64(set.Maximum()))
	}
	return record
}
