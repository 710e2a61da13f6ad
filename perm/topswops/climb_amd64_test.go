//go:build !purego

package topswops

import (
	"reflect"
	"testing"
)

// Stacks grow when they are short, with all that is on them.
func TestStacksGrow(t *testing.T) {
	if !fast {
		t.Skip("no vector instructions")
	}
	want := climbed(ordered(), 1, (*Climber).begin, (*Climber).climb)
	c := ordered()
	c.begin()
	for i := range c.kernel.stacks {
		c.kernel.stacks[i] = make([]branch, 67)
	}
	if got := climbed(c, 1, (*Climber).begin, (*Climber).climb); !reflect.DeepEqual(got, want) {
		t.Errorf("%d decks found, want %d", len(got[0]), len(want[0]))
	}
	longest := 0
	for _, s := range c.kernel.stacks {
		longest = max(longest, len(s))
	}
	if longest == 67 {
		t.Error("no stack has grown")
	}
}
