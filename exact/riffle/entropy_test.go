package riffle

import (
	"math/big"
	"testing"
)

func checkEntropy(t *testing.T, where string, l law, s *Shuffle, a *big.Int) {}
