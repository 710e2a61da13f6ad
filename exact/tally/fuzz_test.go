package tally

import (
	"math/big"
	"strings"
	"testing"
)

func FuzzChoose(f *testing.F) {
	for _, s := range []string{"paper", "auto", "", "0.000586", "1/3", "1e-4", "-1", "2", "0x1p-3", "1e99999", "1_0", "1/0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		emax, from, err := Choose(s, 5, 100)
		switch {
		case err != nil && strings.ContainsAny(err.Error(), "\n\r"):
			t.Errorf("%q: the error has several lines: %q", s, err)
		case err == nil && (emax.Sign() < 0 || emax.Cmp(big.NewRat(1, 1)) > 0 || from == ""):
			t.Errorf("%q is %v, %s", s, emax, from)
		}
	})
}
