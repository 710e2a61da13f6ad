package topswops

import (
	"context"
	"fmt"
	"math/bits"

	"golang.org/x/sync/errgroup"

	"dovetail/perm/topswops"
	"dovetail/search/run"
)

// CensusMax is the largest deck of a census.
const CensusMax = 16

// census counts the decks of n cards by the length of their game: counts[L] of
// the n! decks have L moves.
//
// It plays forward on unknown cards and branches only when one comes to the
// top. If that is card 1 the game is over, and the u other cards that have not
// shown can lie in u! orders, all of this length: decks that share what they
// show are counted at once.
func census(ctx context.Context, n int, o run.Options) (counts []uint64, err error) {
	if n < 1 || n > CensusMax {
		return nil, fmt.Errorf("n=%d is out of range 1..%d", n, CensusMax)
	}
	orders := make([]uint64, n+1)
	orders[0] = 1
	for i := 1; i <= n; i++ {
		orders[i] = orders[i-1] * uint64(i)
	}
	start := counter{orders: orders, counts: make([]uint64, 1)}
	start.counts[0] = orders[n-1]
	unused := uint32(1)<<n - 2
	parts := make([]counter, n*n)
	o.Meter.Start(float64((n-1)*(n-2)), 0)
	defer o.Meter.Stop()
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(run.Threads(o.Threads))
	for first := 1; first < n; first++ {
		d := topswops.Word(first).Flip(first + 1)
		rest := unused &^ (1 << first)
		start.add(1, orders[bits.OnesCount32(rest)])
		for second := range n {
			if rest>>second&1 == 0 {
				continue
			}
			part := &parts[first*n+second]
			part.orders, part.ctx = orders, ctx
			g.Go(func() error {
				part.branch(d, 1<<second, rest, 1)
				o.Meter.Add(1)
				return ctx.Err()
			})
		}
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	for _, p := range parts {
		for length, c := range p.counts {
			start.add(length, c)
		}
	}
	return start.counts, nil
}

// counter counts decks; orders[u] = u!.
type counter struct {
	orders, counts []uint64
	looks          uint64
	ctx            context.Context
	over           bool // ctx has ended
}

func (c *counter) add(length int, decks uint64) {
	for len(c.counts) <= length {
		c.counts = append(c.counts, 0)
	}
	c.counts[length] += decks
}

// branch tries those of the cards in try for the unknown one on top, where 0
// is unknown, and unused are all that may still come.
func (c *counter) branch(deck topswops.Word, try, unused uint32, moves int) {
	for ; try != 0; try &= try - 1 {
		v := bits.TrailingZeros32(try)
		if c.looks++; c.looks%glance == 0 {
			c.over = c.ctx.Err() != nil
		}
		if c.over {
			return
		}
		d, length := deck|topswops.Word(v), moves
		for k := int(d & 15); k != 0; k = int(d & 15) {
			d = d.Flip(k + 1)
			length++
		}
		rest := unused &^ (1 << v)
		c.add(length, c.orders[bits.OnesCount32(rest)])
		if rest != 0 {
			c.branch(d, rest, rest, length)
		}
	}
}

// Sources is the number of decks of n cards without a predecessor: no card
// k > 1 is at home. With D(n) derangements they are the D(n) decks in which 1
// is not at home either, and the D(n-1) in which it is.
func Sources(n int) uint64 {
	derangements := []uint64{1, 0}
	for i := 2; i <= n; i++ {
		derangements = append(derangements, uint64(i-1)*(derangements[i-1]+derangements[i-2]))
	}
	return derangements[n] + derangements[n-1]
}
