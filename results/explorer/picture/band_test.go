package picture

import (
	"strings"
	"testing"
)

// The band of an interval is full up to its lower end and hatched up to the upper one.
func TestBand(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 1, `class="open" x="14.0" y="6" width="612.0"`}, {0, 0, `class="sure" x="14" y="6" width="2.0"`},
		{1, 1, `class="sure" x="14" y="6" width="612.0"`}, {0.25, 0.75, `class="open" x="167.0" y="6" width="306.0"`},
	} {
		if got := string(Band(c.low, c.high, `"<`)); !strings.Contains(got, c.want) || strings.Contains(got, `"<"`) {
			t.Errorf("%v to %v: no %s in %s", c.low, c.high, c.want, got)
		}
	}
}
