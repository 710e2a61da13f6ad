package number

import (
	"fmt"
	"testing"
)

func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		x, se float64
		want  string
	}{{0.123456789, 0.0021, "0.1235 0.0021"}, {0.123456789, 0.00019999, "0.12346 0.0002"}, {12.3, 1e-20, "12.300000000000 1e-20"}, {0.5, 0, "0.5000000000 0"}} {
		if got := Estimate(c.x, c.se) + " " + fmt.Sprint(StandardError(c.se)); got != c.want {
			t.Errorf("%v ± %v: %s, want %s", c.x, c.se, got, c.want)
		}
	}
}
