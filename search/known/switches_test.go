package known

import (
	"strings"
	"testing"

	"dovetail/search/decks"
	"dovetail/search/run"
)

// A switch on record is named, between two of them both, and outside of them the nearest.
func TestNeighbours(t *testing.T) {
	for _, c := range []struct {
		riffle      string
		n, from, to int
		want, not   []string
	}{
		{"clumpy(switch=5/8,cut=chain)", 52, 1, 12, []string{"7 riffles", "switch 3/5", "hands-switch-0.6.", "switch 13/20", "hands-neat"}, nil},
		{"clumpy(switch=13/20,cut=chain)", 52, 1, 12, []string{"7 riffles", "switch 13/20", "hands-neat"}, []string{"hands-switch"}},
		{"clumpy(switch=9/10,cut=chain)", 52, 8, 9, []string{"8 riffles", "with switch"}, []string{"clumsy"}},
		{"clumpy(switch=3/5,cut=normal,off=0,sd=1)", 52, 1, 12, nil, []string{"known"}},
		{"clumpy(switch=3/5,cut=chain)", 51, 1, 12, nil, []string{"known"}},
		{"riffle(cut=uniform)", 52, 1, 12, nil, []string{"known"}},
	} {
		says := Best(t.Context(), decks.Hands{N: c.n, Riffle: c.riffle, From: c.from, To: c.to}, run.Options{})
		for _, part := range c.want {
			if !strings.Contains(says, part) {
				t.Errorf("%+v: %q", c, says)
			}
		}
		for _, part := range c.not {
			if strings.Contains(says, part) {
				t.Errorf("%+v: %q", c, says)
			}
		}
	}
}
