package orders

import (
	"bytes"
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cespare/xxhash/v2"

	"dovetail/perm/faro"
	"dovetail/results"
	"dovetail/results/number"
)

// Collection asks for the set of the primes of a range for which 2 is a primitive root or, for the
// kind out or in, of the decks that belong to them.
type Collection struct {
	Range
	Decks  string `json:"decks,omitzero"`
	Engine Method `json:"-"`
}

// Schema implements [results.Question].
func (Collection) Schema() string { return results.OrdersSetSchema }

// Check implements [results.Question].
func (q Collection) Check() error {
	p, err := q.plan(q.Engine)
	if err != nil {
		return err
	}
	if q.Decks != "" {
		if _, err := faro.ParseKind(q.Decks); err != nil {
			return err
		}
	}
	return p.CheckSet()
}

// Seconds implements [results.Question].
func (q Collection) Seconds() float64 { return q.seconds(q.Engine, Plan.Seconds) }

// Answer implements [results.Question].
func (q Collection) Answer(ctx context.Context, env results.Env) (results.Record, error) {
	record, _, err := q.Made(ctx, env)
	return record, err
}

// Made is the answer with the set itself.
func (q Collection) Made(ctx context.Context, env results.Env) (record results.OrdersSet, data []byte, err error) {
	p, err := q.fitting(q.Engine, env, 1)
	if err != nil {
		return record, nil, err
	}
	var set *roaring.Bitmap
	what := fmt.Sprintf("primes in %d..%d with primitive root 2", p.From, p.To)
	if q.Decks == "" {
		set, err = p.Primitive(ctx)
	} else {
		var k faro.Kind
		if k, err = faro.ParseKind(q.Decks); err != nil {
			return record, nil, err
		}
		what = fmt.Sprintf("decks of the %s-shuffle whose modulus is a prime in %d..%d with primitive root 2", k, p.From, p.To)
		set, err = p.MaximalDecks(ctx, k)
	}
	if err != nil {
		return record, nil, err
	}
	if data, err = set.ToBytes(); err != nil {
		return record, nil, err
	}
	record = describe("", set, data)
	record.Asked, record.What = results.Ask(q), what
	return record, data, nil
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
		return results.OrdersSet{}, fmt.Errorf("%s is not a roaring bitmap, or is damaged", path)
	case n != int64(len(data)):
		return results.OrdersSet{}, fmt.Errorf("%s is not a roaring bitmap only: %d bytes follow its end", path, int64(len(data))-n)
	}
	return describe(path, set, data), nil
}

// describe is the record of a set with its bytes.
func describe(path string, set *roaring.Bitmap, data []byte) results.OrdersSet {
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
