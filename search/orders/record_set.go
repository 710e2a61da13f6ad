package orders

import (
	"bytes"
	"context"
	"fmt"
	"os"

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
		return set, fmt.Sprintf("decks of the %s-shuffle whose modulus is a prime in %d..%d with primitive root 2", m.Kind, p.From, p.To), err
	}
	set, err := p.Primitive(ctx)
	return set, fmt.Sprintf("primes in %d..%d with primitive root 2", p.From, p.To), err
}

// ReadSet describes a file; anything but one sound bitmap is refused.
func ReadSet(path string) (results.OrdersSet, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return results.OrdersSet{}, err
	}
	set := roaring.New()
	n, err := set.ReadFrom(bytes.NewReader(data))
	if err == nil {
		err = set.Validate()
	}
	if err == nil && n != int64(len(data)) {
		err = fmt.Errorf("%d bytes follow its end", int64(len(data))-n)
	}
	if err != nil {
		return results.OrdersSet{}, fmt.Errorf("%s is not a roaring bitmap: %w", path, err)
	}
	return setRecord(path, set, data), nil
}

// setRecord is a set with its bytes.
func setRecord(path string, set *roaring.Bitmap, data []byte) results.OrdersSet {
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
