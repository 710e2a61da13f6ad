package orders

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"dovetail/perm/faro"
	"dovetail/perm/mersenne"
	"dovetail/perm/number"
	"dovetail/results"
	"dovetail/results/fileio"
	"dovetail/results/powers"
	"dovetail/search/run"
)

// Collection requests the set of the primes of a range for which 2 is a primitive root or, for the
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
	switch {
	case err != nil:
		return err
	case p.To >= math.MaxUint32:
		return fmt.Errorf("the set of moduli to %d needs more than 32 bits a member", p.To)
	case q.Decks != "":
		_, err = faro.ParseKind(q.Decks)
	}
	return err
}

// Seconds implements [results.Question].
func (q Collection) Seconds() float64 { return q.seconds(q.Engine) }

// Answer implements [run.Answerer].
func (q Collection) Answer(ctx context.Context, env run.Options) (results.Record, error) {
	record, _, err := q.Made(ctx, env)
	return record, err
}

// Made is the answer with the set itself.
func (q Collection) Made(ctx context.Context, env run.Options) (record powers.OrdersSet, data []byte, err error) {
	p, err := q.fitting(q.Engine, env, 1)
	if err != nil {
		return record, nil, err
	}
	set := roaring.New()
	what := fmt.Sprintf("primes in %d..%d with primitive root 2", p.From, p.To)
	members := func(m uint64) []uint64 { return []uint64{m} }
	if q.Decks != "" {
		k, err := faro.ParseKind(q.Decks)
		if err != nil {
			return record, nil, err
		}
		what = fmt.Sprintf("decks of the %s-shuffle whose modulus is a prime in %d..%d with primitive root 2",
			k, p.From, p.To)
		members = func(m uint64) []uint64 { decks := k.Decks(m); return decks[:] }
	}
	err = p.Each(ctx, func(m, order uint64, prime bool) bool {
		if prime && order == m-1 {
			for _, x := range members(m) {
				set.Add(uint32(x))
			}
		}
		return true
	})
	if err != nil {
		return record, nil, err
	}
	set.RunOptimize()
	if data, err = set.ToBytes(); err != nil {
		return record, nil, err
	}
	record = describe("", set, data)
	record.QuestionText, record.What = results.TextOf(q), what
	return record, data, nil
}

// ReadSet describes a file. It refuses anything except one sound bitmap.
func ReadSet(path string) (powers.OrdersSet, error) {
	data, err := fileio.Read(path)
	if err != nil {
		return powers.OrdersSet{}, err
	}
	set := roaring.New()
	n, err := set.ReadFrom(bytes.NewReader(data))
	if err == nil {
		err = set.Validate()
	}
	switch {
	case err != nil:
		return powers.OrdersSet{}, fmt.Errorf("%s is not a roaring bitmap, or is damaged", path)
	case n != int64(len(data)):
		return powers.OrdersSet{}, fmt.Errorf("%s is not a roaring bitmap only: %d bytes follow its end",
			path, int64(len(data))-n)
	}
	return describe(path, set, data), nil
}

// describe is the record of a set, with its size in bytes.
func describe(path string, set *roaring.Bitmap, data []byte) powers.OrdersSet {
	record := powers.OrdersSet{
		Head: results.Head{Schema: results.OrdersSetSchema, Kind: results.Exact}, File: path,
		Count: number.OfUint(set.GetCardinality()), Least: number.OfInt(0), Most: number.OfInt(0),
		Bytes: int64(len(data)), SHA256: fmt.Sprintf("%x", sha256.Sum256(data)),
	}
	if !set.IsEmpty() {
		record.Least, record.Most = number.OfInt(int64(set.Minimum())), number.OfInt(int64(set.Maximum()))
	}
	return record
}

// Restored requests the decks that exactly K perfect shuffles restore.
type Restored struct {
	K int `json:"k"`
}

// Schema implements [results.Question].
func (Restored) Schema() string { return results.OrdersWithSchema }

// Check implements [results.Question].
func (q Restored) Check() error { return number.InRange("k", q.K, 1, mersenne.MaxExponent) }

// Seconds implements [results.Question]. Beyond 2^200 a factor may withstand all curves.
func (q Restored) Seconds() float64 {
	if q.K <= 200 {
		return 1e-1
	}
	return 1e-3 * float64(q.K) * float64(q.K)
}

// Answer implements [run.Answerer].
func (q Restored) Answer(ctx context.Context, _ run.Options) (results.Record, error) {
	f, err := mersenne.Factor(ctx, uint64(q.K))
	if err != nil {
		return nil, err
	}
	return q.record(f)
}

// Follows implements [run.Rechecker]. Factors need not be found again: they are multiplied, and
// the primes among them tested.
func (q Restored) Follows(ctx context.Context, _ run.Options, r results.Record) (results.Record, string, error) {
	f := mersenne.Factorisation{K: uint64(q.K)}
	for _, p := range r.(powers.OrdersWith).Primes {
		if p.P.Int == nil || p.E < 1 || p.E > q.K-len(f.Primes) {
			return nil, "", fmt.Errorf("primes has %s to the power %d", p.P, p.E)
		}
		f.Primes = append(f.Primes, slices.Repeat([]*big.Int{p.P.Int}, p.E)...)
	}
	for _, c := range r.(powers.OrdersWith).Composites {
		if c.Int == nil {
			return nil, "", fmt.Errorf("composites has %s", c)
		}
		f.Composites = append(f.Composites, c.Int)
	}
	if err := f.Check(ctx); err != nil {
		return nil, "", err
	}
	want, err := q.record(f)
	if !want.Complete {
		return want, "the factors, and the decks by them", err
	}
	return want, results.EveryField, err
}

// record is the answer by the known factors.
func (q Restored) record(f mersenne.Factorisation) (powers.OrdersWith, error) {
	moduli, err := f.Moduli()
	if err != nil {
		return powers.OrdersWith{}, err
	}
	record := powers.OrdersWith{
		Head: results.Answering(q, results.Exact), K: q.K,
		Primes: []powers.PrimePower{}, Complete: len(f.Composites) == 0, Composites: []number.Int{},
		Out: decksOf(faro.Out, moduli), In: decksOf(faro.In, moduli),
	}
	for i, p := range f.Primes {
		if i > 0 && p.Cmp(f.Primes[i-1]) == 0 {
			record.Primes[len(record.Primes)-1].E++
			continue
		}
		record.Primes = append(record.Primes, powers.PrimePower{P: number.Of(p), E: 1})
	}
	for _, c := range f.Composites {
		record.Composites = append(record.Composites, number.Of(c))
	}
	if !record.Complete {
		record.Kind, record.Effort = results.Bound, mersenne.Effort()
	}
	return record, nil
}

// decksOf are the decks of at least one card with these moduli.
func decksOf(k faro.Kind, moduli []*big.Int) []number.Int {
	decks := []number.Int{}
	for _, m := range moduli {
		for _, shift := range k.Decks(0) { // the differences between a modulus and its decks
			n := new(big.Int).Add(m, big.NewInt(int64(shift)))
			if n.Sign() > 0 {
				decks = append(decks, number.Of(n))
			}
		}
	}
	return decks
}
