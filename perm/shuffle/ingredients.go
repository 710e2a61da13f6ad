package shuffle

import "math/big"

// Cuts is the law of the top packet's size: cell c holds P(cut = c), at most two
// units of 2^-bits off.
func (r *Riffle) Cuts(n int, bits uint) []*big.Int { return r.cuts(n, bits) }

// PacketSizes is the law of one packet drawn from n cards: cell k holds
// P(size = k), at most two units of 2^-bits off; larger sizes count as n.
func (h *Hindu) PacketSizes(n int, bits uint) []*big.Int { return h.sizes(n, bits) }

// Uniform tells whether all rotations are equally likely.
func (c *Cut) Uniform() bool { return c.law == "uniform" }
