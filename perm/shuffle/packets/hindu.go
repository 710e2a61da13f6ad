package packets

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"dovetail/perm/number"
	"dovetail/perm/shuffle"
	"dovetail/perm/shuffle/draw"
)

// hindu is the Hindu (overhand) shuffle of Ide and Okuda, section 2.1: packets are
// drawn from the top of the deck and dropped on each other. Sizes are N(mean, sd^2),
// rounded; those below least count as least. With most set they are uniform on
// least..most.
type hindu struct {
	packetwise
	sd          *big.Rat
	round       draw.Rounding
	least, most int // most is 0 for normal sizes
}

// Hindu is the model by its parameters.
var Hindu = shuffle.NewKind("hindu", "draw packets from the top and drop them on each other",
	func(p *shuffle.Params) shuffle.Model {
		if p.OneOf("size", "normal", "normal", "uniform") == "uniform" {
			least := p.Positive("min", "5")
			most := p.Whole("max", least, shuffle.MaxWhole, strconv.Itoa(max(9, least)), "a whole number of at least min")
			return newHindu(&hindu{least: least, most: most}, big.NewRat(int64(least)+int64(most), 2))
		}
		mean := p.PositiveRat("mean", "10")
		return newHindu(&hindu{
			sd:    p.PositiveRat("sd", "5/3"),
			round: readRounding(p),
			least: p.Positive("min", "1"),
		}, mean)
	})

func readRounding(p *shuffle.Params) draw.Rounding {
	names := make([]string, len(draw.Roundings))
	for i, r := range draw.Roundings {
		names[i] = r.Name
	}
	return draw.Roundings[slices.Index(names, p.OneOf("round", names[0], names...))]
}

func newHindu(h *hindu, mean *big.Rat) *hindu {
	h.packetwise = packetwise{mean: mean, sizes: h.sizesOf}
	return h
}

func (h *hindu) String() string {
	if h.most > 0 {
		return fmt.Sprintf("hindu(size=uniform,min=%d,max=%d)", h.least, h.most)
	}
	return fmt.Sprintf("hindu(mean=%s,sd=%s,round=%s,min=%d)",
		h.mean.RatString(), h.sd.RatString(), h.round.Name, h.least)
}

// Check refuses parameters whose packets all take the whole deck. A packet that is
// larger than the deck is the whole deck.
func (h *hindu) Check(n int) error {
	if h.least > n {
		return fmt.Errorf("packets of at least %d are too many for %s; use min=1..%d", h.least, number.Count(n, "card"), n)
	}
	return nil
}

// sizesOf is the law of one packet drawn from n cards.
func (h *hindu) sizesOf(n int, bits uint) *draw.Sizes {
	lo := min(h.least, n)
	if h.most > 0 {
		from, to := new(big.Rat).SetInt64(int64(h.least)), new(big.Rat).SetInt64(int64(h.most)+1)
		return draw.FlooredUniform(from, to, lo, n, bits)
	}
	return draw.RoundedNormal(h.mean, h.sd, h.round, lo, n, bits)
}

// Denominator is k^d for packets of k equally likely sizes, where d is the most packets
// drawn. Normal sizes have none.
func (h *hindu) Denominator(n int) *big.Int {
	if h.most == 0 {
		return nil
	}
	draws := (n + h.least - 1) / h.least
	return new(big.Int).Exp(big.NewInt(int64(h.most-h.least+1)), big.NewInt(int64(draws)), nil)
}
