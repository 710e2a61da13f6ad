package orders

import (
	"context"
	"fmt"
	"math"

	"github.com/RoaringBitmap/roaring/v2"

	"dovetail/perm/faro"
)

// Primitive is the set of primes of the plan for which 2 is a primitive root:
// whose order is as large as it can be, m-1.
func (p Plan) Primitive(ctx context.Context) (*roaring.Bitmap, error) {
	return p.collect(ctx, func(m uint64, add func(uint64)) { add(m) })
}

// MaximalDecks is the set of deck sizes whose shuffle of that kind belongs to a
// modulus of Primitive: they return as late as any deck of their modulus could.
func (p Plan) MaximalDecks(ctx context.Context, k faro.Kind) (*roaring.Bitmap, error) {
	return p.collect(ctx, func(m uint64, add func(uint64)) {
		for _, n := range k.Decks(m) {
			add(n)
		}
	})
}

// CheckSet refuses a range whose members do not fit the bitmap's 32 bits.
func (p Plan) CheckSet() error {
	if p.To >= math.MaxUint32 {
		return fmt.Errorf("the set of moduli to %d needs more than 32 bits a member", p.To)
	}
	return nil
}

func (p Plan) collect(ctx context.Context, each func(m uint64, add func(uint64))) (*roaring.Bitmap, error) {
	if err := p.CheckSet(); err != nil {
		return nil, err
	}
	set := roaring.New()
	var members []uint32
	err := p.Each(ctx, func(m, order uint64, prime bool) bool {
		if prime && order == m-1 {
			each(m, func(x uint64) { members = append(members, uint32(x)) })
			if len(members) >= blockSize {
				set.AddMany(members)
				members = members[:0]
			}
		}
		return true
	})
	set.AddMany(members)
	set.RunOptimize()
	return set, err
}
