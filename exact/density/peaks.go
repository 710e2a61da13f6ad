package density

import (
	"math/big"

	"dovetail/exact/riffle"
	"dovetail/perm"
)

// peaks is the law of passes through shelves, by the peaks of the deck: cell v is n! P of a deck
// with v of them. Several passes through shelves equal one pass through more shelves, as several
// a-shuffles equal one.
type peaks []float64

func newPeaks(n int, shelves *big.Int) (all peaks) {
	law := riffle.Shelves(n, shelves)
	for v := range (n + 1) / 2 {
		ratio, _ := law.Ratio(v).Float64()
		all = append(all, ratio)
	}
	return all
}

func (all peaks) New() Density {
	return func(t []uint16) float64 { return all[perm.Peaks(t)] }
}

func (peaks) String() string    { return "peaks" }
func (peaks) roundings(int) int { return 0 }
